package jagged

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/jagged"
)

// This file makes the pages of moves.

func (v reading) seen(a rules.Aim) draw.Aim { return draw.AimOf(a, v.Sees(a.By, a.Target)) }

// moves offers moves of all models at once, by purpose; then each model alone.
func (c *panel) moves(d menu.Draft) {
	switch {
	case !d.None():
		c.moving(d)
	case c.Ask.Name == "go":
		k, _ := c.choice("move")
		c.moving(menu.Begin(k))
	case c.Ask.Name == "glimpse":
		k, _ := c.choice("glimpse")
		c.Play(rules.Glimpse{}.Order(), c.v.Text("Nobody moves"), wire.Primary)
		c.Select(menu.Begin(k), c.v.Text("Move …"), page.Each(k.Options("unit"), func(l string) wire.Option {
			return wire.Option{Value: l, Label: c.v.name(rules.Label(l))}
		}), 1, 1)
	default:
		c.marches(d.Mark)
	}
}

// marches offers what every model should do: as proposed, or by the selected purpose. The picture shows the ways.
func (c *panel) marches(mark string) {
	v := c.v
	var movers []rules.Label
	unmoved := 0
	var single []wire.Option
	option := func(value, label, note string) {
		single = append(single, wire.Option{Value: value, Label: wire.Clip(label, maxOption), Note: wire.Clip(note, maxOption)})
	}
	for _, k := range c.Ask.Menu {
		l := rules.Label(k.Value("unit"))
		m, ok := v.Model(l)
		if !ok {
			continue
		}
		switch k.Verb {
		case "move":
			movers, unmoved = append(movers, l), unmoved+1
			option(k.Words, v.Say("Move %s", v.name(l)), v.Say("up to %s\"", m.Movement))
		case "sprint":
			option(k.Words, v.Say("Sprint %s", v.name(l)), v.Say("%s\" and a D6; then it neither shoots nor rushes", m.Movement))
		case "disengage":
			unmoved++
			option("disengage "+string(l), v.Say("Disengage %s", v.name(l)), v.leaving(l))
			if len(k.Slots) > 0 {
				option("disengage "+string(l)+" auto", v.Say("Disengage %s without a roll", v.name(l)), v.Text("once a battle"))
			}
		}
	}
	shown := advice.Purpose(mark)
	var steps []advice.Step
	if shown == "" {
		steps = c.position().Part()
	} else {
		steps = advice.Planned(v.View, shown, movers)
	}
	c.offered(shown, steps, unmoved)
	if shown == advice.Advance {
		c.sprints(movers, unmoved)
	}
	for _, a := range purposes {
		if a.mark != shown && len(advice.Planned(v.View, a.mark, movers)) > 0 {
			c.GoOn(menu.Draft{}.Looking(string(a.mark)), v.Text(a.said)+" …", wire.Primary, false)
		}
	}
	c.Flush()
	c.powers()
	style := wire.Secondary
	if len(steps) == 0 {
		style = wire.Success
	}
	c.Play("done", v.Text("No more moves"), style)
	c.Play("hold", v.Text("No more moves, and no Rush"), wire.Secondary)
	c.Flush()
	c.Select(menu.Draft{}, v.Text("One by one …"), single, 1, 1)
	c.skips()
}

// offered offers the steps of all models on the green button, and draws them. Without a purpose they are the proposed ones.
func (c *panel) offered(why advice.Purpose, steps []advice.Step, unmoved int) {
	if len(steps) == 0 {
		return
	}
	var there, sprint, leave []string
	ends := map[rules.Label]plane.Point{}
	for _, s := range steps {
		switch s.Reply.(type) {
		case rules.Sprint:
			sprint = append(sprint, string(s.Unit))
		case rules.Disengage:
			leave = append(leave, string(s.Unit)+" · "+c.v.leaving(s.Unit))
		default:
			if advice.Arrives(c.v.View, s) {
				there = append(there, string(s.Unit))
			}
		}
		if len(s.Path) > 0 {
			c.staged.Ways = append(c.staged.Ways, way(s))
			ends[s.Unit] = s.To
		}
	}
	c.watch(ends)
	said := game.Text("Move as proposed")
	for _, a := range purposes {
		switch {
		case a.mark != why:
		case why == advice.Advance && len(there) < len(steps):
			said = "Toward the Objectives"
		default:
			said = a.said
		}
	}
	list := func(words game.Text, units []string) {
		if len(units) > 0 {
			c.said = page.Paragraph(c.said, "-# "+c.v.Say(words, strings.Join(units, ", ")))
		}
	}
	if why == "" || why == advice.Advance && len(there) < len(steps) {
		list("At an Objective then: %s.", there)
	}
	list("Sprint: %s; a model that sprints neither shoots nor rushes.", sprint)
	list("Disengage: %s.", leave)
	orders := page.Each(steps, advice.Step.Order)
	if len(leave) == 0 {
		orders = c.unrushed(after(c.v.View, steps), orders)
		if len(steps) < unmoved { // another model could move, so the part does not end by itself
			orders = append(orders, "done")
		}
	}
	label := c.v.Say("%s: %d {model|models}", c.v.Text(said), len(steps))
	if len(steps) == 1 && len(leave) == 1 {
		label = c.v.Say("Disengage %s", c.v.name(steps[0].Unit))
	}
	c.Play(strings.Join(orders, "; "), label, wire.Success)
}

