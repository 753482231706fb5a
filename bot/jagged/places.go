package jagged

import (
	"slices"

	"downsync/bot"
	"downsync/bot/menu"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/jagged"
	"downsync/game/jagged/advice"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
	"downsync/game/terrain"
	draw "downsync/render/jagged"
)

// This file makes the pages for placing things: Objectives, deployments, Reinforcements.

// objectives offers places for an Objective.
func (c *panel) objectives(d menu.Draft) {
	v, begun := c.v, menu.Begin(c.Ask.Menu[0])
	fits := func(at plane.Point) bool { return v.Marks(at) == nil }
	if at, err := plane.ParsePoint(d.Value("at")); err == nil {
		if no := v.Marks(at); no != nil {
			c.said = "⚠️ " + bot.RefusalText(v.Language, no)
		} else {
			c.marker = &at
			c.Play(d.Partial.String(), v.Say("Place it at %s", at), wire.Success)
		}
	}
	var seen []string
	offer := func(label string, at plane.Point, style wire.Style) {
		if !slices.Contains(seen, at.String()) && at.String() != d.Value("at") {
			seen = append(seen, at.String())
			next := begun.With("at", at.String())
			if style == wire.Success {
				c.Play(next.Partial.String(), label, style)
			} else {
				c.GoOn(next, label+" …", style, false)
			}
		}
	}
	usual := c.Ask.Default.(rules.Mark).At
	if o, ok := c.position().Best(); ok && d.None() {
		at := o.(rules.Mark).At
		c.marker = &at
		offer(v.Say("Near my Zone: %s", at), at, wire.Success)
	}
	offer(v.Say("The usual place: %s", usual), usual, wire.Primary)
	for _, near := range []struct {
		said string
		goal plane.Point
	}{{v.Text("Near my Zone, left"), advice.Flank(c.Ask.Seat, 0)}, {v.Text("Near my Zone, right"), advice.Flank(c.Ask.Seat, 1)}} {
		if at, ok := advice.NearestFit(near.goal, fits); ok {
			offer(near.said+" ("+squareAt(at)+")", at, wire.Primary)
		}
	}
	c.Flush()
	c.place(menu.Draft{Partial: begun.Partial, Mark: d.Mark}, "at", fits, func(plane.Point) string { return "" })
}

// formations names the ways to deploy in the own Zone; the first is the default.
var formations = [...]game.Text{advice.TowardObjectives: "Toward the Objectives", advice.TogetherInFront: "Together in front",
	advice.LeftFlank: "Left flank", advice.RightFlank: "Right flank"}

// deploy offers formations, and another place for each model.
func (c *panel) deploy(d menu.Draft) {
	v, begun := c.v, menu.Begin(c.Ask.Menu[0])
	models := advice.Unplaced(v.View, c.Ask.Seat)
	words := func(ps []plane.Point) []string { return page.Each(ps, plane.Point.String) }
	places := d.Values("places")
	main := -1
	no := v.Deploys(c.Ask.Seat, terrain.PointsIn(d.Partial, "places"))
	if no != nil && len(places) > 0 {
		c.said = "⚠️ " + bot.RefusalText(v.Language, no)
	}
	if no == nil {
		c.Play(d.Partial.String(), v.Text("Deploy so"), wire.Success)
	} else if at := advice.Deployed(v.View, c.Ask.Seat, advice.TowardObjectives); at != nil && len(places) != len(models) {
		main, places = 0, words(at)
		c.Play(begun.With("places", places...).Partial.String(), v.Text(formations[advice.TowardObjectives]), wire.Success)
	}
	c.staged.Places = map[string]plane.Point{}
	for i, w := range places {
		if at, err := plane.ParsePoint(w); err == nil && i < len(models) {
			c.staged.Places[string(models[i].Label)] = at
			c.staged.Around = append(c.staged.Around, string(models[i].Label))
		}
	}
	for i, f := range formations {
		if at := advice.Deployed(v.View, c.Ask.Seat, advice.Formation(i)); i != main && at != nil && !slices.Equal(words(at), places) {
			c.GoOn(begun.With("places", words(at)...), v.Text(f)+" …", wire.Primary, false)
		}
	}
	c.Flush()
	if len(places) != len(models) {
		return
	}
	whole := begun.With("places", places...)
	if i := slices.IndexFunc(models, func(m rules.Model) bool { return string(m.Label) == d.Mark }); i >= 0 {
		c.staged.Chosen = d.Mark
		c.Select(whole.Looking(d.Mark), v.Say("%s stands at …", v.name(models[i].Label)), v.standing(c.Ask.Seat, models, places, i), 1, 1)
	}
	c.Select(whole, v.Text("Another place for …"), page.Each(models, func(m rules.Model) wire.Option {
		return wire.Option{Value: "@" + string(m.Label), Label: v.name(m.Label)}
	}), 1, 1)
	c.Type(whole, v.Text("Type the places"))
}

