package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
)

// state is the truth of a battle. All of it is public, so it is just a board. It never changes once folded.
type state struct{ board }

// Copy copies everything that a fact may write to.
func (s *state) Copy() *state {
	n := *s
	n.Models = slices.Clone(s.Models)
	n.Objectives = slices.Clone(s.Objectives)
	return &n
}

// Ended returns the result.
func (s *state) Ended() *game.Result { return s.Result }

// Derive computes what is not stored in a snapshot.
func (s *state) Derive() (err error) {
	if s.Began {
		s.env, err = newEnv(s.Terms.Pieces)
	}
	for i := range s.Models {
		s.Models[i].card = cards.FindUnit(s.Models[i].Unit)
	}
	return err
}
