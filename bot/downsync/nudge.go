package downsync

import (
	"math"
	"slices"

	"downsync/bot"
	"downsync/game/plane"
)

// Small changes of a staged point: nudges in eight directions by an inch or a quarter, and how far along the way.

// arrows are the nudges' labels with their place in compass: what leads up first, what leads down last.
var arrows = []struct {
	label string
	wind  int
}{{"↖", 7}, {"▲", 0}, {"↗", 1}, {"◀", 6}, {"▶", 2}, {"↙", 5}, {"▼", 4}, {"↘", 3}}

// change offers to change the staged place: somewhere else, another way as far, or a little aside. Nudges that are not
// possible are there but cannot be pressed, so that the others keep their places.
func change(c *layout, d draft) {
	m, ok := readMove(c.v, c.Ask.Menu, d)
	if !ok || !m.has {
		return
	}
	quick(c, m, d, "Or somewhere else")
	howFar(c, m, d)
	by := plane.Inch(1000)
	if d.Mark == fine {
		by = 250
	}
	for _, arrow := range arrows {
		a := float64(arrow.wind) * math.Pi / 4
		to := plane.Point{X: m.to.X + plane.Inch(math.Round(float64(by)*math.Sin(a))), Y: m.to.Y + plane.Inch(math.Round(float64(by)*math.Cos(a)))}
		_, err := m.try(c.v, to)
		c.GoOn(m.with(c.v, d, to).Looking(d.Mark), arrow.label, bot.Secondary, err != nil)
	}
	if d.Mark == fine {
		c.GoOn(d.Looking(""), c.v.Text("1\" steps"), bot.Secondary, false)
	} else {
		c.GoOn(d.Looking(fine), c.v.Text("¼\" steps"), bot.Secondary, false)
	}
	if !m.sprint {
		c.GoOn(d.Unplaced(), c.v.Text("Elsewhere"), bot.Secondary, false)
	}
	c.Flush()
}

// howFar offers the whole inches of the staged way, where it is a straight one, and all of it.
func howFar(c *layout, m move, d draft) {
	p, _ := c.v.Piece(m.ref.Label)
	from, ok := p.Base(m.ref.N)
	if !ok || m.deploy || len(m.via) > 0 {
		return
	}
	far := plane.Dist(from.Point, m.to)
	if far == 0 {
		return
	}
	var options []bot.Option
	add := func(at plane.Point) {
		if plane.Dist(at, m.to) < 5 { // the same, but for rounding
			at = m.to
		}
		value := m.value(c.v, at)
		left, err := m.try(c.v, at)
		if err != nil || slices.ContainsFunc(options, func(o bot.Option) bool { return o.Value == value }) {
			return
		}
		options = append(options,
			bot.Option{Value: value, Label: c.v.Say("%s\"", c.far(from.Point, at)), Note: bot.Clip(c.outcome(m, at, left), maxOption),
				Chosen: at == m.to})
	}
	for step, reach := plane.Inch(1000), m.reach(c.v); step <= reach && len(options) < most-1; step += 1000 {
		if far > step-1000 && far < step {
			add(m.to)
		}
		add(plane.Point{X: from.X + scaled(m.to.X-from.X, step, far), Y: from.Y + scaled(m.to.Y-from.Y, step, far)})
	}
	add(m.to)
	c.Select(d.Unplaced(), c.v.Text("How far that way?"), options, 1, 1)
}
