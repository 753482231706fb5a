package downsync

import (
	"fmt"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
	"downsync/render/reel"
)

// Frame is a step of a finished match, as both sides saw it and as it really was.
type Frame struct {
	Step, Of int           // from 1
	Note     string        // what happened, in at most two lines; "": the status of the match
	Facts    []game.Fact   // the same, as told to a referee
	Sides    [2]rules.View // side 1's and side 2's
	Truth    rules.View    // a referee's view
}

// Film shows a finished match.
type Film = reel.Film[Frame]

// Replay draws a finished match as an animated GIF: the truth, and below it what each side saw.
func (l Look) Replay(film Film, progress func(done, of int) error) ([]byte, error) {
	return reel.Replay(film, 0, func(f Frame) render.Strip { return strip(l, f) }, progress)
}

// Numbers returns the number of the step, from 1, and how many there are.
func (f Frame) Numbers() (n, of int) { return f.Step, f.Of }

// Over reports whether the match has ended.
func (f Frame) Over() bool { return f.Truth.Result != nil }

// Check makes sure that each view belongs to the viewer that its field names.
func (f Frame) Check() error {
	if f.Sides[0].Viewer != game.Player(1) || f.Sides[1].Viewer != game.Player(2) || f.Truth.Viewer != game.Referee() {
		return fmt.Errorf("step %d has the views of %s, %s and %s: expected both players' and a referee's", f.Step, f.Sides[0].Viewer,
			f.Sides[1].Viewer, f.Truth.Viewer)
	}
	return nil
}

// strip returns the layout of a step.
func strip(l Look, f Frame) render.Strip {
	s := reel.Strip(l.Reader, f, bare(l, f.Truth), f.Note)
	for seat, v := range f.Sides {
		s.Panes = append(s.Panes, render.Pane{Scene: bare(l, v), Caption: l.Text("%c sees", 'A'+seat)})
	}
	return s
}

// bare returns the view's scene without zones and legend, which would change the size and the ground between steps.
func bare(l Look, v rules.View) render.Scene {
	s := l.signed(l.Scene(v, nil), v)
	s.Zones, s.Legend = nil, nil
	return s
}

// Still draws one step of a finished match: the truth, and below it what each side saw.
func (l Look) Still(f Frame) ([]byte, error) {
	return reel.Still(f, func(f Frame) render.Strip { return strip(l, f) })
}

// Board draws one step of a finished match as a side saw it, or with side 0 as it really was.
func (l Look) Board(f Frame, side int) ([]byte, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	v := f.Truth
	if side > 0 {
		v = f.Sides[side-1]
	}
	s := l.Scene(v, nil)
	s.Status = l.Text("step %d of %d: %s", f.Step, f.Of, s.Status)
	return render.Draw(s)
}

// ContactSheet draws up to 12 steps of a finished match, evenly spaced, including the first and the last.
func (l Look) ContactSheet(film Film) ([]byte, error) {
	return film.Sheet(func(f Frame) (string, render.Pane) {
		v := f.Truth
		return status(l, v), render.Pane{Scene: bare(l, v), Caption: l.Text("%d: R%d  %d-%d", f.Step, v.Round, v.VP[0], v.VP[1])}
	})
}
