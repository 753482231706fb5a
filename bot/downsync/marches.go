package downsync

import (
	"slices"
	"strconv"
	"strings"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"
)

// A Unit may move in formation: "together A3 to 12,10" names the place where its first base ends, and the others go the same
// way. The bot plays one move for each base, the foremost first, so that no base blocks another.

// orders returns the orders that a draft plays. They end an activation that has nothing left to do, so that one undo takes
// back both.
func orders(c *layout, d draft) []string {
	if m, ok := readMarch(d); ok {
		return c.allMoved(ordered(c.pos.March(m), advice.Sent(c.Ask.Menu)))
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	all := reveals(d)
	switch verb := d.Verb(); {
	case len(all) > 0:
		out := page.Each(all, rules.Reveal.Order)
		if c.pos.OthersHidden(all) && !c.guided {
			out = append(out, rules.Done{}.Order())
		}
		return out
	case (verb == rules.Onward || verb == rules.Farther) && m.Has:
		return advice.Step{Ref: m.Ref, To: m.To, Via: m.Via}.Activation()
	case verb == "act move" && c.v.SpendsLast(c.Ask.Menu, m.Ref.N), verb == "act overwatch" && (c.v.WatchEnds(c.Ask.Menu) || c.Ask.Name == "act" && !c.guided && len(c.pos.Volleys()) == 0):
		return []string{d.Partial.String(), rules.End{}.Order()}
	case ok && len(m.All) > 0 && !m.Sprint:
		return c.allMoved(ordered(m.Steps(c.v.View, m.To), false))
	case ok && verb == "move":
		return c.allMoved([]string{d.Partial.String()})
	}
	return []string{d.Partial.String()}
}

// allMoved appends the order that ends the moves if these orders leave nothing to move, so that nobody is asked about that.
func (c *layout) allMoved(orders []string) []string {
	if c.Ask.Name != "move" || c.guided || len(orders) == 0 {
		return orders
	}
	moves := wording.Those(c.Ask.Menu, func(ch game.Choice) bool { return ch.Verb == "move" })
	left := slices.ContainsFunc(moves, func(ch game.Choice) bool {
		return !slices.ContainsFunc(orders, func(o string) bool { return strings.HasPrefix(o, ch.Words+" ") })
	})
	if left {
		return orders
	}
	return append(orders, rules.Done{}.Order())
}

// ordered writes the steps as orders. on reports whether contacts move in their activation.
func ordered(all []advice.Step, on bool) []string {
	if on {
		return slices.Concat(page.Each(all, advice.Step.Activation)...)
	}
	return page.Each(all, func(s advice.Step) string { return rules.Move{What: s.Ref, To: s.To}.Order() })
}

// All pieces that have not moved may be sent in one direction at once: "everyone towards B4 upto 3" is short for a move of
// each base.

// everyone offers the goals to which all pieces can be sent.
func everyone(c *layout, d draft, placeholder game.Text) {
	all := rules.Movable(c.Ask.Menu)
	if len(all) < 2 {
		return
	}
	p, b, _ := c.v.Base(rules.Ref{Label: all[0]})
	var goals wording.Options
	now, _ := readMarch(d)
	for _, h := range c.pos.Headings(p, b.Point) {
		goals.Add(wire.Option{Value: h.Word, Label: c.v.Say("All: %s", c.headingName(h.Word, p.Seat)), Chosen: h.Word == now.Goal})
	}
	i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == rules.Everyone })
	c.Select(menu.Begin(c.Ask.Menu[i]), c.v.Text(placeholder), goals, 1, 1)
}

// marching offers to play the draft of a march, and to change it.
func marching(c *layout, d draft) {
	m, ok := readMarch(d)
	if !ok {
		return
	}
	if len(c.pos.March(m)) > 0 {
		c.playMarch(d, wire.Success)
	} else if !advice.Sent(c.Ask.Menu) {
		c.Play(rules.Done{}.Order(), c.v.Text("Nobody moves"), wire.Secondary)
	}
	everyone(c, d, "Or all somewhere else")
	var far []wire.Option
	fastest := plane.Inch(0)
	for _, l := range rules.Movable(c.Ask.Menu) {
		p, _ := c.v.Piece(l)
		fastest = max(fastest, c.v.Spd(p))
	}
	for n := 1; n <= min(rules.MostFar, int(fastest/1000)); n++ {
		far = append(far, wire.Option{Value: strconv.Itoa(n), Label: c.v.Say("At most %d\"", n), Chosen: plane.Inch(n)*1000 == m.Upto})
	}
	c.Select(draft{Partial: d.Until("far")}, c.v.Text("How far at most?"), far, 1, 1)
}

