package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/syndicate/grid"
)

// Objects on the board (S10).

// reach is the distance within which an object works, by its kind.
var reach = map[string]int{"drone": 2, "smoke": 1, "beacon": 2}

// Placed: an object was put on the board.
type Placed struct {
	ID     int        `json:"id"`
	Seat   game.Seat  `json:"seat"`
	Object string     `json:"object"`
	At     grid.Space `json:"at"`
	Until  int        `json:"until,omitempty"` // the round it ends with; 0: until it is used
	From   string     `json:"from"`
}

func (Placed) Kind() string                { return "placed" }
func (f Placed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Placed) {
	s.Placed = f.ID
	s.Objects = append(slices.Clip(s.Objects), object{f.ID, f.Object, f.Seat, f.At, f.Until})
})

// Removed: an object left the board before its time.
type Removed struct {
	ID     int       `json:"id"`
	Seat   game.Seat `json:"seat"`
	Object string    `json:"object"`
	Why    string    `json:"why"` // "used", "replaced"
}

func (Removed) Kind() string                { return "removed" }
func (f Removed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Removed) {
	s.Objects = kept(s.Objects, func(o object) bool { return o.ID != f.ID })
})

// sites returns the spaces where an object can be placed (S10.1).
func sites(b *board, seat game.Seat, is string, within int) []grid.Space {
	near := b.env.ground.Near(b.unit(operator(seat)).At, within)
	return slices.DeleteFunc(near, func(at grid.Space) bool {
		if b.env.ground.At(at).Solid() {
			return true
		}
		taken := b.at(at) != nil || slices.ContainsFunc(b.Objects, func(o object) bool { return o.At == at })
		return (is == "decoy" || is == "barrier") && taken
	})
}

// place puts an object on the board and applies its immediate effects (S10.2, S10.4).
func place(t tx, seat game.Seat, is string, at grid.Space, from string) {
	s := t.State()
	f := Placed{ID: s.Placed + 1, Seat: seat, Object: is, At: at, Until: s.Round, From: from}
	if is == "beacon" {
		f.Until = 0
		for _, o := range s.Objects {
			if o.Is == is && o.Seat == seat {
				t.Emit(Removed{o.ID, seat, is, "replaced"})
			}
		}
	}
	t.Emit(f)
	for _, u := range s.Units {
		stand(t, u.Label)
	}
}

// arrive applies the effects of a space that a unit enters by its own movement.
func arrive(t tx, l Label, at grid.Space) {
	s := t.State()
	if s.env.ground.At(at) == grid.Hazard {
		hurt(t, l, 1, "hazard")
	}
	for _, o := range s.Objects {
		if o.Is == "beacon" && o.Seat != l.Seat() && grid.Distance(o.At, at) <= reach["beacon"] {
			t.Emit(Removed{o.ID, o.Seat, o.Is, "used"})
			give(t, l, "disoriented", s.Round, "beacon")
		}
	}
	within(t, l, at)
}

// stand applies the effects of the space that a unit is in, however it came there.
func stand(t tx, l Label) {
	if u := t.State().unit(l); u != nil && u.At.On() {
		within(t, l, u.At)
	}
}

// within applies the effects of Drones and Smoke to a unit in that space (S10.2).
func within(t tx, l Label, at grid.Space) {
	s := t.State()
	for _, o := range s.Objects {
		if grid.Distance(o.At, at) > reach[o.Is] {
			continue
		}
		switch {
		case o.Is == "drone" && o.Seat != l.Seat():
			give(t, l, "marked", s.Round, "drone")
		case o.Is == "smoke":
			give(t, l, "hidden", s.Round, "smoke")
		}
	}
}

// decoyOf returns the Decoy that takes attacks at a side's Operator (S10.3).
func (b *board) decoyOf(seat game.Seat) (object, bool) {
	i := slices.IndexFunc(b.Objects, func(o object) bool { return o.Is == "decoy" && o.Seat == seat })
	if i < 0 {
		return object{}, false
	}
	return b.Objects[i], true
}
