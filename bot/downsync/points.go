package downsync

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot"
	"downsync/game"
	"downsync/game/plane"
	"downsync/game/terrain"

	rules "downsync/game/downsync"
)

// Points without typing: places to deploy, ways towards something, squares of the grid and points in them, then nudges. Each is
// tried on the view, so that none is offered which it shows to be impossible.

// pointForm asks for a point, and offers the draft's.
func pointForm(c *layout, d draft) *bot.Form {
	v := c.v
	to, via := "", ""
	m, ok := readMove(v, c.Ask.Menu, d)
	if ok && m.has {
		to, via = m.to.String(), strings.Join(each(m.via, plane.Point.String), " ")
	}
	how, example := game.Text("x,y in inches from lower left, or a square"), game.Text("12.5,30")
	switch {
	case ok && m.sprint:
		how, to = "x,y of each base, or towards what", m.value(v, m.to)
		if !m.has {
			to = ""
		}
	case ok && !m.deploy:
		how, example = "x,y in inches, or towards what and how far", "12.5,30 or B4 6 or north-east 3"
	}
	fields := []bot.Field{{ID: "1", Label: v.Text(how), Placeholder: v.Text(example), Value: to, Min: 1, Max: 120, Required: true}}
	if ok && !m.deploy && !m.sprint {
		fields = append(fields,
			bot.Field{ID: "2", Label: v.Text("By way of (not needed)"), Placeholder: "10,28 11,29", Value: via, Max: 120})
	}
	return &bot.Form{Title: v.Text("A point on the board"), Fields: fields}
}

// points offers destinations: quick ones and the squares of the grid, or the points of one square.
func (c *layout) points(d draft) {
	if a, ok := c.aiming(d); ok {
		aims(c, a, d)
		return
	}
	m, ok := readMove(c.v, c.Ask.Menu, d)
	switch {
	case !ok:
	case square(d) != "":
		inSquare(c, d, m)
	default:
		c.Select(d.Unplaced(), c.v.Text("Where to?"), routes{c}.quick(m), 1, 1)
		if !m.sprint {
			c.Select(d, c.v.Text("Or a 6\" square of the grid"), squares(c, m), 1, 1)
		}
	}
	if square(d) != "" {
		c.GoOn(d.Unplaced(), c.v.Text("Elsewhere"), bot.Secondary, false)
	}
	c.Type(d.Looking(""), c.v.Text("Type a point"))
}

// routes finds where the piece of an order may go, without typing: places to deploy and ways towards something.
type routes struct{ c *layout }

// quick offers destinations that take one choice.
func (rt routes) quick(m move) []bot.Option {
	if m.deploy {
		return rt.deployPlaces(m)
	}
	return rt.wayOptions(m, rt.ways(m))
}

// deployPlaces offers three depths in each column of the zone, on a wide table two.
func (rt routes) deployPlaces(m move) []bot.Option {
	type row struct {
		name  game.Text
		depth plane.Inch
	}
	const rim = 1750 // from the zone's borders
	seat := m.ref.Label.Seat()
	zone := rt.c.v.Zone(seat)
	deep := zone.Max.Y - zone.Min.Y
	rows := []row{{"front", deep - rim}, {"middle", deep / 2}, {"back", rim}}
	if len(rows)*columns(rt.c) > most {
		rows = slices.Delete(rows, 1, 2)
	}
	var out options
	for col := range columns(rt.c) {
		for _, row := range rows {
			at := plane.Point{X: plane.Inch(gridStep/2 + gridStep*col), Y: row.depth}
			if seat == 2 {
				at.Y = rt.c.v.Table.Y - at.Y
			}
			if m.possible(rt.c.v, at) {
				out.add(bot.Option{Value: at.String(), Label: rt.c.v.Say("Column %c, %s", plane.FirstColumn+col, rt.c.v.Text(row.name)), Note: at.String()})
			}
		}
	}
	return out
}

// way is a move as far as it goes towards a heading, or into cover.
type way struct {
	heading
	at   plane.Point
	left plane.Inch
	bare bool // some enemy sees it in the open
}

