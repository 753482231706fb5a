package downsync

import (
	"slices"
	"strings"
	"unicode/utf8"

	"downsync/bot/downsync/wording"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/advice"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// Points without typing: places to deploy, ways towards a goal, squares of the grid and points in them, then nudges. Each is
// tried on the view, so that no choice is offered that the view shows to be impossible.

// pointForm returns the form that asks for a point, filled in with the draft's.
func pointForm(c *layout, d draft) *wire.Form {
	v := c.v
	to, via := "", ""
	m, ok := readMove(v, c.Ask.Menu, d)
	if ok && m.Has {
		to, via = m.To.String(), strings.Join(page.Each(m.Via, plane.Point.String), " ")
	}
	how, example := game.Text("x,y in inches from lower left, or a square"), game.Text("12.5,30")
	switch {
	case ok && m.Sprint:
		how, to = "x,y of each base, or towards what", placeWords(m, v, m.To)
		if !m.Has {
			to = ""
		}
	case ok && !m.Deploy:
		how, example = "x,y in inches, or towards what and how far", "12.5,30 or B4 6 or north-east 3"
	}
	fields := []wire.Field{{ID: "1", Label: v.Text(how), Placeholder: v.Text(example), Value: to, Min: 1, Max: 120, Required: true}}
	if ok && !m.Deploy && !m.Sprint {
		fields = append(fields,
			wire.Field{ID: "2", Label: v.Text("By way of (not needed)"), Placeholder: "10,28 11,29", Value: via, Max: 120})
	}
	return &wire.Form{Title: v.Text("A point on the board"), Fields: fields}
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
		c.Select(d.Unplaced(), c.v.Text("Where to?"), quick(c, m), 1, 1)
		if !m.Sprint {
			c.Select(d, c.v.Text("Or a 6\" square of the grid"), squares(c, m), 1, 1)
		}
	}
	if square(d) != "" {
		c.GoOn(d.Unplaced(), c.v.Text("Elsewhere"), wire.Secondary, false)
	}
	c.Type(d.Looking(""), c.v.Text("Type a point"))
}

// quick offers destinations that need only one choice.
func quick(c *layout, m advice.Move) []wire.Option {
	if m.Deploy {
		return deployPlaces(c, m)
	}
	return wayOptions(c, m, ways(c, m))
}

// deployPlaces offers three depths in each column of the zone, two on a wide table.
func deployPlaces(c *layout, m advice.Move) []wire.Option {
	type row struct {
		name  game.Text
		depth plane.Inch
	}
	const rim = 1750 // from the zone's borders
	seat := m.Ref.Label.Seat()
	zone := c.v.Zone(seat)
	deep := zone.Max.Y - zone.Min.Y
	rows := []row{{"front", deep - rim}, {"middle", deep / 2}, {"back", rim}}
	if len(rows)*columns(c) > menu.MostOptions {
		rows = slices.Delete(rows, 1, 2)
	}
	var out wording.Options
	for col := range columns(c) {
		for _, row := range rows {
			at := plane.Point{X: plane.Inch(wording.GridStep/2 + wording.GridStep*col), Y: row.depth}
			if seat == 2 {
				at.Y = c.v.Table.Y - at.Y
			}
			if m.Possible(c.v.View, at) {
				out.Add(wire.Option{Value: at.String(), Label: c.v.Say("Column %c, %s", plane.FirstColumn+col, c.v.Text(row.name)), Note: at.String()})
			}
		}
	}
	return out
}

// ways returns the farthest moves towards each heading that the board shows, and into cover. They are computed once.
func ways(c *layout, m advice.Move) []advice.Way {
	if c.found == nil {
		c.found = c.pos.Ways(m, c.beyond)
	}
	return c.found
}

// wayOptions offers the ways as a list.
func wayOptions(c *layout, m advice.Move, all []advice.Way) []wire.Option {
	var out wording.Options
	p, from, _ := c.v.Base(m.Ref)
	for _, w := range all {
		note, value := moveOutcome(c, m, w.At, w.Left), placeWords(m, c.v, w.At)
		switch home, _ := c.v.GoalNamed(p.Seat, w.Word); {
		case w.Word == advice.Cover:
			value, note = advice.Cover, c.v.Text(wording.Either(w.Bare, "open to as few of the enemy as can be", "concealed from all that see it"))
		case home.Owner == p.Seat:
			note = moveLeads(c, m, w.At, w.Left, c.v.Say("%s\" to your VIP", wording.Tenths(plane.Gap(plane.Disc{At: w.At, R: from.R}, home.Disc))))
		}
		out.Add(wire.Option{Value: value, Label: c.headingName(w.Word, p.Seat), Note: note, Chosen: m.Has && m.To == w.At})
	}
	return out
}

// mostElsewhere is the number of other places that have buttons beside a staged move. With them and with proposals about the
// clocks a console has as many components as Discord allows, so there is one place fewer if the move itself has two buttons.
const mostElsewhere = 2

