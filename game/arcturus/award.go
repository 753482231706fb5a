package arcturus

import (
	"slices"

	"downsync/game"
	"downsync/game/arcturus/cards"
)

// Awarded: a seat is the first with a feat (S20). It keeps the award whatever happens.
type Awarded struct {
	Seat  game.Seat `json:"seat"`
	Award string    `json:"award"`
	VP    int       `json:"vp"`
}

func (Awarded) Kind() string                { return "awarded" }
func (f Awarded) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Awarded) { s.Awards = with(s.Awards, Taken{f.Award, f.Seat}) })

// feats holds what each award asks for.
var feats = map[string]func(*board, game.Seat) bool{
	"career":     func(s *board, seat game.Seat) bool { return s.player(seat).Wins >= 8 },
	"landlord":   func(s *board, seat game.Seat) bool { return s.bases(seat) >= 5 },
	"everywhere": func(s *board, seat game.Seat) bool { return s.zones(seat) == 3 },
	"singular":   func(s *board, seat game.Seat) bool { return s.trackEnds(seat, Tech) },
	"warlord":    func(s *board, seat game.Seat) bool { return s.player(seat).Conquests >= 2 },
	"monopoly":   func(s *board, seat game.Seat) bool { return slices.ContainsFunc(cards.Routes(), s.holdsRoute(seat)) },
	"fortress":   func(s *board, seat game.Seat) bool { return s.bases(seat)-len(s.unfortified(seat)) >= 3 },
}

// zones counts the zones in which the seat has a base.
func (s *board) zones(seat game.Seat) int {
	seen := map[string]bool{}
	for i := range s.held(seat) {
		seen[cards.At(i).Zone] = true
	}
	return len(seen)
}

// holdsRoute reports whether the seat holds a whole trade route.
func (s *board) holdsRoute(seat game.Seat) func(cards.Route) bool {
	return func(r cards.Route) bool {
		return !slices.ContainsFunc(r.Bases, func(id string) bool { return s.base(id).Seat != seat })
	}
}

// award hands the seat every award that it is the first to reach. Every feat needs an action of the own turn (S21).
func award(t tx, seat game.Seat) {
	for _, a := range cards.Awards() {
		s := t.State()
		taken := slices.ContainsFunc(s.Awards, func(x Taken) bool { return x.Award == a.ID })
		if !taken && feats[a.ID](&s.board, seat) {
			t.Emit(Awarded{seat, a.ID, a.VP})
		}
	}
}

// points returns a seat's Victory Points so far (S20).
func (s *board) points(seat game.Seat) (vp int) {
	for _, a := range s.Awards {
		if a.Seat == seat {
			vp += cards.FindAward(a.Award).VP
		}
	}
	return vp + s.bases(seat)*s.sum(seat, cards.BaseVP, func(a *cards.Ability) int { return a.Per })
}

// score returns a seat's Syndicate Score so far (N1.2).
func (s *board) score(seat game.Seat) int { return s.player(seat).Have.Credits + s.points(seat) }