// ways are the farthest moves towards each heading that the board shows, and into cover. They are worked out once.
func (rt routes) ways(m move) []way {
	if rt.c.found == nil {
		rt.c.found = rt.search(m)
	}
	return rt.c.found
}

func (rt routes) search(m move) []way {
	p, from, ok := rt.c.v.base(m.ref)
	if !ok {
		return nil
	}
	var out []way
	for i, h := range headings(rt.c, p, from.Point) {
		if rt.c.beyond(h) {
			continue
		}
		if at, left, ok := furthest(rt.c, m, p, from.Point, h.goal(from.Point), m.reach(rt.c.v), 500); ok {
			out = append(out, way{heading: h, at: at, left: left})
		}
		if i > 0 || len(foes(rt.c, p.Seat, from.Point)) == 0 {
			continue
		}
		if at, open, ok := rt.cover(m, p, from); ok {
			out = append(out, way{heading: heading{word: cover, name: rt.c.v.Text("To the best cover in reach")}, at: at, bare: open > 0})
		}
	}
	return out
}

// wayOptions offers the ways in a list.
func (rt routes) wayOptions(m move, all []way) []bot.Option {
	var out options
	p, from, _ := rt.c.v.base(m.ref)
	for _, w := range all {
		note, value := rt.outcome(m, w.at, w.left), m.value(rt.c.v, w.at)
		switch home := rt.c.v.Goals()[p.Seat-1]; {
		case w.word == cover:
			value, note = cover, rt.c.v.Text(word(w.bare, "open to as few of the enemy as can be", "in cover from all that see it"))
		case w.word == rules.GoalHome && rt.c.v.Rules != rules.Edition42:
			note = rt.leads(m, w.at, w.left, rt.c.v.Say("%s\" to your VIP", tenths(plane.Gap(plane.Disc{At: w.at, R: from.R}, home))))
		}
		out.add(bot.Option{Value: value, Label: w.name, Note: note, Chosen: m.has && m.to == w.at})
	}
	return out
}

// mostElsewhere is how many other places have a button of their own beside a staged move. With them and proposals about the clocks a
// console has as many components as Discord takes, so that beside two buttons for the move itself there is one less.
const mostElsewhere = 2

// elsewhere offers to move to other places at once: into cover, towards the enemy VIP, the nearest enemy, the own VIP.
func (rt routes) elsewhere(m move, d draft) {
	all := rt.ways(m)
	sorted := append(those(all, func(w way) bool { return w.word == cover }), those(all, func(w way) bool { return w.word != cover })...)
	most := mostElsewhere
	if rt.c.Buttons > len(arrows)+1 {
		most--
	}
	taken, foe := []plane.Point{m.to}, false
	p, _ := rt.c.v.Piece(m.ref.Label)
	for _, w := range sorted {
		_, is := rt.c.v.Piece(rules.Label(w.word))
		if w.word == cover && (w.bare || p.IsPing()) { // a contact cannot be attacked
			continue
		}
		if len(taken) > most || slices.Contains(taken, w.at) || slices.Contains(rules.Winds, w.word) || is && foe {
			continue
		}
		all := orders(rt.c, m.with(rt.c.v, d, w.at))
		if d.Verb() == "act move" && m.ref.N == 0 && len(all) == 1 { // what is left costs no Action Point, and is asked about after Move there
			all = append(all, rules.End{}.Order())
		}
		label := rt.c.v.Say("Move to %s, %s", squareOf(w.at), rt.whereTo(w.word))
		if all[len(all)-1] == (rules.End{}).Order() {
			label = rt.c.v.Say("To %s, %s, then end", squareOf(w.at), rt.whereTo(w.word))
		}
		if utf8.RuneCountInString(label) > longest {
			continue
		}
		taken, foe = append(taken, w.at), foe || is
		rt.c.Play(strings.Join(all, "; "), label, bot.Secondary)
	}
}

