package downsync_test

import (
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	pic "downsync/render/downsync"
	"downsync/render/rendertest"
)

// Highlights take 20 to 30 seconds, show each kill and point longest, leave out what neither moves nor rolls, and end with the result.
func TestHighlights(t *testing.T) {
	for _, n := range []int{40, 400} {
		frames := played(n)
		for i := range frames {
			f := &frames[i]
			f.Facts = []game.Fact{rules.PhaseBegan{}}
			switch {
			case i%40 == 39:
				f.Facts = []game.Fact{rules.Scored{Seat: 2, Scorers: []rules.Label{"B6"}, VP: 1}}
			case i%20 == 3:
				f.Facts = []game.Fact{rules.AttackRolled{By: ref("B6"), Target: ref("A3"), Hit: true}}
			case i%3 == 0:
				f.Facts = []game.Fact{rules.Moved{Base: ref("A1"), Path: []plane.Point{at(10, 9), at(11+i%20, 9)}}}
			}
		}
		v, told := ended()
		raw, err := plain.Highlights(film(frames), v, pic.TellEverybody(told), func(int, int) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		rendertest.Keep(t, "highlights", raw)
		times := rendertest.Times(t, raw)
		sum, longest := 0, 0
		for _, d := range times {
			sum += d
			if d >= 240 {
				longest++
			}
		}
		if sum < 2000 || sum > 3000 || longest < min(n/40, 4) || times[len(times)-1] != 400 {
			t.Errorf("%d steps: %d pictures, %v hundredths of a second", n, len(times), times)
		}
	}
}

// No frame of the highlights may be of a match that is on.
func TestHighlightsOnlyOfWhatIsOver(t *testing.T) {
	v, told := ended()
	running := played(3)
	running[2].Truth.Result = nil
	if _, err := plain.Highlights(film(running), v, pic.TellEverybody(told), func(int, int) error { return nil }); err == nil {
		t.Error("highlights of a match that is on")
	}
}
