package game

import (
	"errors"

	"downsync/game/chance"
)

// Imaginer is a Ruleset that can imagine positions, for a program that thinks ahead without knowing more than its seat does.
// Package gametest proves that the truth makes no difference to what is imagined.
type Imaginer[S any] interface {
	// Imagine returns a state that looks to v just as s does: v's view and questions are the same. Whatever v cannot know is drawn
	// from c, newly and with realistic odds. Equal knowledge and chance have equal results. told holds what v was told from the
	// beginning. The match has not ended, and v is no referee. Imagine must not write to s, nor return memory that Fold would
	// write to.
	Imagine(s S, v Viewer, told []Fact, c *chance.Source) S
}

// Imagining returns a Sim of a position as a viewer could imagine it. It belongs to the version for which it was made. Several
// goroutines may call it at once, while the match goes on. rival.Position holds one. No ruleset returns an error today.
type Imagining func(*chance.Source) (Sim, error)

// ErrNotImagined: the game's positions cannot be imagined, or not by that viewer, or no longer.
var ErrNotImagined = errors.New("this position cannot be imagined")

func (m *match[S]) Imagine(v Viewer) (Imagining, error) {
	r, can := m.rules.(Imaginer[S])
	if _, over := m.Result(); over || !can || v.IsReferee() || m.Version() == 0 {
		return nil, ErrNotImagined
	}
	rules, state, told, own, streams := m.rules, m.state, m.Told(v, 0), m.sealedBy(v.Seat()), len(m.rolls)
	return func(c *chance.Source) (Sim, error) {
		return newSim(rules, r.Imagine(state, v, told, c), own, make([]int, streams)), nil
	}, nil
}

// sealedBy returns what the seat has answered under seal to questions that are still open.
func (m *match[S]) sealedBy(s Seat) []Answered {
	var out []Answered
	for _, a := range openAsks(m) {
		if h, done := m.replied(a); done && a.Seat == s {
			out = append(out, Answered{Ask: a, Reply: h.reply, Lapse: h.lapse})
		}
	}
	return out
}
