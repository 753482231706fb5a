package downsync

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
	"downsync/game/plane"

	rules "downsync/game/downsync"
)

// Advice where newcomers lose most: one short line under a question, from what its player knows. /settings leaves it out.

// advice is the lines for the draft, "" where there is none to give.
func advice(c *layout, d draft) string {
	if c.plain || c.guided {
		return ""
	}
	said, met := tip(c, d), ""
	if d.None() {
		met = firstMet(c)
	}
	return paragraph(c.v.when(said != "", "💡 %s", said), c.v.when(met != "", "💡 %s", met))
}

// tip is what the draft may cost or gain, "" where it needs no word.
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
			said = leavesCover(c, d)
		}
	case d.None() && mayScore(c) != "":
		said = mayScore(c)
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

// firstMet says what a boost of priority is until the seat has chosen about one, and what a Hardened CM is until it has used one.
func firstMet(c *layout) string {
	chosen := func(f game.Fact) bool {
		b, is := f.(rules.Boosted)
		return is && b.Seat == c.Ask.Seat
	}
	used := func(f game.Fact) bool {
		x, is := f.(rules.CounterChecked)
		return is && x.Token == "hardened" && c.v.mine(x.Target.Label)
	}
	boosts := c.Ask.Name == "boost" && len(c.Ask.Menu) > 1 || (c.Ask.Name == "react" || c.Ask.Name == "declare") && reaction{c}.mayBoost(1) &&
		len(eligible(c.v, c.Ask.Seat)) > 0
	switch {
	case boosts && !slices.ContainsFunc(c.p.Facts, chosen):
		return c.v.Text("**Boost**: for 1 CP one die more for who acts first; the best counts.")
	case c.Ask.Name == "counter" && offers(c.Ask.Menu, rules.Counter{Token: "hardened"}.Order()) && !slices.ContainsFunc(c.p.Facts, used):
		return inEdition(c.v.Rules, c.v.Text("**Hardened CM**: it stops the hit without a die, but unlike CM tokens it never comes back."))
	}
	return ""
}

// explained is how many Rounds it is said what Overwatch is, as long as the seat has not taken it.
const explained = 2

// firstWatch says what Overwatch is where a button first offers it, and what a bluff of it is.
func firstWatch(c *layout) string {
	taken := slices.ContainsFunc(c.p.Facts, func(f game.Fact) bool {
		took, is := f.(rules.OverwatchTaken)
		return is && c.v.mine(took.Unit)
	})
	offered := c.watches || c.Ask.Name == "act" && offers(c.Ask.Menu, rules.ActOverwatch{}.Order())
	if taken || !offered || c.v.Round > explained {
		return ""
	}
	return c.v.Text("**Overwatch**: it may react in the enemy's Turns, though it has acted.") +
		c.v.when(c.bluffs, " **Bluff**: it may not, and the enemy cannot tell.")
}

// onlyAmbush reports whether the seat could react, but with nobody who stands there revealed.
func onlyAmbush(c *layout) bool {
	return c.Ask.Name == "react" && offers(c.Ask.Menu, rules.React{}.Order()) && len(eligible(c.v, c.Ask.Seat)) == 0
}

// again says why the same side has another Turn: a side with nothing left to activate is passed over (R6.2).
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

// inRange says who has a target in a reaction, with the best chance, or how far off the nearest enemy is.
func inRange(c *layout) string {
	mine := eligible(c.v, c.Ask.Seat)
	if all := best(c, mine); len(all) > 0 {
		return c.v.Say("In range: %s. Best: %s.", list(each(all, func(x volley) rules.Label { return x.piece })), all[0].label(c, true))
	}
	r, near, gap, reach := rules.Ref{}, rules.Ref{}, plane.Inch(0), 0
	for _, l := range mine {
		if q, g, far, ok := nearestTo(c, rules.Ref{Label: l}); ok && (r.Label == "" || g < gap) {
			r, near, gap, reach = rules.Ref{Label: l}, q, g, far
		}
	}
	switch {
	case r.Label == "":
		return ""
	case reach > 0 && gap > plane.In(reach):
		return c.v.Say("Nobody is in range: the nearest enemy is %s, %s\" from %s, which reaches %d\".", near, gap, r, reach)
	}
	return c.v.Say("No target in sight: the nearest enemy is %s, %s\" from %s.", near, gap, r)
}

