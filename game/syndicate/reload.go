package syndicate

import (
	"slices"

	"downsync/game"
)

// Reloaded: a round ended (S4.8). The cards played are discarded, and temporary effects end.
type Reloaded struct {
	Round     int       `json:"round"`
	Discarded [2]string `json:"discarded"`
}

func (Reloaded) Kind() string                { return "reloaded" }
func (f Reloaded) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Reloaded) {
	s.Drawing, s.Lost, s.Plans = [2]bool{}, [2]int{}, [2]Ahead{}
	for i := range s.Sides {
		side := &s.Sides[i]
		if side.Committed != "" {
			side.Gone = append(slices.Clip(side.Gone), side.Committed)
		}
		side.Committed, side.Mode, side.Revealed, side.Fizzled, side.Used, side.Targeted = "", "", false, false, nil, false
	}
	for i := range s.Units {
		u := &s.Units[i]
		u.MovedBefore, u.CloserBefore, u.Before = u.Moved, u.Closer, nil
		for _, x := range u.Statuses {
			u.Before = append(u.Before, x.Is)
		}
		u.Moved, u.Closer, u.Beside, u.Acted, u.Attacked, u.Struck, u.Near, u.Plated = 0, false, false, false, false, false, false, false
		u.Statuses = kept(u.Statuses, func(x status) bool { return x.Until == 0 || x.Until > s.Round })
		u.Changes = kept(u.Changes, func(x change) bool { return x.Until > s.Round })
	}
	s.Objects = kept(s.Objects, func(x object) bool { return x.Until == 0 || x.Until > s.Round })
})

// kept returns a new list of the elements that stay.
func kept[T any](list []T, stays func(T) bool) []T {
	var out []T
	for _, x := range list {
		if stays(x) {
			out = append(out, x)
		}
	}
	return out
}

// reload ends the round: the mission is scored, cards are discarded and drawn, and the next round begins unless the match has
// ended.
func reload(t tx) {
	scoreRound(t)
	if t.State().Result != nil {
		return
	}
	s := t.State()
	t.Emit(Reloaded{Round: s.Round, Discarded: [2]string{s.Sides[0].Committed, s.Sides[1].Committed}})
	if most := s.Terms.MaxRounds; most > 0 && s.Round >= most {
		outOfTime(t)
		return
	}
	for _, seat := range []game.Seat{s.Priority, other(s.Priority)} {
		draw(t, seat, 1, "reload")
	}
	if !t.Failed() {
		t.Emit(RoundBegan{Round: s.Round + 1, Priority: other(s.Priority)})
	}
}
