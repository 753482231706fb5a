package downsync

import (
	"errors"
	"fmt"
	"slices"

	"downsync/game"
	"downsync/render"

	rules "downsync/game/downsync"
)

// Highlights of a finished match: its reveals, hits, kills and points, and as many moves as there is time for; at the end its result.

// Times in hundredths of a second: how long a step is shown by what happens in it, how long the result is, and how long all of it takes at
// most. If little happened, steps are shown longer, up to twice as long, until it takes the least time.
const (
	moveTime, hitTime, killTime     = 80, 160, 240
	resultTime                      = 400
	leastHighlights, mostHighlights = 2000, 3000
)

// hold is how long a step is worth showing; 0: nothing moves and nothing is rolled.
func hold(facts []game.Fact) (out int) {
	for _, f := range facts {
		switch f := f.(type) {
		case rules.Destroyed:
			out = max(out, killTime)
		case rules.Scored:
			if f.VP > 0 {
				out = max(out, killTime)
			}
		case rules.Revealed:
			out = max(out, hitTime)
		case rules.AttackRolled:
			if f.Hit {
				out = max(out, hitTime)
			}
			out = max(out, moveTime)
		case rules.Moved:
			out = max(out, moveTime)
		}
	}
	return out
}

// pick chooses the steps that are shown and for how long, by their number from 1: those that are worth most, as many as fit, and of equal
// ones such as are evenly apart.
func pick(holds []int) map[int]int {
	out, sum := map[int]int{}, resultTime
	for _, worth := range []int{killTime, hitTime, moveTime} {
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

// Highlights draws the best of a finished match as an animated GIF of at most 30 seconds. news are what an onlooker was told of it and end
// what an onlooker sees at its end.
func (l Look) Highlights(film Film, end rules.View, news PublicNews, progress func(done, of int) error) ([]byte, error) {
	if end.Result == nil || end.Viewer != game.Onlooker() {
		return nil, fmt.Errorf("the highlights of a match with the view of %s, result %v: expected an onlooker's of its end", end.Viewer, end.Result)
	}
	var holds []int
	if err := film.Whole(func(f Frame) error {
		holds = append(holds, hold(f.Facts))
		return nil
	}); err != nil {
		return nil, err
	}
	times := pick(holds)
	var reel *render.Reel
	var told []game.Fact
	err := film.Whole(func(f Frame) (err error) {
		from := len(told)
		told = append(told, f.Facts...)
		last := f.Step == f.Of
		if times[f.Step] == 0 && !last {
			return progress(f.Step, f.Of)
		}
		s := render.Strip{Main: bare(l, f.Truth), Note: f.Note}
		s.Main.Status = l.Text("step %d of %d", f.Step, f.Of)
		layFrom(l, f.Truth, &s.Main, told, from)
		if reel == nil {
			if reel, err = render.NewReel(s); err != nil {
				return err
			}
		}
		if times[f.Step] > 0 {
			if err := reel.Add(s, times[f.Step]); err != nil {
				return fmt.Errorf("step %d: %w", f.Step, err)
			}
		}
		if last {
			if err := reel.AddResult(result(l, end, news.read()), resultTime); err != nil {
				return err
			}
		}
		return progress(f.Step, f.Of)
	})
	if err != nil {
		return nil, err
	}
	gif := reel.GIF()
	if len(gif) > render.MaxReplay {
		return nil, errors.New("the highlights are too large")
	}
	return slices.Clone(gif), nil
}
