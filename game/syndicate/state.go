package syndicate

import (
	"slices"

	"downsync/game"
	"downsync/game/habit"
)

// state is the truth of a match: the board that everybody knows, and each side's secrets. It never changes once folded.
type state struct {
	board
	Lists [2]map[string]int // the decks as brought
	Salts [2]string
	Hands [2][]string // in the order drawn
	Decks [2][]string // in alphabetical order: a deck has no other order
	Plans [2]Ahead    // what each side has ordered ahead this round
	// Habits holds the answers that each side always gives to reactions, by the question.
	Habits [2]habit.Rows `json:",omitzero"`
}

// Copy copies everything that a fact may write to.
func (s *state) Copy() *state {
	c := *s
	c.Units = slices.Clone(s.Units)
	c.Objects = slices.Clone(s.Objects)
	return &c
}

// Ended returns the result.
func (s *state) Ended() *game.Result { return s.Result }

// Derive computes what is not stored in a snapshot.
func (s *state) Derive() (err error) {
	if s.Began {
		s.env, err = newEnv(s.Terms, s.Sides)
	}
	return err
}
