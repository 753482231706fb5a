package downsync

import (
	"fmt"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/render"
)

// Frame is a step of a match as both sides saw it, and as it was.
type Frame struct {
	Sides [2]rules.View // side 1's and side 2's
	Truth rules.View    // a referee's
}

// MaxReplay is the most bytes of a replay: what Discord takes of anybody.
const MaxReplay = 10 << 20

// How long a step of a replay is shown, and the last one, in hundredths of a second.
const stepTime, lastTime = 70, 500

// Replay draws a whole match that is over as an animated GIF: the truth, and below it what each side saw. Where that
// would be too large, it leaves out every second step, as often as needed. The caller is told after each step how many
// are done.
func Replay(frames []Frame, progress func(done, of int)) ([]byte, error) {
	if err := over(frames); err != nil {
		return nil, err
	}
	for every := 1; ; every *= 2 {
		gif, err := replay(frames, every, progress)
		if err != nil || gif != nil {
			return gif, err
		}
		if every >= len(frames) {
			return nil, fmt.Errorf("a replay of one step is over %d bytes", MaxReplay)
		}
	}
}

// replay draws every so many of the frames, and the last; nil if it grows too large.
func replay(frames []Frame, every int, progress func(done, of int)) ([]byte, error) {
	reel, err := render.NewReel(strip(frames, 0))
	if err != nil {
		return nil, err
	}
	for i := range frames {
		last := i == len(frames)-1
		if i%every == 0 || last {
			time := stepTime
			if last {
				time = lastTime
			}
			if err := reel.Add(strip(frames, i), time); err != nil {
				return nil, fmt.Errorf("step %d: %w", i+1, err)
			}
		}
		if reel.Len() >= MaxReplay {
			return nil, nil
		}
		progress(i+1, len(frames))
	}
	return reel.GIF(), nil
}

// over tells why the frames are not those of a match that is over: until then nobody may see all three sides of it.
func over(frames []Frame) error {
	if len(frames) == 0 {
		return fmt.Errorf("a replay of no steps")
	}
	if frames[len(frames)-1].Truth.Result == nil {
		return fmt.Errorf("a replay of a match that is not over")
	}
	for i, f := range frames {
		if f.Sides[0].Viewer != game.Player(1) || f.Sides[1].Viewer != game.Player(2) || f.Truth.Viewer != game.Referee() {
			return fmt.Errorf("step %d has the views of %s, %s and %s: expected both players' and a referee's", i+1, f.Sides[0].Viewer, f.Sides[1].Viewer, f.Truth.Viewer)
		}
	}
	return nil
}

// strip lays a step out.
func strip(frames []Frame, i int) render.Strip {
	f := frames[i]
	s := render.Strip{Main: bareScene(f.Truth)}
	s.Main.Status = fmt.Sprintf("step %d of %d: %s", i+1, len(frames), s.Main.Status)
	for seat, v := range f.Sides {
		s.Panes[seat] = render.Pane{Scene: bareScene(v), Caption: fmt.Sprintf("%c sees", 'A'+seat)}
	}
	return s
}

// bareScene is the view's without what differs from step to step in the ground and below the board.
func bareScene(v rules.View) render.Scene {
	s := Scene(v, nil)
	s.Zones, s.Legend = nil, nil
	return s
}

// Still draws one step, 1 to the number of frames, of a match that is over.
func Still(frames []Frame, step int) ([]byte, error) {
	if err := over(frames); err != nil {
		return nil, err
	}
	if step < 1 || step > len(frames) {
		return nil, fmt.Errorf("step %d: expected 1 to %d", step, len(frames))
	}
	return render.DrawStrip(strip(frames, step-1))
}

// ContactSheet draws up to 12 steps of a match that is over, evenly apart, the first and the last among them.
func ContactSheet(frames []Frame) ([]byte, error) {
	if err := over(frames); err != nil {
		return nil, err
	}
	const most = 12
	n := min(most, len(frames))
	var panes []render.Pane
	for i := range n {
		at := len(frames) - 1
		if n > 1 {
			at = i * (len(frames) - 1) / (n - 1)
		}
		v := frames[at].Truth
		panes = append(panes, render.Pane{Scene: bareScene(v), Caption: fmt.Sprintf("%d: R%d  %d-%d", at+1, v.Round, v.VP[0], v.VP[1])})
	}
	return render.DrawGrid(Outcome(*frames[len(frames)-1].Truth.Result), panes)
}
