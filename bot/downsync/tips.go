package downsync

import (
	"slices"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/page"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
)

// Advice about the most frequent mistakes of newcomers: one short line under a question, from what its player knows.
// /settings turns it off.

// adviceLine returns the lines of advice for the draft, "" if there is none.
func adviceLine(c *layout, d draft) string {
	if c.plain || c.guided {
		return ""
	}
	said, met := tip(c, d), ""
	if d.None() {
		met = firstMet(c)
	}
	return wording.Paragraph(c.v.When(said != "", "💡 %s", said), c.v.When(met != "", "💡 %s", met))
}

// tip says what the draft may cost or gain, "" if there is nothing to say.
func tip(c *layout, d draft) string {
	said := ""
	switch {
	case d.None() && onlyAmbush(c):
		said = strings.TrimSpace(conceded(c) + " " + c.v.Text("Only an **Ambush** is possible: it reveals a contact, and what reacts has acted for this Round."))
	case c.Ask.Name == "react" && d.None():
		said = strings.TrimSpace(conceded(c) + " " + inRange(c))
	case d.Verb() == "end":
		said = shotLeft(c)
	case stagedMove(c, d):
		if d.None() { // a point is worth more than cover
			said = unguarded(c)
		}
		if said == "" {
			moved := d
			if d.None() {
				moved, _ = proposal(c)
			}
			open := c.pos.LeavesCover(stagedSteps(c, moved))
			said = c.v.When(len(open) > 0, "In the open after it, and not now: %s.",
				strings.Join(page.Each(open, func(l rules.Label) string { return withPassenger(c, l) }), ", "))
		}
	case d.None() && len(c.pos.MayScore()) > 0:
		said = c.v.Say("A Move Action may take it to where it scores: %s.",
			strings.Join(page.Each(c.pos.MayScore(), func(s advice.Scorer) string { return c.v.Say("%s (%s\")", s.Unit, wording.Tenths(s.Gap)) }), ", "))
	case d.None() && slices.Contains([]string{"designate", "move", "next", "priority", "act"}, c.Ask.Name) && partly(c) != "":
		said = partly(c)
	case d.None() && slices.Contains([]string{"move", "next", "priority", "act"}, c.Ask.Name) && tooFew(c) != "":
		said = tooFew(c)
	case d.None() && lastCP(c):
		said = c.v.Text("Your last CP of this Round: after it nothing is left for boosts.")
	}
	if said == "" && d.None() && slices.Contains([]string{"designate", "move", "next"}, c.Ask.Name) {
		said = unguarded(c)
	}
	if said == "" && d.None() {
		said = firstWatch(c)
	}
	return said
}

// firstMet explains a boost of priority until the seat has decided about one, and a Hardened CM until the seat has used one.
func firstMet(c *layout) string {
	chosen := func(f game.Fact) bool {
		b, is := f.(rules.Boosted)
		return is && b.Seat == c.Ask.Seat
	}
	used := func(f game.Fact) bool {
		x, is := f.(rules.CounterChecked)
		return is && x.Token == "hardened" && c.v.Mine(x.Target.Label)
	}
	boosts := c.Ask.Name == "boost" && len(c.Ask.Menu) > 1 || (c.Ask.Name == "react" || c.Ask.Name == "declare") && c.pos.MayBoost(1) &&
		len(c.pos.Eligible()) > 0
	switch {
	case boosts && !slices.ContainsFunc(c.p.Facts, chosen):
		return c.v.Text("**Boost**: for 1 CP one die more for who acts first; the best counts.")
	case c.Ask.Name == "counter" && offers(c.Ask.Menu, rules.Counter{Token: "hardened"}.Order()) && !slices.ContainsFunc(c.p.Facts, used):
		return wording.InEdition(c.v.Rules, c.v.Text("**Hardened CM**: it stops the hit without a die, but unlike CM tokens it never comes back."))
	}
	return ""
}

