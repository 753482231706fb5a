package downsync

import (
	"downsync/game"
	"downsync/game/plane"
)

// Sprint, an action of edition 4.2 (V24): each base is placed within the Unit's SPD of its place. Placing is no move (Q29, V9):
// there is no path and no slowing, and nothing is revealed.

// checkSprint says why the bases cannot be placed there; the points are for the surviving bases in their order.
func checkSprint(s *state, p piece, _ base, o Act) error {
	switch {
	case o.Target != (Ref{}) || o.Use != "" || o.Targets != nil || o.Boost || o.Boosts != nil:
		return refuse("aim", "sprint takes places only: sprint at x,y, one for each base")
	case len(o.At) != len(p.Bases):
		return refuse("bases", "%s has %d {base|bases}; %d {point|points} given", p.Label, len(p.Bases), len(o.At))
	}
	var placed []plane.Disc
	for i, pt := range o.At {
		w := placing{by: p.disc(p.Bases[i]), of: p.Label, self: Ref{Label: p.Label}, in: p.spd(), card: p.card(), seat: p.seat()}
		d := plane.Disc{At: pt, R: p.radius()}
		if err := checkPlace(s, w, d, placed); err != nil {
			return err
		}
		placed = append(placed, d)
	}
	return checkPlacedTogether(s, placed)
}

func doSprint(t tx, p piece, _ base, o Act) {
	t.Emit(Sprinted{Unit: p.Label, Bases: o.At})
	placedNear(t, p.Label)
}

func slotsSprint(_ *state, p piece, _ base) []game.Slot {
	return []game.Slot{slotAt.Times(len(p.Bases), len(p.Bases))}
}

// Sprinted: a Unit's surviving bases were moved to these points, in their order (V24, Sprint).
type Sprinted struct {
	Unit  Label         `json:"unit"`
	Bases []plane.Point `json:"bases"`
}

func (Sprinted) Kind() string                { return "sprinted" }
func (f Sprinted) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Sprinted) {
	for i, at := range f.Bases {
		s.at(f.Unit).Bases[i].At = at
	}
})