// sprints offers a Sprint for all models that are not at an Objective yet, each to the one that needs it. The distances are known
// once the dice are rolled.
func (c *panel) sprints(movers []rules.Label, unmoved int) {
	v := c.v
	var orders []string
	for _, s := range advice.Planned(v.View, advice.Advance, movers) {
		m, _ := v.Model(s.Unit)
		orders = append(orders, rules.Sprint{Unit: s.Unit, To: advice.GoalOf(v.View, m, advice.Advance), Stay: true}.Order())
	}
	if len(orders) == 0 {
		return
	}
	label := v.Say("Sprint all to the Objectives: %d", len(orders))
	if len(orders) < unmoved {
		orders = append(orders, "done")
	}
	c.Play(strings.Join(orders, "; "), label, wire.Primary)
}

// after returns the view after those ways.
func after(v rules.View, steps []advice.Step) rules.View {
	for _, s := range steps {
		v = v.Standing(s.Unit, s.To)
	}
	return v
}

// way returns a step for the picture.
func way(s advice.Step) draw.Way { return draw.Way{Path: s.Path, R: s.Radius} }

// unrushed returns orders that also hold back from Rushes, if the side moves no more before them and none would arrive: then there
// is nothing to ask.
func (c *panel) unrushed(then rules.View, orders []string) []string {
	on := rules.Hold{On: true}.Order()
	if _, ok := c.choice(on); !ok || c.Ask.Name == "move" && (len(c.v.Left) > 1 || c.v.Left[0] != c.Ask.Seat) {
		return orders
	}
	if advice.AnyRush(then, c.Ask.Seat) {
		return orders
	}
	c.below = append(c.below, "-# "+c.v.Text("No Rush would arrive this Round: the green button skips that question."))
	return append([]string{on}, orders...)
}

// leaving describes the roll that a model needs to Disengage.
func (v reading) leaving(l rules.Label) string {
	need, parts, _ := v.Disengage(l)
	return fmt.Sprintf("%d+ · %d %%%s", need, max(0, min(100, 101-need)), added(parts))
}

// glimpsed is how far Future Glimpse moves a model (J14.11).
const glimpsed = 2 * 1000

// moving offers destinations for one model: by purpose, by a square and a point in it, or typed.
func (c *panel) moving(d menu.Draft) {
	v := c.v
	l, most := rules.Label(d.Choice.Value("unit")), plane.Inch(0)
	switch {
	case c.Ask.Name == "go" && v.Going != nil:
		l, most = v.Going.Unit, v.Going.Max
	case c.Ask.Name == "glimpse":
		l, most = rules.Label(cmp.Or(d.Value("unit"), string(l))), glimpsed
	}
	m, ok := v.Model(l)
	if !ok || m.At == nil {
		c.rest()
		return
	}
	if most == 0 {
		most = m.Movement
	}
	c.staged.Chosen, c.staged.Reach = string(l), v.Reach(l, most)
	to, err := plane.ParsePoint(d.Value("to"))
	if err == nil {
		c.goTo(d, m, to, most)
	}
	c.toward(d, m, most)
	c.rest()
	c.place(d, "to", func(at plane.Point) bool {
		if at == *m.At || plane.Dist(*m.At, at) > most {
			return false
		}
		_, _, err := v.Way(l, at, nil, most)
		return err == nil
	}, func(at plane.Point) string { return v.where(l, at) })
}

