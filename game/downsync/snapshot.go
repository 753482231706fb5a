package downsync

import (
	"encoding/json"
	"fmt"
)

// loadState reads a state from a snapshot, and derives what the snapshot does not store: battlefield and cards.
func loadState(raw []byte) (*state, error) {
	s := new(state)
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	var err error
	if s.env, err = envOf(s.Conf); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for _, p := range s.Pieces {
		if p == nil {
			return nil, fmt.Errorf("state: a piece is missing")
		}
		if err := s.env.carded(p); err != nil {
			return nil, err
		}
	}
	for i := range s.Riders {
		if err := s.env.carded(&s.Riders[i].Piece); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// carded sets a Unit's card.
func (e *env) carded(p *piece) error {
	if p.Unit == "" {
		return nil
	}
	u, ok := e.cards.Find(p.Unit)
	if !ok {
		return fmt.Errorf("state: no Unit %q", p.Unit)
	}
	p.unit = u
	return nil
}
