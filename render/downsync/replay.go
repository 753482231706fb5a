package downsync

import (
	"errors"
	"fmt"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
)

// Frame is a step of a finished match, as both sides saw it and as it was.
type Frame struct {
	Step, Of int           // from 1
	Note     string        // what happened, in two lines at most; "": where the match stands
	Facts    []game.Fact   // the same, as a referee was told it
	Sides    [2]rules.View // side 1's and side 2's
	Truth    rules.View    // a referee's
}

// Film calls show for each step of a finished match, in order, until show fails. It can be called again.
type Film func(show func(Frame) error) error

// MaxReplay is the most bytes of a replay, Discord's limit for uploads.
const MaxReplay = 10 << 20

// Times in hundredths of a second: of a whole replay, of a step at least and at most, and of the last step.
const filmTime, leastTime, mostTime, lastTime = 12000, 25, 110, 500

// errTooLarge ends a replay that is larger than MaxReplay.
var errTooLarge = errors.New("the replay is too large")

// Replay draws a finished match as an animated GIF: the truth, and below it what each side saw. If that is too large, it leaves
// out every second step, again and again. It holds one step at a time.
func (l Look) Replay(film Film, progress func(done, of int) error) ([]byte, error) {
	for every := 1; ; every *= 2 {
		gif, n, err := replay(l, film, every, progress)
		if !errors.Is(err, errTooLarge) {
			return gif, err
		}
		if every >= n {
			return nil, fmt.Errorf("a replay of one step is over %d bytes", MaxReplay)
		}
	}
}

// replay draws one of every so many steps, and the last. n is the number of all steps.
func replay(l Look, film Film, every int, progress func(done, of int) error) (gif []byte, n int, err error) {
	var reel *render.Reel
	err = film.whole(func(f Frame) error {
		n = f.Of
		if reel == nil {
			if reel, err = render.NewReel(strip(l, f)); err != nil {
				return err
			}
		}
		if last := f.Step == f.Of; last || (f.Step-1)%every == 0 {
			time := min(mostTime, max(leastTime, filmTime*every/f.Of))
			if last {
				time = lastTime
			}
			if err := reel.Add(strip(l, f), time); err != nil {
				return fmt.Errorf("step %d: %w", f.Step, err)
			}
		}
		if reel.Len() >= MaxReplay {
			return errTooLarge
		}
		return progress(f.Step, f.Of)
	})
	if err != nil {
		return nil, n, err
	}
	return reel.GIF(), n, nil
}

// whole shows the film and makes sure that it is of one whole, finished match. Before its end nobody may see both sides.
func (film Film) whole(show func(Frame) error) error {
	var last Frame
	err := film(func(f Frame) error {
		if f.Step != last.Step+1 || f.Of < f.Step {
			return fmt.Errorf("step %d of %d comes after step %d", f.Step, f.Of, last.Step)
		}
		last = f
		if err := f.check(); err != nil {
			return err
		}
		return show(f)
	})
	switch {
	case err != nil:
		return err
	case last.Step == 0:
		return errors.New("a replay of no steps")
	case last.Step != last.Of:
		return fmt.Errorf("a replay of %d steps ends with step %d", last.Of, last.Step)
	case last.Truth.Result == nil:
		return errors.New("a replay of a match that is not over")
	}
	return nil
}

// check makes sure that each view is of the viewer that its field names.
func (f Frame) check() error {
	if f.Sides[0].Viewer != game.Player(1) || f.Sides[1].Viewer != game.Player(2) || f.Truth.Viewer != game.Referee() {
		return fmt.Errorf("step %d has the views of %s, %s and %s: expected both players' and a referee's", f.Step, f.Sides[0].Viewer,
			f.Sides[1].Viewer, f.Truth.Viewer)
	}
	return nil
}

// strip lays out a step.
func strip(l Look, f Frame) render.Strip {
	s := render.Strip{Main: bare(l, f.Truth), Note: f.Note}
	if s.Note == "" {
		s.Note = s.Main.Status
	}
	s.Main.Status = l.Text("step %d of %d", f.Step, f.Of)
	for seat, v := range f.Sides {
		s.Panes = append(s.Panes, render.Pane{Scene: bare(l, v), Caption: l.Text("%c sees", 'A'+seat)})
	}
	return s
}

// bare is the view's scene without zones and legend, which would change the size and the ground between steps.
func bare(l Look, v rules.View) render.Scene {
	s := l.Scene(v, nil)
	s.Zones, s.Legend = nil, nil
	return s
}

// Still draws one step of a finished match: the truth, and below it what each side saw.
func (l Look) Still(f Frame) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return render.DrawStrip(strip(l, f))
}

// Board draws one step of a finished match as a side saw it, or with side 0 as it was.
func (l Look) Board(f Frame, side int) ([]byte, error) {
	if err := f.check(); err != nil {
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

// sheetSteps is the most steps on a contact sheet.
const sheetSteps = 12

// ContactSheet draws up to 12 steps of a finished match, evenly apart, including the first and the last.
func (l Look) ContactSheet(film Film) ([]byte, error) {
	var panes []render.Pane
	title := ""
	err := film.whole(func(f Frame) error {
		n := min(sheetSteps, f.Of)
		if f.Step != f.Of && len(panes) < n && f.Step-1 < len(panes)*(f.Of-1)/max(1, n-1) {
			return nil
		}
		v := f.Truth
		panes = append(panes, render.Pane{Scene: bare(l, v), Caption: l.Text("%d: R%d  %d-%d", f.Step, v.Round, v.VP[0], v.VP[1])})
		if f.Step == f.Of {
			title = status(l, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return render.DrawGrid(title, panes)
}
