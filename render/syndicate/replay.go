package syndicate

import (
	"fmt"

	"downsync/game"
	"downsync/render"
	"downsync/render/reel"

	rules "downsync/game/syndicate"
)

// Frame is a step of a finished match, as it really was.
type Frame struct {
	Step, Of int    // from 1
	Note     string // what happened, in at most two lines; "": the status of the match
	Truth    rules.View
	Facts    []game.Fact // of the step
}

// Film shows a finished match.
type Film = reel.Film[Frame]

// handRows is the number of rows of cards in a step of a film.
const handRows = 6

// mostSteps is the number of steps that a film shows before it is reduced.
const mostSteps = 160

// Replay draws a finished match as an animated GIF: the board, and below it both hands.
func (l Look) Replay(film Film, progress func(done, of int) error) ([]byte, error) {
	return reel.Replay(film, mostSteps, l.strip, progress)
}

// Numbers returns the number of the step, from 1, and how many there are.
func (f Frame) Numbers() (n, of int) { return f.Step, f.Of }

// Over reports whether the match has ended.
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
	s := reel.Strip(l.Reader, f, l.bare(f.Truth), f.Note)
	s.Rows = handRows
	s.Main.Cards = l.hands(f.Truth)
	return s
}

// bare returns the whole battlefield without zones, cards and legend, which would change the size and the ground between steps.
func (l Look) bare(v rules.View) render.Scene {
	s := l.signed(l.Scene(v, nil, News{}), v)
	s.Zones, s.Legend, s.Cards, s.Window = nil, nil, nil, render.Window{}
	return s
}

// hands returns the cards in both hands, after the cards played.
func (l Look) hands(v rules.View) (out []render.Card) {
	for i, s := range v.Sides {
		list := s.Hand
		if s.Committed != "" {
			list = append([]string{s.Committed}, list...)
		}
		for n, id := range list {
			if x, ok := v.Catalogue().Card(id); ok && len(out) < (i+1)*mostCards/2 {
				k := l.held(v, x, game.Seat(i+1))
				k.Chosen = n == 0 && s.Committed != ""
				out = append(out, k)
			}
		}
	}
	return out
}

// Still draws one step of a finished match: the board, and below it both hands.
func (l Look) Still(f Frame) ([]byte, error) {
	return reel.Still(f, l.strip)
}

// ContactSheet draws up to 12 steps of a finished match, evenly spaced, including the first and the last.
func (l Look) ContactSheet(film Film) ([]byte, error) {
	return film.Sheet(func(f Frame) (string, render.Pane) {
		return l.title(f.Truth), render.Pane{Scene: l.bare(f.Truth), Caption: l.Text("%d: round %d", f.Step, f.Truth.Round)}
	})
}
