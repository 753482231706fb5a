package jagged

import (
	"downsync/game"
	"downsync/game/ending"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
)

// Resolution and the end (J13).

// Scored: the owners of the Objectives at the end of a Round, and the points for them (J13.2 to J13.4).
type Scored struct {
	Owners    []game.Seat `json:"owners"`    // by Objective; 0: nobody
	Contested []bool      `json:"contested"` // by Objective
	VP        [2]int      `json:"vp"`        // scored in this Round, by seat
}

func (Scored) Kind() string                { return "scored" }
func (f Scored) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Scored) {
	for i := range s.Objectives {
		s.Objectives[i].Owner, s.Objectives[i].Contested = f.Owners[i], f.Contested[i]
	}
	for i := range s.Sides {
		s.Sides[i].VP += f.VP[i]
	}
})

// holds reports whether a side has a model within 1" of a marker (J13.2, JQ7).
func (p player) holds(at plane.Point) bool {
	for i := range p.b.Models {
		if m := &p.b.Models[i]; m.Placed && m.seat() == p.seat && plane.Within(m.disc(), plane.Disc{At: at, R: boards.Marker}, plane.In(1)) {
			return true
		}
	}
	return false
}

// countsFor returns the side that has an Objective as the last Resolution left it, 0 for neither (JQ19).
func (b *board) countsFor(o objective) game.Seat {
	if o.Contested && b.Terms.rev().contestedNobodys {
		return 0
	}
	return o.Owner
}

// resolve ends a Round: it scores, checks for a winner, and begins the next (J13.1).
func resolve(t tx) {
	b := &t.State().board
	f := Scored{Owners: make([]game.Seat, len(b.Objectives)), Contested: make([]bool, len(b.Objectives))}
	for i, o := range b.Objectives {
		one, two := b.player(1).holds(o.At), b.player(2).holds(o.At)
		f.Owners[i] = o.Owner
		switch {
		case one && two:
			f.Contested[i] = true
			continue
		case one:
			f.Owners[i] = 1
		case two:
			f.Owners[i] = 2
		}
		if f.Owners[i] != 0 {
			f.VP[f.Owners[i]-1]++
		}
	}
	t.Emit(f)
	b = &t.State().board
	one, two := len(b.side(1)), len(b.side(2))
	switch {
	case one == 0 && two == 0:
		outOfTime(t)
	case two == 0:
		end(t, ending.Won(1, 2, "wipe-out"))
	case one == 0:
		end(t, ending.Won(2, 2, "wipe-out"))
	case b.Round == Rounds:
		outOfTime(t)
	default:
		beginRound(t, b.Round+1)
	}
}

// Ended: the battle ended. Why is "wipe-out", "objectives", "vp", "models", "wounds", "fr", "defender", "concession", "agreement",
// or the host's word.
type Ended = ending.Ended

var _ = public(func(s *state, f Ended) {
	s.Result = f.Result()
	s.cursor = cursor{Phase: Over}
})

func end(t tx, f Ended) {
	t.Bind()
	t.Emit(f)
}

// outOfTime ends the battle after its last Round (J13.6, J13.7; JS-A8 of JQ20).
func outOfTime(t tx) {
	b := &t.State().board
	var owned, models, wounds [2]int
	for _, o := range b.Objectives {
		if seat := b.countsFor(o); seat != 0 {
			owned[seat-1]++
		}
	}
	for seat := game.Seat(1); seat <= 2; seat++ {
		for _, m := range b.side(seat) {
			models[seat-1]++
			wounds[seat-1] += m.Wounds
		}
	}
	type measure struct {
		why  string
		have [2]int
	}
	by := []measure{{"objectives", owned}, {"models", models}, {"wounds", wounds}, {"fr", [2]int{b.Sides[1].LostFR, b.Sides[0].LostFR}}, {"defender", [2]int{0, 1}}}
	if b.Terms.Victory == "vp" {
		by = append([]measure{{"vp", [2]int{b.Sides[0].VP, b.Sides[1].VP}}}, by...)
	}
	for _, x := range by {
		if x.have[0] != x.have[1] {
			end(t, ending.Most(x.have[:], x.why))
			return
		}
	}
}
