package downsync

import (
	"slices"
	"strings"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// What the VIPs ask for comes before a shot: a Unit that scores by its Move Action, and one that guards the own VIP (R25.4).

// partly says which of the asked seat's Units are at the enemy's VIP with too few of their bases to count (R25.5); "" if none is.
func partly(c *layout) string { return c.v.partly(c.Ask.Seat, nil) }

// partly speaks of those of the seat's Units that none of the facts mentions.
func (v reading) partly(seat game.Seat, since []game.Fact) string {
	if v.Rules == rules.Edition42 || seat == 0 { // any one base counts there
		return ""
	}
	goal := v.Goals()[2-seat]
	for _, l := range v.Own(seat, func(p rules.Piece) bool { return len(p.Bases) > 1 }) {
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

// toScoreNow offers to move a Unit that comes to score by it before anything else, and reports whether it did.
func toScoreNow(c *layout, units []rules.Label) bool {
	s, ok := c.pos.ScoringNow(units)
	if ok {
		c.going = append(c.going, s)
		c.Play(strings.Join(s.Activation(), "; "), c.v.Say("%s: move to where it scores", s.Ref), bot.Primary)
	}
	return ok
}

// tooFew says that the Units at the enemy's VIP are too few for a point.
func tooFew(c *layout) string {
	more := c.pos.TooFew()
	seat := c.Ask.Seat
	return c.v.when(more > 0, "Too few at the enemy VIP to score: the enemy has %d within %s\" of it. It takes %d {Unit|Units} more.",
		c.pos.Around(3-seat, int(2-seat), c.v.BlockRange()), c.v.BlockRange(), more)
}
