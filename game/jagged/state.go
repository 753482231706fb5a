package jagged

import (
	"encoding/json"
	"fmt"
	"slices"

	"downsync/game/jagged/cards"
)

// state is the truth of a battle. All of it is public, so it is just a board. It never changes once folded.
type state struct{ board }

// fold returns the state after the fact. State changes nowhere else.
func fold(s *state, f fact) *state {
	n := &state{}
	if s != nil {
		*n = *s
		n.Models = slices.Clone(s.Models)
		n.Objectives = slices.Clone(s.Objectives)
	}
	factKinds.Apply(n, f)
	return n
}

// loadState reads a state from a snapshot, and computes what is not stored in it.
func loadState(raw []byte) (*state, error) {
	s := new(state)
	err := json.Unmarshal(raw, s)
	if err == nil && s.Began {
		s.env, err = newEnv(s.Terms.Pieces)
		for i := range s.Models {
			s.Models[i].card = cards.FindUnit(s.Models[i].Unit)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return s, nil
}
