// Package stage is a server on which random things happen about a campaign, its matches and the moderation of them.
package stage

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	small "downsync/bot/toy"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Stage is a server with a campaign of two against two, moderators and matches, on two hosts that may die independently.
type Stage struct {
	*party.Party
	*rand.Rand
	Lives []*hosts.Life // of the hosts, as they were started
	Cut   *hosts.Interruption
	page  string // the campaign's controls
	acts  int
	Story []string
}

// byNumber rolls each die by its number, as a seed does, so that a step that is decided again gets the same faces.
type byNumber struct{}

func (byNumber) Roll(stream game.Seat, number, sides int) (int, error) {
	return (7*number+3*int(stream))%sides + 1, nil
}

// New makes a stage, whose campaign has begun. The seed decides what everybody does on it.
func New(t *testing.T, seed uint64) *Stage {
	s := &Stage{Rand: rand.New(rand.NewPCG(seed, 41)), Cut: &hosts.Interruption{}}
	var now *hosts.Life
	s.Party = party.PlainAs(t, func(x *bottest.Setup) {
		x.Forms = bottest.WithRival{Offered: small.Forms{}, Mind: mind.Mind{}}
		x.Dice = func(table.ID) game.Dice { return byNumber{} }
		x.Store = func(y table.Store) table.Store {
			now = &hosts.Life{}
			s.Lives = append(s.Lives, now)
			return s.Cut.Store(hosts.MortalStore{Store: y, Life: now})
		}
		x.Through = func(room *bottest.Room, y wire.Wire) wire.Wire {
			return hosts.MortalWire{Wire: y, Life: now, Called: map[wire.UserID]time.Time{}, Clock: func() time.Time { return room.Clock.Now() }}
		}
	})
	s.May[party.Owner] = wire.ManageServer
	s.Slash(party.Owner, []string{"setup"}, party.Opt("moderators", string(party.ModRole)))
	for _, u := range []wire.UserID{party.Judge, party.Second} {
		s.Roles[u] = []wire.RoleID{"5", party.ModRole}
	}
	clock := []string{"none", "slow", "quick"}[s.IntN(3)]
	options := []bottest.Option{party.Opt("name", "The cup"), party.Opt("side", "1"), party.Opt("clock", clock), party.Opt("form", []string{"five", "three"}[s.IntN(2)])}
	s.Slash(party.Ann, []string{"campaign", "start"}, options...)
	s.Settle()
	for n, u := range []wire.UserID{party.Ben, party.Cal, party.Dan} {
		s.Slash(u, []string{"campaign", "join"}, party.Opt("side", []string{"2", "1", "2"}[n]))
	}
	s.Settle()
	s.page = "campaign|" + campaigns.Campaign{Party: s.Party}.CampaignID() + "@guild|"
	if s.IntN(2) == 0 {
		s.Begin(party.Opt("clock", []string{"none", "slow", "quick"}[s.IntN(3)]))
	}
	return s
}

// does has a host carry out an interaction with that number.
func (s *Stage) does(h bottest.Host, n int, i wire.Interaction) wire.Answer {
	i.ID, i.At, i.Name, i.Self = wire.InteractionID(fmt.Sprintf("x%d", n)), s.Clock.Now(), s.Name(i.User), bottest.Self
	i.Guild, i.Channel, i.GuildLocale, i.Locale = "guild", bottest.General, "en-US", "en-US"
	i.Permissions, i.Roles = s.May[i.User], s.Roles[i.User]
	i.Names, i.Bots, i.Members = map[wire.UserID]string{}, map[wire.UserID]bool{bottest.Self: true}, map[wire.UserID]bool{}
	if i.Kind == 0 {
		i.Kind = wire.Press
	}
	if i.Message == "" {
		i.Message = "m1"
	}
	for _, u := range append(slices.Clone(everybody), party.Judge, party.Second, bottest.Self) {
		i.Names[u], i.Members[u] = s.Name(u), true
	}
	a := h.Bot.Handle(context.Background(), i)
	if a.Placed != nil {
		a.Placed(true)
	}
	return a
}

// due has a host do what is due. One that is dead fails in all of it.
func (s *Stage) due(h bottest.Host) {
	for range 3 {
		_, _ = h.Hall.Timers().Fire(context.Background())
		_, _ = h.Outbox.Send(context.Background())
		_, _ = h.Bot.Due(context.Background())
	}
}

var everybody = []wire.UserID{party.Ann, party.Ben, party.Cal, party.Dan, party.Eve}

