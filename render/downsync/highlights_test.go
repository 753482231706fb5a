package downsync_test

import (
	"bytes"
	"image/gif"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	pic "downsync/render/downsync"
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
		keep(t, "highlights", raw)
		movie, err := gif.DecodeAll(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		sum, longest := 0, 0
		for _, d := range movie.Delay {
			sum += d
			if d >= 240 {
				longest++
			}
		}
		if sum < 2000 || sum > 3000 || longest < min(n/40, 4) || movie.Delay[len(movie.Delay)-1] != 400 {
			t.Errorf("%d steps: %d pictures, %v hundredths of a second", n, len(movie.Image), movie.Delay)
		}
	}
}

// Nobody sees the highlights of a match that is on, nor those with a seat's view of the end.
func TestHighlightsOnlyOfWhatIsOver(t *testing.T) {
	v, told := ended()
	own, on := v, v
	own.Viewer, on.Result = game.Player(1), nil
	nothing := func(int, int) error { return nil }
	for _, end := range []rules.View{own, on} {
		if _, err := plain.Highlights(film(played(3)), end, pic.TellEverybody(told), nothing); err == nil {
			t.Errorf("highlights with the end of %s, %v", end.Viewer, end.Result)
		}
	}
	running := played(3)
	running[2].Truth.Result = nil
	if _, err := plain.Highlights(film(running), v, pic.TellEverybody(told), nothing); err == nil {
		t.Error("highlights of a match that is on")
	}
}