// whereTo says within a sentence what a heading's word stands for.
func (rt routes) whereTo(word string) string {
	objectives := rt.c.v.Rules == rules.Edition42
	switch seat := rt.c.Ask.Seat; {
	case word == cover:
		return rt.c.v.Text("into cover")
	case word == rules.GoalThere && objectives:
		return rt.c.v.Say("towards Objective %d", 3-seat)
	case word == rules.GoalHome && objectives:
		return rt.c.v.Say("towards Objective %d", seat)
	case word == rules.GoalThere:
		return rt.c.v.Text("towards the enemy VIP")
	case word == rules.GoalHome:
		return rt.c.v.Text("towards my VIP")
	}
	return rt.c.v.Say("towards %s", word)
}

// furthest returns where the move gets that way, at most so far: straight, or around what bars it if that leads nearer.
func furthest(c *layout, m move, p rules.Piece, from, to plane.Point, most, back plane.Inch) (plane.Point, plane.Inch, bool) {
	at, left, ok := straight(c, m, p, from, to, most, back)
	all := min(most, plane.Dist(from, to))
	alone := !m.sprint && len(m.all) == 0 && len(m.via) == 0
	if ok && plane.Dist(from, at) >= all-back/2 || !alone || most < m.reach(c.v) || to.X != within(to.X, 0, c.v.Table.X) || to.Y != within(to.Y, 0, c.v.Table.Y) {
		return at, left, ok
	}
	near, found := c.v.Try().Nearest(m.ref, to)
	if !found || near == from || ok && plane.Dist(near, to) >= plane.Dist(at, to) {
		return at, left, ok
	}
	if rest, err := m.try(c.v, near); err == nil {
		return near, rest, true
	}
	return at, left, ok
}

// straight returns the furthest legal point on the straight way, searched in steps back from the longest.
func straight(c *layout, m move, p rules.Piece, from, to plane.Point, most, back plane.Inch) (plane.Point, plane.Inch, bool) {
	far := plane.Dist(from, to)
	for step := min(most, far); step > 0; step -= back {
		at := onWay(from, to, step, far)
		at.X, at.Y = within(at.X, c.v.Radius(p), c.v.Table.X), within(at.Y, c.v.Radius(p), c.v.Table.Y)
		if at == from {
			return at, 0, false
		}
		if left, err := m.try(c.v, at); err == nil {
			return at, left, true
		}
	}
	return plane.Point{}, 0, false
}

// onWay returns the point at that step of a way of length far. It rounds towards the start, so that no way gets longer.
func onWay(from, to plane.Point, step, far plane.Inch) plane.Point {
	scaled := func(d plane.Inch) plane.Inch { return plane.Inch(int64(d) * int64(step) / int64(far)) }
	return plane.Point{X: from.X + scaled(to.X-from.X), Y: from.Y + scaled(to.Y-from.Y)}
}

func within(v, r, length plane.Inch) plane.Inch { return max(r, min(v, length-r)) }

// Squares of the grid that pictures show: columns C, D, … from the west, as A and B are the sides, rows 1 to 8 from the south, 6"
// wide. In a draft a square is the mark, as "@E3", until a point in it is chosen.

const (
	gridStep    = plane.SquareEdge
	gridRows    = int(rules.TableSize) / gridStep
	mostColumns = 12 // of the widest table, 72"
)

func columns(c *layout) int { return min(int(c.v.Table.X)/gridStep, mostColumns) }

func squareName(col, row int) string { return fmt.Sprintf("%c%d", plane.FirstColumn+col, row+1) }

// squareOf names the square of a point, which belongs to the one north-east of it if it lies between two.
func squareOf(p plane.Point) string {
	return squareName(min(int(p.X)/gridStep, mostColumns-1), min(int(p.Y)/gridStep, gridRows-1))
}

func parseSquare(word string) (col, row int, ok bool) {
	if len(word) != 2 {
		return 0, 0, false
	}
	col, row = int(word[0])-plane.FirstColumn, int(word[1])-'1'
	return col, row, col >= 0 && col < mostColumns && row >= 0 && row < gridRows
}

// cells returns the middles of a square's inches, row by row from its north-west corner.
func cells(col, row int) []plane.Point {
	var out []plane.Point
	for y := gridStep/1000 - 1; y >= 0; y-- {
		for x := range gridStep / 1000 {
			out = append(out, plane.Point{X: plane.Inch(gridStep*col + 1000*x + 500), Y: plane.Inch(gridStep*row + 1000*y + 500)})
		}
	}
	return out
}

