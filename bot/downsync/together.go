package downsync

import (
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

// A Unit may be moved as it stands: "together A3 to 12,10" says where its first base ends, and the others go the same way. It is
// played as a move for each base, the foremost first, so that none stands in another's way.

// step is one base's part of a staged move.
type step struct {
	ref rules.Ref
	to  plane.Point
	via []plane.Point
}

// steps returns the moves of single bases if the first ends there, the foremost first.
func (m move) steps(v reading, to plane.Point) []step {
	if len(m.all) == 0 {
		return []step{{m.ref, to, m.via}}
	}
	p, first, ok := v.base(m.ref)
	if !ok {
		return nil
	}
	dx, dy := to.X-first.X, to.Y-first.Y
	var out []step
	for n, r := range m.all {
		b, _ := p.Base(r.N)
		at := plane.Point{X: b.X + dx, Y: b.Y + dy}
		if len(m.spots) == len(m.all) { // places of its own, which are moved as they are
			at = plane.Point{X: m.spots[n].X + to.X - m.spots[0].X, Y: m.spots[n].Y + to.Y - m.spots[0].Y}
		}
		out = append(out, step{r, at, nil})
	}
	if m.sprint {
		return out // in the bases' order, all at once
	}
	sortBy(out, func(s step) int64 {
		b, _ := p.Base(s.ref.N)
		return -int64(b.X)*int64(dx) - int64(b.Y)*int64(dy)
	})
	return out
}

// tryTogether tries one base after another, each with those before it in their new places.
func (m move) tryTogether(v reading, to plane.Point) (left plane.Inch, err error) {
	all := m.steps(v, to)
	for i, s := range all {
		rest, err := v.Try().Move(s.ref, s.to, nil)
		if err == nil && i == len(all)-1 {
			err = v.Try().Together(s.ref, s.to)
		}
		if err != nil {
			return 0, err
		}
		if i == 0 || rest < left {
			left = rest
		}
		v.View = v.Standing(s.ref, s.to)
	}
	return left, nil
}

// orders returns what a draft is played as. It ends an activation with nothing left to do, so that one undo takes back both.
func orders(c *layout, d draft) []string {
	if m, ok := readMarch(d); ok {
		return c.allMoved(ordered(c.steps(m), isOnward(c.Ask.Menu)))
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	all := reveals(d)
	switch verb := d.Verb(); {
	case len(all) > 0:
		out := each(all, rules.Reveal.Order)
		if othersHidden(c, all) && !c.guided {
			out = append(out, rules.Done{}.Order())
		}
		return out
	case (verb == rules.Onward || verb == rules.Farther) && m.has:
		return goesOn(step{m.ref, m.to, m.via})
	case verb == "act move" && c.v.SpendsLast(c.Ask.Menu, m.ref.N), verb == "act overwatch" && (c.v.WatchEnds(c.Ask.Menu) || c.Ask.Name == "act" && !c.guided && len(volleys(c)) == 0):
		return []string{d.Partial.String(), rules.End{}.Order()}
	case ok && len(m.all) > 0 && !m.sprint:
		return c.allMoved(ordered(m.steps(c.v, m.to), false))
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
func ordered(all []step, on bool) []string {
	if on {
		return slices.Concat(each(all, goesOn)...)
	}
	return each(all, func(s step) string { return rules.Move{What: s.ref, To: s.to}.Order() })
}

// goesOn is an activation that is a move and no more, which is all that a contact can do.
func goesOn(s step) []string {
	return []string{rules.Activate{Piece: s.ref.Label}.Order(), rules.ActMove{To: s.to, Via: s.via}.Order(), rules.End{}.Order()}
}

// All that has not moved may be sent the same way at once: "everyone towards B4 upto 3" stands for a move of each base.

// leastFar is the shortest move worth proposing.
const leastFar = 500

// march is a draft that sends everyone.
type march struct {
	goal string
	upto plane.Inch
}

// readMarch reads "everyone towards B4 upto 3". ok is false while the goal is missing.
func readMarch(d draft) (m march, ok bool) {
	m = march{goal: d.Value("goal"), upto: rules.MostFar * 1000}
	if n, err := strconv.Atoi(d.Value("far")); err == nil {
		m.upto = plane.Inch(n) * 1000
	}
	return m, d.Verb() == rules.Everyone && m.goal != ""
}

// steps returns the moves of single bases, in turn, as many as bot.MostOrders allows. Pieces without a way stay. Where all go to score,
// who guards the own VIP stays, and the sentry goes there, if there is one.
func (m march) steps(v reading, menu game.Menu, guard *sentry) []step {
	var out []step
	var posted []rules.Label
	if m.goal == rules.GoalThere {
		posted = defence{newLayout(table.Private{}, v, table.OpenAsk{})}.keepers()
		if guard != nil {
			posted, out = append(posted, guard.ref.Label), guard.steps(v, guard.to)
			for _, s := range out {
				v.View = v.Standing(s.ref, s.to)
			}
		}
	}
	for _, l := range m.order(v, menu) {
		if slices.Contains(posted, l) {
			continue
		}
		c := newLayout(table.Private{}, v, table.OpenAsk{})
		one := moveOf(menu, l)
		p, b, ok := v.base(one.ref)
		if !ok {
			continue
		}
		goal, ok := routes{c}.goal(p, b.Point, strings.ToLower(m.goal))
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

// steps are those of the march, worked out once.
func (c *layout) steps(m march) []step {
	all, ok := c.marched[m]
	if !ok {
		all = m.steps(c.v, c.Ask.Menu, defence{c}.sentryOf(m))
		if c.marched == nil {
			c.marched = map[march][]step{}
		}
		c.marched[m] = all
	}
	return all
}

// sentryOf is who is sent to guard the own VIP while the others go where they score as far as they can; nil if nobody is.
func (g defence) sentryOf(m march) *sentry {
	if m.goal != rules.GoalThere || m.upto < rules.MostFar*1000 {
		return nil
	}
	return g.sentry()
}

// order returns the pieces, the nearest to the goal first.
func (m march) order(v reading, menu game.Menu) []rules.Label {
	c := newLayout(table.Private{}, v, table.OpenAsk{})
	out := rules.Movable(menu)
	sortBy(out, func(l rules.Label) plane.Inch {
		p, b, _ := v.base(rules.Ref{Label: l})
		goal, _ := routes{c}.goal(p, plane.Point{}, strings.ToLower(m.goal)) // a wind is the same goal for all
		return plane.Dist(b.Point, goal)
	})
	return out
}

// isOnward reports whether the menu sends contacts on, which have moved already.
func isOnward(menu game.Menu) bool {
	return slices.ContainsFunc(menu, func(c game.Choice) bool { return c.Verb == rules.Onward })
}

// moveOf moves all bases of a piece that have not moved.
func moveOf(menu game.Menu, l rules.Label) move {
	all := rules.MovableBases(menu, l)
	m := move{ref: all[0], last: true}
	if len(all) > 1 {
		m.all = all
	}
	return m
}

// everyone offers where all go.
func everyone(c *layout, d draft, placeholder game.Text) {
	all := rules.Movable(c.Ask.Menu)
	if len(all) < 2 {
		return
	}
	p, b, _ := c.v.base(rules.Ref{Label: all[0]})
	var goals options
	now, _ := readMarch(d)
	for _, h := range headings(c, p, b.Point) {
		goals.add(bot.Option{Value: h.word, Label: c.v.Say("All: %s", h.name), Chosen: h.word == now.goal})
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
	if len(c.steps(m)) > 0 {
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
		far = append(far, bot.Option{Value: strconv.Itoa(n), Label: c.v.Say("At most %d\"", n), Chosen: plane.Inch(n)*1000 == m.upto})
	}
	c.Select(draft{Partial: d.Until("far")}, c.v.Text("How far at most?"), far, 1, 1)
}

// playMarch adds the buttons that play everyone's draft. Where somebody has no way, the moves end or the others are asked about.
func (c *layout) playMarch(d draft, style bot.Style) {
	all, said := orders(c, d), game.Text("Move all %d there")
	m, _ := readMarch(d)
	moving := len(labelsOf(c.steps(m)))
	if s := (defence{c}).sentryOf(m); s != nil {
		defence{c}.playWith(s, moving-1, all, style)
		return
	}
	if isOnward(c.Ask.Menu) {
		said = "Move all %d there, end activations"
		if moving < len(activatable(c.Ask.Menu)) && len(idle(c)) == 0 { // who has no way has nothing else to do
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
	all := c.steps(m)
	pieces := labelsOf(all)
	if len(pieces) < 2 || len(pieces) > mostAlone {
		return
	}
	for _, l := range pieces {
		one := moveOf(c.Ask.Menu, l)
		one.to = all[slices.IndexFunc(all, func(s step) bool { return s.ref == one.ref })].to
		if !one.possible(c.v, one.to) { // before the others have gone
			continue
		}
		label := c.v.Say("Move %s there", l)
		if guard := (defence{c}).sentryOf(m); guard != nil && guard.ref.Label == l {
			label = guard.says(c.v)
		}
		if isOnward(c.Ask.Menu) {
			label = c.v.Say("Move %s there, end its activation", l)
		}
		c.Play(strings.Join(c.allMoved(ordered(one.steps(c.v, one.to), isOnward(c.Ask.Menu))), "; "), label, bot.Secondary)
	}
}

func labelsOf(all []step) []rules.Label {
	return withNew(nil, each(all, func(s step) rules.Label { return s.ref.Label })...)
}

// mostAtLength is of how many pieces a march tells all; of more it tells so little of each that a phone shows them all.
const mostAtLength = 2

// marchText says what becomes of each piece.
func marchText(c *layout, d draft) string {
	m, ok := readMarch(d)
	if !ok {
		return ""
	}
	v, all, guard := c.v, c.steps(m), defence{c}.sentryOf(m)
	moving := labelsOf(all)
	var lines []string
	stay := those(rules.Movable(c.Ask.Menu), func(l rules.Label) bool { return !slices.Contains(moving, l) })
	c = newLayout(table.Private{}, v, table.OpenAsk{})
	for _, l := range moving {
		i := slices.IndexFunc(all, func(s step) bool { return s.ref.Label == l })
		_, left := v.Try().Way(all[i].ref, all[i].to, nil)
		for j, s := range all {
			if s.ref.Label == l && j != i {
				v.View = v.Standing(s.ref, s.to)
			}
		}
		c.v = v
		who, leads := pieceName(c, string(l)), routes{c}.outcome(move{ref: all[i].ref}, all[i].to, left-left%10)
		if len(moving) > mostAtLength {
			who, leads = string(l), routes{c}.inShort(move{ref: all[i].ref}, all[i].to)
		}
		if guard != nil && guard.ref.Label == l {
			leads = routes{c}.leads(move{ref: all[i].ref}, all[i].to, left-left%10, v.Text(word(guard.there, "guards your VIP", "on its way to guard your VIP")))
		}
		lines = append(lines, "• "+v.Say("**%s**: %s", who, leads))
		v.View = v.Standing(all[i].ref, all[i].to)
		c.v = v
	}
	for _, l := range (defence{c}).keepers() {
		if m.goal == rules.GoalThere && slices.Contains(stay, l) {
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

// formation offers to deploy all that is left at the front of the zone, around the way to the enemy's VIP.
func formation(c *layout) {
	const abreast = 1000 // between two contacts
	var left []rules.Label
	var taken []plane.Disc
	for _, p := range c.v.Pieces {
		switch {
		case p.Seat == c.Ask.Seat && len(p.Bases) == 0:
			left = append(left, p.Label)
		case p.Seat == c.Ask.Seat:
			taken = append(taken, p.Bases[0].Disc())
		}
	}
	if len(left) < 2 || len(left) > bot.MostOrders {
		return
	}
	var places []rules.Deploy
	for _, at := range frontPlaces(c, left[0]) {
		if len(places) == len(left) {
			break
		}
		p, _ := c.v.Piece(left[len(places)])
		base := plane.Disc{At: at, R: c.v.Radius(p)}
		crowded := slices.ContainsFunc(taken, func(d plane.Disc) bool { return plane.Within(base, d, abreast) })
		if crowded || c.v.Try().Deploy(p.Label, at) != nil {
			continue
		}
		taken = append(taken, base)
		places = append(places, rules.Deploy{Ping: p.Label, At: at})
	}
	if len(places) < len(left) {
		return
	}
	// Where the side stands is seen, and can be taken back, until the other has answered.
	edition42 := c.v.Rules == rules.Edition42
	c.fronts = places
	orders := each(places, rules.Deploy.Order)
	c.Play(strings.Join(append(orders, rules.Done{}.Order()), "; "), c.v.Text(word(edition42, "Deploy all at the front, done", "Deploy all towards the enemy VIP, done")), bot.Primary)
	c.Play(strings.Join(orders, "; "), c.v.Text("Deploy all so, let me change it"), bot.Secondary)
}

// frontPlaces lists points of the zone, the front first, then the nearest to the way to the enemy's VIP.
func frontPlaces(c *layout, l rules.Label) []plane.Point {
	const step = 1000
	zone, goal := c.v.Zone(l.Seat()), c.v.VIPs[2-l.Seat()]
	var out []plane.Point
	for y := zone.Min.Y + step; y < zone.Max.Y; y += 2 * step {
		for x := zone.Min.X + step; x < zone.Max.X; x += step {
			out = append(out, plane.Point{X: x, Y: y})
		}
	}
	sortBy(out, func(p plane.Point) plane.Inch { return max(p.X-goal.X, goal.X-p.X) })
	sortBy(out, func(p plane.Point) plane.Inch { return max(p.Y-goal.Y, goal.Y-p.Y) })
	return out
}

// inOrder lists contacts to deploy, first those not yet placed.
func inOrder(c *layout, options []string) []string {
	stands := func(o string) bool {
		_, _, ok := c.v.base(rules.Ref{Label: rules.Label(o)})
		return ok
	}
	return append(those(options, func(o string) bool { return !stands(o) }), those(options, stands)...)
}
