package downsync

import (
	"math/rand/v2"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// No text of a console is longer than a player reads at once, unless it is behind a button. A console has at most one main
// button, and its labels are complete. The test checks every language and both sides, at every question of matches that
// follow the main button, and of some that press anything.
func TestConsolesAreBrief(t *testing.T) {
	kinds := map[string]int{}
	brief := func(p table.Private, page bot.Page) {
		kind := "nothing asked"
		if len(p.Asks) > 0 {
			kind = p.Asks[0].Name
		}
		kinds[kind]++
		for _, l := range lang.All() {
			c, err := play{wording.Reader{Brush: blank{}, Voice: bot.Voice{Language: l}}}.Console(p, page)
			if err != nil {
				t.Fatal(err)
			}
			screens.Brief(t, kind+" "+l.String(), c.Message)
			for _, style := range []wire.Style{wire.Success, wire.Primary} { // beside a green button a blue one is another way to do the same
				all := wording.Those(bottest.ControlsOf(c.Message).Buttons, func(b wire.Button) bool { return b.Style == style })
				if len(all) > 1 {
					t.Errorf("%s %s, order %q: %d main buttons, of which the first is %q, the second %q", kind, l, page.Order, len(all), all[0].Label, all[1].Label)
				}
			}
			for _, b := range bottest.ControlsOf(c.Message).Buttons {
				if strings.HasSuffix(b.Label, "…") {
					t.Errorf("%s %s: a button's label is cut: %s", kind, l, b.Label)
				}
			}
		}
	}
	for seed := range newcomers() {
		c := starters(t)
		if seed%4 == 1 {
			c.Rules, c.Map = rules.Edition42, "plain"
		}
		n := newNewcomer(t, c, seed+1)
		if seed%2 == 1 {
			n.roams = rand.New(rand.NewPCG(seed, 1))
		}
		other := func(seat game.Seat) {
			p, err := n.hall.Private(t.Context(), "m", seat)
			if err != nil {
				t.Fatal(err)
			}
			brief(p, bot.Page{})
		}
		n.seen = func(p table.Private, page bot.Page) {
			brief(p, page)
			other(3 - p.Seat)
		}
		n.play(3000, func(v rules.View) bool { return v.Round > 5 })
		other(1)
		other(2)
	}
	t.Logf("consoles: %v", kinds)
	for _, kind := range []string{"choose", "deploy", "designate", "reveal", "move", "react", "boost", "priority", "next", "act", "counter", "standing"} {
		if kinds[kind] == 0 {
			t.Errorf("no console of the question %q", kind)
		}
	}
}
