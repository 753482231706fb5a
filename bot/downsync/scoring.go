package downsync

import (
	"strings"

	"downsync/bot/wire"
	rules "downsync/game/downsync"
)

// A VIP can make a move more urgent than a shot: a Unit that scores by its Move Action, or one that guards the own VIP
// (R25.4).

// partly names one of the asked seat's Units that is at the enemy's VIP with too few of its bases to count (R25.5). It
// returns "" if there is none.
func partly(c *layout) string { return c.v.Partly(c.Ask.Seat, nil) }

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
