package render

import (
	"errors"
	"fmt"
)

// Highlights of a finished match show the steps that are worth most, as many as there is time for, and at the end its result.

// How long a step is shown by what happens in it, in hundredths of a second.
const MoveTime, HitTime, KillTime = 80, 160, 240

// How long the result is shown, and how long all of it takes, hundredths of a second. If little happened, steps are shown longer, up to
// twice as long, until it takes the least time.
const (
	resultTime                      = 400
	leastHighlights, mostHighlights = 2000, 3000
)

// pick chooses the steps that are shown and for how long, by their number from 1: those that are worth most, as many as fit, and of equal
// ones such as are evenly apart.
func pick(holds []int) map[int]int {
	out, sum := map[int]int{}, resultTime
	for _, worth := range []int{KillTime, HitTime, MoveTime} {
		var of []int
		for i, h := range holds {
			if h == worth {
				of = append(of, i+1)
			}
		}
		n := min(len(of), (mostHighlights-sum)/worth)
		for i := range n {
			out[of[i*len(of)/n]] = worth
		}
		sum += n * worth
	}
	if shown := sum - resultTime; 0 < shown && sum < leastHighlights {
		for step, h := range out {
			out[step] = min(2*h, (h*(leastHighlights-resultTime)+shown-1)/shown)
		}
	}
	return out
}

// Highlights draws the best of a finished match as an animated GIF of at most 30 seconds. hold is how long a step is worth showing: 0,
// MoveTime, HitTime or KillTime. next is told of every step, in order; what it returns lays that step out.
// It refuses what End.Check refuses.
func Highlights[S Step](film Film[S], hold func(S) int, next func(S) func() Strip, end End, progress func(done, of int) error) ([]byte, error) {
	if err := end.Check(); err != nil {
		return nil, err
	}
	var holds []int
	if err := film.Whole(func(s S) error {
		holds = append(holds, hold(s))
		return nil
	}); err != nil {
		return nil, err
	}
	times := pick(holds)
	var reel *Reel
	err := film.Whole(func(s S) (err error) {
		n, of := s.Numbers()
		lay, last := next(s), n == of
		if times[n] == 0 && !last {
			return progress(n, of)
		}
		strip := lay()
		if reel == nil {
			if reel, err = NewReel(strip); err != nil {
				return err
			}
		}
		if times[n] > 0 {
			if err := reel.Add(strip, times[n]); err != nil {
				return fmt.Errorf("step %d: %w", n, err)
			}
		}
		if last {
			if err := reel.AddResult(end.Lay(), resultTime); err != nil {
				return err
			}
		}
		return progress(n, of)
	})
	switch {
	case err != nil:
		return nil, err
	case reel.Len() > MaxReplay:
		return nil, errors.New("the highlights are too large")
	}
	return reel.GIF(), nil
}
