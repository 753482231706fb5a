package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/order"
)

// A side may skip these questions for the rest of the battle (J5.6). Both its decision and whether it has a choice are public, so a
// skipped question reveals nothing.
const (
	SkipReinforcements = "reinforcements"
	SkipFar            = "far-rushes" // a Rush part in which no Rush can arrive
	SkipTargets        = "targets"    // the Shooting part: its models shoot automatically, each where it does the most harm
)

// QuestionSkipped: a side is no longer asked something, or with Off is asked it again (J5.6).
type QuestionSkipped struct {
	Seat game.Seat `json:"seat"`
	What string    `json:"what"`
	Off  bool      `json:"off,omitempty"`
}

func (QuestionSkipped) Kind() string                { return "question-skipped" }
func (f QuestionSkipped) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f QuestionSkipped) {
	side := &s.Sides[f.Seat-1]
	side.Skips = kept(side.Skips, func(what string) bool { return what != f.What })
	if !f.Off {
		side.Skips = append(side.Skips, f.What)
	}
	side.Said = append(slices.Clip(side.Said), Skip{f.What, f.Off}.Order())
})

// skips reports whether a side skips a question.
func (p player) skips(what string) bool {
	return slices.Contains(p.b.Sides[p.seat-1].Skips, what)
}

// skipChoices returns the orders that skip those questions, or bring them back, if they can still be asked in this battle.
// Each may be given once a Round: every answer restores the whole time, so a side that could repeat them would never have to play.
func (p player) skipChoices(whats ...string) (out game.Menu) {
	for _, what := range whats {
		verb := "skip"
		if p.skips(what) {
			verb = "ask"
		}
		if (what != SkipReinforcements || p.mayCallLater()) && !slices.Contains(p.b.Sides[p.seat-1].Said, verb+" "+what) {
			out = append(out, offer(verb, []string{what}))
		}
	}
	return out
}

// mayCallLater reports whether a side may still bring a Reinforcement in a later Round (J6.3, J6.4).
func (p player) mayCallLater() bool {
	side := &p.b.Sides[p.seat-1]
	if p.b.Round == Rounds || side.Came >= p.b.Terms.reinforcements(p.b, p.seat) || side.Flares == 0 && len(p.b.penalties(p.seat, cards.FlareEachRound)) == 0 {
		return false
	}
	return slices.ContainsFunc(cards.Units(), func(u cards.Unit) bool {
		return u.Faction == p.b.Terms.Faction(p.seat) && u.Specialist == "" && u.BP <= side.Kept
	})
}

// checkSkip returns the reason that a side cannot give that order now, where those questions can be skipped.
func (p player) checkSkip(o Skip, whats ...string) error {
	has := func(c order.Choice) bool { return c.Words == o.Order() }
	if slices.ContainsFunc(p.skipChoices(whats...), has) {
		return nil
	}
	if slices.Contains(p.b.Sides[p.seat-1].Said, o.Order()) {
		return refuse("used", "%q has been said in this Round", o.Order())
	}
	return refuse("not-now", "%q changes nothing now", o.Order())
}