// elsewhere offers other destinations in one press: into cover, towards the enemy VIP, the nearest enemy, the own VIP.
func elsewhere(c *layout, m advice.Move, d draft) {
	all := ways(c, m)
	sorted := append(wording.Those(all, func(w advice.Way) bool { return w.Word == advice.Cover }), wording.Those(all, func(w advice.Way) bool { return w.Word != advice.Cover })...)
	most := mostElsewhere
	if c.Buttons > len(arrows)+1 {
		most--
	}
	taken, foe := []plane.Point{m.To}, false
	p, _ := c.v.Piece(m.Ref.Label)
	for _, w := range sorted {
		_, is := c.v.Piece(rules.Label(w.Word))
		if w.Word == advice.Cover && (w.Bare || p.IsPing()) { // a contact cannot be attacked
			continue
		}
		if len(taken) > most || slices.Contains(taken, w.At) || slices.Contains(rules.Winds, w.Word) || is && foe {
			continue
		}
		all := orders(c, placed(m, c.v, d, w.At))
		if d.Verb() == "act move" && m.Ref.N == 0 && len(all) == 1 { // what is left costs no Action Point; the button "Move there" asks about it
			all = append(all, rules.End{}.Order())
		}
		label := c.v.Say("Move to %s, %s", wording.SquareOf(w.At), whereTo(c, w.Word))
		if all[len(all)-1] == (rules.End{}).Order() {
			label = c.v.Say("To %s, %s, then end", wording.SquareOf(w.At), whereTo(c, w.Word))
		}
		if utf8.RuneCountInString(label) > menu.LongestButton {
			continue
		}
		taken, foe = append(taken, w.At), foe || is
		c.Play(strings.Join(all, "; "), label, wire.Secondary)
	}
}

// whereTo words a heading's goal for the middle of a sentence.
func whereTo(c *layout, word string) string {
	if word == advice.Cover {
		return c.v.Text("into cover")
	}
	if g, ok := c.v.GoalNamed(c.Ask.Seat, word); ok {
		return wording.InTowardsGoal(c.v, g, c.Ask.Seat)
	}
	return c.v.Say("towards %s", word)
}

func columns(c *layout) int { return min(int(c.v.Table.X)/wording.GridStep, wording.MostColumns) }

// squares offers the squares in which the base could stand.
func squares(c *layout, m advice.Move) []wire.Option {
	var out []wire.Option
	fits := func(at plane.Point) bool { return m.Possible(c.v.View, at) }
	for row := wording.GridRows - 1; row >= 0; row-- {
		for col := range columns(c) {
			if near(c, m, col, row) && slices.ContainsFunc(wording.Cells(col, row), fits) {
				out = append(out, wire.Option{Value: "@" + wording.SquareName(col, row), Label: c.v.Say("Square %s", wording.SquareName(col, row))})
			}
		}
	}
	return out
}

// near is a quick test of whether the base could reach the square at all.
func near(c *layout, m advice.Move, col, row int) bool {
	if m.Deploy {
		return true
	}
	p, b, ok := c.v.Base(m.Ref)
	at := plane.Point{X: clamp(b.X, col), Y: clamp(b.Y, row)}
	return ok && plane.Dist(b.Point, at) <= c.v.Spd(p)
}

// clamp returns the coordinate nearest to v within the column or row.
func clamp(v plane.Inch, n int) plane.Inch {
	return max(plane.Inch(wording.GridStep*n), min(v, plane.Inch(wording.GridStep*(n+1))))
}

// inSquare offers the points of a square in two lists: the upper half, and the lower.
func inSquare(c *layout, d draft, m advice.Move) {
	col, row, ok := wording.ParseSquare(d.Mark)
	if !ok {
		return
	}
	all := wording.Cells(col, row)
	for i, half := range [][]plane.Point{all[:len(all)/2], all[len(all)/2:]} {
		var points wording.Options
		for _, at := range half {
			if left, err := m.Try(c.v.View, at); err == nil {
				points.Add(wire.Option{Value: at.String(), Label: at.String(), Note: c.v.When(!m.Deploy, "%s\" left", left)})
			}
		}
		c.Select(d, c.v.Say("A point in %s, %s half", d.Mark, c.v.Text([]game.Text{"upper", "lower"}[i])), points, 1, 1)
	}
}

// Small changes of a staged point: nudges in eight directions by an inch or a quarter, and other distances along the way.

// arrows are the labels of the nudges in the order of the buttons, in two rows, each with its index in compass. The empty one is the
// button for the length of a step.
var arrows = []struct {
	label string
	wind  int
}{{"↖", 7}, {"▲", 0}, {"↗", 1}, {}, {"◀", 6}, {"↙", 5}, {"▼", 4}, {"↘", 3}, {"▶", 2}}

// upper is the number of arrows in the upper row, with the button for the length of a step.
const upper = 4

