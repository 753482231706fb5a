package render

import (
	"math"

	"downsync/render/label"
)

// mostFallen is how many destroyed Units a flat picture portrays.
const mostFallen = 3

// fallen returns the wrecks of a scene that have a portrait, one of each label.
func (s Scene) fallen() (out []Wreck) {
	seen := map[string]bool{}
	for _, w := range s.Wrecks {
		if w.Portrait != nil && !seen[w.Label] && len(out) < mostFallen {
			seen[w.Label] = true
			out = append(out, w)
		}
	}
	return out
}

// fallen portrays in the emptiest corner of a flat picture what was destroyed, crossed out, as many as there is room for.
func fallen(c *picture, s Scene) {
	const off, inner, edge, word = 14.0, 60.0, 150.0, labelSize + 6
	all := s.fallen()
	var taken []label.Box
	for _, d := range s.Discs {
		x, y := xy(c, d.X, d.Y)
		taken = append(taken, label.Around(x, y, d.R*c.scale+burst*c.fine))
	}
	for _, p := range s.Spots {
		x, y := xy(c, p.X, p.Y)
		taken = append(taken, label.Around(x, y, math.Max(starSize*c.fine, (p.R+p.Near)*c.scale)))
	}
	in := label.BoxOf(c.field.X0+inner, c.field.Y0+off, c.field.X1-off, c.field.Y1-inner)
	for n := len(all); n > 0; n-- {
		at, ok := c.labels.Emptiest(in, float64(n)*edge, edge+word, taken)
		if !ok {
			continue
		}
		c.labels.Place(label.Owner{}, label.Line{}, at)
		for i, w := range all[:n] {
			c.lost(w, label.BoxOf(at.X0+float64(i)*edge, at.Y0, at.X0+float64(i+1)*edge, at.Y1), word)
		}
		return
	}
}

// lost draws the crossed-out portrait of what was destroyed, with its label.
func (c *picture) lost(w Wreck, at label.Box, word float64) {
	const gap = 5.0
	side, wide := c.scheme.sides[w.Side], at.X1-at.X0
	x, y := (at.X0+at.X1)/2, at.Y0+wide/2
	c.DrawRoundedRectangle(at.X0+gap/2, at.Y0+gap/2, wide-gap, at.Y1-at.Y0-gap, 12)
	c.FillKeep(c.scheme.base[w.Side])
	c.Stroke(side, 4)
	w.Portrait.draw(c, x, y+4, wide/2*0.8, side, c.scheme.base[w.Side])
	c.DrawLine(at.X0+16, at.Y0+wide-16, at.X1-16, at.Y0+16)
	c.Stroke(c.scheme.casing, 11)
	c.DrawLine(at.X0+16, at.Y0+wide-16, at.X1-16, at.Y0+16)
	c.Stroke(c.scheme.hit, 6)
	c.Letters(true, labelSize, c.scheme.text)
	c.Text(c.Clip(w.Label, wide-3*gap), x, at.Y1-word/2-gap/2, 0.5)
}
