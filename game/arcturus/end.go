package arcturus

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/ending"
)

// Opened: as the match ends, everybody sees what a seat kept secret.
type Opened struct {
	Seat  game.Seat `json:"seat"`
	Hand  []string  `json:"hand,omitempty"`
	Face  *Laid     `json:"face,omitempty"`
	Tiles []string  `json:"tiles,omitempty"`
	Dealt []string  `json:"dealt,omitempty"`
}

func (Opened) Kind() string                { return "opened" }
func (f Opened) For(game.Viewer) game.Fact { return f }

var _ = public[Opened](nil)

// Scored: the Syndicate Scores, by seat (N1.2).
type Scored struct {
	Scores []Score `json:"scores"`
}

// Score is a seat's Syndicate Score.
type Score struct {
	Seat    game.Seat `json:"seat"`
	Credits int       `json:"credits"`
	VP      int       `json:"vp"`
	Total   int       `json:"total"`
	Bases   int       `json:"bases"`
}

func (Scored) Kind() string                { return "scored" }
func (f Scored) For(game.Viewer) game.Fact { return f }

var _ = public[Scored](nil)

// Ended: the match has ended. Why is score, concession, time, or the host's.
type Ended = ending.Ended

var _ = public(func(s *state, f Ended) {
	s.Phase, s.Turn, s.Pending, s.Offers, s.Result = Over, 0, nil, nil, f.Result()
})

// finish ends the match after the last round (S18).
func finish(t tx) { end(t, Ended{Rank: t.State().ranks(), Why: "score"}) }

// seating returns who is in.
func (s *state) seating() game.Seating { return game.Seating{Seats: s.Seats, Out: s.Out} }

// ranks ranks the seats by score, then bases, then Influence; equals share a rank (S19). Those who left are behind, the later ahead
// of the earlier (S67).
func (s *state) ranks() []int {
	ranks := s.seating().Ranks()
	better := func(a, b game.Seat) bool {
		return cmp.Or(cmp.Compare(s.score(a), s.score(b)), cmp.Compare(s.bases(a), s.bases(b)), cmp.Compare(s.player(a).Have.Influence, s.player(b).Have.Influence)) > 0
	}
	for seat := range s.in() {
		for other := range s.in() {
			if better(other, seat) {
				ranks[seat-1]++
			}
		}
	}
	return ranks
}

// end opens what was secret, tells the scores, and ends the match.
func end(t tx, f Ended) {
	s := t.State()
	var scores Scored
	for seat := range s.which(func(game.Seat) bool { return true }) {
		p := s.player(seat)
		if len(p.Dealt)+len(p.Hand)+len(p.Tiles) > 0 || p.Face != nil {
			t.Emit(Opened{seat, slices.Clone(p.Hand), p.Face, slices.Clone(p.Tiles), slices.Clone(p.Dealt)})
		}
		scores.Scores = append(scores.Scores, Score{seat, p.Have.Credits, s.points(seat), s.score(seat), s.bases(seat)})
	}
	t.Emit(scores)
	t.Emit(f)
}
