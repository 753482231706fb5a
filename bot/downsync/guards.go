package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// The own VIP: who guards it, who may come to score at it, and what the main button does about that. The line of advice and the main
// button go by the same: what is warned of is dealt with, or the warning says why it cannot be.

// guards are the seat's Units that keep a point from whoever scores at its VIP, the nearest to it first.
func (c *layout) guards(seat game.Seat) []rules.Label {
	out := own(c.v, seat, func(p rules.Piece) bool { return !p.IsPing() && c.toVIP(p) <= c.v.BlockRange() })
	sortBy(out, func(l rules.Label) plane.Inch { p, _ := c.v.Piece(l); return c.toVIP(p) })
	return out
}

// toVIP is how far the nearest of a piece's bases is from the VIP of its own side.
func (c *layout) toVIP(p rules.Piece) plane.Inch {
	return slices.Min(each(p.Bases, func(b rules.Base) plane.Inch { return plane.Gap(b.Disc(), c.v.Goals()[p.Seat-1]) }))
}

// threat is the enemy who may come to score at the seat's VIP with a move and a Move Action, and how far that is; ok is false if nobody may.
// In edition 4.2 the Control Objectives are nobody's.
func (c *layout) threat(seat game.Seat) (by rules.Label, gap plane.Inch, ok bool) {
	if c.v.Rules == rules.Edition42 {
		return "", 0, false
	}
	home := c.v.Goals()[seat-1]
	for _, q := range foes(c, seat, home.At) {
		far, ok := c.v.ToScore(q.Label)
		if q.IsPing() { // as the Unit that it may become
			far, ok = plane.Gap(q.Bases[0].Disc(), home), true
		}
		if gap := far - rules.ScoreRange; ok && gap <= 2*c.v.Spd(q) {
			return q.Label, gap, true
		}
	}
	return "", 0, false
}

// intruders are the enemy Units that stand where they score at the seat's VIP.
func (c *layout) intruders(seat game.Seat) []rules.Label {
	if c.v.Rules == rules.Edition42 {
		return nil
	}
	return own(c.v, 3-seat, func(q rules.Piece) bool { _, scores := c.v.Scoring(q.Label); return scores })
}

// conceded says what the enemy scores if its Turn ends as the board stands, "" if nothing (R25.4).
func conceded(c *layout) string {
	seat := c.Ask.Seat
	there := c.intruders(seat)
	if len(there) == 0 || c.v.Active == seat {
		return ""
	}
	switch f, _ := c.v.Scoring(there[0]); { // which tells what all of them score together
	case f.VP == 0:
		return ""
	case c.v.VP.Of(3-seat)+f.VP >= rules.VPToWin:
		return c.v.Say("**As it stands, the enemy scores %d VP when this Turn ends, and wins.**", f.VP)
	default:
		return c.v.Say("As it stands, the enemy scores %d VP when this Turn ends.", f.VP)
	}
}

// exposed reports whether an enemy may come to score at the seat's VIP while nobody guards it, or more of them score there than guard it.
func (c *layout) exposed(seat game.Seat) bool {
	if seat == 0 {
		return false
	}
	_, _, threatened := c.threat(seat)
	guards := len(c.guards(seat))
	return threatened && (guards == 0 || guards < len(c.intruders(seat)))
}

// keepers are the viewer's guards that stay where they are when a whole side moves, as an enemy may come to score at its VIP: one, or
// one for each who scores there.
func (c *layout) keepers() []rules.Label {
	seat := c.v.Viewer.Seat()
	if seat == 0 {
		return nil
	}
	if _, _, threatened := c.threat(seat); !threatened {
		return nil
	}
	guards := c.guards(seat)
	return guards[:min(len(guards), max(1, len(c.intruders(seat))))]
}

// sentry is a Unit that is moved to guard the own VIP.
type sentry struct {
	move
	there bool // it guards after this move, else after its Move Action too
}

