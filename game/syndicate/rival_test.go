package syndicate_test

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	mind "downsync/game/syndicate/rival"
)

// A rival on the other side answers and considers the same, whatever its seat does not know.
func TestRivalTwins(t *testing.T) {
	chosen, searched := 0, 0
	choice := func(m game.Match, v game.Viewer, seed uint64) string {
		ask, made := gametest.Decided(t, mind.New(), m, v, seed, func(ask string) rival.Level {
			l := gametest.AnyLevel(mind.New(), seed)
			if ask == "plan" && l.Strength == rival.Regular {
				searched++
			}
			return l
		})
		if ask != "" {
			chosen++
		}
		return made
	}
	compared, err := syndicate.LookingTwins(5, 60, choice)
	if err != nil {
		t.Fatal(err)
	}
	if compared < 40 || chosen < 40 || searched == 0 {
		t.Errorf("%d comparisons, %d choices, %d of them searched", compared, chosen, searched)
	}
}

// The proposal to a side depends only on what it knows: it is the same whatever the other side holds and has ordered.
func TestAdviceTwins(t *testing.T) {
	proposals := 0
	proposed := func(m game.Match, v game.Viewer, _ uint64) string {
		x := m.View(v).(syndicate.View)
		if v.Seat() == 0 || x.Round == 0 || x.Result != nil {
			return ""
		}
		a := m.Asks(v.Seat())[0]
		p := advice.Read(x, a, x.Advisor(v.Seat()))
		out := gametest.Text(p.Plan("")) + gametest.Text(p.Balance())
		if !a.Standing {
			proposals++
			out += p.Best().Order() + gametest.Text(p.Options())
		}
		return out
	}
	compared, err := syndicate.LookingTwins(6, 60, proposed)
	if err != nil {
		t.Fatal(err)
	}
	if compared < 40 || proposals < 40 {
		t.Errorf("%d comparisons of %d proposals", compared, proposals)
	}
}
