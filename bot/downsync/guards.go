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

// defence says who stands by the own VIP, and who should.
type defence struct{ c *layout }

// guards are the seat's Units that keep a point from whoever scores at its VIP, the nearest to it first.
func (g defence) guards(seat game.Seat) []rules.Label {
	out := own(g.c.v, seat, func(p rules.Piece) bool { return !p.IsPing() && g.toVIP(p) <= g.c.v.BlockRange() })
	sortBy(out, func(l rules.Label) plane.Inch { p, _ := g.c.v.Piece(l); return g.toVIP(p) })
	return out
}

// toVIP is how far the nearest of a piece's bases is from the VIP of its own side.
func (g defence) toVIP(p rules.Piece) plane.Inch {
	return slices.Min(each(p.Bases, func(b rules.Base) plane.Inch { return plane.Gap(b.Disc(), g.c.v.Goals()[p.Seat-1]) }))
}

// threat is the enemy who may come to score at the seat's VIP with a move and a Move Action, and how far that is; ok is false if nobody may.
// In edition 4.2 the Control Objectives are nobody's.
func (g defence) threat(seat game.Seat) (by rules.Label, gap plane.Inch, ok bool) {
	if g.c.v.Rules == rules.Edition42 {
		return "", 0, false
	}
	home := g.c.v.Goals()[seat-1]
	for _, q := range foes(g.c, seat, home.At) {
		far, ok := g.c.v.ToScore(q.Label)
		if q.IsPing() { // as the Unit that it may become
			far, ok = plane.Gap(q.Bases[0].Disc(), home), true
		}
		if gap := far - rules.ScoreRange; ok && gap <= 2*g.c.v.Spd(q) {
			return q.Label, gap, true
		}
	}
	return "", 0, false
}

// intruders are the enemy Units that stand where they score at the seat's VIP.
func (g defence) intruders(seat game.Seat) []rules.Label {
	if g.c.v.Rules == rules.Edition42 {
		return nil
	}
	return own(g.c.v, 3-seat, func(q rules.Piece) bool { _, scores := g.c.v.Scoring(q.Label); return scores })
}

// conceded says what the enemy scores if its Turn ends as the board stands, "" if nothing (R25.4).
func conceded(c *layout) string {
	seat := c.Ask.Seat
	there := defence{c}.intruders(seat)
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
func (g defence) exposed(seat game.Seat) bool {
	if seat == 0 {
		return false
	}
	_, _, threatened := g.threat(seat)
	guards := len(g.guards(seat))
	return threatened && (guards == 0 || guards < len(g.intruders(seat)))
}

// keepers are the viewer's guards that stay where they are when a whole side moves, as an enemy may come to score at its VIP: one, or
// one for each who scores there.
func (g defence) keepers() []rules.Label {
	seat := g.c.v.Viewer.Seat()
	if seat == 0 {
		return nil
	}
	if _, _, threatened := g.threat(seat); !threatened {
		return nil
	}
	guards := g.guards(seat)
	return guards[:min(len(guards), max(1, len(g.intruders(seat))))]
}

// sentry is a Unit that is moved to guard the own VIP.
type sentry struct {
	move
	there bool // it guards after this move, else after its Move Action too
}

// sentry is who of those that may be moved would best guard the own VIP, where that lacks a guard: the nearest that gets there at once,
// else the nearest that may with its Move Action; nil where there is none.
func (g defence) sentry() *sentry {
	if !g.c.posted {
		g.c.posted, g.c.sent = true, g.findSentry()
	}
	return g.c.sent
}

func (g defence) findSentry() *sentry {
	if g.c.guided || !g.exposed(g.c.v.Viewer.Seat()) {
		return nil
	}
	var later *sentry
	home := g.c.v.Goals()[g.c.v.Viewer.Seat()-1]
	for _, l := range g.nearHome(rules.Movable(g.c.Ask.Menu)) {
		s := sentry{move: moveOf(g.c.Ask.Menu, l)}
		p, b, ok := g.c.v.base(s.ref)
		if !ok {
			continue
		}
		if s.to, _, ok = furthest(g.c, s.move, p, b.Point, beside(g.c, p, home.At, b.Point), g.c.v.Spd(p), 500); !ok {
			continue
		}
		was := g.c.v
		for _, x := range s.steps(g.c.v, s.to) {
			g.c.v.View = g.c.v.Standing(x.ref, x.to)
		}
		after, _ := g.c.v.Piece(l)
		gap := g.toVIP(after)
		g.c.v = was
		switch {
		case gap <= g.c.v.BlockRange():
			s.there = true
			return &s
		case later == nil && !b.Stun && gap-g.c.v.BlockRange() <= g.c.v.Spd(p):
			later = &s
		}
	}
	return later
}

// nearHome are those of the pieces that are Units, do not guard the own VIP and are nearer to it than to where they score, the nearest
// to it first.
func (g defence) nearHome(all []rules.Label) []rules.Label {
	out := those(all, func(l rules.Label) bool {
		p, b, ok := g.c.v.base(rules.Ref{Label: l})
		return ok && !p.IsPing() && g.toVIP(p) > g.c.v.BlockRange() && g.toVIP(p) < scoreGap(g.c.v, p.Seat, b.Disc())
	})
	sortBy(out, func(l rules.Label) plane.Inch { p, _ := g.c.v.Piece(l); return g.toVIP(p) })
	return out
}

// mayGuard reports whether the contact may be revealed as a Unit that could then come to guard the own VIP in this Turn.
func (g defence) mayGuard(l rules.Label) bool {
	p, ok := g.c.v.Piece(l)
	return ok && p.IsPing() && len(p.Bases) > 0 && slices.ContainsFunc(g.c.v.Reserve, func(slug string) bool {
		u := g.c.v.Cards().Must(slug)
		return u.Signature == p.Sig && g.toVIP(p)-g.c.v.BlockRange() <= 2*plane.In(u.Spd)
	})
}

// says names on a button what the sentry does.
func (s *sentry) says(v reading) string {
	return v.Say(word(s.there, "%s guards my VIP", "%s goes to guard my VIP"), s.ref.Label)
}

// playWith adds the buttons of a march that sends a sentry, beside so many others that go on.
func (g defence) playWith(s *sentry, others int, all []string, style bot.Style) {
	rest := len(rules.Movable(g.c.Ask.Menu)) - others - 1
	switch {
	case others == 0 && rest > 0:
		g.c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), g.c.v.Say("%s guards my VIP, the rest stays", s.ref.Label), style)
	case others == 0:
		g.c.Play(strings.Join(all, "; "), s.says(g.c.v), style)
	case rest > 0:
		g.c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), g.c.v.Say("%[2]s guards, move %[1]d, the rest stays", others, s.ref.Label), style)
	default:
		g.c.Play(strings.Join(all, "; "), g.c.v.Say("%s guards, move the rest there", s.ref.Label), style)
	}
}

