package toy

import (
	"downsync/game"
	"downsync/game/chance"
)

// Imagine draws what the viewer does not know: colours, notes, the next card, how often the first player has tuned. It uses
// only the View.
func (r rules) Imagine(truth state, viewer game.Viewer, _ []game.Fact, c *chance.Source) state {
	v := r.View(truth, viewer).(View)
	s := state{Seats: len(v.Points), Rounds: v.Rounds, Round: v.Round, Stage: v.Stage, Loud: v.Loud, Peek: v.Peek, Pairs: v.Pairs, Rebid: v.Rebid, Again: v.Again, Keep: v.Keep, Out: v.Out, Offers: v.Offers, Points: v.Points, Tuned: v.Tuned, Colours: v.Colours,
		Notes: make([]string, len(v.Points)), Next: 1 + pick(c, 20)}
	seat := viewer.Seat()
	for i := range s.Colours {
		switch {
		case game.Seat(i+1) == seat:
			s.Notes[i] = v.Note
		case seat == 0 || s.Colours[seat-1] != "": // all have chosen, or nobody
			s.Colours[i] = Colours[pick(c, len(Colours))]
		}
	}
	if v.Low {
		s.Low = make([]bool, len(v.Points))
		s.Low[seat-1] = true
	}
	if s.Stage == "tune" && seat != v.First && !v.Loud {
		s.Tuned = pick(c, 4)
	}
	return s
}

// pick draws a number from 0 to n-1.
func pick(c *chance.Source, n int) int { return int(c.Next() % uint64(n)) }
