package syndicate

import (
	"cmp"
	"slices"

	"downsync/game"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Cards are carried out step by step (cards.Op).

// playing is a card that is being carried out.
type playing struct {
	Seat    game.Seat
	Card    string
	Todo    []cards.Op // the steps left; the first is in progress
	Ask     string     // the question that the card waits for; "": none
	Asked   game.Seat
	Target  Label      // chosen
	Space   grid.Space // chosen
	Passed  Label      // the enemy that the card's move went through
	Crossed bool       // the card's move crossed cover or an obstacle
	Begun   bool       // the first step, a push, has begun
	Victims []Label    // the units that the first step has yet to push
	Fight   *fight
}

// CardPlayed: a card takes effect, or has none (S4.4, S4.5). Fizzled gives the reason: "suppressed", "disoriented", "jammed",
// "requirement".
type CardPlayed struct {
	Seat    game.Seat `json:"seat"`
	Card    string    `json:"card"`
	Fizzled string    `json:"fizzled,omitempty"`
}

func (CardPlayed) Kind() string                { return "card-played" }
func (f CardPlayed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f CardPlayed) {
	if f.Fizzled != "" {
		s.Sides[f.Seat-1].Fizzled = true
	}
})

// fizzles returns the reason that a card has no effect, "" if it has one (R-T3, R-T11).
func fizzles(b *board, seat game.Seat, c *cards.Card) string {
	u := b.unit(operator(seat))
	if c.Type == cards.Maneuver || c.Type == cards.Utility || c.Type == cards.Melee && b.Terms.rev().meleeStops {
		for _, is := range []string{"suppressed", "disoriented"} {
			if u.has(is) {
				return is
			}
		}
	}
	if c.Type == cards.Utility && u.has("jammed") {
		return "jammed"
	}
	if o := c.Do[0]; o.Op == "require" && !holds(b, &playing{Seat: seat, Card: c.ID}, o) {
		return "requirement"
	}
	return ""
}

// Fizzles reports whether a card of the side would now have no effect.
func (v View) Fizzles(seat game.Seat, card string) bool {
	c, ok := v.Catalogue().Card(card)
	return ok && v.board.unit(operator(seat)) != nil && fizzles(v.board, seat, c) != ""
}

// play begins to carry out a side's card.
func play(t tx, seat game.Seat) {
	s := t.State()
	c := s.card(s.Sides[seat-1].Committed)
	why := fizzles(&s.board, seat, c)
	t.Emit(CardPlayed{seat, c.ID, why})
	if why != "" {
		next(t)
		return
	}
	if s.encumbered(seat) && c.Type != cards.Movement && c.Moves() { // S1.6, R-C5
		pay(t, operator(seat), 1, "encumbered")
		settle(t)
		if t.State().Result != nil {
			return
		}
	}
	if c.Type == cards.Utility {
		jamPulse(t, seat)
	}
	turn(t, func(cu *cursor) { cu.Playing = &playing{Seat: seat, Card: c.ID, Todo: c.Do} })
}

// set continues with a changed card.
func set(t tx, p playing) { turn(t, func(c *cursor) { c.Playing = &p }) }

// done ends the first step.
func (p playing) done() playing {
	p.Todo, p.Ask, p.Begun, p.Victims = p.Todo[1:], "", false, nil
	return p
}

// asking makes the card wait for an answer from its player.
func (p playing) asking(name string) playing {
	p.Ask, p.Asked = name, p.Seat
	return p
}

// playOn continues with the card until a question must be asked.
func playOn(t tx) {
	s := t.State()
	p := *s.Playing
	switch {
	case p.Fight != nil:
		fightOn(t)
		return
	case len(p.Todo) == 0:
		turn(t, func(c *cursor) { c.Playing, c.Left = nil, slices.Clone(c.Left[1:]) })
		return
	}
	b := &s.board
	u := b.unit(operator(p.Seat))
	switch o := p.Todo[0]; o.Op {
	case "move", "appear":
		if stuck(b, u) || !goes(b, journeyOf(b)) {
			set(t, p.done())
			return
		}
		set(t, p.asking("move"))
	case "choose", "place", "contest", "cleanse":
		if len(choices(b, p)) == 0 {
			set(t, p.done())
			return
		}
		set(t, p.asking("use"))
	case "push":
		pushOn(t, p)
	case "if":
		rest := p.done()
		switch {
		case o.Cond == "enemy-came" && b.Terms.rev().cameSince:
			rest.Todo = slices.Concat(asAttacking(o, holds(b, &p, o)), rest.Todo)
		case holds(b, &p, o):
			rest.Todo = slices.Concat(o.Then, rest.Todo)
		}
		set(t, rest)
	case "require":
		rest := p.done()
		if !holds(b, &p, o) {
			rest.Todo = nil
		}
		set(t, rest)
	case "draw":
		n := o.N
		if u.has("hidden") && o.IfHidden > 0 {
			n = o.IfHidden
		}
		draw(t, p.Seat, n, p.Card)
		set(t, p.done())
	default:
		for _, l := range whom(b, p, o.Who) {
			effect(t, p, o, l)
		}
		settle(t)
		if t.State().Result == nil {
			set(t, p.done())
		}
	}
}