// playMarch adds the buttons that play a march. If some pieces have no way, one button leaves them in place and another asks
// about them.
func (c *layout) playMarch(d draft, style wire.Style) {
	all, said := orders(c, d), game.Text("Move all %d there")
	m, _ := readMarch(d)
	moving := len(advice.Labels(c.pos.March(m)))
	if s := c.pos.SentryOf(m); s != nil {
		playWithSentry(c, s, moving-1, all, style)
		return
	}
	if advice.Sent(c.Ask.Menu) {
		said = "Move all %d there, end activations"
		if moving < len(c.pos.Activatable()) && len(idle(c)) == 0 { // pieces without a way have nothing else to do
			all, said = append(slices.Clone(all), rules.Done{}.Order()), "Move %d there, then end the Turn"
		}
	} else if rest := len(rules.Movable(c.Ask.Menu)) - moving; rest > 0 && !c.guided {
		c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), c.v.Say("Move %d there, the rest stays", moving), style)
		c.Play(strings.Join(all, "; "), c.v.Say("Move %d there, then ask about %d more", moving, rest), wire.Secondary)
		return
	}
	c.Play(strings.Join(all, "; "), c.v.Say(said, moving), style)
}

// mostAlone is the largest march, in pieces, that has a button for each piece.
const mostAlone = 4

// playEach adds a button for each piece of a small march: it moves this piece as the march does, and the others are asked
// about.
func (c *layout) playEach(d draft) {
	m, _ := readMarch(d)
	all := c.pos.March(m)
	pieces := advice.Labels(all)
	if len(pieces) < 2 || len(pieces) > mostAlone {
		return
	}
	for _, l := range pieces {
		one := advice.MoveOf(c.Ask.Menu, l)
		one.To = all[slices.IndexFunc(all, func(s advice.Step) bool { return s.Ref == one.Ref })].To
		if !one.Possible(c.v.View, one.To) { // impossible before the others have moved
			continue
		}
		label := c.v.Say("Move %s there", l)
		if guard := c.pos.SentryOf(m); guard != nil && guard.Ref.Label == l {
			label = guardsSaid(c.v, guard)
		}
		if advice.Sent(c.Ask.Menu) {
			label = c.v.Say("Move %s there, end its activation", l)
		}
		c.Play(strings.Join(c.allMoved(ordered(one.Steps(c.v.View, one.To), advice.Sent(c.Ask.Menu))), "; "), label, wire.Secondary)
	}
}

// mostAtLength is the largest march, in pieces, that is described in full. Larger ones are shortened until a phone shows
// every piece.
const mostAtLength = 2

// marchText says what the march does with each piece.
func marchText(c *layout, d draft) string {
	m, ok := readMarch(d)
	if !ok {
		return ""
	}
	v, all, guard := c.v, c.pos.March(m), c.pos.SentryOf(m)
	moving := advice.Labels(all)
	var lines []string
	stay := wording.Those(rules.Movable(c.Ask.Menu), func(l rules.Label) bool { return !slices.Contains(moving, l) })
	for _, l := range moving {
		i := slices.IndexFunc(all, func(s advice.Step) bool { return s.Ref.Label == l })
		_, left := v.Try().Way(all[i].Ref, all[i].To, nil)
		for j, s := range all {
			if s.Ref.Label == l && j != i {
				v.View = v.Standing(s.Ref, s.To)
			}
		}
		c = newLayout(table.Private{}, v, table.OpenAsk{})
		who, leads := pieceName(c, string(l)), moveOutcome(c, advice.Move{Ref: all[i].Ref}, all[i].To, left-left%10)
		if len(moving) > mostAtLength {
			who, leads = string(l), moveInShort(c, advice.Move{Ref: all[i].Ref}, all[i].To)
		}
		if guard != nil && guard.Ref.Label == l {
			leads = moveLeads(c, advice.Move{Ref: all[i].Ref}, all[i].To, left-left%10, v.Text(wording.Either(guard.There, "guards your VIP", "on its way to guard your VIP")))
		}
		lines = append(lines, "• "+v.Say("**%s**: %s", who, leads))
		v.View = v.Standing(all[i].Ref, all[i].To)
	}
	for _, l := range (&advice.Position{View: v.View}).Keepers() {
		if m.Goal == rules.GoalThere && slices.Contains(stay, l) {
			lines = append(lines, "• "+v.Say("%s stays and guards your VIP.", l))
			stay = wording.Those(stay, func(x rules.Label) bool { return x != l })
		}
	}
	if len(stay) > 0 {
		lines = append(lines, "• "+v.Say("No way for: %s", wording.List(stay)))
	}
	return strings.Join(lines, "\n")
}

// Deployment: placing a whole side in one press, and the order of contacts in the list.

// inOrder lists contacts to deploy. Those that are not placed yet come first.
func inOrder(c *layout, options []string) []string {
	stands := func(o string) bool {
		_, _, ok := c.v.Base(rules.Ref{Label: rules.Label(o)})
		return ok
	}
	return append(wording.Those(options, func(o string) bool { return !stands(o) }), wording.Those(options, stands)...)
}

// formation offers to deploy all remaining contacts at the front. The player sees the result, and can take it back until the
// other side has answered.
func formation(c *layout) {
	places := c.pos.Formation()
	if len(places) == 0 {
		return
	}
	c.fronts = places
	orders := page.Each(places, rules.Deploy.Order)
	_, vip := c.v.VIP(3 - c.Ask.Seat)
	label := wording.Either(vip, "Deploy all towards the enemy VIP, done", "Deploy all at the front, done")
	c.Play(strings.Join(append(orders, rules.Done{}.Order()), "; "), c.v.Text(label), wire.Primary)
	c.Play(strings.Join(orders, "; "), c.v.Text("Deploy all there, then adjust"), wire.Secondary)
}
