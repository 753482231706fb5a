package downsync

import (
	"slices"
	"strings"

	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
)

// A VIP can make a move more urgent than a shot: a Unit that scores by its Move Action, or one that guards the own VIP
// (R25.4).

// partly names one of the asked seat's Units that is at the enemy's VIP with too few of its bases to count (R25.5). It
// returns "" if there is none.
func partly(c *layout) string { return c.v.partly(c.Ask.Seat, nil) }

// partly does the same for a seat. It skips Units that have moved or lost a base in the facts since.
func (v reading) partly(seat game.Seat, since []game.Fact) string {
	goal, ok := v.VIP(3 - seat)
	if seat == 0 || !ok {
		return ""
	}
	for _, l := range v.Own(seat, func(p rules.Piece) bool { return len(p.Bases) > 1 }) {
		if slices.ContainsFunc(since, func(f game.Fact) bool {
			m, moved := f.(rules.Moved)
			d, lost := f.(rules.Destroyed)
			return moved && m.Base.Label == l || lost && d.Target.Label == l
		}) {
			continue
		}
		p, _ := v.Piece(l)
		near := len(those(p.Bases, func(b rules.Base) bool { return plane.Gap(b.Disc(), goal.Disc) <= v.Mission().ScoreRange }))
		takes, can := v.Mission().Takes(len(p.Bases), v.Cards().Must(p.Unit).Bases())
		if near > 0 && can && near < takes {
			return v.Say("%[1]s does not score yet: of its bases, %[2]d of %[3]d stand at the enemy VIP. It takes %[4]d.", l, near, len(p.Bases), takes)
		}
	}
	return ""
}

// toScoreNow offers the Move Action by which one of the Units scores before anything else, and reports whether there is one.
func toScoreNow(c *layout, units []rules.Label) bool {
	s, ok := c.pos.ScoringNow(units)
	if ok {
		c.going = append(c.going, s)
		c.Play(strings.Join(s.Activation(), "; "), c.v.Say("%s: move to where it scores", s.Ref), wire.Primary)
	}
	return ok
}

// tooFew says how many more Units it takes for a point if those at the enemy's VIP are too few, otherwise "".
func tooFew(c *layout) string {
	more := c.pos.TooFew()
	if more == 0 {
		return ""
	}
	vip, _ := c.v.VIP(3 - c.Ask.Seat)
	return c.v.Say("Too few at the enemy VIP to score: the enemy has %d within %s\" of it. It takes %d {Unit|Units} more.",
		c.pos.Blocking(3-c.Ask.Seat, vip), c.v.Mission().BlockRange, more)
}
