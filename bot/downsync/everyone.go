package downsync

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/order"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// All that has not moved may be sent the same way at once: a draft "everyone towards B4 upto 3" stands for a move of each
// base, as far as it goes, the foremost first, so that none stands in another's way.

// leastFar is what is worth a move.
const leastFar = 500

// march is a draft that sends everyone.
type march struct {
	goal string
	upto plane.Inch
}

// readMarch reads "everyone towards B4 upto 3"; ok is false while it does not say where to.
func readMarch(d draft) (m march, ok bool) {
	m = march{goal: d.Value("goal"), upto: rules.MostFar * 1000}
	if n, err := strconv.Atoi(d.Value("far")); err == nil {
		m.upto = plane.Inch(n) * 1000
	}
	return m, d.Verb() == rules.Everyone && m.goal != ""
}

// steps are the moves of single bases that it stands for, each tried with those before it in their new places. A piece that
// finds no way stays, as do those for whom there is no room within bot.MostOrders.
func (m march) steps(v reading, menu game.Menu) []step {
	var out []step
	for _, l := range m.order(v, menu) {
		c := newLayout(table.Private{}, v, table.OpenAsk{})
		p, _ := v.Piece(l)
		one := moveOf(menu, l)
		b, ok := p.Base(one.ref.N)
		if !ok {
			continue
		}
		goal, ok := c.goal(p, b.Point, strings.ToLower(m.goal))
		if !ok {
			continue
		}
		if one.to, _, ok = furthest(c, one, p, b.Point, goal, min(m.upto, v.Spd(p)), 500); !ok || plane.Dist(b.Point, one.to) < leastFar {
			continue
		}
		parts, each := one.steps(v, one.to), 1
		if isOnward(menu) {
			each = 3 // orders
		}
		if (len(out)+len(parts))*each > bot.MostOrders {
			break
		}
		for _, s := range parts {
			v.View = v.Standing(s.ref, s.to)
		}
		out = append(out, parts...)
	}
	return out
}

// order are the pieces, the nearest to the goal first.
func (m march) order(v reading, menu game.Menu) []rules.Label {
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	far := func(l rules.Label) plane.Inch {
		p, _ := v.Piece(l)
		b, _ := p.Base(0)
		goal, _ := c.goal(p, plane.Point{}, strings.ToLower(m.goal)) // a wind is the same goal for all
		return plane.Dist(b.Point, goal)
	}
	out := rules.Movable(menu)
	slices.SortStableFunc(out, func(x, y rules.Label) int { return cmp.Compare(far(x), far(y)) })
	return out
}

// isOnward tells whether the menu sends contacts on, which have moved already.
func isOnward(menu game.Menu) bool {
	return slices.ContainsFunc(menu, func(c game.Choice) bool { return c.Verb == rules.Onward })
}

// moveOf is the move of that piece, of all its bases that have not moved.
func moveOf(menu game.Menu, l rules.Label) move {
	all := rules.MovableBases(menu, l)
	m := move{ref: all[0], last: true}
	if len(all) > 1 {
		m.all = all
	}
	return m
}

// allHolder is what stands on the select of where everyone goes: of contacts that go on, or so.
func allHolder(c *layout, holder game.Text) game.Text {
	if isOnward(c.Ask.Menu) {
		return "Or send all contacts on…"
	}
	return holder
}

// everyone offers where all go.
func everyone(c *layout, d draft, placeholder game.Text) {
	all := rules.Movable(c.Ask.Menu)
	if len(all) < 2 {
		return
	}
	p, _ := c.v.Piece(all[0])
	b, _ := p.Base(0)
	var options []bot.Option
	now, _ := readMarch(d)
	for _, h := range headings(c, p, b.Point) {
		options = append(options,
			bot.Option{Value: h.word, Label: bot.Clip(c.v.Say("All: %s", h.name), maxOption), Chosen: h.word == now.goal})
	}
	i := slices.IndexFunc(c.Ask.Menu, func(ch order.Choice) bool { return ch.Verb == rules.Everyone })
	c.Select(menu.Begin(c.Ask.Menu[i]), c.v.Text(placeholder), options, 1, 1)
}

// marching offers to play what everyone's draft stands for, and to change it.
func marching(c *layout, d draft) {
	m, ok := readMarch(d)
	if !ok {
		return
	}
	all := m.steps(c.v, c.Ask.Menu)
	if len(all) > 0 {
		on := isOnward(c.Ask.Menu)
		c.Play(strings.Join(ordered(all, on), "; "),
			c.v.Say(word(on, "Move all %d there, then end", "Move all %d there"), len(labelsOf(all))), bot.Success)
	}
	everyone(c, d, "Or all somewhere else")
	var far []bot.Option
	fastest := plane.Inch(0)
	for _, l := range rules.Movable(c.Ask.Menu) {
		p, _ := c.v.Piece(l)
		fastest = max(fastest, c.v.Spd(p))
	}
	for n := 1; n <= min(rules.MostFar, int(fastest/1000)); n++ {
		far = append(far, bot.Option{Value: strconv.Itoa(n), Label: c.v.Say("At most %d\"", n), Chosen: plane.Inch(n)*1000 == m.upto})
	}
	c.Select(draft{Partial: d.Until("far")}, c.v.Text("How far at most?"), far, 1, 1)
}

// labelsOf are the pieces of the steps.
func labelsOf(all []step) []rules.Label {
	var out []rules.Label
	for _, s := range all {
		if !slices.Contains(out, s.ref.Label) {
			out = append(out, s.ref.Label)
		}
	}
	return out
}

// marchText says what becomes of each piece.
func marchText(v reading, menu game.Menu, d draft) string {
	m, ok := readMarch(d)
	if !ok {
		return ""
	}
	all := m.steps(v, menu)
	moving := labelsOf(all)
	var lines []string
	var stay []rules.Label
	for _, l := range rules.Movable(menu) {
		if !slices.Contains(moving, l) {
			stay = append(stay, l)
		}
	}
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	for _, l := range moving {
		i := slices.IndexFunc(all, func(s step) bool { return s.ref.Label == l })
		_, left := v.Way(all[i].ref, all[i].to, nil)
		lines = append(lines, "• "+v.Say("**%s**: %s", pieceName(c, string(l)), c.outcome(move{ref: all[i].ref}, all[i].to, left-left%10)))
		for _, s := range all {
			if s.ref.Label == l {
				v.View = v.Standing(s.ref, s.to)
			}
		}
		c.v = v
	}
	if len(stay) > 0 {
		lines = append(lines, "• "+v.Say("No way for: %s", list(stay)))
	}
	return strings.Join(lines, "\n")
}
