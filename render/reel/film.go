// Package reel makes moving pictures of finished matches: a replay of every step, and the highlights, which end with the result. It
// also makes the contact sheet of a match, and tells which of its moments decided it. It draws nothing itself: render draws the
// frames.
package reel

import (
	"cmp"
	"errors"
	"fmt"

	"downsync/render"
)

// Step is a step of a finished match.
type Step interface {
	// Numbers returns the number of the step, from 1, and how many there are.
	Numbers() (n, of int)
	// Check makes sure that the step's views belong to the viewers that it expects.
	Check() error
	// Over reports whether the match has ended at the step.
	Over() bool
}

// Film calls show for each step of a finished match, in order, until show fails. It can be called again.
type Film[S Step] func(show func(S) error) error

// maxReplay is the size limit of a replay in bytes, which is Discord's limit for uploads.
const maxReplay = 10 << 20

// Times in hundredths of a second: of a whole replay, the least and the most for a step, and the last step.
const filmTime, leastTime, mostTime, lastTime = 12000, 25, 110, 500

// errTooLarge ends a replay that exceeds maxReplay.
var errTooLarge = errors.New("the replay is too large")

// Replay draws a film as an animated GIF of at most maxReplay bytes. It leaves steps out if there are more than most (0: no limit),
// and then every second one, repeatedly, while it would be too large. It holds one step at a time.
func Replay[S Step](film Film[S], most int, strip func(S) render.Strip, progress func(done, of int) error) ([]byte, error) {
	for every := 0; ; every *= 2 {
		gif, n, err := replay(film, most, &every, strip, progress)
		if !errors.Is(err, errTooLarge) {
			return gif, err
		}
		if every >= n {
			return nil, fmt.Errorf("a replay of one step is over %d bytes", maxReplay)
		}
	}
}

// replay draws one step in every so many, and the last. If every is 0, replay derives it from the number of all steps.
func replay[S Step](film Film[S], most int, every *int, strip func(S) render.Strip, progress func(done, of int) error) (gif []byte, all int, err error) {
	var out *animation
	err = film.whole(func(s S) error {
		n, of := s.Numbers()
		all = of
		if *every == 0 {
			*every = 1
			if most > 0 {
				*every = (of + most - 1) / most
			}
		}
		if out == nil {
			if out, err = newAnimation(strip(s)); err != nil {
				return err
			}
		}
		if last := n == of; last || (n-1)%*every == 0 {
			time := min(mostTime, max(leastTime, filmTime**every/of))
			if last {
				time = lastTime
			}
			if err := out.add(strip(s), time); err != nil {
				return fmt.Errorf("step %d: %w", n, err)
			}
		}
		if out.len() >= maxReplay {
			return errTooLarge
		}
		return progress(n, of)
	})
	if err != nil {
		return nil, all, err
	}
	return out.gif.end(), all, nil
}

// whole shows the film and makes sure that it covers one whole, finished match. Before the end nobody may see both sides.
func (film Film[S]) whole(show func(S) error) error {
	n, of, over := 0, 0, false
	err := film(func(s S) error {
		before := n
		n, of = s.Numbers()
		if n != before+1 || of < n {
			return fmt.Errorf("step %d of %d comes after step %d", n, of, before)
		}
		if err := s.Check(); err != nil {
			return err
		}
		over = s.Over()
		return show(s)
	})
	switch {
	case err != nil:
		return err
	case n == 0:
		return errors.New("a replay of no steps")
	case n != of:
		return fmt.Errorf("a replay of %d steps ends with step %d", of, n)
	case !over:
		return errors.New("a replay of a match that is not over")
	}
	return nil
}

// sheetSteps is the greatest number of steps on a contact sheet.
const sheetSteps = 12

// Sheet draws up to 12 steps of the film on one picture, evenly spaced, including the first and the last. pane returns the pane of
// a step, and the title of a sheet that ends with it. Below them is the origin of the last one's scene.
func (film Film[S]) Sheet(pane func(S) (title string, p render.Pane)) ([]byte, error) {
	var panes []render.Pane
	title := ""
	err := film.whole(func(s S) error {
		step, of := s.Numbers()
		if n := min(sheetSteps, of); step == of || len(panes) >= n || step-1 >= len(panes)*(of-1)/max(1, n-1) {
			var p render.Pane
			title, p = pane(s)
			panes = append(panes, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return render.DrawGrid(title, panes, panes[len(panes)-1].Scene.Origin)
}

// Still draws one step.
func Still[S Step](s S, strip func(S) render.Strip) ([]byte, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	return render.DrawStrip(strip(s))
}

// Strip returns the strip of a step's scene, with the note of what happened in it, otherwise with the status of the match.
func Strip(r render.Reader, s Step, main render.Scene, note string) render.Strip {
	n, of := s.Numbers()
	out := render.Strip{Main: main, Note: cmp.Or(note, main.Status)}
	out.Main.Status = r.Text("step %d of %d", n, of)
	return out
}