// goTo offers the way to the chosen place, with Coordinated Push if that helps.
func (c *panel) goTo(d menu.Draft, m rules.Model, to plane.Point, most plane.Inch) {
	v := c.v
	path, length, err := v.Way(m.Label, to, nil, most)
	c.said = page.Paragraph(v.Say("**%s** to **%s**, %s\" of %s\".", v.name(m.Label), roundedAt(to), rounded(length), most), v.where(m.Label, to))
	if err == nil {
		c.staged.Ways = append(c.staged.Ways, draw.Way{Path: path, R: m.Radius, Left: most - length})
		c.watch(map[rules.Label]plane.Point{m.Label: to})
		c.Play(d.Partial.String(), v.Say("Move to %s", roundedAt(to)), wire.Success)
		return
	}
	for _, f := range d.Flags() {
		if path, _, err := v.Way(m.Label, to, nil, most+plane.In(1)); err == nil && f.Name == "push" {
			c.staged.Ways = append(c.staged.Ways, draw.Way{Path: path, R: m.Radius})
			c.watch(map[rules.Label]plane.Point{m.Label: to})
			c.Play(d.With("push").Partial.String(), v.Text("Move there by Coordinated Push"), wire.Success)
			return
		}
	}
	c.said = bot.RefusalText(v.Language, err)
}

// watch stages the enemies that would see or could attack the models at the ends of the staged ways.
func (c *panel) watch(ends map[rules.Label]plane.Point) {
	v, moved := c.v.View, slices.Sorted(maps.Keys(ends))
	for _, l := range moved {
		v = v.Standing(l, ends[l])
	}
	c.staged.Watchers = page.Each(v.Watchers(moved), func(w rules.Watcher) render.Watcher {
		return render.Watcher{Label: string(w.By), Shoots: w.Attacks}
	})
}

// toward offers a way for each purpose of a model. If nothing is chosen yet the first is the one to press, unless the model holds
// an Objective for its side: then it should stay.
func (c *panel) toward(d menu.Draft, m rules.Model, most plane.Inch) {
	v, first := c.v, d.Value("to") == ""
	if first {
		c.stay = wire.Success
		first = !advice.HoldsAlone(v.View, m.Label)
	}
	var shown []plane.Point // what is chosen, and where earlier buttons lead
	if to, err := plane.ParsePoint(d.Value("to")); err == nil {
		shown = append(shown, to)
	}
	for _, a := range purposes {
		s, ok := advice.Toward(v.View, m, a.mark, most)
		if !ok || slices.Contains(shown, s.To) {
			continue
		}
		shown = append(shown, s.To)
		said, next := a.alone, d.With("to", s.To.String())
		if a.mark == advice.Advance && !advice.Arrives(v.View, s) {
			said = "Toward an Objective"
		}
		if first {
			c.Play(next.Partial.String(), v.Text(said), wire.Success)
			c.staged.Ways = append(c.staged.Ways, way(s))
			c.watch(map[rules.Label]plane.Point{m.Label: s.To})
			if _, length, err := v.Way(m.Label, s.To, nil, most); err == nil {
				c.staged.Ways[len(c.staged.Ways)-1].Left = most - length
			}
			c.said = page.Paragraph(v.Say("**%s** to **%s**", v.name(m.Label), roundedAt(s.To)), v.where(m.Label, s.To))
			first, c.stay = false, wire.Secondary
			continue
		}
		c.GoOn(next, v.Text(said)+" …", wire.Primary, false)
	}
}

// rest offers the choices with nothing to pick, if the question concerns one model.
func (c *panel) rest() {
	switch c.Ask.Name {
	case "go":
		c.Play("stay", c.v.Text("Stay"), c.stay)
	case "glimpse":
		c.Play(rules.Glimpse{}.Order(), c.v.Text("Nobody moves"), c.stay)
	}
	c.Flush()
}

// place offers squares of the board, or the points of the marked square, and typing a place.
func (c *panel) place(d menu.Draft, slot string, fits func(plane.Point) bool, note func(plane.Point) string) {
	begun := d.Without(slot)
	if points := points(d.Mark, fits, note); len(points) > 0 {
		c.Select(begun, c.v.Say("A place in %s", d.Mark), points, 1, 1)
	}
	all := c.v.squares(fits)
	if len(all) > menu.MostOptions { // one column after another
		c.Select(begun, c.v.Text("A column of the board …"), columns(c.v, all), 1, 1)
		all = slices.DeleteFunc(all, func(o wire.Option) bool { return d.Mark == "" || !strings.HasPrefix(o.Value, "@"+d.Mark[:1]) })
	}
	c.Select(begun, c.v.Text("A square of the board …"), all, 1, 1)
	c.Type(begun, c.v.Text("Type a place"))
}
