package downsync

import (
	"downsync/game"
	"downsync/render"
	"downsync/render/reel"

	rules "downsync/game/downsync"
)

// hold returns the time for which a step should be shown; 0: nothing moves and no dice are rolled.
func hold(f Frame) (out int) {
	for _, f := range f.Facts {
		switch f := f.(type) {
		case rules.Destroyed:
			out = max(out, reel.KillTime)
		case rules.Scored:
			if f.VP > 0 {
				out = max(out, reel.KillTime)
			}
		case rules.Revealed:
			out = max(out, reel.HitTime)
		case rules.AttackRolled:
			if f.Hit {
				out = max(out, reel.HitTime)
			}
			out = max(out, reel.MoveTime)
		case rules.Moved:
			out = max(out, reel.MoveTime)
		}
	}
	return out
}

// followed returns the part of the board that shows the events of a step, with the pieces involved and some space around them. It
// stays the same as long as that is enough, so that the film is calm.
func followed(last render.Window, s render.Scene) render.Window {
	const around, least = 2.0, 22.0
	happened := places(s)
	for i := range happened {
		k := &happened[i]
		k.R += around
		k.X, k.Y = max(k.R, min(k.X, s.W-k.R)), max(k.R, min(k.Y, s.H-k.R)) // there is nothing beyond an edge
	}
	return render.Follow(last, happened, least, s.W, s.H)
}

// Highlights draws the best of a finished match: its reveals, hits, kills and points, as many moves as there is time for, and its
// result. news holds what an onlooker was told, and end is an onlooker's view at the end.
func (l Look) Highlights(film Film, end rules.View, news PublicNews, progress func(done, of int) error) ([]byte, error) {
	var told []game.Fact
	var window render.Window
	return reel.Highlights(film, hold, func(f Frame) func() render.Strip {
		from := len(told)
		told = append(told, f.Facts...)
		return func() render.Strip {
			s := render.Strip{Main: bare(l, f.Truth), Note: f.Note}
			s.Main.Status = l.Text("step %d of %d", f.Step, f.Of)
			layFrom(l, f.Truth, &s.Main, told, from)
			window = followed(window, s.Main)
			s.Main.Window, s.Main.Inset = window, true
			return s
		}
	}, l.end(end, news), progress)
}
