package downsync

import (
	"slices"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
)

// The own VIP: its guards, the enemies that may score at it, and what the main button does about them. The advice and the
// main button use the same answers: the button counters the danger that the advice names, or the advice says why nothing can.

// conceded says what the enemy can score at the end of its Turn with the Units that are there now, "" if nothing (R25.4). A pass leads to
// it only for a seat that could also react.
func conceded(c *layout) string {
	seat := c.Ask.Seat
	there := c.pos.Intruders(seat)
	if len(there) == 0 || c.v.Active == seat {
		return ""
	}
	f, _ := c.v.Scoring(there[0]) // the answer counts all Units that score there, not only this one
	mayReact := offers(c.Ask.Menu, "react")
	switch wins := c.v.VP.Of(3-seat)+f.VP >= c.v.Mission().Win; {
	case f.VP == 0:
		return ""
	case wins && mayReact:
		return c.v.Say("**If you pass, the enemy can score %d VP when this Turn ends, and win.**", f.VP)
	case wins:
		return c.v.Say("**The enemy can score %d VP when this Turn ends, and win.**", f.VP)
	case mayReact:
		return c.v.Say("If you pass, the enemy can score %d VP when this Turn ends.", f.VP)
	default:
		return c.v.Say("The enemy can score %d VP when this Turn ends.", f.VP)
	}
}

// guardsSaid names on a button what the sentry does.
func guardsSaid(v wording.Reading, s *advice.Sentry) string {
	return v.Say(wording.Either(s.There, "%s guards my VIP", "%s goes to guard my VIP"), s.Ref.Label)
}

// playWithSentry adds the buttons of a march that sends a sentry and moves the given number of other pieces.
func playWithSentry(c *layout, s *advice.Sentry, others int, all []string, style wire.Style) {
	rest := len(rules.Movable(c.Ask.Menu)) - others - 1
	switch {
	case others == 0 && rest > 0:
		c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), c.v.Say("%s guards my VIP, the rest stays", s.Ref.Label), style)
	case others == 0:
		c.Play(strings.Join(all, "; "), guardsSaid(c.v, s), style)
	case rest > 0:
		c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), c.v.Say("%[2]s guards, move %[1]d, the rest stays", others, s.Ref.Label), style)
	default:
		c.Play(strings.Join(all, "; "), c.v.Say("%s guards, move the rest there", s.Ref.Label), style)
	}
}

// sendSentry returns the draft that moves only the sentry. ok is false if the menu has no such move.
func sendSentry(c *layout, s *advice.Sentry) (d draft, ok bool) {
	verb := "move"
	if len(s.All) > 0 {
		verb = rules.Together
	}
	for _, ch := range c.Ask.Menu {
		if ch.Verb == verb && slices.Contains([]string{s.Ref.String(), string(s.Ref.Label)}, subject(ch)) {
			return placed(s.Move, c.v, menu.Begin(ch), s.To), true
		}
	}
	return d, false
}

// toGuardNow offers the Move Action that brings a Unit to the own VIP as its guard, and reports whether there is one.
func toGuardNow(c *layout, units []rules.Label) bool {
	s, ok := c.pos.Returning(units)
	if ok {
		c.going = append(c.going, s)
		c.Play(strings.Join(s.Activation(), "; "), c.v.Say("%s: move to guard my VIP", s.Ref), wire.Primary)
	}
	return ok
}

// unguarded warns of the enemy that may score at the own VIP while it has too few guards, and says who can guard it, or that
// nobody can. It returns "" if there are guards enough.
func unguarded(c *layout) string {
	seat := c.Ask.Seat
	if !c.pos.Exposed(seat) {
		return ""
	}
	q, gap, _ := c.pos.Threat(seat)
	said := ""
	switch guards, there := len(c.pos.Guards(seat)), len(c.pos.Intruders(seat)); {
	case guards > 0:
		said = c.v.Say("Too few guard your VIP: the enemy scores there with %d, and you guard it with %d.", there, guards)
	case gap <= 0:
		said = c.v.Say("Nobody guards your VIP: %s stands where it scores.", q)
	default:
		said = c.v.Say("Nobody guards your VIP: %s is %s\" from where it scores.", q, wording.Tenths(gap))
	}
	return said + " " + relief(c)
}

// relief says who can still guard the own VIP in this Turn, or that nobody can.
func relief(c *layout) string {
	moves := c
	switch c.Ask.Name {
	case "designate":
		if moves = nil; c.advancing() != nil {
			moves = c.advancing().moves
		}
	case "next", "priority":
		if s, ok := c.pos.Returning(c.pos.Activatable()); ok {
			return c.v.Say("%s can guard it with a Move Action.", s.Ref)
		}
		return c.v.Say("No Unit left to act gets within %s\" of it.", c.v.Mission().BlockRange)
	}
	switch {
	case moves == nil: // another question comes first: what to reveal, or what to refresh
		return c.v.Say("A revealed Unit of yours within %s\" of it takes a point away; a contact takes none.", c.v.Mission().BlockRange)
	case moves.pos.Sentry() == nil:
		return c.v.Say("No Unit of yours gets within %s\" of it.", c.v.Mission().BlockRange)
	case moves.pos.Sentry().There:
		return c.v.Say("%s can guard it: a Unit within %s\" of it takes a point away.", moves.pos.Sentry().Ref.Label, c.v.Mission().BlockRange)
	}
	return c.v.Say("It takes a move and a Move Action of %s to guard it.", moves.pos.Sentry().Ref.Label)
}
