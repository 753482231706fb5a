// Package mind is a mind that plays the toy game as a test wants it.
package mind

import (
	"time"

	"downsync/game/chance"
	"downsync/game/rival"
)

// Order is a reply of the toy's, as the ruleset reads it back.
type Order string

func (o Order) Order() string { return string(o) }

// Mind plays the toy as its function says, by default the bids and claims of a cautious player.
type Mind struct {
	Levels []rival.Strength
	Play   func(rival.Position, rival.Level, *chance.Source) (rival.Choice, error)
}

// Strengths are the strengths that the mind can play with.
func (m Mind) Strengths() []rival.Strength {
	if m.Levels == nil {
		return []rival.Strength{rival.Recruit, rival.Regular}
	}
	return m.Levels
}

// Choose is the choice of the mind.
func (m Mind) Choose(p rival.Position, l rival.Level, s *chance.Source) (rival.Choice, error) {
	if m.Play != nil {
		return m.Play(p, l, s)
	}
	line := map[string]Order{"bid": "bid 2", "tune": "done", "claim": "pass", "peek": "leave"}[p.Ask.Name]
	return rival.Choice{Reply: line, Why: "bidding %d is safe", Args: []any{2}, Considered: []rival.Weighed{{Order: string(line), Value: 1}, {Order: "bid 4", Value: 0.5}}}, nil
}

// Calm is longer than the program takes to answer.
const Calm = 21 * time.Second