// Doing is an interaction of a user. One with only a span lets time pass.
type Doing struct {
	n    int
	I    wire.Interaction
	Span time.Duration
}

func (d Doing) String() string {
	if d.I.User == "" {
		return "time " + d.Span.String()
	}
	return fmt.Sprint(d.I.User, " ", d.I.CustomID, d.I.Values, d.I.Command, d.I.Options)
}

// Do carries it out on a host.
func (s *Stage) Do(h bottest.Host, d Doing) string {
	if d.I.User == "" {
		s.Clock.Advance(d.Span)
		s.due(h)
		return ""
	}
	return party.Text(s.does(h, d.n, d.I))
}

// Two runs with the same outcome may differ in these: the ids of messages; random draws; who was notified and who will be; and a
// millisecond of the clock in between.
var (
	messageIDs = regexp.MustCompile(`"message":"",|"message":"m[0-9]+",|"[me][0-9]+"|\b(m|e|t)[0-9]+\b`)
	calls      = regexp.MustCompile(`,"(unnotified|notifying|notified|recalled|rung|freed_at|freed)":"[^"]*"|,"(shown|deaf|stage)":[0-9]+|,"(written|callers)":\[[^]]*\]`)
	drawn      = regexp.MustCompile(`[A-Z2-7]{26}|"(seed|entropy)":"[^"]*"|gone\.[A-Z0-9a-z.]+|"(hash|key|style)":"[^"]*"`)
	moment     = strings.NewReplacer(".001Z", "Z", `,"used":1000000,`, ",", `,"used":1000000}`, "}", `,"used":[1000000]`, "", `,"used":[0,1000000]`, "", "001000000", "000000000")
)

// aside lists the sorts of records that only show something, are kept for later reading, or are made again by it.
var aside = []string{"page", "ledger", "room", "thread", "card", "filming", "film", "salts", "bound", "direct", "past", "prefs", "remind", "rival", "thought",
	"confirm", "campaign.news", "campaign.mine"}

// State is all that is stored, and what each host says of the matches.
func (s *Stage) State() string {
	s.T.Helper()
	s.does(s.Hosts()[0], 9999, wire.Interaction{User: party.Eve, CustomID: s.page + "map"}) // which settles what a host left behind
	var b strings.Builder
	all, err := s.Store.List(context.Background(), "", "", 9999)
	if err != nil {
		s.T.Fatal(err)
	}
	var lines []string
	for _, r := range all {
		sort, _, _ := strings.Cut(r.Key, "/")
		if slices.Contains(aside, sort) {
			continue
		}
		var ends struct{ Until time.Time }
		if sort == "table" && json.Unmarshal(r.Value, &ends) == nil && ends.Until.Before(s.Clock.Now()) {
			continue // whoever lists them clears it away
		}
		v := messageIDs.ReplaceAllString(r.Key+" "+moment.Replace(string(r.Value)), "M")
		lines = append(lines, drawn.ReplaceAllString(calls.ReplaceAllString(v, ""), "R"))
	}
	slices.Sort(lines)
	fmt.Fprintln(&b, strings.Join(lines, "\n"))
	for _, id := range s.IDs("match/") {
		for n, h := range s.Hosts() {
			pub, err := h.Hall.Public(context.Background(), table.ID(id))
			if err != nil {
				s.T.Error(err)
				continue
			}
			x := fmt.Sprintf("%s %+v\n%+v\n%+v\n%v\n%+v\n", id, pub.Facts, pub.Asked, pub.Clocks, pub.Meta.Users, pub.Result)
			for seat := game.Seat(1); seat <= 2; seat++ {
				v, err := h.Hall.Private(context.Background(), table.ID(id), seat)
				if err != nil {
					s.T.Fatal(err)
				}
				x += fmt.Sprintf("%+v\n%t\n", v.Facts, v.CanUndo)
				for _, a := range v.Asks {
					x += fmt.Sprint(a.ID, a.By, a.Left, a.Early, "\n")
				}
			}
			x = drawn.ReplaceAllString(x, "R")
			if n == 0 {
				b.WriteString(x)
			} else if !strings.HasSuffix(b.String(), x) {
				s.T.Errorf("the hosts have %s otherwise: %s", id, x)
			}
		}
	}
	return b.String()
}

// Only has one host left in the room.
func (s *Stage) Only(h bottest.Host) {
	for n := range s.Hosts() {
		s.Hosts()[n] = h
	}
}
