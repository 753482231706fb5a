package syndicate

import (
	"math"
	"testing"

	"downsync/game"
)

// The chances of a contest are those of both dice, with what is added to them.

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
