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
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/cards"
	"downsync/game/table"
)

// greens returns the green buttons of a seat's question.
func greens(t testing.TB, p table.Private) []wire.Button {
	t.Helper()
	l, err := play{sketched}.Console(p, bot.Page{Ask: p.Asks[0].ID})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(bottest.ControlsOf(l.Message).Buttons, func(b wire.Button) bool { return b.Style != wire.Success })
}

// The only green button of a question plays what advice rates best, in matches of all missions with random answers. The same function
// answers for the program.
func TestGreenIsAdvised(t *testing.T) {
	seen := map[string]int{}
	for seed := range 24 {
		c, d := starters(seed%5, (seed+1+seed/5)%5), gametest.NewDice(uint64(seed))
		c.Mission, c.MaxRounds = []string{"", rules.Relay, rules.Uplink, rules.Extract}[seed%4], 6
		c.Squads[0].Weapon = cards.Printed().Weapons[seed%len(cards.Printed().Weapons)].ID
		s := newNewcomer(t, c, uint64(seed))
		for step := 0; ; step++ {
			p, err := s.hall.Private(t.Context(), "m", game.Seat(1+step%2))
			if err != nil {
				t.Fatal(err)
			}
			if p.Result != nil {
				break
			}
			a := p.Asks[0]
			if a.Standing {
				continue
			}
			var green []string
			for _, b := range greens(t, p) {
				first, _, _ := strings.Cut(b.Does.Draft, ";")
				r, err := rules.Parse(first)
				if err != nil {
					t.Fatal(err)
				}
				green = append(green, r.Order())
			}
			v := p.View.(rules.View)
			best := advice.Read(v, a.Ask, v.Advisor(a.Seat)).Best()
			if want := best.Order(); a.Name != "mulligan" && (len(green) != 1 || green[0] != want) {
				t.Errorf("match %d, %s: green plays %q, advised is %q", seed, a.Name, green, want)
			}
			seen[a.Name]++
			r, err := rules.Parse(gametest.Line(d, v, a.Ask, nil))
			if err == nil {
				_, err = s.hall.Act(t.Context(), fmt.Sprint(step), "m", a.Seat, a.ID, r)
			}
			if err != nil {
				_, err = s.hall.Act(t.Context(), fmt.Sprint(step, " best"), "m", a.Seat, a.ID, best)
			}
			if err != nil {
				t.Fatalf("%s: %q is refused: %v", a.Name, best.Order(), err)
			}
		}
	}
	for _, name := range []string{"deploy", "plan", "move", "mercs", "use", "push", "attack", "jam", "reduce", "surge"} {
		if seen[name] == 0 {
			t.Errorf("nobody was asked %q: %v", name, seen)
		}
	}
}