// change offers a nudge, another place, or another distance. Impossible nudges are disabled, so that the others keep their
// places.
func change(c *layout, d draft) {
	m, ok := readMove(c.v, c.Ask.Menu, d)
	if !ok || !m.Has {
		c.Type(d.Looking(""), c.v.Text("Type a point"))
		return
	}
	if !c.guided { // a lesson's text and the next button fill a phone's screen
		nudges(c, m, d)
	}
	if !c.guided && !m.Sprint && !m.Deploy {
		elsewhere(c, m, d)
	}
	if !m.Sprint {
		c.GoOn(d.Unplaced(), c.v.Text("Elsewhere"), wire.Secondary, false)
	}
	c.Type(d.Looking(""), c.v.Text("Type a point"))
	c.Select(d.Unplaced(), c.v.Text("Or somewhere else"), quick(c, m), 1, 1)
	howFar(c, m, d)
}

// nudges offers a step in each direction, and the other length of steps.
func nudges(c *layout, m advice.Move, d draft) {
	by := plane.Inch(1000)
	step, other := game.Text("Steps of ¼\""), fine
	if d.Mark == fine {
		by, step, other = 250, "Steps of 1\"", ""
	}
	for i, arrow := range arrows {
		if i == 0 || i == upper {
			c.Flush()
		}
		if arrow.label == "" {
			c.GoOn(d.Looking(other), c.v.Text(step), wire.Secondary, false)
			continue
		}
		to := advice.Away(m.To, arrow.wind, by)
		c.Nudge(placed(m, c.v, d, to).Looking(d.Mark), arrow.label, !m.Possible(c.v.View, to))
	}
	c.Flush()
}

// mostLengths is about how many lengths of a straight way are offered: a list of further controls has room for them.
const mostLengths = 12

// howFar offers lengths along a straight way, whole inches apart, and its full length.
func howFar(c *layout, m advice.Move, d draft) {
	_, from, ok := c.v.Base(m.Ref)
	far := plane.Dist(from.Point, m.To)
	if !ok || m.Deploy || len(m.Via) > 0 || far == 0 {
		return
	}
	var lengths wording.Options
	add := func(at plane.Point) {
		if plane.Dist(at, m.To) < 5 { // the same point, apart from rounding
			at = m.To
		}
		if left, err := m.Try(c.v.View, at); err == nil {
			lengths.Add(wire.Option{Value: placeWords(m, c.v, at), Label: c.v.Say("%s\"", wording.Tenths(plane.Dist(from.Point, at))), Note: moveOutcome(c, m, at, left), Chosen: at == m.To})
		}
	}
	reach := m.Reach(c.v.View)
	apart := plane.Inch(1000) * (1 + reach/((mostLengths+1)*1000))
	for step := apart; step <= reach; step += apart {
		if far > step-apart && far < step {
			add(m.To)
		}
		add(advice.OnWay(from.Point, m.To, step, far))
	}
	add(m.To)
	c.Select(d.Unplaced(), c.v.Text("How far that way?"), lengths, 1, 1)
}

// Aiming a Clustered attack: the player chooses a point by the targets that it reaches, then how to share out the attacks.

// aiming is the aim of an attack or of Forward Observe in a draft.
type aiming struct {
	by     rules.Ref // the base that fires
	action string
	eye    rules.Ref // the observer; zero: the base itself
	at     *plane.Point
}

// aiming reads the draft. ok is false if the action is not Clustered.
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
	var aims wording.Options
	for _, aim := range c.v.Aims(a.by, a.action, a.eye) {
		aims.Add(wire.Option{Value: aim.At.String(), Label: c.v.Say("Reaches %s", refs(c, aim.Targets)), Note: aim.At.String()})
	}
	c.Select(d, c.v.Text("Aim at"), aims, 1, 1)
	c.Type(d, c.v.Text("Type a point"))
}

func refs(c *layout, rs []rules.Ref) string {
	return strings.Join(page.Each(rs, func(r rules.Ref) string { return wording.Name(c.v, r) }), ", ")
}

// shares offers ways to share out the attacks among the targets in reach: all on one, or in turn on all.
func shares(c *layout, a aiming, d draft, rof int) {
	if a.at == nil {
		return
	}
	targets := c.v.AimTargets(a.by, a.action, a.eye, *a.at)
	var ways wording.Options
	add := func(label string, rs ...rules.Ref) { // repeats the targets until all attacks are shared out
		words := page.Each(slices.Repeat(rs, rof)[:rof], rules.Ref.String)
		ways.Add(wire.Option{Value: strings.Join(words, " "), Label: label})
	}
	if len(targets) > 1 {
		add(c.v.Say("%d {attack|attacks} in turn on %s", rof, refs(c, targets[:min(rof, len(targets))])), targets...)
	}
	for _, r := range targets {
		add(c.v.Say("All %d on %s", rof, wording.Name(c.v, r)), r)
	}
	c.Select(d, c.v.Text("Share out the attacks"), ways, 1, 1)
}
