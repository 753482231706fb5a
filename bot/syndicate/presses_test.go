package syndicate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// mostMatchPresses is the limit of the presses of both sides together in a match, on average over some seeds. A newcomer who played
// both sides needed 352 before a single press could play a whole round. A unit that may move after an attack is asked about each
// time: no unit leaves its place without being asked.
const mostMatchPresses = 55

// newcomer plays both sides like somebody who presses the green button, but not always: every third card is their own choice, and
// for every fourth card they give the orders one by one. They look at the questions, and answer with the main button.
type newcomer struct {
	t       testing.TB
	hall    *table.Hall
	at      map[game.Seat]bot.Page
	presses []string
	acts    int
	plans   [2]int
}

func newNewcomer(t testing.TB, c rules.Config, dice uint64) *newcomer {
	t.Helper()
	n := &newcomer{t: t, at: map[game.Seat]bot.Page{}, hall: table.New(memory.New(), tabletest.NewClock(),
		table.Options{Games: []game.Game{rules.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(dice) }, Moot: true})}
	if err := n.hall.Open(t.Context(), "open", "m", table.Opening{Game: "syndicate", Config: c.Encode(), Users: []wire.UserID{"ann", "ben"},
		Place: []byte(`{"names":["Ann","Ben"]}`)}); err != nil {
		t.Fatal(err)
	}
	return n
}

// play presses until the match ends.
func (n *newcomer) play(most int) rules.View {
	n.t.Helper()
	for len(n.presses) <= most {
		for _, seat := range []game.Seat{1, 2} {
			p, err := n.hall.Private(n.t.Context(), "m", seat)
			if err != nil {
				n.t.Fatal(err)
			}
			if p.Result != nil {
				return p.View.(rules.View)
			}
			if len(p.Asks) > 0 && !p.Asks[0].Standing {
				n.press(p)
			}
		}
	}
	n.t.Fatalf("not over after %d presses:\n%s", most, strings.Join(n.presses, "\n"))
	return rules.View{}
}

func (n *newcomer) press(p table.Private) {
	n.t.Helper()
	l, err := play{sketched}.Console(p, n.at[p.Seat])
	if err == nil {
		err = bottest.Sendable(l.Message)
	}
	if err != nil {
		n.t.Fatal(err)
	}
	b := n.choose(p, l.Message)
	n.presses = append(n.presses, fmt.Sprintf("%s: round %d, %s presses %q", p.Asks[0].Name, p.View.(rules.View).Round, bot.SideName(p.Seat), b.Label))
	n.at[p.Seat] = bot.Page{Ask: b.Does.Ask, Order: b.Does.Draft}
	if b.Does.Kind != wire.ControlSubmit {
		return
	}
	n.at[p.Seat] = bot.Page{}
	var rs []game.Reply
	for line := range strings.SplitSeq(b.Does.Draft, ";") {
		r, err := n.hall.Parse(n.t.Context(), "m", strings.TrimSpace(line))
		if err != nil {
			n.t.Fatalf("%q: %v", b.Does.Draft, err)
		}
		rs = append(rs, r)
	}
	n.acts++
	if _, err = n.hall.Act(n.t.Context(), fmt.Sprint(n.acts), "m", p.Seat, b.Does.Ask, rs[0], rs[1:]...); err != nil {
		n.t.Fatalf("%q: %v", b.Does.Draft, err)
	}
}

// choose returns the button that the newcomer presses.
func (n *newcomer) choose(p table.Private, m wire.Message) wire.Button {
	n.t.Helper()
	all := slices.DeleteFunc(bottest.ControlsOf(m).Buttons, func(b wire.Button) bool {
		return b.Disabled || b.Does.Kind != wire.ControlSubmit && b.Does.Kind != wire.ControlDraft
	})
	if len(all) == 0 {
		n.t.Fatalf("nothing to press:\n%s", bottest.Words(m))
	}
	if p.Asks[0].Name == "plan" {
		own := &n.plans[p.Seat-1]
		if n.at[p.Seat].Order == "" {
			if *own++; *own%3 == 0 { // a card of their own choice
				if i := slices.IndexFunc(all, func(b wire.Button) bool { return b.Style == wire.Primary }); i >= 0 {
					return all[i]
				}
			}
		} else if *own%4 == 3 { // each step separately
			if i := slices.IndexFunc(all, func(b wire.Button) bool { return strings.HasSuffix(b.Label, " alone") }); i >= 0 {
				return all[i]
			}
		}
	}
	for _, style := range []wire.Style{wire.Success, wire.Primary, wire.Secondary} {
		if i := slices.IndexFunc(all, func(b wire.Button) bool { return b.Style == style }); i >= 0 {
			return all[i]
		}
	}
	return all[0]
}

// A match of two newcomers takes few presses of both together, whoever their Operators are, and few matches reach the last round.
func TestPressesOfAMatch(t *testing.T) {
	t.Parallel()
	const seeds = 10
	presses, rounds, last := 0, 0, 0
	whys := map[string]int{}
	for seed := range seeds {
		c := rules.Defaults()
		for i := range c.Squads {
			c.Squads[i] = cards.Starters()[(seed+i*(1+seed/5))%5].Squad
		}
		n := newNewcomer(t, c, uint64(seed)+1)
		v := n.play(1000)
		by := map[string]int{}
		for _, s := range n.presses {
			by[s[:strings.IndexByte(s, ':')]]++
		}
		t.Logf("dice %d: over in round %d, %s: %d presses %v", seed+1, v.Round, v.Result.Why, len(n.presses), by)
		presses, rounds = presses+len(n.presses), rounds+v.Round
		whys[v.Result.Why]++
		if v.Round == c.MaxRounds {
			last++
		}
	}
	t.Logf("%.1f presses and %.1f rounds a match, %d of %d in the last round, %v", float64(presses)/seeds, float64(rounds)/seeds, last, seeds, whys)
	if presses > mostMatchPresses*seeds {
		t.Errorf("a match takes %d presses on average, at most %d", presses/seeds, mostMatchPresses)
	}
}
