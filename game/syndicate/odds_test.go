package syndicate

import (
	"math"
	"testing"

	"downsync/game"
	"downsync/game/syndicate/cards"
)

// The chances of a contest follow from both dice and their modifiers.

func TestContestChances(t *testing.T) {
	m := field(t, func(c *Config) { c.Lab.Hands[1] = []string{"shield-bash", "dash"} },
		LabUnit{Label: "A", At: spot(5, 5)}, LabUnit{Label: "B", At: spot(6, 5)})
	v := m.View(game.Player(2)).(View)
	f, ok := v.Contest(2, "shield-bash", "A")
	if !ok {
		t.Fatal("Shield Bash begins no contest")
	}
	by, _ := v.Unit("B")
	against, _ := v.Unit("A")
	if f.Plus != [2]int{by.ACC, against.DOD} {
		t.Errorf("added are %v, expected ACC %d and DOD %d", f.Plus, by.ACC, against.DOD)
	}
	win, tie := 0, 0
	for n := range 36 {
		switch d := n/6 + f.Plus[0] - n%6 - f.Plus[1]; {
		case d > 0:
			win++
		case d == 0:
			tie++
		}
	}
	if math.Abs(f.Win-float64(win)/36) > 1e-9 || math.Abs(f.Tie-float64(tie)/36) > 1e-9 {
		t.Errorf("chances %v, expected %d and %d of 36", f, win, tie)
	}
	if _, ok := v.Contest(2, "dash", "A"); ok {
		t.Error("Dash begins a contest")
	}
}

// The chances of an attack include the rerolls that happen without a question: each 1 of Sustained Fire by a unit that has not
// moved, a miss of Recoil Control and of Tactical Reload, the die that Data Relay sets, and the highest die of an attacker hit by
// Phantom Feint.
func TestAttackChancesCountRerolls(t *testing.T) {
	all := func(p float64, n int) float64 { return math.Pow(p, float64(n)) }
	for _, x := range []struct {
		name, weapon string
		by           Label
		change       func(v View)
		miss         func(need, rolls int) float64 // the chance that nothing hits
	}{
		{"no trait", "breach-cannon", "A", nil, func(need, rolls int) float64 { return all(float64(need-1)/6, rolls) }},
		{"Sustained Fire", "ironclad-lmg", "A", nil, func(need, rolls int) float64 {
			q := float64(need-1) / 6
			return all(q-(1-q)/6, rolls)
		}},
		{"Sustained Fire after a move", "ironclad-lmg", "A", func(v View) { v.board.unit("A").Moved = 1 },
			func(need, rolls int) float64 { return all(float64(need-1)/6, rolls) }},
		{"Sustained Fire that is Jammed", "ironclad-lmg", "A", func(v View) { v.board.unit("A").Statuses = []status{{"jammed", 9}} },
			func(need, rolls int) float64 { return all(float64(need-1)/6, rolls) }},
		{"Recoil Control", "razorline-pdw", "A", nil, func(need, rolls int) float64 { return all(float64(need-1)/6, rolls+1) }},
		{"Tactical Reload", "breach-cannon", "A", func(v View) { altered(v, change{Change: cards.Change{Rerolls: 1}}) },
			func(need, rolls int) float64 { return all(float64(need-1)/6, rolls+1) }},
		{"Phantom Feint", "hammerlock-50", "A", func(v View) { altered(v, change{Change: cards.Change{Highest: true}}) },
			func(need, rolls int) float64 { return float64(need-1) / 6 }},
		{"Phantom Feint on two dice", "breach-cannon", "A", func(v View) { altered(v, change{Change: cards.Change{Highest: true}}) },
			func(need, rolls int) float64 { // the lower die must miss, and so must the new one
				p := float64(7-need) / 6
				return (1 - p*p) * (1 - p)
			}},
		{"Data Relay", "breach-cannon", "A1", func(v View) { v.board.unit("A").Struck = true }, func(need, _ int) float64 {
			if need > relayed {
				t.Errorf("Glyph needs %d, where its relay does nothing", need)
			}
			return 0
		}},
		{"Data Relay before its Operator attacks", "breach-cannon", "A1", nil, func(need, rolls int) float64 { return all(float64(need-1)/6, rolls) }},
	} {
		m := field(t, func(c *Config) {
			c.Squads[0] = cards.Squad{Operator: "lens", Weapon: x.weapon, Armor: "light-tactical-vest", Mercenaries: []string{"glyph", "line"}}
		}, LabUnit{Label: "A", At: spot(5, 5)}, LabUnit{Label: "A1", At: spot(5, 6)}, LabUnit{Label: "B", At: spot(7, 5), Statuses: []string{"marked"}})
		v := m.View(game.Player(1)).(View)
		if x.change != nil {
			x.change(v)
		}
		a, err := v.Aim(x.by, "B", false)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		hits := v.board.spread(v.board.unit(x.by), a)
		if miss := x.miss(a.Need, a.Rolls); math.Abs(hits[0]-miss) > 1e-9 || v.Odds(a).Chance != int(100*(1-miss)+0.5) {
			t.Errorf("%s: %d dice at %d+ miss with %.4f, shown are %d%%; expected %.4f", x.name, a.Rolls, a.Need, hits[0], v.Odds(a).Chance, miss)
		}
		if total := sumOf(hits); math.Abs(total-1) > 1e-9 {
			t.Errorf("%s: all numbers of hits together have %.4f", x.name, total)
		}
	}
}

func altered(v View, c change) {
	u := v.board.unit("A")
	u.Changes = append(u.Changes, c)
}

func sumOf(list []float64) (sum float64) {
	for _, x := range list {
		sum += x
	}
	return sum
}