// standing offers places in the Zone for one model, where the others leave room.
func (v reading) standing(seat game.Seat, models []rules.Model, places []string, which int) []wire.Option {
	for i, m := range models {
		if at, err := plane.ParsePoint(places[i]); err == nil && i != which {
			v.View = v.Standing(m.Label, at)
		}
	}
	var out []wire.Option
	z, n, r := v.ZoneOf(seat), plane.Inch(menuEdge), models[which].Radius
	for y := n - 1; y >= 0; y-- {
		for x := range n {
			at := plane.Point{X: z.Min.X + r + (z.Max.X-z.Min.X-2*r)*x/(n-1), Y: z.Min.Y + r + (z.Max.Y-z.Min.Y-2*r)*y/(n-1)}
			if v.Stands(seat, plane.Disc{At: at, R: r}) == nil {
				out = append(out, wire.Option{Value: at.String(), Label: at.String()})
			}
		}
	}
	return out
}

// menuEdge is the number of places along each edge of a grid of 25 places, which fills a select.
const menuEdge = 5

// reinforces offers each unit that may come, at a place chosen for it.
func (c *panel) reinforces(d menu.Draft) {
	v, seat := c.v, c.Ask.Seat
	k, _ := c.choice("reinforce")
	side := v.Sides.Of(seat)
	c.said = v.Say("%d BP are kept; %d {Flare|Flares} left. Each costs a Flare.", side.Kept, side.Flares)
	if v.Round == rules.Rounds {
		c.said += "\n" + v.Text("-# ⚡ The last Round: BP that are kept now are of no use afterwards.")
	}
	kind := cards.FindUnit(d.Value("kind"))
	if at, err := plane.ParsePoint(d.Value("at")); err == nil && kind != nil {
		if no := v.Stands(seat, plane.Disc{At: at, R: plane.Radius(kind.Base)}); no != nil {
			c.said = page.Paragraph("⚠️ "+bot.RefusalText(v.Language, no), c.said)
		} else {
			c.staged.Rings = append(c.staged.Rings, draw.Ring{From: plane.Disc{At: at, R: plane.Radius(kind.Base)}, R: plane.In(1), Seat: seat, Name: kind.Name})
			c.Play(d.Partial.String(), v.Say("Bring %s to %s: %d BP", kind.Name, at, kind.BP), wire.Success)
		}
	}
	if o, _ := c.position().Best(); kind == nil {
		if call, ok := o.(rules.Call); ok {
			u := cards.FindUnit(call.Unit)
			c.staged.Rings = append(c.staged.Rings, draw.Ring{From: plane.Disc{At: call.At, R: plane.Radius(u.Base)}, R: plane.In(1), Seat: seat, Name: u.Name})
			c.Play(call.Order(), v.Say("Bring %s: %d BP", u.Name, u.BP), wire.Success)
		}
	}
	c.Play("done", v.Text("None"), wire.Secondary)
	c.skip(rules.SkipReinforcements, "None, and do not ask again")
	c.Flush()
	if kind == nil {
		places := map[string]plane.Point{}
		for _, o := range c.position().Options() {
			if call, ok := o.Reply.(rules.Call); ok {
				places[call.Unit] = call.At
			}
		}
		c.Select(menu.Draft{}, v.Text("Bring …"), page.Each(k.Options("kind"), func(id string) wire.Option {
			u, value := cards.FindUnit(id), "reinforce "+id
			if at, ok := places[id]; ok {
				value += " at " + at.String()
			}
			return wire.Option{Value: value, Label: u.Name, Note: v.Say("%d BP · %s", u.BP, v.figures(u))}
		}), 1, 1)
		return
	}
	z, r := v.ZoneOf(seat), plane.Radius(kind.Base)
	c.place(d, "at", func(at plane.Point) bool {
		return z.Holds(plane.Disc{At: at, R: r}) && v.Stands(seat, plane.Disc{At: at, R: r}) == nil
	}, func(plane.Point) string { return "" })
}
