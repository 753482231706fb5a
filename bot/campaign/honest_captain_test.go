package campaign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// honest is a campaign in which the captain of one side plays properly, twice a day, and everybody else presses at
// random.
type honest struct {
	campaigns.Campaign
	captain, enemy wire.UserID
	others         []wire.UserID
	lot            *rand.Rand
	likes          map[wire.UserID][]int // how often each of them does each of the deeds
	done           []string
	denies         bool // the bot may lose its permission at times: nobody loses on time then, and it may take that long
}

// deeds lists what they may do.
var deeds = []string{"attack", "accept", "ready", "back", "decline", "cancel", "named.", "captain.", "out.", "left", "join", "quit", "ended.idle",
	"ended.resigned", "erase", "ban", "unban", "setup", "vacation", "deny", "allow", "allow", "delete", "delete", "direct", "restart", "map"}

// stands returns the stored state of the campaign.
func (h honest) stands() (x struct {
	Next *struct {
		Match table.ID `json:"match"`
	} `json:"next"`
	Over *struct {
		Side int    `json:"side"`
		Why  string `json:"why"`
	} `json:"over"`
}) {
	h.T.Helper()
	rs, err := h.Store.List(ctx, "campaign/guild/", "", 9)
	if err != nil || len(rs) != 1 {
		h.T.Fatal(len(rs), err)
	}
	if err := json.Unmarshal(rs[0].Value, &x); err != nil {
		h.T.Fatal(err)
	}
	return x
}

func (h *honest) notes(format string, args ...any) {
	h.done = append(h.done, h.Clock.Now().Format("Jan 02 15:04 ")+fmt.Sprintf(format, args...))
}

// visits has the honest captain do what waits for them. It reports whether they may end the campaign as won.
func (h *honest) visits(gives bool) bool {
	h.Settle()
	if h.denies && h.lot.IntN(3) == 0 {
		h.notes("for that time the bot may not write")
		h.Wire.Deny(bottest.General, true)
		defer h.Wire.Deny(bottest.General, false)
	}
	h.notes("%s comes", h.captain)
	if a := h.control(h.captain, "end"); strings.Contains(party.Text(a), "let it wait, so your side wins") {
		return true
	}
	page := party.Text(h.control(h.captain, "map"))
	if strings.Contains(page, "is to be played. The match begins when <@") && !strings.Contains(page, "when <@"+string(h.captain)) {
		h.control(h.captain, "back") // allowed only if a player of their own side is away
	}
	h.control(h.captain, "attack", "1")
	h.Settle()
	if x := h.stands(); x.Next != nil {
		h.takesUp(h.captain, x.Next.Match)
		h.Press(h.captain, h.card(), "ready|"+string(x.Next.Match))
		h.Settle()
		if gives && h.lot.IntN(2) == 0 {
			h.Quits(h.captain, x.Next.Match)
		}
	}
	return false
}

// takesUp accepts a challenge with a force if the user may.
func (h *honest) takesUp(u wire.UserID, id table.ID) {
	a := h.Press(u, h.card(), "accept|"+string(id))
	if a.Letter == nil {
		return
	}
	if force, ok := bottest.ControlsOf(*a.Letter).Find("force|"); ok {
		h.Press(u, h.card(), force, "blue")
	}
}

// cheats has one of the others do something.
func (h *honest) cheats() {
	all := append([]wire.UserID{h.captain, h.enemy}, h.others...)
	u, id := append([]wire.UserID{h.enemy, h.enemy}, h.others...)[h.lot.IntN(len(h.others)+2)], matchOf(h.stands().Next)
	whom := string(all[h.lot.IntN(len(all))])
	what := h.deed(u)
	if strings.HasSuffix(what, ".") {
		what += whom
	}
	if u == h.enemy && (what == "left" || what == "ended.resigned" || what == "erase") { // these would lose it
		return
	}
	h.notes("%s: %s", u, what)
	switch what {
	case "attack":
		h.control(u, "attack", "1")
	case "deny", "allow":
		h.denies = true
		h.Wire.Deny(bottest.General, what == "deny")
	case "delete":
		if ms := h.Wire.Messages(bottest.General); len(ms) > 0 {
			h.Wire.Remove(string(ms[max(0, len(ms)-1-h.lot.IntN(4))].ID))
		}
	case "direct":
		h.Wire.CloseDM(u, h.lot.IntN(2) == 0)
	case "restart":
		h.Restart()
	case "accept":
		h.takesUp(u, id)
	case "ready", "decline", "cancel":
		h.Press(u, h.card(), what+"|"+string(id))
	case "join":
		h.control(u, "join."+[]string{"1", "2"}[h.lot.IntN(2)])
	case "quit":
		h.Quits(u, id)
	case "erase":
		h.Erase(u)
	case "ban", "unban":
		h.Slash(u, []string{"mod", what}, party.Opt("user", whom), party.Opt("reason", "spam"))
		if sure, ok := bottest.ControlsOf(h.Newest(u).Message).Find("|go"); ok {
			h.Press(u, h.Newest(u), sure)
		}
	case "setup":
		h.Slash(u, setup, party.Opt("channel", "elsewhere"))
	case "vacation":
		h.Slash(u, []string{"clock", "vacation"}, party.Opt("days", "3"))
	default:
		h.control(u, what)
	}
	h.Settle()
}