// squares offers those in which the base could stand.
func squares(c *layout, m move) []bot.Option {
	var out []bot.Option
	fits := func(at plane.Point) bool { return m.possible(c.v, at) }
	for row := gridRows - 1; row >= 0; row-- {
		for col := range columns(c) {
			if len(out) < most && near(c, m, col, row) && slices.ContainsFunc(cells(col, row), fits) {
				out = append(out, bot.Option{Value: "@" + squareName(col, row), Label: c.v.Say("Square %s", squareName(col, row))})
			}
		}
	}
	return out
}

// near is a quick test whether the base could get into the square at all.
func near(c *layout, m move, col, row int) bool {
	if m.deploy {
		return true
	}
	p, b, ok := c.v.base(m.ref)
	at := plane.Point{X: clamp(b.X, col), Y: clamp(b.Y, row)}
	return ok && plane.Dist(b.Point, at) <= c.v.Spd(p)
}

// clamp returns the coordinate nearest to v within the column or row.
func clamp(v plane.Inch, n int) plane.Inch {
	return max(plane.Inch(gridStep*n), min(v, plane.Inch(gridStep*(n+1))))
}

// inSquare offers the points of a square's upper and lower half.
func inSquare(c *layout, d draft, m move) {
	col, row, ok := parseSquare(d.Mark)
	if !ok {
		return
	}
	all := cells(col, row)
	for i, half := range [][]plane.Point{all[:len(all)/2], all[len(all)/2:]} {
		var points options
		for _, at := range half {
			if left, err := m.try(c.v, at); err == nil {
				points.add(bot.Option{Value: at.String(), Label: at.String(), Note: c.v.when(!m.deploy, "%s\" left", left)})
			}
		}
		c.Select(d, c.v.Say("A point in %s, %s half", d.Mark, c.v.Text([]game.Text{"upper", "lower"}[i])), points, 1, 1)
	}
}

// Small changes of a staged point: nudges in eight directions by an inch or a quarter, and how far along the way.

// arrows labels the nudges by their place in compass, as they lie around the button in their middle; it has none.
var arrows = []struct {
	label string
	wind  int
}{{"↖", 7}, {"▲", 0}, {"↗", 1}, {"◀", 6}, {}, {"▶", 2}, {"↙", 5}, {"▼", 4}, {"↘", 3}}

// change offers a nudge, another place, or another length. Impossible nudges are disabled, so that the others keep their places.
func change(c *layout, d draft) {
	m, ok := readMove(c.v, c.Ask.Menu, d)
	if !ok || !m.has {
		c.Type(d.Looking(""), c.v.Text("Type a point"))
		return
	}
	if !c.guided { // its words and the way to go on fill a phone's screen
		nudges(c, m, d)
	}
	if !c.guided && !m.sprint && !m.deploy {
		routes{c}.elsewhere(m, d)
	}
	if !m.sprint {
		c.GoOn(d.Unplaced(), c.v.Text("Elsewhere"), bot.Secondary, false)
	}
	c.Type(d.Looking(""), c.v.Text("Type a point"))
	c.Select(d.Unplaced(), c.v.Text("Or somewhere else"), routes{c}.quick(m), 1, 1)
	howFar(c, m, d)
}

// nudges offers a step in each direction, and the other length of steps.
func nudges(c *layout, m move, d draft) {
	by := plane.Inch(1000)
	step, other := game.Text("Steps of ¼\""), fine
	if d.Mark == fine {
		by, step, other = 250, "Steps of 1\"", ""
	}
	for i, arrow := range arrows {
		if i%3 == 0 {
			c.Flush()
		}
		if arrow.label == "" {
			c.GoOn(d.Looking(other), c.v.Text(step), bot.Secondary, false)
			continue
		}
		to := away(m.to, arrow.wind, by)
		c.GoOn(m.with(c.v, d, to).Looking(d.Mark), arrow.label, bot.Secondary, !m.possible(c.v, to))
	}
	c.Flush()
}

