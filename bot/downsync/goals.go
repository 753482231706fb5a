package downsync

import (
	"slices"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// What the VIPs ask for comes before a shot: a Unit that scores by its Move Action, and one that guards the own VIP (R25.4).

// scorers says which Units score where they stand, and which may come to.
type scorers struct{ c *layout }

// scoring is the Move Action by which a Unit of one base comes to where it scores; ok is false if there is none.
func (sc scorers) scoring(l rules.Label) (s step, ok bool) {
	p, b, ok := sc.c.v.base(rules.Ref{Label: l})
	if !ok || p.IsPing() || len(p.Bases) != 1 {
		return s, false
	}
	gap, spd := scoreGap(sc.c.v, p.Seat, b.Disc()), sc.c.v.Spd(p)
	if gap <= rules.ScoreRange || gap-rules.ScoreRange > spd {
		return s, false
	}
	m := move{ref: rules.Ref{Label: l}, last: true}
	goals := sc.c.v.Goals()
	for _, vip := range []plane.Disc{goals[2-p.Seat], goals[p.Seat-1]} {
		off := vip.R + rules.ScoreRange - 100 + b.R // a little less than the range, as lengths are rounded
		for _, at := range roundAbout(vip.At, b.Point, off, plane.Dist(vip.At, b.Point)) {
			scores := plane.Dist(b.Point, at) <= spd && scoreGap(sc.c.v, p.Seat, plane.Disc{At: at, R: b.R}) <= rules.ScoreRange
			if scores && free(sc.c, plane.Disc{At: at, R: b.R}, b.Point) && m.possible(sc.c.v, at) {
				return step{ref: m.ref, to: at}, true
			}
		}
		if sc.c.v.Rules != rules.Edition42 { // the other one is its own
			break
		}
	}
	return s, false
}

// standing counts the seat's Units that have a base within that range of the goal.
func (sc scorers) standing(seat, goal int, within plane.Inch) int {
	n := 0
	for _, p := range sc.c.v.Pieces {
		if int(p.Seat) == seat && !p.IsPing() && slices.ContainsFunc(p.Bases, func(b rules.Base) bool { return plane.Gap(b.Disc(), sc.c.v.Goals()[goal]) <= within }) {
			n++
		}
	}
	return n
}

// here counts the asked seat's Units that score where they stand.
func (sc scorers) here() int {
	return len(own(sc.c.v, sc.c.Ask.Seat, func(p rules.Piece) bool { _, ok := sc.c.v.Scoring(p.Label); return ok }))
}

// partly says which of the asked seat's Units are at the enemy's VIP with too few of their bases to count (R25.5); "" if none is.
func partly(c *layout) string { return c.v.partly(c.Ask.Seat, nil) }

// partly speaks of those of the seat's Units that none of the facts mentions.
func (v reading) partly(seat game.Seat, since []game.Fact) string {
	if v.Rules == rules.Edition42 || seat == 0 { // any one base counts there
		return ""
	}
	goal := v.Goals()[2-seat]
	for _, l := range own(v, seat, func(p rules.Piece) bool { return len(p.Bases) > 1 }) {
		if slices.ContainsFunc(since, func(f game.Fact) bool {
			m, moved := f.(rules.Moved)
			d, lost := f.(rules.Destroyed)
			return moved && m.Base.Label == l || lost && d.Target.Label == l
		}) {
			continue
		}
		p, _ := v.Piece(l)
		near := len(those(p.Bases, func(b rules.Base) bool { return plane.Gap(b.Disc(), goal) <= rules.ScoreRange }))
		if _, counts := v.Scoring(l); near > 0 && !counts {
			return v.Say("%[1]s does not score yet: of its bases, %[2]d of %[3]d stand at the enemy VIP. It takes %[4]d.", l, near, len(p.Bases), len(p.Bases)/2+1)
		}
	}
	return ""
}

// lacking is how many Units more it takes for a point at the enemy's VIP, with so many that may still come there; 0 if there are enough.
func (sc scorers) lacking(coming int) int {
	seat := int(sc.c.Ask.Seat)
	mine, theirs := sc.here()+coming, sc.standing(3-seat, 2-seat, sc.c.v.BlockRange())
	return max(0, theirs+1-mine)
}

// toScoreNow offers to move the Units that come to score by it before anything else, and reports whether it did.
func (sc scorers) toScoreNow(units []rules.Label) bool {
	if sc.c.guided || sc.c.v.Rules == rules.Edition42 {
		return false
	}
	var all []step
	for _, l := range units {
		if s, ok := sc.scoring(l); ok && sc.c.v.CanWatch(l) { // it has an Action Point
			all = append(all, s)
		}
	}
	if len(all) == 0 || sc.lacking(len(all)) > 0 {
		return false
	}
	sc.c.going = append(sc.c.going, all[0])
	sc.c.Play(all[0].goesOn(), sc.c.v.Say("%s: move to where it scores", all[0].ref), bot.Primary)
	return true
}

// tooFew says that the Units at the enemy's VIP are too few for a point.
func tooFew(c *layout) string {
	seat := int(c.Ask.Seat)
	if c.v.Rules == rules.Edition42 || (scorers{c}).here() == 0 {
		return ""
	}
	if more := (scorers{c}).lacking(0); more > 0 {
		return c.v.Say("Too few at the enemy VIP to score: the enemy has %d within %s\" of it. It takes %d {Unit|Units} more.",
			scorers{c}.standing(3-seat, 2-seat, c.v.BlockRange()), c.v.BlockRange(), more)
	}
	return ""
}
