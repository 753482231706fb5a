package downsync

import (
	"math"
	"strings"

	"downsync/bot"
	"downsync/game/downsync/plane"
)

// Small changes of a staged point: nudges in eight directions by an inch or a quarter, and how far along the way.

// fine stands at the end of a draft whose nudges are of a quarter inch.
const fine = "@fine"

// isFine tells whether the draft's nudges are small.
func isFine(draft string) bool { return strings.HasSuffix(draft, fine) }

// arrows are the nudges' labels with their place in compass: what leads up first, what leads down last.
var arrows = []struct {
	label string
	wind  int
}{{"↖", 7}, {"▲", 0}, {"↗", 1}, {"◀", 6}, {"▶", 2}, {"↙", 5}, {"▼", 4}, {"↘", 3}}

// nudges move the staged point. What is not possible is there but cannot be pressed, so that the others keep their places.
func (c *desk) nudges(draft string, small bool) {
	m, ok := readMove(c.v, c.ask.Menu, draft)
	if !ok || !m.has {
		return
	}
	c.howFar(m, draft)
	by, mark, label := plane.Inch(1000), "", wordFiner
	if small {
		by, mark, label = 250, " "+fine, wordCoarser
	}
	for _, arrow := range arrows {
		a := float64(arrow.wind) * math.Pi / 4
		to := plane.Point{X: m.to.X + plane.Inch(math.Round(float64(by)*math.Sin(a))), Y: m.to.Y + plane.Inch(math.Round(float64(by)*math.Cos(a)))}
		_, err := m.try(c.v, to)
		c.button(bot.ControlDraft, strings.Replace(draft, m.to.String(), to.String(), 1)+mark, arrow.label, bot.Secondary)
		if n := len(c.row); n > 0 {
			c.row[n-1].Disabled = err != nil
		}
	}
	if small {
		c.button(bot.ControlDraft, draft, c.v.Text(label), bot.Secondary)
	} else {
		c.button(bot.ControlDraft, draft+" "+fine, c.v.Text(label), bot.Secondary)
	}
	c.button(bot.ControlDraft, cutPoint(draft), c.v.Text(wordElsewhere), bot.Secondary)
	c.flush()
	c.button(bot.ControlType, draft, c.v.Text(wordType), bot.Secondary)
}

// howFar offers the whole inches of the staged way, where it is a straight one.
func (c *desk) howFar(m move, draft string) {
	p, _ := c.v.Piece(m.ref.Label)
	from, ok := p.Base(m.ref.N)
	if !ok || m.deploy || len(m.via) > 0 {
		return
	}
	var options []bot.Option
	far := plane.Dist(from.Point, m.to)
	for step := plane.Inch(1000); step <= far && len(options) < most; step += 1000 {
		at := plane.Point{X: from.X + scaled(m.to.X-from.X, step, far), Y: from.Y + scaled(m.to.Y-from.Y, step, far)}
		if left, err := m.try(c.v, at); err == nil {
			options = append(options, bot.Option{Value: at.String(), Label: c.v.Say(wordThatFar, step), Note: c.v.Say(wordToLeft, at, left)})
		}
	}
	c.selection(draft, wordHowFar, options, 1, 1)
}
