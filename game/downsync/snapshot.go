package downsync

import (
	"errors"
	"fmt"

	"downsync/game"
)

// Ended returns the result.
func (s *state) Ended() *game.Result { return s.Result }

// Derive derives what a snapshot does not store: battlefield and cards.
func (s *state) Derive() (err error) {
	if s.env, err = envOf(s.Conf); err != nil {
		return err
	}
	for _, p := range s.Pieces {
		if p == nil {
			return errors.New("a piece is missing")
		}
		if err := s.env.carded(p); err != nil {
			return err
		}
	}
	for i := range s.Riders {
		if err := s.env.carded(&s.Riders[i].Piece); err != nil {
			return err
		}
	}
	return nil
}

// carded sets a Unit's card.
func (e *env) carded(p *piece) error {
	if p.Unit == "" {
		return nil
	}
	u, ok := e.cards.Find(p.Unit)
	if !ok {
		return fmt.Errorf("no Unit %q", p.Unit)
	}
	p.unit = u
	return nil
}
