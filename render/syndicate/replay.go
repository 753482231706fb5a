package syndicate

import (
	"errors"
	"fmt"

	"downsync/game"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// Frame is a step of a finished match, as it was.
type Frame struct {
	Step, Of int    // from 1
	Note     string // what happened, in two lines at most; "": where the match stands
	Truth    rules.View
}

// Film calls show for each step of a finished match, in order, until show fails. It can be called again.
type Film func(show func(Frame) error) error

// MaxReplay is the most bytes of a replay, Discord's limit for uploads.
const MaxReplay = 10 << 20

// Times in hundredths of a second: of a whole replay, of a step at least and at most, and of the last step.
const filmTime, leastTime, mostTime, lastTime = 12000, 25, 110, 500

// handRows is how many cards of each side a step of a film has room for.
const handRows = 6

// mostSteps is how many steps a film shows at first.
const mostSteps = 160

// errTooLarge ends a replay that is larger than MaxReplay.
var errTooLarge = errors.New("the replay is too large")

// Replay draws a finished match as an animated GIF: the board, and below it both hands. Of a long match it leaves steps out, and
// more of them if it would be too large.
func (l Look) Replay(film Film, progress func(done, of int) error) ([]byte, error) {
	for every := 0; ; every *= 2 {
		gif, n, err := l.replay(film, &every, progress)
		if !errors.Is(err, errTooLarge) {
			return gif, err
		}
		if every >= n {
			return nil, fmt.Errorf("a replay of one step is over %d bytes", MaxReplay)
		}
	}
}

// replay draws one of every so many steps, and the last. 0 is worked out from n, the number of all steps.
func (l Look) replay(film Film, every *int, progress func(done, of int) error) (gif []byte, n int, err error) {
	var reel *render.Reel
	err = film.whole(func(f Frame) error {
		n = f.Of
		if *every == 0 {
			*every = (f.Of + mostSteps - 1) / mostSteps
		}
		if reel == nil {
			if reel, err = render.NewReel(l.strip(f)); err != nil {
				return err
			}
		}
		if last := f.Step == f.Of; last || (f.Step-1)%*every == 0 {
			time := min(mostTime, max(leastTime, filmTime**every/f.Of))
			if last {
				time = lastTime
			}
			if err := reel.Add(l.strip(f), time); err != nil {
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

// whole shows the film and makes sure that it is of one whole, finished match. Before its end nobody may see both hands.
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

// check makes sure that the view is a referee's.
func (f Frame) check() error {
	if f.Truth.Viewer != game.Referee() {
		return fmt.Errorf("step %d has the view of %s: expected a referee's", f.Step, f.Truth.Viewer)
	}
	return nil
}

// strip lays out a step.
func (l Look) strip(f Frame) render.Strip {
	s := render.Strip{Main: l.bare(f.Truth), Note: f.Note, Rows: handRows}
	if s.Note == "" {
		s.Note = s.Main.Status
	}
	s.Main.Status = l.Text("step %d of %d", f.Step, f.Of)
	s.Main.Cards = l.hands(f.Truth)
	return s
}

// bare is the whole battlefield without zones, cards and legend, which would change the size and the ground between steps.
func (l Look) bare(v rules.View) render.Scene {
	s := l.Scene(v, nil)
	s.Zones, s.Legend, s.Cards, s.Window = nil, nil, nil, render.Window{}
	return s
}

// hands are the cards that both sides hold, after those that are played.
func (l Look) hands(v rules.View) (out []render.Card) {
	for i, s := range v.Sides {
		list := s.Hand
		if s.Committed != "" {
			list = append([]string{s.Committed}, list...)
		}
		for n, id := range list {
			if x, ok := v.Catalogue().Card(id); ok && len(out) < (i+1)*mostCards/2 {
				k := l.Card(x, game.Seat(i+1))
				k.Chosen = n == 0 && s.Committed != ""
				out = append(out, k)
			}
		}
	}
	return out
}

// Still draws one step of a finished match: the board, and below it both hands.
func (l Look) Still(f Frame) ([]byte, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	return render.DrawStrip(l.strip(f))
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
		panes = append(panes, render.Pane{Scene: l.bare(f.Truth), Caption: l.Text("%d: round %d", f.Step, f.Truth.Round)})
		title = l.title(f.Truth)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return render.DrawGrid(title, panes)
}
