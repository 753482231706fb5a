package downsync_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/render"
	pic "downsync/render/downsync"
	"downsync/render/rendertest"
)

// Highlights take 20 to 30 seconds, show each kill and point longest, leave out steps without movement or dice, and end with the
// result.
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

// No frame of the highlights may show a match in progress.
func TestHighlightsOnlyOfWhatIsOver(t *testing.T) {
	v, told := ended()
	running := played(3)
	running[2].Truth.Result = nil
	if _, err := plain.Highlights(film(running), v, pic.TellEverybody(told), func(int, int) error { return nil }); err == nil {
		t.Error("highlights of a match that is on")
	}
}

// Highlights show the part of the board where a step happens, with all pieces involved and in the shape of the board, and stay
// there as long as the next steps are in it.
func TestHighlightsFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		s := render.Scene{W: []float64{48, 72}[r.IntN(2)], H: 48}
		last := render.Window{}
		for range 5 {
			x, y := 1+r.Float64()*(s.W-2), 1+r.Float64()*(s.H-2)
			s.Shots = []render.Shot{{X0: x, Y0: y, R0: 1, X1: max(1, min(s.W-1, x+r.Float64()*30-15)), Y1: max(1, min(s.H-1, y+r.Float64()*30-15)), R1: 1}}
			w := pic.Followed(last, s)
			shown := w
			if shown == (render.Window{}) {
				shown = render.Window{X1: s.W, Y1: s.H}
			}
			for _, at := range [][2]float64{{s.Shots[0].X0, s.Shots[0].Y0}, {s.Shots[0].X1, s.Shots[0].Y1}} {
				if at[0]-1 < shown.X0 || at[0]+1 > shown.X1 || at[1]-1 < shown.Y0 || at[1]+1 > shown.Y1 {
					t.Fatalf("%v shows %v only in part", shown, at)
				}
			}
			wide, high := shown.X1-shown.X0, shown.Y1-shown.Y0
			if shown.X0 < 0 || shown.Y0 < 0 || shown.X1 > s.W+0.001 || shown.Y1 > s.H+0.001 || high < 22 || math.Abs(wide/high-s.W/s.H) > 0.001 {
				t.Fatalf("%v of a board of %v by %v", shown, s.W, s.H)
			}
			if again := pic.Followed(w, s); again != w {
				t.Fatalf("%v becomes %v for the same shot", w, again)
			}
			last = w
		}
	}
	nothing := render.Window{X0: 2, Y0: 2, X1: 30, Y1: 30}
	if w := pic.Followed(nothing, render.Scene{W: 48, H: 48}); w != nothing {
		t.Errorf("where nothing happens %v is shown", w)
	}
}
