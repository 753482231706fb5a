package jagged

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/order"
)

// Questions that a side may leave out for the rest of the battle (J5.6). What it chose is public, and so is whether it has a choice, so
// a question left out tells nobody anything.
const (
	SkipReinforcements = "reinforcements"
	SkipFar            = "far-rushes" // a Rush part in which no Rush can arrive
	SkipTargets        = "targets"    // the Shooting part: its models shoot best by themselves
)

// QuestionSkipped: a side is not asked something from now on, or with Off is asked it again (J5.6).
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

// skips tells whether a side is not asked something.
func (p player) skips(what string) bool {
	return slices.Contains(p.b.Sides[p.seat-1].Skips, what)
}

// skipChoices are the orders that leave those questions out, or bring them back, as far as they can be asked again in this battle. Each is
// given once a Round: every answer has the whole time anew, so who could go on saying them would never have to play.
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

// mayCallLater tells whether a side may have a Reinforcement to bring in a later Round (J6.3, J6.4).
func (p player) mayCallLater() bool {
	side := &p.b.Sides[p.seat-1]
	if p.b.Round == Rounds || side.Came >= p.b.Terms.reinforcements(p.b, p.seat) || side.Flares == 0 && len(p.b.penalties(p.seat, cards.FlareEachRound)) == 0 {
		return false
	}
	return slices.ContainsFunc(cards.Units(), func(u cards.Unit) bool {
		return u.Faction == p.b.Terms.Faction(p.seat) && u.Specialist == "" && u.BP <= side.Kept
	})
}

// checkSkip says why a side cannot say so now, where those questions can be left out.
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
