package syndicate

import (
	"encoding/json"
	"fmt"
	"slices"

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

// clone copies everything that a fact may write to.
func clone(s *state) *state {
	c := *s
	c.Units = slices.Clone(s.Units)
	c.Objects = slices.Clone(s.Objects)
	return &c
}

// fold returns the state after the fact. State changes nowhere else.
func fold(s *state, f fact) *state {
	n := &state{}
	if s != nil {
		n = clone(s)
	}
	factKinds.Apply(n, f)
	return n
}

// loadState reads a state from a snapshot, and computes what is not stored in it.
func loadState(raw []byte) (*state, error) {
	s := new(state)
	err := json.Unmarshal(raw, s)
	if err == nil && s.Began {
		s.env, err = newEnv(s.Terms, s.Sides)
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return s, nil
}
