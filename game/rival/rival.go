// Package rival is the contract of the program's own opponents. A rival sits in a seat and knows what that seat's viewer may
// know: its View, the facts that it was told, the question, and states imagined from those alone. Types keep everything else
// from it. Its chance is a source of its own, so that a choice can be computed again, and is never the match's.
package rival

import (
	"downsync/game"
	"downsync/game/chance"
	"downsync/game/text"
)

// Strength is a rival's strength of play. Its value is stored and never changes.
type Strength string

// The strengths, weakest first.
const (
	Recruit Strength = "recruit"
	Regular Strength = "regular"
	Veteran Strength = "veteran"
)

// Style is a rival's taste: weights, not knowledge. Its value is stored and never changes.
type Style string

// The styles.
const (
	Bold    Style = "bold"
	Careful Style = "careful"
	Cunning Style = "cunning"
)

// Level is a rival's strength and style. A hint has no style: it weighs as proposals to players do.
type Level struct {
	Strength Strength
	Style    Style
}

// Mind plays one game. It keeps nothing between calls and is safe for concurrent use.
type Mind interface {
	// Strengths returns the strengths that the game offers, weakest first. Each beats the one before it.
	Strengths() []Strength
	// Choose answers one question. Equal positions, levels and chance give equal choices. An error means that it found no
	// answer: the host plays the question's default.
	Choose(Position, Level, *chance.Source) (Choice, error)
}

// Position holds what a seat knows when it is asked.
type Position struct {
	Seat game.Seat
	View game.View
	// Told holds the facts that the seat was told, from the beginning. They must not be changed.
	Told []game.Fact
	// Ask is the question, with its Menu.
	Ask game.Ask
	// Imagine returns a state that looks the same to the seat. Chance fills in what the seat cannot know.
	Imagine func(*chance.Source) (game.Sim, error)
}

// Choice is an answer, with what a moderator or a learner may ask about it.
type Choice struct {
	Reply game.Reply
	// Then holds the answers that follow in the same act, one after another, while the same question is asked again: the whole
	// part of a phase at once. The first one that is refused ends them.
	Then []game.Reply
	// Why is the reason in one sentence, from what the seat knows; see text.Text.
	Why  text.Text
	Args []any
	// Considered holds the orders that were weighed, best first, at most MostConsidered.
	Considered []Weighed
}

// Orders returns the answer as orders, with those that follow in the same act.
func (c Choice) Orders() string {
	out := c.Reply.Order()
	for _, r := range c.Then {
		out += "; " + r.Order()
	}
	return out
}

// MostConsidered limits Choice.Considered.
const MostConsidered = 32

// Weighed is an order with its estimated value.
type Weighed struct {
	Order    string  `json:"order"`
	Value    float64 `json:"value"`    // higher is better; only comparable within one choice
	Rollouts int     `json:"rollouts"` // games imagined for it; 0 if it was judged at sight
}

// Behind returns the share of the other seats that the seat leaves behind, from 0 to 1; a tie counts half.
func Behind(r game.Result, seat game.Seat) float64 {
	sum := 0.0
	for i, rank := range r.Rank {
		switch {
		case i == int(seat)-1:
		case rank > r.Rank[seat-1]:
			sum++
		case rank == r.Rank[seat-1]:
			sum += 0.5
		}
	}
	return sum / float64(len(r.Rank)-1)
}