// explained is the number of Rounds in which Overwatch is explained, unless the seat takes it earlier.
const explained = 2

// firstWatch explains Overwatch when a button first offers it, and also its bluff.
func firstWatch(c *layout) string {
	taken := slices.ContainsFunc(c.p.Facts, func(f game.Fact) bool {
		took, is := f.(rules.OverwatchTaken)
		return is && c.v.Mine(took.Unit)
	})
	offered := c.watches || c.Ask.Name == "act" && offers(c.Ask.Menu, rules.ActOverwatch{}.Order())
	if taken || !offered || c.v.Round > explained {
		return ""
	}
	return c.v.Text("**Overwatch**: it may react in the enemy's Turns, though it has acted.") +
		c.v.When(c.bluffs, " **Bluff**: it may not, and the enemy cannot tell.")
}

// onlyAmbush reports whether the seat could react, but with none of its revealed Units.
func onlyAmbush(c *layout) bool {
	return c.Ask.Name == "react" && offers(c.Ask.Menu, rules.React{}.Order()) && len(c.pos.Eligible()) == 0
}

// again says why the same side has another Turn: a side with nothing left to activate is skipped (R6.2).
func again(c *layout) string {
	var active []game.Seat
	for _, f := range c.p.Facts {
		if f, ok := f.(rules.TurnBegan); ok {
			active = append(active, f.Active)
		}
	}
	n := len(active)
	if c.Ask.Name != "designate" && c.Ask.Name != "react" || n < 2 || active[n-1] != active[n-2] {
		return ""
	}
	return c.v.Text("A second Turn in a row: the other side has nothing left to activate in this Round.")
}

// inRange says which Units have a target in a reaction, with the best chance, or how far away the nearest enemy is.
func inRange(c *layout) string {
	mine := c.pos.Eligible()
	if all := c.pos.Best(mine); len(all) > 0 {
		return c.v.Say("In range: %s. Best: %s.", wording.List(page.Each(all, func(x advice.Volley) rules.Label { return x.Piece })), volleyLabel(c, all[0], true))
	}
	r, near, gap, reach, reaches := rules.Ref{}, rules.Ref{}, plane.Inch(0), 0, false
	for _, l := range mine {
		q, g, far, ok := c.pos.NearestTo(l)
		if !ok {
			continue
		}
		within := far == 0 || g <= plane.In(far)
		if r.Label == "" || within && !reaches || within == reaches && g < gap {
			r, near, gap, reach, reaches = rules.Ref{Label: l}, q, g, far, within
		}
	}
	switch {
	case r.Label == "":
		return ""
	case !reaches:
		const tenth = plane.Inch(100)
		gap = (gap + tenth - 1) / tenth * tenth // upward: it is more than the reach
		return c.v.Say("Nobody is in range: the nearest enemy is %s, %s\" from %s, which reaches %d\".", near, gap, r, reach)
	}
	return c.v.Say("No target in sight: the nearest enemy is %s, %s\" from %s.", near, gap, r)
}

// shotLeft says what the activation could still shoot at.
func shotLeft(c *layout) string {
	if all := c.pos.Volleys(); len(all) > 0 {
		return c.v.Say("Left to shoot: %s.", volleyLabel(c, all[0], false))
	}
	return ""
}

// stagedMove reports whether the draft moves a piece. Without a draft it looks at the proposal.
func stagedMove(c *layout, d draft) bool {
	if d.None() {
		d, _ = proposal(c)
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	return d.Verb() == rules.Everyone || ok && m.Has && !m.Deploy
}

// lastCP reports whether the question offers to spend the seat's last Command Point.
func lastCP(c *layout) bool {
	return c.v.Round > 0 && c.v.CP.Of(c.Ask.Seat) == 1 && (c.Ask.Name == "boost" && len(c.Ask.Menu) > 1 || c.Ask.Name == "refresh" ||
		c.Ask.Name == "counter" && offers(c.Ask.Menu, rules.Counter{Token: "cm", Boost: true}.Order()))
}
