package referee_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// hearing is a match in which one player answers twice a day, while the other player, moderators and strangers act on
// it at random.
type hearing struct {
	*party.Party
	id     table.ID
	lot    *rand.Rand
	played map[wire.UserID]bool // users who have or had a seat
	looked map[wire.UserID]bool // users to whom secrets were opened
	acted  time.Time            // the time of the last act about a dispute
	log    []string
}

func (h *hearing) notes(format string, args ...any) {
	h.log = append(h.log, h.Clock.Now().Format("Jan 02 15:04 ")+fmt.Sprintf(format, args...))
}

// tries gives a command about the match.
func (h *hearing) tries(u wire.UserID, command []string, options ...bottest.Option) string {
	a := party.Text(h.Slash(u, command, append(options, party.In(string(h.id)))...))
	h.notes("%s: %v %v: %s", u, command, options, wire.Clip(strings.ReplaceAll(a, "\n", " "), 90))
	if strings.Contains(a, "did not work just now") {
		h.T.Errorf("%s tries %v %v: %s", u, command, options, a)
	}
	return a
}

func (h *hearing) public() table.Public {
	h.T.Helper()
	p, err := h.Hall.Public(ctx, h.id)
	if err != nil {
		h.T.Fatal(err)
	}
	return p
}

// visits has the player answer everything that waits for them.
func (h *hearing) visits(u wire.UserID) {
	h.notes("%s comes", u)
	switch held := h.public().Clocks.Held; held {
	case "":
	case "dispute", "appeal":
		a := h.tries(u, []string{"dispute", "withdraw"})
		if left := h.public().Clocks.Held; left != "" && h.Clock.Now().Sub(h.acted) > 7*day {
			h.T.Errorf("the match stays stopped (%s): %s", left, a)
		}
	default:
		return
	}
	for range 9 {
		s, err := h.Hall.SeatOf(ctx, h.id, u)
		if err != nil {
			return
		}
		p, err := h.Hall.Private(ctx, h.id, s)
		if err != nil {
			h.T.Fatal(err)
		}
		n := slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return !a.Standing })
		if n < 0 {
			return
		}
		if a := h.tries(u, []string{"order"}, party.Opt("line", h.order(p.Asks[n]))); !strings.Contains(a, "✔️") {
			return
		}
	}
}

func (h *hearing) order(a table.OpenAsk) string {
	c := a.Menu[h.lot.IntN(len(a.Menu))]
	words := c.Words
	for _, s := range c.Slots {
		if len(s.Options) > 0 {
			words += " " + s.Options[h.lot.IntN(len(s.Options))]
		}
	}
	return words
}

// seats returns the users in the seats.
func (h *hearing) seats() []wire.UserID {
	var out []wire.UserID
	for _, u := range h.public().Meta.Users {
		out = append(out, wire.UserID(u))
	}
	return out
}

// moderates has a user give a moderator's command, and confirm it perhaps later.
func (h *hearing) moderates(u wire.UserID) {
	verb := []string{"show", "rewind", "answer", "extend", "pause", "resume", "resume", "replace", "note", "dismiss", "uphold", "evidence", "legal"}[h.lot.IntN(13)]
	options := []bottest.Option{party.Opt("reason", "a reason"), party.Opt("event", fmt.Sprint(1+h.lot.IntN(9))), party.Opt("hours", "5")}
	if verb == "show" {
		options = append(options, party.Opt("view", []string{"public", "A", "B", "all"}[h.lot.IntN(4)]))
	}
	whom := []wire.UserID{ann, eve, judge, second, owner}[h.lot.IntN(5)]
	if verb == "replace" {
		if h.lot.IntN(4) > 0 {
			return
		}
		options = append(options, party.Opt("side", "A"), party.Opt("user", string(whom)))
	}
	if verb == "answer" {
		options = append(options, party.Opt("side", "A"))
	}
	before := len(h.public().Facts)
	a := h.tries(u, []string{"mod", verb}, options...)
	if !strings.Contains(a, "You are about to") {
		return
	}
	if h.played[u] {
		h.T.Errorf("%s has played and moderates", u)
	}
	asked := h.Newest(u)
	if h.lot.IntN(3) == 0 { // something happens in between
		h.does()
	}
	if sure, ok := bottest.ControlsOf(asked.Message).Find("|go"); ok {
		a = party.Text(h.Press(u, asked, sure))
		h.notes("%s confirms %s: %s", u, verb, wire.Clip(strings.ReplaceAll(a, "\n", " "), 90))
	}
	h.Settle()
	if a, ok := h.TakeSeat(string(h.id)); ok {
		h.notes("%s is offered the seat and presses: %s", whom, wire.Clip(strings.ReplaceAll(party.Text(a), "\n", " "), 90))
		h.Settle()
	}
	if len(h.public().Facts) == before {
		return
	}
	h.acted = h.Clock.Now()
	if strings.Contains(a, "What you asked to see") || strings.Contains(a, "The evidence, number") {
		h.looked[u] = true
	}
	for _, u := range h.seats() {
		if h.looked[u] && !h.played[u] {
			h.T.Errorf("%s has looked and plays", u)
		}
		h.played[u] = true
	}
}

