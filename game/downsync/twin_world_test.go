package downsync

import (
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/plane"
)

type (
	world = gametest.World[*state]
	kind  = gametest.Kind[*state]
	leak  = gametest.Leak[*state]
	bent  = gametest.Bent[*state]
)

// twinCase returns the settings of Downsync's twins; kinds are the secrets that are varied.
func twinCase(kinds []*kind) *gametest.TwinCase[*state] {
	return &gametest.TwinCase[*state]{Rules: ours, Seats: 2, Kinds: kinds, Guess: guessPoint, Strange: strangeOrder, Concede: "concede", Eager: keen,
		Look: look, Open: func(w *world) { w.Extra = newTries() }, Public: masked, Alike: alike, Follow: follow}
}

// tries holds the what-ifs of a world, so that a leak can be planted in them.
type tries struct {
	move func(View, Ref, plane.Point) (plane.Inch, error)
	act  func(View, Ref, string, Ref, bool) (Odds, bool)
	kill func(View, Ref, string, Ref) (Odds, bool)
	aims func(View, Ref, string) []Aim
}

func newTries() *tries {
	return &tries{
		move: func(v View, r Ref, to plane.Point) (plane.Inch, error) { return v.Try().Move(r, to, nil) },
		act: func(v View, by Ref, action string, target Ref, boost bool) (Odds, bool) {
			return v.Try().Act(by, action, target, boost)
		},
		kill: func(v View, by Ref, action string, target Ref) (Odds, bool) { return v.Try().Kill(by, action, target) },
		aims: func(v View, by Ref, action string) []Aim { return v.Aims(by, action, Ref{}) },
	}
}

func triesOf(w *world) *tries { return w.Extra.(*tries) }

// seen is a leak in the view.
func seen(change func(s *state, v game.Viewer, out *View)) func(*state, game.Viewer, game.View) game.View {
	return func(s *state, v game.Viewer, out game.View) game.View {
		changed := out.(View)
		change(s, v, &changed)
		return changed
	}
}