// shotLeft says what the activation could still shoot at.
func shotLeft(c *layout) string {
	if all := volleys(c); len(all) > 0 {
		return c.v.Say("Left to shoot: %s.", all[0].label(c, false))
	}
	return ""
}

// stagedMove reports whether the draft, or what is proposed in its place, moves somebody.
func stagedMove(c *layout, d draft) bool {
	if d.None() {
		d, _ = proposal(c)
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	return d.Verb() == rules.Everyone || ok && m.has && !m.deploy
}

// leavesCover names the Units that stand in cover from all that see them, or unseen, and would end where an enemy has them in the
// open. A contact cannot be attacked, so it needs no cover.
func leavesCover(c *layout, d draft) string {
	if d.None() {
		d, _ = proposal(c)
	}
	var out []rules.Label
	for _, s := range stagedSteps(c, d) {
		p, b, ok := c.v.base(s.ref)
		if !ok || p.IsPing() || slices.Contains(out, p.Label) {
			continue
		}
		if open, _ := watchers(c, p, b, b.Point, 1); len(open) > 0 {
			continue
		}
		if open, _ := watchers(c, p, b, s.to, 1); len(open) > 0 {
			out = append(out, p.Label)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return c.v.Say("In the open after it, and not now: %s.", strings.Join(each(out, routes{c}.withPassenger), ", "))
}

// mayScore names the Units that could be moved now to where they would score a point, which no button proposes beside shots and
// Overwatch.
func mayScore(c *layout) string {
	var mine []rules.Label
	switch {
	case c.Ask.Name == "next" || c.Ask.Name == "priority":
		mine = those(activatable(c.Ask.Menu), c.v.CanWatch) // who has an Action Point
	case c.Ask.Name == "act" && c.v.Acting != nil && slices.ContainsFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == "act move" }):
		mine = []rules.Label{c.v.Acting.Label}
	}
	var near []string
	for _, l := range mine {
		p, _ := c.v.Piece(l)
		gap, ok := c.v.ToScore(l)
		_, gets := scorers{c}.scoring(l) // which terrain or other bases may prevent; of several bases it is not known
		if ok && gap > rules.ScoreRange && gap-rules.ScoreRange <= c.v.Spd(p) && (gets || len(p.Bases) > 1) && (scorers{c}).wouldScore(p) {
			near = append(near, c.v.Say("%s (%s\")", l, tenths(gap)))
		}
	}
	if len(near) == 0 {
		return ""
	}
	return c.v.Say("A Move Action may take it to where it scores: %s.", strings.Join(near, ", "))
}

// wouldScore reports whether the Unit would score a point where its side scores, of two such places at the nearer, as the others
// stand now.
func (sc scorers) wouldScore(p rules.Piece) bool {
	from, goals := p.Bases[0].Point, sc.c.v.Goals()
	goal := goals[2-p.Seat].At
	if sc.c.v.Rules == rules.Edition42 && plane.Dist(from, goals[p.Seat-1].At) < plane.Dist(from, goal) {
		goal = goals[p.Seat-1].At
	}
	f, ok := sc.c.v.Standing(rules.Ref{Label: p.Label}, beside(sc.c, p, goal, from)).Scoring(p.Label)
	return ok && f.VP > 0
}

// lastCP reports whether the question offers to spend the seat's last Command Point.
func lastCP(c *layout) bool {
	return c.v.Round > 0 && c.v.CP.Of(c.Ask.Seat) == 1 && (c.Ask.Name == "boost" && len(c.Ask.Menu) > 1 || c.Ask.Name == "refresh" ||
		c.Ask.Name == "counter" && offers(c.Ask.Menu, rules.Counter{Token: "cm", Boost: true}.Order()))
}