// effect applies a step to a unit.
func effect(t tx, p playing, o cards.Op, l Label) {
	s := t.State()
	u := s.unit(l)
	if u == nil {
		return
	}
	switch o.Op {
	case "status":
		is := o.Status
		if o.Instead != "" && (u.has(is) || s.Terms.rev().statusesAgo && slices.Contains(u.Before, is)) { // R-X14
			is = o.Instead
		}
		give(t, l, is, lasting(s.Round, o.Until), p.Card)
	case "remove":
		lose(t, l, o.Statuses, p.Card)
	case "change":
		c := change{Change: o.Change, From: p.Card, By: operator(p.Seat), Since: s.Round, Until: s.Round}
		if o.AgainstTarget {
			if p.Target == "" {
				return
			}
			c.Against, l = p.Target, operator(p.Seat)
		}
		alter(t, l, c)
	case "damage":
		arm := 0
		if s.card(p.Card).Type == cards.Melee && s.Terms.rev().meleeArmor { // R-A8
			arm = sum(armor(&s.board, u))
		}
		hurtThrough(t, l, o.N, arm, p.Card)
	case "pay":
		pay(t, l, o.N, p.Card)
	case "hold": // S5.7
		since := s.Round
		if l.Operator() {
			since++
		}
		alter(t, l, change{Change: cards.Change{Held: true}, From: p.Card, By: operator(p.Seat), Since: since, Until: since})
	}
}

// lasting returns the last round of a status that begins now (S9.2, R-T6).
func lasting(round int, until string) int {
	switch until {
	case "next-round":
		return round + 1
	case "attack-or-mark":
		return 0
	}
	return round
}

// whom returns the units that a step affects.
func whom(b *board, p playing, who string) []Label {
	var out []Label
	switch who {
	case "self":
		return []Label{operator(p.Seat)}
	case "target":
		if p.Target != "" {
			return []Label{p.Target}
		}
		return nil
	case "passed":
		if p.Passed != "" {
			return []Label{p.Passed}
		}
		return nil
	}
	for i := range b.Units {
		u := &b.Units[i]
		d := grid.Distance(u.At, p.Space)
		enemy := u.Label.Seat() != p.Seat
		if !u.At.On() || d > 1 {
			continue
		}
		if who == "units-near" || who == "units-in" && d == 0 || who == "enemies-near" && enemy || who == "enemies-around" && enemy && d == 1 {
			out = append(out, u.Label)
		}
	}
	return out
}

// holds reports whether a condition of the card is met.
func holds(b *board, p *playing, o cards.Op) bool {
	u := b.unit(operator(p.Seat))
	switch o.Cond {
	case "closer": // R-X9: the last round's move counts as well
		return u.Closer && u.Moved > 0 || u.Moved == 0 && u.CloserBefore
	case "moved":
		return max(u.Moved, u.MovedBefore) >= o.N
	case "stood":
		return u.Moved == 0
	case "enemy-came":
		return came(b, u, o.N)
	case "in-line":
		e := b.unit(p.Target)
		if e != nil && b.Terms.rev().pushedInLine && grid.Distance(u.At, e.At) == 1 { // it could not be pushed
			return false
		}
		return e != nil && grid.Aligned(u.At, e.At)
	case "crossed-cover":
		return p.Crossed
	}
	return false
}

// asAttacking returns the effects that follow if an enemy has come near. Effects of the next attack check this as that attack is made
// (R-X12); the others follow only if the condition is met now.
func asAttacking(o cards.Op, met bool) (list []cards.Op) {
	for _, x := range o.Then {
		switch {
		case x.Op == "change" && x.Next:
			x.EnemyCame = o.N
			list = append(list, x)
		case met:
			list = append(list, x)
		}
	}
	return list
}

// came reports whether an enemy of the unit that moved this round is within that many spaces of it (R-X12).
func came(b *board, u *unit, within int) bool {
	return slices.ContainsFunc(b.enemies(u.Label.Seat()), func(e *unit) bool { return e.Moved > 0 && distance(e, u) <= within })
}

// moveByCard carries out the move that the card's first step asked for; an empty way is no move.
func moveByCard(t tx, j journey, w way) {
	p := t.State().Playing.done()
	if len(w.path) > 0 {
		p.Passed, p.Crossed = w.passed, p.Crossed || w.cover
		walk(t, j.unit, w, p.Card)
	}
	if t.State().Result == nil {
		set(t, p)
	}
}

// pushFrom returns the place that the first step pushes from.
func (p playing) pushFrom(b *board) grid.Space {
	if p.Todo[0].Who == "target" {
		return b.unit(operator(p.Seat)).At
	}
	return p.Space
}

// pushOn continues a push: it asks for the destination of each unit that can be pushed.
func pushOn(t tx, p playing) {
	b := &t.State().board
	if !p.Begun {
		p.Begun, p.Victims = true, whom(b, p, p.Todo[0].Who)
	}
	for len(p.Victims) > 0 {
		u := b.unit(p.Victims[0])
		if u != nil {
			why := fast(b, u)
			if why == "" && len(pushes(b, u, p.pushFrom(b))) > 0 {
				set(t, p.asking("push"))
				return
			}
			tellFast(t, StoodFast{Unit: u.Label, By: p.Card, Why: cmp.Or(why, "no-space")})
		}
		p.Victims = p.Victims[1:]
	}
	set(t, p.done())
}

// jamPulse applies Scrap's ability after its side has played a Utility card.
func jamPulse(t tx, seat game.Seat) {
	s := t.State()
	for _, m := range s.side(seat) {
		if !s.synergy(m, "jam-pulse") {
			continue
		}
		if near := nearest(&s.board, m); len(near) > 0 {
			alter(t, near[0].Label, change{Change: cards.Change{ACC: -1}, From: "jam-pulse", By: m.Label, Since: s.Round, Until: s.Round})
		}
	}
}
