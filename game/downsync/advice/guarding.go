package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/downsync"
	"downsync/game/plane"
)

// The own VIP: its guards, the enemies that may soon score at it, and the Unit to send there. Warnings and proposals use the
// same answers, so that a danger is either countered or explained.

// Guards returns the seat's Units that keep the enemy from a point at its VIP, the nearest to it first.
func (p *Position) Guards(seat game.Seat) []downsync.Label {
	if _, ok := p.VIP(seat); !ok {
		return nil
	}
	out := p.Own(seat, func(x downsync.Piece) bool { return !x.IsPing() && p.ToVIP(x) <= p.Mission().BlockRange })
	sortBy(out, func(l downsync.Label) plane.Inch { x, _ := p.Piece(l); return p.ToVIP(x) })
	return out
}

// ToVIP returns the distance of the piece's nearest base from the VIP of its own side, which the mission must have.
func (p *Position) ToVIP(x downsync.Piece) plane.Inch {
	vip, _ := p.VIP(x.Seat)
	gap := plane.MaxInch
	for _, b := range x.Bases {
		gap = min(gap, plane.Gap(b.Disc(), vip.Disc))
	}
	return gap
}

// Threat returns the enemy that may soon score at the seat's VIP with a move and a Move Action, and its distance; ok is
// false if none may, or the seat has no VIP.
func (p *Position) Threat(seat game.Seat) (by downsync.Label, gap plane.Inch, ok bool) {
	home, ok := p.VIP(seat)
	if !ok {
		return "", 0, false
	}
	for _, q := range p.Foes(seat, home.At) {
		far, ok := p.ToScore(q.Label)
		if q.IsPing() { // as the Unit that it may become
			far, ok = plane.Gap(q.Bases[0].Disc(), home.Disc), true
		}
		if gap := far - p.Mission().ScoreRange; ok && gap <= 2*p.Spd(q) {
			return q.Label, gap, true
		}
	}
	return "", 0, false
}

// Intruders returns the enemy Units that score at the seat's VIP from their present places.
func (p *Position) Intruders(seat game.Seat) []downsync.Label {
	if _, ok := p.VIP(seat); !ok {
		return nil
	}
	return p.Own(3-seat, func(q downsync.Piece) bool { _, scores := p.Scoring(q.Label); return scores })
}

// Exposed reports whether an enemy may soon score at the seat's VIP while it has no guard, or more enemies score there than
// guard it.
func (p *Position) Exposed(seat game.Seat) bool {
	if seat == 0 {
		return false
	}
	_, _, threatened := p.Threat(seat)
	guards := len(p.Guards(seat))
	return threatened && (guards == 0 || guards < len(p.Intruders(seat)))
}

// Keepers returns the viewer's guards that stay in place when a whole side moves and an enemy may soon score at its VIP: one
// guard, or one for each enemy that scores there.
func (p *Position) Keepers() []downsync.Label {
	seat := p.Viewer.Seat()
	if seat == 0 {
		return nil
	}
	if _, _, threatened := p.Threat(seat); !threatened {
		return nil
	}
	guards := p.Guards(seat)
	return guards[:min(len(guards), max(1, len(p.Intruders(seat))))]
}

// Sentry returns the movable Unit that can best guard our unguarded VIP: the nearest one that gets there at once, otherwise the
// nearest one that may get there with its Move Action; nil if there is none.
func (p *Position) Sentry() *Sentry {
	if !p.posted {
		p.posted, p.sentry = true, p.findSentry()
	}
	return p.sentry
}

func (p *Position) findSentry() *Sentry {
	seat := p.Viewer.Seat()
	if p.Guided || !p.Exposed(seat) {
		return nil
	}
	var later *Sentry
	home, _ := p.VIP(seat)
	for _, l := range p.nearHome(downsync.Movable(p.Menu)) {
		s := Sentry{Move: MoveOf(p.Menu, l)}
		x, b, ok := p.Base(s.Ref)
		if !ok {
			continue
		}
		if s.To, _, ok = p.Furthest(s.Move, x, b.Point, p.Beside(x, home.At, b.Point), p.Spd(x), 500); !ok {
			continue
		}
		moved := p.View
		for _, step := range s.Steps(p.View, s.To) {
			moved = moved.Standing(step.Ref, step.To)
		}
		after, _ := moved.Piece(l)
		switch gap := p.ToVIP(after); {
		case gap <= p.Mission().BlockRange:
			s.There = true
			return &s
		case later == nil && !b.Stun && gap-p.Mission().BlockRange <= p.Spd(x):
			later = &s
		}
	}
	return later
}

// nearHome returns the pieces that are Units, do not guard the own VIP and are nearer to it than to where they score.
// The nearest comes first.
func (p *Position) nearHome(all []downsync.Label) []downsync.Label {
	out := those(all, func(l downsync.Label) bool {
		x, b, ok := p.Base(downsync.Ref{Label: l})
		return ok && !x.IsPing() && p.ToVIP(x) > p.Mission().BlockRange && p.ToVIP(x) < p.ScoreGap(x.Seat, b.Disc())
	})
	sortBy(out, func(l downsync.Label) plane.Inch { x, _ := p.Piece(l); return p.ToVIP(x) })
	return out
}

// mayGuard reports whether the contact may be revealed as a Unit that could then guard the own VIP in this Turn.
func (p *Position) mayGuard(l downsync.Label) bool {
	x, ok := p.Piece(l)
	return ok && x.IsPing() && len(x.Bases) > 0 && slices.ContainsFunc(p.Reserve, func(slug string) bool {
		u := p.Cards().Must(slug)
		return u.Signature == x.Sig && p.ToVIP(x)-p.Mission().BlockRange <= 2*plane.In(u.Spd)
	})
}

// Returning returns the Move Action that brings one of the Units to the unguarded own VIP as its guard; ok is false if there is
// none.
func (p *Position) Returning(units []downsync.Label) (s Step, ok bool) {
	seat := p.Viewer.Seat()
	if p.Guided || !p.Exposed(seat) {
		return s, false
	}
	home, _ := p.VIP(seat)
	for _, l := range p.nearHome(units) {
		x, b, _ := p.Base(downsync.Ref{Label: l})
		if len(x.Bases) != 1 || !p.CanWatch(l) { // it has no Action Point
			continue
		}
		m := Move{Ref: downsync.Ref{Label: l}, Last: true}
		at, _, ok := p.Furthest(m, x, b.Point, p.Beside(x, home.At, b.Point), p.Spd(x), 500)
		if ok && plane.Gap(plane.Disc{At: at, R: b.R}, home.Disc) <= p.Mission().BlockRange {
			return Step{Ref: m.Ref, To: at}, true
		}
	}
	return s, false
}
