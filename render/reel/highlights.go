package reel

import (
	"errors"
	"fmt"

	"downsync/render"
)

// Highlights of a finished match show its most interesting steps, as many as there is time for, and at the end its result.

// The time for which a step is shown depends on its content, in hundredths of a second.
const MoveTime, HitTime, KillTime = 80, 160, 240

// The time for the result, and for the whole, in hundredths of a second. If little happened, steps are shown longer, up to twice as
// long, until the whole takes the least time.
const (
	resultTime                      = 400
	leastHighlights, mostHighlights = 2000, 3000
)

// pick chooses the steps to show, by number from 1, and for how long: the most interesting ones, as many as fit, and among equals
// evenly spaced ones.
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

// Highlights draws the best of a finished match as an animated GIF of at most 30 seconds. hold returns the time for a step: 0,
// MoveTime, HitTime or KillTime. next is called with every step, in order; the function that it returns lays that step out.
// Highlights refuses whatever End.Check refuses.
func Highlights[S Step](film Film[S], hold func(S) int, next func(S) func() render.Strip, end render.End, progress func(done, of int) error) ([]byte, error) {
	if err := end.Check(); err != nil {
		return nil, err
	}
	var holds []int
	if err := film.whole(func(s S) error {
		holds = append(holds, hold(s))
		return nil
	}); err != nil {
		return nil, err
	}
	times := pick(holds)
	var out *animation
	err := film.whole(func(s S) (err error) {
		n, of := s.Numbers()
		lay, last := next(s), n == of
		if times[n] == 0 && !last {
			return progress(n, of)
		}
		strip := lay()
		if out == nil {
			if out, err = newAnimation(strip); err != nil {
				return err
			}
		}
		if times[n] > 0 {
			if err := out.add(strip, times[n]); err != nil {
				return fmt.Errorf("step %d: %w", n, err)
			}
		}
		if last {
			if err := out.addResult(end.Lay(), resultTime); err != nil {
				return err
			}
		}
		return progress(n, of)
	})
	switch {
	case err != nil:
		return nil, err
	case out.len() > maxReplay:
		return nil, errors.New("the highlights are too large")
	}
	return out.gif.end(), nil
}
