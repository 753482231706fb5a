package downsync

import (
	"downsync/game"
	"downsync/render"

	rules "downsync/game/downsync"
)

// hold is how long a step is worth showing; 0: nothing moves and nothing is rolled.
func hold(f Frame) (out int) {
	for _, f := range f.Facts {
		switch f := f.(type) {
		case rules.Destroyed:
			out = max(out, render.KillTime)
		case rules.Scored:
			if f.VP > 0 {
				out = max(out, render.KillTime)
			}
		case rules.Revealed:
			out = max(out, render.HitTime)
		case rules.AttackRolled:
			if f.Hit {
				out = max(out, render.HitTime)
			}
			out = max(out, render.MoveTime)
		case rules.Moved:
			out = max(out, render.MoveTime)
		}
	}
	return out
}

// followed is the part of the board that shows what a step tells, with the pieces that it tells of and some way around them. It stays
// where it was as long as that will do, so that the film is calm.
func followed(last render.Window, s render.Scene) render.Window {
	const around, least = 2.0, 22.0
	happened := places(s)
	for i := range happened {
		k := &happened[i]
		k.R += around
		k.X, k.Y = max(k.R, min(k.X, s.W-k.R)), max(k.R, min(k.Y, s.H-k.R)) // at an edge there is nothing beyond it
	}
	return render.Follow(last, happened, least, s.W, s.H)
}

// Highlights draws the best of a finished match: its reveals, hits, kills and points, as many moves as there is time for, and its result.
// news are what an onlooker was told of it and end what an onlooker sees at its end.
func (l Look) Highlights(film Film, end rules.View, news PublicNews, progress func(done, of int) error) ([]byte, error) {
	var told []game.Fact
	var window render.Window
	return render.Highlights(film, hold, func(f Frame) func() render.Strip {
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
