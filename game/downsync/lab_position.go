package downsync

import (
	"fmt"
	"slices"

	"downsync/game"
)

// Lab is a position to start from, without set-up: Round 1, and seat Active designates next. For scripts.
type Lab struct {
	Pieces  []LabPiece  `json:"pieces"`
	Reserve [2][]string `json:"reserve"`
	CP      *Both       `json:"cp,omitempty"` // nil: Capacity
	VP      Both        `json:"vp"`
	Active  game.Seat   `json:"active"`
}

// maxTokens limits the tokens that a lab may put on a base.
const maxTokens = 9

func (l *Lab) check(c Config) error {
	env := newEnv(c)
	if l.Active != 1 && l.Active != 2 {
		return fmt.Errorf("begin %d: expected 1 or 2", l.Active)
	}
	seen := map[Label]bool{}
	for _, p := range l.Pieces {
		if err := p.check(env.cards); err != nil {
			return fmt.Errorf("%s: %w", p.Label, err)
		}
		if seen[p.Label] {
			return fmt.Errorf("%s stands twice", p.Label)
		}
		seen[p.Label] = true
	}
	if !slices.ContainsFunc(l.Pieces, func(p LabPiece) bool { return p.Label.Seat() == l.Active && !p.Activated }) {
		return fmt.Errorf("begin %d: expected a piece of that player that is not activated", l.Active)
	}
	if err := l.checkRoom(env); err != nil {
		return err
	}
	for i, r := range l.Reserve {
		for _, slug := range r {
			if _, ok := env.cards.Find(slug); !ok {
				return fmt.Errorf("reserve of player %d: there is no Unit %q", i+1, slug)
			}
		}
	}
	if l.CP != nil && (min(l.CP[0], l.CP[1]) < 0 || max(l.CP[0], l.CP[1]) > 99) {
		return fmt.Errorf("cp: expected 0 to 99 for each player")
	}
	if min(l.VP[0], l.VP[1]) < 0 || max(l.VP[0], l.VP[1]) >= env.mission.Win {
		return fmt.Errorf("vp: expected 0 to %d for each player", env.mission.Win-1)
	}
	return nil
}

// checkRoom says which base cannot be placed at its point.
func (l *Lab) checkRoom(e *env) error {
	s := &state{Conf: e.conf, env: e}
	for _, p := range l.Pieces {
		stands := p.piece(e.cards)
		s.Pieces = append(s.Pieces, &stands)
	}
	for _, p := range s.Pieces {
		for _, b := range p.Bases {
			if err := checkRoom(s, p.disc(b), p.ref(b.N), p.infantry()); err != nil {
				return fmt.Errorf("%s at %s: %w", p.ref(b.N), b.At, err)
			}
		}
	}
	return nil
}

// takeAboard puts the riders of the position into their transports.
func (l *Lab) takeAboard(s *state) {
	for _, p := range l.Pieces {
		if p.Aboard != "" {
			s.Riders = append(s.Riders, rider{Seat: p.Label.Seat(), In: p.Label, Known: true, Piece: offTable(s.unit(p.Aboard))})
		}
	}
}