// does has a user other than the honest player do something.
func (h *hearing) does() {
	u := h.seats()[0]
	switch n := h.lot.IntN(20); {
	case n < 3:
		a := h.tries(u, []string{"dispute", "open"}, party.Opt("reason", "why"), party.Opt("event", fmt.Sprint(1+h.lot.IntN(20))))
		if strings.Contains(a, "stopped") {
			h.acted = h.Clock.Now()
		}
	case n < 4:
		h.tries(u, []string{"dispute", "withdraw"})
	case n < 7:
		if a := h.tries(u, []string{"dispute", "appeal"}, party.Opt("reason", "why"), party.Opt("number", fmt.Sprint(1+h.lot.IntN(8)))); strings.Contains(a, "Your appeal is open") {
			h.acted = h.Clock.Now()
		}
	case n < 9:
		s, err := h.Hall.Private(ctx, h.id, 1)
		if err == nil && len(s.Asks) > 0 {
			if line := h.order(s.Asks[h.lot.IntN(len(s.Asks))]); !strings.HasPrefix(line, "quit") {
				h.tries(u, []string{"order"}, party.Opt("line", line))
			}
		}
	case n < 10:
		h.tries(u, []string{"order"}, party.Opt("line", "undo"))
	case n < 13:
		what := []string{"pause", "extend", "resume", "withdraw", "vacation", "back"}[h.lot.IntN(6)]
		h.tries(u, party.ClockCommand(what), party.Opt("for", "2d"), party.Opt("by", "1d"), party.Opt("days", "2"))
	case n == 13 && h.lot.IntN(5) == 0:
		m := []wire.UserID{judge, second, owner, eve}[h.lot.IntN(4)]
		if !slices.Contains(h.seats(), m) {
			h.notes("%s has their data removed", m)
			h.Erase(m)
		}
	default:
		h.moderates([]wire.UserID{judge, second, owner, u}[h.lot.IntN(4)])
	}
	h.Settle()
}

// A player who answers twice a day does not lose a match on time, whatever the opponent and the moderators do about
// disputes. A dispute that nobody hears ends after a week. Nobody judges a match that they played in, or plays in one
// whose secrets they saw.
func TestCheatAnHonestPlayerInDisputes(t *testing.T) {
	seeds := 3
	if os.Getenv("SOAK") == "1" {
		seeds = 300
	}
	ends := map[string]int{}
	for seed := range uint64(seeds) {
		p := party.PlainAs(t, func(s *bottest.Setup) {
			s.Dice = nil
			hosts.ClocksApart(time.Duration(int(seed)%3-1) * 4 * time.Minute)(s)
		})
		p.May[owner] = wire.ManageServer
		p.Slash(owner, setup, party.Opt("moderators", string(modRole)))
		for _, u := range []wire.UserID{judge, second} {
			p.Roles[u] = []wire.RoleID{modRole}
		}
		h := &hearing{Party: p, id: p.Begin(party.Opt("clock", "slow")), lot: rand.New(rand.NewPCG(seed, 3)), played: map[wire.UserID]bool{ann: true, ben: true},
			looked: map[wire.UserID]bool{}}
		if seed%2 == 0 {
			p.Round()
		}
		why := "goes on"
		for range 120 {
			h.visits(ben)
			for range h.lot.IntN(4) {
				h.Pass(time.Duration(h.lot.IntN(180)) * time.Minute)
				h.does()
			}
			h.Pass(time.Duration(1+h.lot.IntN(12)) * time.Hour)
			if r := h.public().Result; r != nil {
				if why = r.Why; why == table.WhyTime && bot.ScoreOf(*r, 1) == 0 {
					t.Errorf("ben loses by time")
				}
				break
			}
			if t.Failed() {
				break
			}
		}
		ends[why]++
		for _, command := range [][]string{{"match", "verify"}, {"match", "log"}, {"match", "replay"}, {"match", "export"}, {"match", "show"}, {"dispute", "list"}} {
			if a := h.tries(eve, command); strings.Contains(a, "❌") {
				t.Errorf("%v: %s", command, a)
			}
		}
		if p := h.public(); p.Result == nil && p.Clocks.Missed[game.Seat(2)] > 1 {
			t.Errorf("ben has missed %d turns", p.Clocks.Missed[game.Seat(2)])
		}
		if s := h.Log.String(); strings.Contains(s, "level=ERROR") {
			t.Errorf("%s", s)
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, strings.Join(h.log, "\n"))
		}
	}
	t.Log(ends)
}
