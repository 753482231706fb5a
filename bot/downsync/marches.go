package downsync

import (
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/downsync/advice"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// A Unit may be moved as it stands: "together A3 to 12,10" says where its first base ends, and the others go the same way. It is
// played as a move for each base, the foremost first, so that none stands in another's way.

// orders returns what a draft is played as. It ends an activation with nothing left to do, so that one undo takes back both.
func orders(c *layout, d draft) []string {
	if m, ok := readMarch(d); ok {
		return c.allMoved(ordered(c.pos.March(m), advice.Sent(c.Ask.Menu)))
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	all := reveals(d)
	switch verb := d.Verb(); {
	case len(all) > 0:
		out := each(all, rules.Reveal.Order)
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

// allMoved ends the moves after the orders, where these leave nothing to move: of that nobody need be asked.
func (c *layout) allMoved(orders []string) []string {
	if c.Ask.Name != "move" || c.guided || len(orders) == 0 {
		return orders
	}
	moves := those(c.Ask.Menu, func(ch game.Choice) bool { return ch.Verb == "move" })
	left := slices.ContainsFunc(moves, func(ch game.Choice) bool {
		return !slices.ContainsFunc(orders, func(o string) bool { return strings.HasPrefix(o, ch.Words+" ") })
	})
	if left {
		return orders
	}
	return append(orders, rules.Done{}.Order())
}

// ordered writes the steps as orders; on tells that contacts move in their activation.
func ordered(all []advice.Step, on bool) []string {
	if on {
		return slices.Concat(each(all, advice.Step.Activation)...)
	}
	return each(all, func(s advice.Step) string { return rules.Move{What: s.Ref, To: s.To}.Order() })
}

// All that has not moved may be sent the same way at once: "everyone towards B4 upto 3" stands for a move of each base.

// everyone offers where all go.
func everyone(c *layout, d draft, placeholder game.Text) {
	all := rules.Movable(c.Ask.Menu)
	if len(all) < 2 {
		return
	}
	p, b, _ := c.v.Base(rules.Ref{Label: all[0]})
	var goals options
	now, _ := readMarch(d)
	for _, h := range c.pos.Headings(p, b.Point) {
		goals.add(bot.Option{Value: h.Word, Label: c.v.Say("All: %s", c.headingName(h.Word, p.Seat)), Chosen: h.Word == now.Goal})
	}
	i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == rules.Everyone })
	c.Select(menu.Begin(c.Ask.Menu[i]), c.v.Text(placeholder), goals, 1, 1)
}

// marching offers to play everyone's draft, and to change it.
func marching(c *layout, d draft) {
	m, ok := readMarch(d)
	if !ok {
		return
	}
	if len(c.pos.March(m)) > 0 {
		c.playMarch(d, bot.Success)
	}
	everyone(c, d, "Or all somewhere else")
	var far []bot.Option
	fastest := plane.Inch(0)
	for _, l := range rules.Movable(c.Ask.Menu) {
		p, _ := c.v.Piece(l)
		fastest = max(fastest, c.v.Spd(p))
	}
	for n := 1; n <= min(rules.MostFar, int(fastest/1000)); n++ {
		far = append(far, bot.Option{Value: strconv.Itoa(n), Label: c.v.Say("At most %d\"", n), Chosen: plane.Inch(n)*1000 == m.Upto})
	}
	c.Select(draft{Partial: d.Until("far")}, c.v.Text("How far at most?"), far, 1, 1)
}

// playMarch adds the buttons that play everyone's draft. Where somebody has no way, the moves end or the others are asked about.
func (c *layout) playMarch(d draft, style bot.Style) {
	all, said := orders(c, d), game.Text("Move all %d there")
	m, _ := readMarch(d)
	moving := len(advice.Labels(c.pos.March(m)))
	if s := c.pos.SentryOf(m); s != nil {
		playWithSentry(c, s, moving-1, all, style)
		return
	}
	if advice.Sent(c.Ask.Menu) {
		said = "Move all %d there, end activations"
		if moving < len(c.pos.Activatable()) && len(idle(c)) == 0 { // who has no way has nothing else to do
			all, said = append(slices.Clone(all), rules.Done{}.Order()), "Move %d there, then end the Turn"
		}
	} else if rest := len(rules.Movable(c.Ask.Menu)) - moving; rest > 0 && !c.guided {
		c.Play(strings.Join(append(slices.Clone(all), rules.Done{}.Order()), "; "), c.v.Say("Move %d there, the rest stays", moving), style)
		c.Play(strings.Join(all, "; "), c.v.Say("Move %d there, then ask about %d more", moving, rest), bot.Secondary)
		return
	}
	c.Play(strings.Join(all, "; "), c.v.Say(said, moving), style)
}

// mostAlone is of how many pieces that a march moves each has a button of its own.
const mostAlone = 4

// playEach adds a button for each of few pieces that goes where the march takes it and leaves the others to be asked about.
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
		if !one.Possible(c.v.View, one.To) { // before the others have gone
			continue
		}
		label := c.v.Say("Move %s there", l)
		if guard := c.pos.SentryOf(m); guard != nil && guard.Ref.Label == l {
			label = guardsSaid(c.v, guard)
		}
		if advice.Sent(c.Ask.Menu) {
			label = c.v.Say("Move %s there, end its activation", l)
		}
		c.Play(strings.Join(c.allMoved(ordered(one.Steps(c.v.View, one.To), advice.Sent(c.Ask.Menu))), "; "), label, bot.Secondary)
	}
}

