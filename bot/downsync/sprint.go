package downsync

import (
	"math"
	"strings"

	"downsync/bot"
	"downsync/game/downsync/plane"
)

// sprints offer to put all bases of the acting Unit as far as they go in one of the eight directions, side by side as they
// stand. Other places can be typed.
func (c *desk) sprints(draft string) {
	p, ok := c.v.Piece(c.v.Acting.Label)
	if !ok {
		return
	}
	var options []bot.Option
	for i, name := range compass {
		angle := float64(i) * math.Pi / 4
		for far := c.v.Spd(p) + 2*c.v.Radius(p); far >= plane.In(1); far -= 500 {
			var at []plane.Point
			var words []string
			for _, b := range p.Bases {
				to := plane.Point{X: b.X + plane.Inch(float64(far)*math.Sin(angle)), Y: b.Y + plane.Inch(float64(far)*math.Cos(angle))}
				at, words = append(at, to), append(words, to.String())
			}
			if c.v.TrySprint(p.Label, at) == nil {
				options = append(options, bot.Option{Value: strings.Join(words, " "), Label: c.v.Text(name), Note: c.v.Say(wordFar, far)})
				break
			}
		}
	}
	c.selection(draft, wordWhereTo, options, 1, 1)
	c.cut = true
}