// howFar offers the whole inches of a straight way, and its full length.
func howFar(c *layout, m move, d draft) {
	_, from, ok := c.v.base(m.ref)
	far := plane.Dist(from.Point, m.to)
	if !ok || m.deploy || len(m.via) > 0 || far == 0 {
		return
	}
	var lengths options
	add := func(at plane.Point) {
		if plane.Dist(at, m.to) < 5 { // the same, but for rounding
			at = m.to
		}
		if left, err := m.try(c.v, at); err == nil {
			lengths.add(bot.Option{Value: m.value(c.v, at), Label: c.v.Say("%s\"", routes{c}.far(from.Point, at)), Note: routes{c}.outcome(m, at, left), Chosen: at == m.to})
		}
	}
	for step, reach := plane.Inch(1000), m.reach(c.v); step <= reach && len(lengths) < most-1; step += 1000 {
		if far > step-1000 && far < step {
			add(m.to)
		}
		add(onWay(from.Point, m.to, step, far))
	}
	add(m.to)
	c.Select(d.Unplaced(), c.v.Text("How far that way?"), lengths, 1, 1)
}

// Aiming a Clustered attack: a point is picked by what it reaches, then how the attacks are shared out.

// aiming is what a draft of an attack or of Forward Observe aims.
type aiming struct {
	by     rules.Ref // who fires
	action string
	eye    rules.Ref // through whom it is seen; zero: itself
	at     *plane.Point
}

// aiming reads the draft. ok is false if it aims nothing.
func (c *layout) aiming(d draft) (aiming, bool) {
	if d.Verb() != "act" || c.v.Acting == nil {
		return aiming{}, false
	}
	a := aiming{by: rules.Ref{Label: c.v.Acting.Label, N: c.v.Acting.By}, action: d.Value("use")}
	if d.Value("by") != "" {
		a.by = rules.RefIn(d.Partial, "by")
	}
	if a.action == "forward-observe" {
		if d.Value("action") == "" {
			return aiming{}, false
		}
		a.by, a.action, a.eye = rules.RefIn(d.Partial, "unit"), d.Value("action"), a.by
	}
	if at := terrain.PointsIn(d.Partial, "at"); len(at) > 0 {
		a.at = &at[0]
	}
	p, ok := c.v.Piece(a.by.Label)
	if !ok || p.IsPing() {
		return aiming{}, false
	}
	action, ok := c.v.Cards().Must(p.Unit).Action(a.action)
	if !ok {
		return aiming{}, false
	}
	_, clustered := action.Trait("clustered")
	return a, clustered
}

// aims offers the points worth aiming at.
func aims(c *layout, a aiming, d draft) {
	var aims options
	for _, aim := range c.v.Aims(a.by, a.action, a.eye) {
		aims.add(bot.Option{Value: aim.At.String(), Label: c.v.Say("Reaches %s", refs(c, aim.Targets)), Note: aim.At.String()})
	}
	c.Select(d, c.v.Text("Aim at"), aims, 1, 1)
	c.Type(d, c.v.Text("Type a point"))
}

func refs(c *layout, rs []rules.Ref) string {
	return strings.Join(each(rs, func(r rules.Ref) string { return name(c.v, r) }), ", ")
}

// shares offers ways to share the attacks out over what the point reaches: all on one target, or in turn on all.
func shares(c *layout, a aiming, d draft, rof int) {
	if a.at == nil {
		return
	}
	targets := c.v.AimTargets(a.by, a.action, a.eye, *a.at)
	var ways options
	add := func(label string, rs ...rules.Ref) { // over and over, until all attacks are shared out
		words := each(slices.Repeat(rs, rof)[:rof], rules.Ref.String)
		ways.add(bot.Option{Value: strings.Join(words, " "), Label: label})
	}
	if len(targets) > 1 {
		add(c.v.Say("%d {attack|attacks} in turn on %s", rof, refs(c, targets[:min(rof, len(targets))])), targets...)
	}
	for _, r := range targets {
		add(c.v.Say("All %d on %s", rof, name(c.v, r)), r)
	}
	c.Select(d, c.v.Text("Share out the attacks"), ways, 1, 1)
}
