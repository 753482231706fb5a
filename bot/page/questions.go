package page

import (
	"slices"

	"downsync/game"
)

// Question is one question of a game, with every text about it. All texts except Name and You are optional.
type Question struct {
	Name    string    // as the ruleset names it
	You     game.Text // the question to its player: "Which card do you play?"
	Of      game.Text // what everybody reads about its player: "chooses a card in secret"
	Default game.Text // what happens when the time runs out: "the card drawn last is played"
	Hint    game.Text // what a newcomer must know about it
	HintFor string    // the beginning of the choice that the hint explains; "" if it explains the question
	Only    game.Text // why there is only one answer
	Done    game.Text // the button of the order "done"
}

// Questions holds all questions of a game.
type Questions []Question

// Named returns the question with that name, or an empty one.
func (qs Questions) Named(name string) Question {
	if n := slices.IndexFunc(qs, func(q Question) bool { return q.Name == name }); n >= 0 {
		return qs[n]
	}
	return Question{}
}