// card returns a message with the campaign's controls, whether or not its card exists.
func (h honest) card() bottest.Message {
	return bottest.Message{ID: "m1", Channel: bottest.General}
}

func (h honest) control(u wire.UserID, what string, values ...string) wire.Answer {
	return h.Press(u, h.card(), "campaign|"+onlyCampaign(h.Campaign)+"@guild|"+what, values...)
}

// deed returns what the user currently likes to do.
func (h *honest) deed(u wire.UserID) string {
	if h.likes[u] == nil {
		for range deeds {
			h.likes[u] = append(h.likes[u], []int{0, 0, 1, 1, 8}[h.lot.IntN(5)])
		}
	}
	sum := 1
	for _, n := range h.likes[u] {
		sum += n
	}
	at := h.lot.IntN(sum)
	for n, x := range h.likes[u] {
		if at -= x; at < 0 {
			return deeds[n]
		}
	}
	return deeds[0]
}

// A captain who comes twice a day, and does what is theirs to do, neither loses a campaign except by its matches nor
// waits for ever, whatever the other side does, whoever has joined their own side, and although the clocks of two hosts
// differ. Others also remove and restore the bot's permission, or delete cards.
func TestCheatAnHonestCaptain(t *testing.T) {
	seeds, days := 6, 60
	if os.Getenv("SOAK") == "1" {
		seeds, days = 300, 120
	}
	ends := map[string]int{}
	for seed := range seeds {
		clock := []string{"slow", "none", "quick"}[seed%3]
		h := &honest{Campaign: campaigns.NewAs(t, hosts.ClocksApart(time.Duration(seed%3-1)*4*time.Minute), party.Opt("clock", clock), party.Opt("form", "five")), lot: rand.New(rand.NewPCG(uint64(seed), 7)), likes: map[wire.UserID][]int{}}
		h.Joins(ben, "2")
		h.captain, h.enemy, h.others = ann, ben, []wire.UserID{dan}
		if seed%2 == 1 {
			h.captain, h.enemy = ben, ann
		}
		h.Joins(dan, campaigns.SideOf[h.enemy])
		if seed/3%2 == 1 { // and some on the captain's own side
			h.others = append(h.others, cal, eve)
			h.Joins(cal, campaigns.SideOf[h.captain])
			h.Joins(eve, campaigns.SideOf[h.captain])
		}
		if seed/2%2 == 1 {
			h.May[dan] = wire.ManageServer
		}
		h.denies = seed%4 > 1
		hurry, gives := 1+h.lot.IntN(5), h.lot.IntN(3)
		own := map[wire.UserID]int{ann: 0, ben: 1}[h.captain]
		moved, why := h.Clock.Now(), "goes on"
		for range 2 * days {
			if h.visits(gives == 0) { // they do not do that yet: it would end the search
				moved, why = h.Clock.Now(), "may be ended as won"
			}
			for range h.lot.IntN(hurry) {
				h.Pass(time.Duration(h.lot.IntN(700/hurry)) * time.Minute)
				h.cheats()
			}
			h.Pass(time.Duration(h.lot.IntN(11*60)) * time.Minute)
			now := h.stands()
			if now.Over != nil {
				if why = now.Over.Why; now.Over.Side == 1-own && why != "played" {
					t.Fatalf("seed %d, clock %s: %s has lost: %s\n%s", seed, clock, h.captain, why, strings.Join(h.done, "\n"))
				}
				break
			}
			if p, err := h.Hall.Public(ctx, matchOf(now.Next)); err == nil && p.Result == nil || len(h.Record().Matches) > 0 {
				moved = h.Clock.Now()
			}
			if clock != "quick" && !h.denies && h.Clock.Now().Sub(moved) > 45*day {
				t.Fatalf("seed %d, clock %s: nothing has been played for 45 days\n%s", seed, clock, strings.Join(h.done, "\n"))
			}
		}
		ends[clock+": "+why]++
	}
	t.Log(ends)
}

func matchOf(next *struct {
	Match table.ID `json:"match"`
}) table.ID {
	if next == nil {
		return "none"
	}
	return next.Match
}
