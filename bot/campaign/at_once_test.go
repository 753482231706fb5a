package campaign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game/table"
)

// standing is the state of a campaign as its record describes it.
type standing struct {
	Size  int
	Teams [2]struct {
		Members []struct{ User wire.UserID }
	}
	Matches []table.ID
	Next    *struct {
		Match table.ID `json:"match"`
	}
	Over any
}

// The members of a campaign do many things at the same moment on two hosts, and it stays consistent: each user is on
// one side at most, no side has too many members, one match is open or under way, none is open after the campaign's
// end, and each finished match is counted once.
func TestCheatACampaignByDoingAllAtOnce(t *testing.T) {
	rounds := 3
	if os.Getenv("SOAK") == "1" {
		rounds = 60
	}
	users := []wire.UserID{ann, ben, cal, dan, eve}
	for round := range uint64(rounds) {
		p := party.PlainAs(t, func(s *bottest.Setup) {
			s.Forms, s.Dice, s.Store = small.Forms{}, nil, func(s table.Store) table.Store { return hosts.SlowStore{Store: s} }
		})
		c := hosts.CrowdOf(p)
		w := campaigns.Campaign{Party: p}
		clock := []string{"none", "slow"}[round%2]
		w.Command(ann, "start", party.Opt("name", "The cup"), party.Opt("side", "1"), party.Opt("size", "2"), party.Opt("clock", clock))
		w.Settle()
		for n, u := range []wire.UserID{ben, cal, dan} {
			w.Joins(u, []string{"2", "1", "2"}[n])
		}
		id := w.CampaignID()
		r := rand.New(rand.NewPCG(round, 5))
		var log []string
		for range 14 {
			read := func() (s standing) {
				raw, err := w.Store.Get(ctx, "campaign/guild/"+id)
				if err == nil {
					err = json.Unmarshal(raw, &s)
				}
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
			s := read()
			next := "none"
			if s.Next != nil {
				next = string(s.Next.Match)
			}
			var all sync.WaitGroup
			var mu sync.Mutex
			for range 8 {
				u := users[r.IntN(len(users))]
				i := wire.Interaction{Kind: wire.Press, User: u}
				verb := func(what string, values ...string) { i.CustomID, i.Values = "campaign|"+id+"@guild|"+what, values }
				switch r.IntN(22) {
				case 0, 1, 14, 15:
					verb("attack", fmt.Sprint(1+r.IntN(3)))
				case 2:
					verb("back")
				case 3:
					verb("left")
				case 4, 5:
					verb("join." + fmt.Sprint(1+r.IntN(2)))
				case 6:
					verb("out", string(users[r.IntN(len(users))]))
				case 7:
					verb("captain", string(users[r.IntN(len(users))]))
				case 8, 9, 10, 16, 17, 18:
					i.CustomID, i.Values = "force|"+next, []string{"blue"}
				case 11, 19:
					i.CustomID = "ready|" + next
				case 12:
					i.CustomID = "decline|" + next
				default:
					i.Kind, i.Command, i.Options = wire.Slash, []string{"order"}, wire.Options{"line": "quit", "match": next}
				}
				own := rand.New(rand.NewPCG(r.Uint64(), 1))
				all.Go(func() {
					a := c.Does(own, i)
					mu.Lock()
					log = append(log, fmt.Sprintf("%s %s%v %v: %.60q", i.User, i.CustomID, i.Values, i.Options, party.Text(a)))
					mu.Unlock()
				})
			}
			all.Wait()
			p.Settle()
			w.Control(eve, "map")
			p.Settle()
			log = append(log, "--")
			s = read()
			seen := map[wire.UserID]int{}
			for _, team := range s.Teams {
				if len(team.Members) > s.Size {
					t.Errorf("a side has %d", len(team.Members))
				}
				for _, m := range team.Members {
					seen[m.User]++
				}
			}
			for u, n := range seen {
				if n > 1 {
					t.Errorf("%s is there %d times", u, n)
				}
			}
			open := bottest.OpenTables(t, w.Store)
			for _, x := range open {
				for _, u := range x.Users() {
					if seen[u] == 0 {
						t.Errorf("%s plays and is on no side: %s", u, x.Raw)
					}
				}
			}
			var running, ended []table.ID
			for _, u := range users {
				ms, err := w.Hall.MatchesOf(ctx, u)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range ms {
					if pub := c.PublicOf(m.Match); pub.Result == nil && !slices.Contains(running, m.Match) {
						running = append(running, m.Match)
					} else if pub.Result != nil && !slices.Contains(ended, m.Match) {
						ended = append(ended, m.Match)
					}
				}
			}
			switch {
			case s.Over == nil && len(open)+len(running) > 1, s.Over != nil && len(open) > 0:
				t.Errorf("%d challenges are open and %d matches run", len(open), len(running))
			case s.Over == nil && len(open)+len(running) == 1 && s.Next == nil:
				t.Error("a match is nobody's")
			case s.Over == nil && len(ended) != len(s.Matches):
				t.Errorf("of %d matches %d count", len(ended), len(s.Matches))
			}
			if l := c.Log.String(); strings.Contains(l, "level=ERROR") {
				t.Error(l)
			}
			if t.Failed() {
				t.Fatalf("round %d:\n%s", round, strings.Join(log, "\n"))
			}
			if s.Over != nil {
				break
			}
			p.Pass(time.Duration(r.IntN(30)) * time.Hour)
		}
	}
}