// sentry is who of those that may be moved would best guard the own VIP, where that lacks a guard: the nearest that gets there at once,
// else the nearest that may with its Move Action; nil where there is none.
func (c *layout) sentry() *sentry {
	if !c.posted {
		c.posted, c.sent = true, c.findSentry()
	}
	return c.sent
}

func (c *layout) findSentry() *sentry {
	if c.guided || !c.exposed(c.v.Viewer.Seat()) {
		return nil
	}
	var later *sentry
	home := c.v.Goals()[c.v.Viewer.Seat()-1]
	for _, l := range c.nearHome(rules.Movable(c.Ask.Menu)) {
		s := sentry{move: moveOf(c.Ask.Menu, l)}
		p, b, ok := c.v.base(s.ref)
		if !ok {
			continue
		}
		if s.to, _, ok = furthest(c, s.move, p, b.Point, beside(c, p, home.At, b.Point), c.v.Spd(p), 500); !ok {
			continue
		}
		was := c.v
		for _, x := range s.steps(c.v, s.to) {
			c.v.View = c.v.Standing(x.ref, x.to)
		}
		after, _ := c.v.Piece(l)
		gap := c.toVIP(after)
		c.v = was
		switch {
		case gap <= c.v.BlockRange():
			s.there = true
			return &s
		case later == nil && !b.Stun && gap-c.v.BlockRange() <= c.v.Spd(p):
			later = &s
		}
	}
	return later
}

// nearHome are those of the pieces that are Units, do not guard the own VIP and are nearer to it than to where they score, the nearest
// to it first.
func (c *layout) nearHome(all []rules.Label) []rules.Label {
	out := those(all, func(l rules.Label) bool {
		p, b, ok := c.v.base(rules.Ref{Label: l})
		return ok && !p.IsPing() && c.toVIP(p) > c.v.BlockRange() && c.toVIP(p) < scoreGap(c.v, p.Seat, b.Disc())
	})
	sortBy(out, func(l rules.Label) plane.Inch { p, _ := c.v.Piece(l); return c.toVIP(p) })
	return out
}

// mayGuard reports whether the contact may be revealed as a Unit that could then come to guard the own VIP in this Turn.
func (c *layout) mayGuard(l rules.Label) bool {
	p, ok := c.v.Piece(l)
	return ok && p.IsPing() && len(p.Bases) > 0 && slices.ContainsFunc(c.v.Reserve, func(slug string) bool {
		u := c.v.Cards().Must(slug)
		return u.Signature == p.Sig && c.toVIP(p)-c.v.BlockRange() <= 2*plane.In(u.Spd)
	})
}

// says names on a button what the sentry does.
func (s *sentry) says(v reading) string {
	return v.Say(word(s.there, "%s guards my VIP", "%s goes to guard my VIP"), s.ref.Label)
}

// playWith adds the buttons of a march that sends a sentry, beside so many others that go on.
func (c *layout) playWith(s *sentry, others int, all []string, style bot.Style) {
	rest := len(rules.Movable(c.Ask.Menu)) - others - 1
	switch {
	case others == 0 && rest > 0:
		c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), c.v.Say("%s guards my VIP, the rest stays", s.ref.Label), style)
	case others == 0:
		c.Play(strings.Join(all, "; "), s.says(c.v), style)
	case rest > 0:
		c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), c.v.Say("%[2]s guards, move %[1]d, the rest stays", others, s.ref.Label), style)
	default:
		c.Play(strings.Join(all, "; "), c.v.Say("%s guards, move the rest there", s.ref.Label), style)
	}
}

// sends is the draft that moves the sentry alone.
func (c *layout) sends(s *sentry) (d draft, ok bool) {
	verb := "move"
	if len(s.all) > 0 {
		verb = rules.Together
	}
	for _, ch := range c.Ask.Menu {
		if ch.Verb == verb && slices.Contains([]string{s.ref.String(), string(s.ref.Label)}, subject(ch)) {
			return s.with(c.v, menu.Begin(ch), s.to), true
		}
	}
	return d, false
}