// mostAtLength is of how many pieces a march tells all; of more it tells so little of each that a phone shows them all.
const mostAtLength = 2

// marchText says what becomes of each piece.
func marchText(c *layout, d draft) string {
	m, ok := readMarch(d)
	if !ok {
		return ""
	}
	v, all, guard := c.v, c.pos.March(m), c.pos.SentryOf(m)
	moving := advice.Labels(all)
	var lines []string
	stay := those(rules.Movable(c.Ask.Menu), func(l rules.Label) bool { return !slices.Contains(moving, l) })
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
			leads = moveLeads(c, advice.Move{Ref: all[i].Ref}, all[i].To, left-left%10, v.Text(word(guard.There, "guards your VIP", "on its way to guard your VIP")))
		}
		lines = append(lines, "• "+v.Say("**%s**: %s", who, leads))
		v.View = v.Standing(all[i].Ref, all[i].To)
	}
	for _, l := range (&advice.Position{View: v.View}).Keepers() {
		if m.Goal == rules.GoalThere && slices.Contains(stay, l) {
			lines = append(lines, "• "+v.Say("%s stays and guards your VIP.", l))
			stay = those(stay, func(x rules.Label) bool { return x != l })
		}
	}
	if len(stay) > 0 {
		lines = append(lines, "• "+v.Say("No way for: %s", list(stay)))
	}
	return strings.Join(lines, "\n")
}

// Deploying: a whole side in one press, and which contacts stand already.

// inOrder lists contacts to deploy, first those not yet placed.
func inOrder(c *layout, options []string) []string {
	stands := func(o string) bool {
		_, _, ok := c.v.Base(rules.Ref{Label: rules.Label(o)})
		return ok
	}
	return append(those(options, func(o string) bool { return !stands(o) }), those(options, stands)...)
}

// formation offers to deploy all that is left at the front. Where the side stands is seen, and can be taken back, until the other has
// answered.
func formation(c *layout) {
	places := c.pos.Formation()
	if len(places) == 0 {
		return
	}
	c.fronts = places
	orders := each(places, rules.Deploy.Order)
	label := word(c.v.Rules == rules.Edition42, "Deploy all at the front, done", "Deploy all towards the enemy VIP, done")
	c.Play(strings.Join(append(orders, rules.Done{}.Order()), "; "), c.v.Text(label), bot.Primary)
	c.Play(strings.Join(orders, "; "), c.v.Text("Deploy all so, let me change it"), bot.Secondary)
}