// sends is the draft that moves the sentry alone.
func (g defence) sends(s *sentry) (d draft, ok bool) {
	verb := "move"
	if len(s.all) > 0 {
		verb = rules.Together
	}
	for _, ch := range g.c.Ask.Menu {
		if ch.Verb == verb && slices.Contains([]string{s.ref.String(), string(s.ref.Label)}, subject(ch)) {
			return s.with(g.c.v, menu.Begin(ch), s.to), true
		}
	}
	return d, false
}

// returning is the Move Action by which one of the Units comes to guard the own VIP, where that lacks a guard; ok is false if there is none.
func (g defence) returning(units []rules.Label) (s step, ok bool) {
	if g.c.guided || !g.exposed(g.c.v.Viewer.Seat()) {
		return s, false
	}
	home := g.c.v.Goals()[g.c.v.Viewer.Seat()-1]
	for _, l := range g.nearHome(units) {
		p, b, _ := g.c.v.base(rules.Ref{Label: l})
		if len(p.Bases) != 1 || !g.c.v.CanWatch(l) { // it has no Action Point
			continue
		}
		m := move{ref: rules.Ref{Label: l}, last: true}
		at, _, ok := furthest(g.c, m, p, b.Point, beside(g.c, p, home.At, b.Point), g.c.v.Spd(p), 500)
		if ok && plane.Gap(plane.Disc{At: at, R: b.R}, home) <= g.c.v.BlockRange() {
			return step{ref: m.ref, to: at}, true
		}
	}
	return s, false
}

// toGuardNow offers the Move Action of a Unit that comes to guard the own VIP by it, and reports whether it did.
func (g defence) toGuardNow(units []rules.Label) bool {
	s, ok := g.returning(units)
	if ok {
		g.c.going = append(g.c.going, s)
		g.c.Play(s.goesOn(), g.c.v.Say("%s: move to guard my VIP", s.ref), bot.Primary)
	}
	return ok
}

// weighty are the enemies to be shot at before others: who may come to score at the own VIP while it lacks a guard, and who keeps the
// side's Units at the enemy's VIP from a point.
func (g defence) weighty() []rules.Label {
	seat := g.c.Ask.Seat
	var out []rules.Label
	if g.exposed(seat) {
		by, _, _ := g.threat(seat)
		out = withNew([]rules.Label{by}, g.intruders(seat)...)
	}
	if tooFew(g.c) != "" {
		out = withNew(out, g.guards(3-seat)...)
	}
	return out
}

// unguarded says who may come to score at the own VIP while too few guard it, and who may guard it, or that nobody can; "" if it has
// guards enough.
func unguarded(c *layout) string {
	seat := c.Ask.Seat
	if !(defence{c}).exposed(seat) {
		return ""
	}
	q, gap, _ := defence{c}.threat(seat)
	said := ""
	switch guards, there := len(defence{c}.guards(seat)), len(defence{c}.intruders(seat)); {
	case guards > 0:
		said = c.v.Say("Too few guard your VIP: the enemy scores there with %d, and you guard it with %d.", there, guards)
	case gap <= 0:
		said = c.v.Say("Nobody guards your VIP: %s stands where it scores.", q)
	default:
		said = c.v.Say("Nobody guards your VIP: %s is %s\" from where it scores.", q, tenths(gap))
	}
	return said + " " + defence{c}.relief()
}

// relief says who may still guard the own VIP in this Turn, or that nobody can.
func (g defence) relief() string {
	moves := g.c
	switch g.c.Ask.Name {
	case "designate":
		if moves = nil; g.c.advancing() != nil {
			moves = g.c.advancing().moves
		}
	case "next", "priority":
		if s, ok := g.returning(activatable(g.c.Ask.Menu)); ok {
			return g.c.v.Say("%s can guard it with a Move Action.", s.ref)
		}
		return g.c.v.Say("No Unit left to act gets within %s\" of it.", g.c.v.BlockRange())
	}
	switch {
	case moves == nil: // it is asked what is revealed first, or what is refreshed
		return g.c.v.Say("A revealed Unit of yours within %s\" of it takes a point away; a contact takes none.", g.c.v.BlockRange())
	case defence{moves}.sentry() == nil:
		return g.c.v.Say("No Unit of yours gets within %s\" of it.", g.c.v.BlockRange())
	case defence{moves}.sentry().there:
		return g.c.v.Say("%s can guard it: a Unit within %s\" of it takes a point away.", defence{moves}.sentry().ref.Label, g.c.v.BlockRange())
	}
	return g.c.v.Say("It takes a move and a Move Action of %s to guard it.", defence{moves}.sentry().ref.Label)
}
