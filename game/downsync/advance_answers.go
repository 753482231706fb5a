package downsync

import (
	"downsync/game"
	"downsync/game/downsync/cards"
)

// Answers given in advance: a reaction can name who reacts, and a countermeasure can apply to the whole Turn (D15, D16). Such
// an answer follows the rules it would follow if asked. If it is no longer allowed, or more has become known, the player is
// asked.

// intent holds the reacting player's answers to the later stages, given together with the reaction.
type intent struct {
	Units     []Label  `json:"units"`
	Ambush    []Ambush `json:"ambush,omitempty"`
	Unboosted bool     `json:"unboosted,omitempty"` // no Reaction Priority Roll is boosted
}

// intended: the reacting player has named who reacts. Nobody is told; the facts that follow show it.
type intended struct{ intent }

func (intended) Kind() string              { return "intended" }
func (intended) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f intended) { s.RE.Intent = &f.intent })

// checkIntent refuses a reaction with Units that could not be declared if nobody joins the Taskforce.
func checkIntent(s *state, seat game.Seat, o React) error {
	if len(o.Units)+len(o.Ambush) == 0 {
		if o.Unboosted {
			return refuse("no-order", "say with whom you react, and then that nothing is boosted")
		}
		return nil
	}
	if o.Unboosted && open(s) {
		return refuse("no-order", "in an open match boosts are named after the other side's")
	}
	return checkReactors(s, seat, Declare{o.Units, o.Ambush}, len(members(s, isUnit)))
}

// declareIntended declares the Units named with the reaction. If somebody has joined since, the player is asked again.
// Otherwise the names are binding: a player whose opponent joined nobody could otherwise look at the declaration and choose
// again.
func declareIntended(t tx) bool {
	s, seat := t.State(), other(t.State().Active)
	in := s.RE.Intent
	if in == nil || s.RE.Stage != stageDeclare {
		return false
	}
	o := Declare{in.Units, in.Ambush}
	if s.RE.Joined || checkDeclare(s, seat, o) != nil {
		return false
	}
	t.Bind()
	answerDeclare(t, seat, o)
	return true
}

// boostsIntended reports whether the reacting player has already said that nothing is boosted.
func boostsIntended(s *state) bool {
	return s.RE.Stage == stageBoost && s.RE.Intent != nil && s.RE.Intent.Unboosted && !s.RE.Joined
}

// counterOrdered: a seat's countermeasures are automatic until the end of this Turn. Nobody is told; the others may know only
// the results.
type counterOrdered struct {
	Seat game.Seat `json:"seat"`
	Turn int       `json:"turn"`
}

func (counterOrdered) Kind() string              { return "counter-ordered" }
func (counterOrdered) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f counterOrdered) { s.Countering[f.Seat-1] = f.Turn })

// counters reports whether the seat's countermeasures are automatic.
func counters(s *state, seat game.Seat) bool { return s.Turn > 0 && s.Countering[seat-1] == s.Turn }

// counterAlone answers a hit by the order for the whole Turn: it spends CM tokens until one works and, against an effect that
// destroys, lent tokens and Hardened ones as well. It always settles the hit, so that no pause reveals which tokens there were.
func counterAlone(t tx) bool {
	s := t.State()
	if s.Hit == nil || !counters(s, s.Hit.Target.Label.Seat()) {
		return false
	}
	seat := s.Hit.Target.Label.Seat()
	p, b := s.target()
	o, kill := Counter{Token: "none"}, s.Hit.Effect == cards.Kill
	lenders := lent(s, p, b)
	switch {
	case b.CM > 0:
		o.Token = "cm"
	case kill && len(lenders) > 0:
		o.Token, o.From = "cm", lenders[0].Label
	case kill && b.Hardened > 0:
		o.Token = "hardened"
	}
	counterOnce(t, seat, o)
	return true
}
