package downsync

import (
	"slices"

	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// News after something was taken back tell what stands: that it was is said once, after what came last before it.

// standing are the facts without moves and designations that were taken back, and without any but the last word of that. Whether
// a move was, its base tells: what comes after does not begin where it ended.
func (v reading) standing(facts []game.Fact) []game.Fact {
	var out []game.Fact
	next := map[rules.Ref]plane.Point{} // where each base stood after the fact that is looked at
	for _, p := range v.Pieces {
		for _, b := range p.Bases {
			next[rules.Ref{Label: p.Label, N: b.N}] = b.Point
		}
	}
	taken, named := false, v.Phase == rules.Designating
	for i := len(facts) - 1; i >= 0; i-- {
		keep := true
		switch f := facts[i].(type) {
		case game.TookBack:
			keep, taken = !taken, true
		case rules.TurnBegan:
			named = false
		case rules.Designated:
			keep = !taken || !named
			named = true
		case rules.Moved:
			ref := f.Base
			ref.N = max(ref.N, 1)
			at, known := next[ref]
			keep = !taken || !known || at == f.Path[len(f.Path)-1]
			if keep {
				next[ref] = f.Path[0]
			}
		}
		if keep {
			out = append(out, facts[i])
		}
	}
	slices.Reverse(out)
	return out
}
