package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/wording"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// When a transport is hit, its owner's console names the passengers at once, with what happens to them. The other side's
// console never does. A hit that only stuns endangers no passenger.
func TestPassengersAtStakeAreNamed(t *testing.T) {
	for within, want := range map[int]string{
		0: "**Aboard B1: Vector Squad**, lost with it if it is destroyed.",
		3: "**Aboard B1: Vector Squad.** If it is destroyed, they get off within 3\" where there is room, or are lost.",
	} {
		seen := map[bool]int{}
		for seed := uint64(1); seed < 12; seed++ {
			lab := rules.Lab{Active: 1, Pieces: []rules.LabPiece{lone("A1", "crusader", 20, 10), lone("A2", "virago", 26, 10),
				{Label: "B1", Unit: "courier", Aboard: "vector-squad", Bases: []rules.LabBase{at(20, 18)}}, lone("B2", "crusader", 44, 44)}}
			c := rules.Defaults()
			c.Lab, c.BailOutIn = &lab, within
			n := newNewcomer(t, c, seed)
			n.seen = func(p table.Private, page bot.Page) {
				v := p.View.(rules.View)
				l, err := play{wording.Reader{Brush: blank{}}}.Console(p, page)
				if err != nil {
					t.Fatal(err)
				}
				kills := p.Asks[0].Name == "counter" && v.Hit.Target.Label == "B1" && v.Hit.Effect == "kill" && len(v.Riders) > 0
				if got := strings.Contains(bottest.Words(l.Message), want); got != kills && page.Order == "" {
					t.Errorf("%s of %d, a kill is %t: %t\n%s", p.Asks[0].Name, p.Seat, kills, got, bottest.Words(l.Message))
				}
				if seen[kills]++; kills {
					other, err := n.hall.Private(t.Context(), "m", 1)
					if err != nil {
						t.Fatal(err)
					}
					l, err := play{wording.Reader{Brush: blank{}}}.Console(other, bot.Page{})
					if err != nil || strings.Contains(bottest.Words(l.Message), "Vector") {
						t.Errorf("the enemy is told who is aboard: %v\n%s", err, bottest.Words(l.Message))
					}
				}
			}
			n.play(60, func(v rules.View) bool { return v.Turn > 1 })
		}
		if seen[true] == 0 || seen[false] == 0 {
			t.Errorf("consoles with and without a kill: %v", seen)
		}
	}
}

// Revealing contacts as transports says who will be aboard each.
func TestPassengersOfAReveal(t *testing.T) {
	s := newPlayground(t, rules.Lab{Active: 1, Reserve: [2][]string{{"courier", "courier", "crusader"}}, Pieces: []rules.LabPiece{
		{Label: "A1", Sig: "medium", Bases: []rules.LabBase{at(12, 10)}}, {Label: "A2", Sig: "medium", Bases: []rules.LabBase{at(20, 10)}},
		lone("B1", "virago", 44, 44)}}, "designate A1 A2")
	p := s.private()
	v := p.View.(rules.View)
	v.Riders = []rules.Rider{{Seat: 1, Unit: "vector-squad", Bases: 3}, {Seat: 1, Unit: "vector-squad", Bases: 3}}
	p.View = v
	for order, want := range map[string]string{
		"several courier@A1 courier@A2": "**Aboard A1: Vector Squad**, lost with it if it is destroyed.\n**Aboard A2: Vector Squad**, lost with it if it is destroyed.",
		"reveal A1 as courier":          "**Aboard A1: Vector Squad**, lost with it if it is destroyed.",
		"reveal A1 as crusader":         "",
	} {
		l, err := play{wording.Reader{Brush: blank{}}}.Console(p, bot.Page{Ask: p.Asks[0].ID, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		if words := bottest.Words(l.Message); !strings.Contains(words, want) || want == "" && strings.Contains(words, "Aboard") {
			t.Errorf("%s:\n%s", order, words)
		}
	}
}
