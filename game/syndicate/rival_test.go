package syndicate_test

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/syndicate"
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
	cards := 0
	proposed := func(m game.Match, v game.Viewer, _ uint64) string {
		x := m.View(v).(syndicate.View)
		if v.Seat() == 0 || x.Round == 0 || x.Result != nil {
			return ""
		}
		o := x.Advised(v.Seat())
		cards++
		return o.Order() + gametest.Text(x.Advice(v.Seat(), ""))
	}
	compared, err := syndicate.LookingTwins(6, 60, proposed)
	if err != nil {
		t.Fatal(err)
	}
	if compared < 40 || cards < 40 {
		t.Errorf("%d comparisons of %d proposals", compared, cards)
	}
}
