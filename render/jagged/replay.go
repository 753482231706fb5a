package jagged

import (
	"fmt"

	"downsync/game"
	"downsync/render"
	"downsync/render/reel"

	rules "downsync/game/jagged"
)

// Frame is a step of a finished battle, as it really was.
type Frame struct {
	Step, Of int    // from 1
	Note     string // what happened, in at most two lines; "": the status of the battle
	Truth    rules.View
	News     News // as everybody was told
}

// Film shows a finished battle.
type Film = reel.Film[Frame]

// mostSteps is the number of steps that a film shows before it is reduced.
const mostSteps = 160

// Replay draws a finished battle as an animated GIF.
func (l Look) Replay(film Film, progress func(done, of int) error) ([]byte, error) {
	return reel.Replay(fought(film), mostSteps, l.strip, progress)
}

// fought leaves out the first steps, which have no board, because a film needs one.
func fought(film Film) Film {
	return func(show func(Frame) error) error {
		early := 0
		return film(func(f Frame) error {
			if f.Truth.Board == "" {
				early++
				return nil
			}
			f.Step, f.Of = f.Step-early, f.Of-early
			return show(f)
		})
	}
}

// Numbers returns the number of the step, from 1, and how many there are.
func (f Frame) Numbers() (n, of int) { return f.Step, f.Of }

// Over reports whether the battle has ended.
func (f Frame) Over() bool { return f.Truth.Result != nil }

// Check makes sure that the view is a referee's.
func (f Frame) Check() error {
	if f.Truth.Viewer != game.Referee() {
		return fmt.Errorf("step %d has the view of %s: expected a referee's", f.Step, f.Truth.Viewer)
	}
	return nil
}

// strip returns the layout of a step.
func (l Look) strip(f Frame) render.Strip {
	return reel.Strip(l.Reader, f, l.bare(f), f.Note)
}

// bare returns the whole battlefield without Zones and legend, which would change the size and the ground between steps.
func (l Look) bare(f Frame) render.Scene {
	b := l.Battle(f.Truth)
	s := l.signed(l.Scene(b, nil, f.News), b)
	s.Zones, s.Legend = nil, nil
	return s
}

// Still draws one step of a finished battle.
func (l Look) Still(f Frame) ([]byte, error) {
	return reel.Still(f, l.strip)
}

// ContactSheet draws up to 12 steps of a finished battle, evenly spaced, including the first and the last.
func (l Look) ContactSheet(film Film) ([]byte, error) {
	return fought(film).Sheet(func(f Frame) (string, render.Pane) {
		b := l.Battle(f.Truth)
		return l.status(b, &Staged{}), render.Pane{Scene: l.bare(f), Caption: l.Text("%d: R%d  %d-%d", f.Step, b.Round, b.Sides[0].score(b), b.Sides[1].score(b))}
	})
}