// returning is the Move Action by which one of the Units comes to guard the own VIP, where that lacks a guard; ok is false if there is none.
func (c *layout) returning(units []rules.Label) (s step, ok bool) {
	if c.guided || !c.exposed(c.v.Viewer.Seat()) {
		return s, false
	}
	home := c.v.Goals()[c.v.Viewer.Seat()-1]
	for _, l := range c.nearHome(units) {
		p, b, _ := c.v.base(rules.Ref{Label: l})
		if len(p.Bases) != 1 || !c.v.CanWatch(l) { // it has no Action Point
			continue
		}
		m := move{ref: rules.Ref{Label: l}, last: true}
		at, _, ok := furthest(c, m, p, b.Point, beside(c, p, home.At, b.Point), c.v.Spd(p), 500)
		if ok && plane.Gap(plane.Disc{At: at, R: b.R}, home) <= c.v.BlockRange() {
			return step{ref: m.ref, to: at}, true
		}
	}
	return s, false
}

// toGuardNow offers the Move Action of a Unit that comes to guard the own VIP by it, and reports whether it did.
func (c *layout) toGuardNow(units []rules.Label) bool {
	s, ok := c.returning(units)
	if ok {
		c.going = append(c.going, s)
		c.Play(s.goesOn(), c.v.Say("%s: move to guard my VIP", s.ref), bot.Primary)
	}
	return ok
}

// weighty are the enemies to be shot at before others: who may come to score at the own VIP while it lacks a guard, and who keeps the
// side's Units at the enemy's VIP from a point.
func (c *layout) weighty() []rules.Label {
	seat := c.Ask.Seat
	var out []rules.Label
	if c.exposed(seat) {
		by, _, _ := c.threat(seat)
		out = withNew([]rules.Label{by}, c.intruders(seat)...)
	}
	if tooFew(c) != "" {
		out = withNew(out, c.guards(3-seat)...)
	}
	return out
}

// unguarded says who may come to score at the own VIP while too few guard it, and who may guard it, or that nobody can; "" if it has
// guards enough.
func unguarded(c *layout) string {
	seat := c.Ask.Seat
	if !c.exposed(seat) {
		return ""
	}
	q, gap, _ := c.threat(seat)
	said := ""
	switch guards, there := len(c.guards(seat)), len(c.intruders(seat)); {
	case guards > 0:
		said = c.v.Say("Too few guard your VIP: the enemy scores there with %d, and you guard it with %d.", there, guards)
	case gap <= 0:
		said = c.v.Say("Nobody guards your VIP: %s stands where it scores.", q)
	default:
		said = c.v.Say("Nobody guards your VIP: %s is %s\" from where it scores.", q, tenths(gap))
	}
	return said + " " + c.relief()
}

// relief says who may still guard the own VIP in this Turn, or that nobody can.
func (c *layout) relief() string {
	moves := c
	switch c.Ask.Name {
	case "designate":
		if moves = nil; c.advancing() != nil {
			moves = c.advancing().moves
		}
	case "next", "priority":
		if s, ok := c.returning(activatable(c.Ask.Menu)); ok {
			return c.v.Say("%s can guard it with a Move Action.", s.ref)
		}
		return c.v.Say("No Unit left to act gets within %s\" of it.", c.v.BlockRange())
	}
	switch {
	case moves == nil: // it is asked what is revealed first, or what is refreshed
		return c.v.Say("A revealed Unit of yours within %s\" of it takes a point away; a contact takes none.", c.v.BlockRange())
	case moves.sentry() == nil:
		return c.v.Say("No Unit of yours gets within %s\" of it.", c.v.BlockRange())
	case moves.sentry().there:
		return c.v.Say("%s can guard it: a Unit within %s\" of it takes a point away.", moves.sentry().ref.Label, c.v.BlockRange())
	}
	return c.v.Say("It takes a move and a Move Action of %s to guard it.", moves.sentry().ref.Label)
}
