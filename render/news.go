package render

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"downsync/render/label"
)

// What happened since the reader's last look: movements, shots, wrecks, things revealed and scored. The game's own package takes
// all of it from facts that the reader was told.

// Trail is the way of a base, from its former place to its present one.
type Trail struct {
	X, Y  []float64
	R     float64 // of the base
	Side  Side
	Label string // beside its former place, if a shot left or arrived there
}

// Shot is an attack from one base at another.
type Shot struct {
	X0, Y0, R0, X1, Y1, R1 float64
	Side                   Side
	Hit                    bool
	Note                   string // on its line
}

// Wreck marks the place where a base was destroyed.
type Wreck struct {
	X, Y, R float64
	Side    Side
	Label   string
	// Portrait is of what was destroyed, for a flat picture; nil: none.
	Portrait *Portrait
}

// Flash marks something new: a revealed thing, or, with Score, points of its side.
type Flash struct {
	X, Y, R float64
	Side    Side
	Score   bool
	Note    string
}

// trail draws the base's outline at its former place, and a wake that grows wider and brighter towards its present place.
func trail(c *picture, t Trail) {
	col := c.scheme.sides[t.Side]
	r := t.R * c.scale
	type ghost struct {
		Side
		r float64
	}
	x, y := xy(c, t.X[0], t.Y[0])
	c.stamp(ghost{t.Side, r}, x, y, r+4, func(c *picture, x, y float64) {
		outline(c, t.Side, x, y, r)
		c.FillKeep(tinted(c.scheme.casing, 0.4))
		c.Stroke(mix(c.scheme.field, col, dimmed), 3*c.fine, 6*c.fine, 8*c.fine)
	})
	const step, share = 22.0, 0.62 // of a dash and its gap; the dash's share
	way := outlineOf(c, t.X, t.Y)
	whole, done := 1.0, 0.0
	for i := 1; i < len(way); i++ {
		whole += math.Hypot(way[i][0]-way[i-1][0], way[i][1]-way[i-1][1])
	}
	for i := 1; i < len(way); i++ {
		a, b := way[i-1], way[i]
		l := math.Hypot(b[0]-a[0], b[1]-a[1])
		for at := 0.0; at < l; at += step {
			if done+at < r { // starting from the rim
				continue
			}
			f, to := (done+at)/whole, math.Min(l, at+step*share)
			c.DrawLine(a[0]+(b[0]-a[0])*at/l, a[1]+(b[1]-a[1])*at/l, a[0]+(b[0]-a[0])*to/l, a[1]+(b[1]-a[1])*to/l)
			c.Stroke(mix(c.scheme.field, col, 0.3+0.6*f), (4+7*f)*math.Max(0.8, c.fine))
		}
		done += l
	}
}

// trailNote writes the label of the base at the beginning of its trail.
func trailNote(c *picture, i int, t Trail) {
	x, y := xy(c, t.X[0], t.Y[0])
	if t.Label == "" || !label.Around(x, y, 0).Within(c.field) {
		return
	}
	a := label.Anchor{X: x, Y: y, R: t.R * c.scale, Rim: t.R * c.scale, Owner: label.Owner{Kind: label.Trail, N: i}}
	b, lead, ok := c.labels.Beside(a, [2]float64{plateWide(c, t.Label), label.High})
	if !ok {
		return
	}
	c.drawLead(t.Side, lead)
	c.DrawRoundedRectangle(b.X0-2, b.Y0+1, b.X1-b.X0+4, b.Y1-b.Y0-2, 12)
	c.Fill(c.scheme.casing)
	c.DrawRoundedRectangle(b.X0+1, b.Y0+4, b.X1-b.X0-2, b.Y1-b.Y0-8, 9)
	c.Stroke(mix(c.scheme.field, c.scheme.sides[t.Side], dimmed), 2.5, 6, 6)
	c.Letters(true, labelSize, mix(c.scheme.field, c.scheme.sides[t.Side], faded))
	c.Text(t.Label, (b.X0+b.X1)/2, (b.Y0+b.Y1)/2, 0.5)
}

// besideShots is the distance, in units, between two shots drawn in opposite directions between the same places.
const besideShots = 18.0

// parted moves shots in opposite directions between two places apart, each to its right, so that both are visible.
func (c *picture) parted(shots []Shot) []Shot {
	out := slices.Clone(shots)
	for i, x := range shots {
		l := math.Hypot(x.X1-x.X0, x.Y1-x.Y0)
		if l > 0 && slices.ContainsFunc(shots, func(y Shot) bool { return x.X0 == y.X1 && x.Y0 == y.Y1 && x.X1 == y.X0 && x.Y1 == y.Y0 }) {
			off := besideShots / 2 / c.scale / l
			dx, dy := (x.Y1-x.Y0)*off, (x.X0-x.X1)*off
			out[i].X0, out[i].Y0, out[i].X1, out[i].Y1 = x.X0+dx, x.Y0+dy, x.X1+dx, x.Y1+dy
		}
	}
	return out
}

// color returns the colour of the shot's outcome.
func (x Shot) color(c *picture) color.RGBA {
	if x.Hit {
		return c.scheme.hit
	}
	return c.scheme.text
}

// line returns the line of the shot in the picture.
func (x Shot) line(c *picture) label.Line {
	x0, y0, x1, y1, _, _ := x.ends(c)
	return label.Line{X0: x0, Y0: y0, X1: x1, Y1: y1}
}

// ends returns the points where a shot leaves and arrives, at the edges of the bases, and its direction.
func (x Shot) ends(c *picture) (x0, y0, x1, y1, dx, dy float64) {
	x0, y0 = xy(c, x.X0, x.Y0)
	x1, y1 = xy(c, x.X1, x.Y1)
	l := math.Max(1, math.Hypot(x1-x0, y1-y0))
	dx, dy = (x1-x0)/l, (y1-y0)/l
	return x0 + dx*x.R0*c.scale, y0 + dy*x.R0*c.scale, x1 - dx*x.R1*c.scale, y1 - dy*x.R1*c.scale, dx, dy
}

// shot draws an attack: solid with a burst for a hit, broken and with a cross for a miss. Both end at the target.
func shot(c *picture, x Shot) {
	x0, y0, x1, y1, dx, dy := x.ends(c)
	col := c.scheme.sides[x.Side]
	if x.Hit {
		c.DrawLine(x0, y0, x1, y1)
		c.StrokeKeep(c.scheme.casing, 15)
		c.StrokeKeep(col, 10)
		c.Stroke(c.scheme.chosen, 4)
		type star struct{}
		c.stamp(star{}, x1, y1, 35, func(c *picture, x, y float64) {
			points(c, 16, x, y, 33, 14)
			c.Fill(c.scheme.casing)
			points(c, 16, x, y, 27, 12)
			c.Fill(c.scheme.hit)
			points(c, 16, x, y, 15, 7)
			c.Fill(c.scheme.alert)
		})
		return
	}
	x1, y1 = x1-dx*12, y1-dy*12 // the cross beside its rim
	c.DrawLine(x0, y0, x1, y1)
	c.StrokeKeep(c.scheme.casing, 11)
	c.Stroke(mix(c.scheme.field, col, faded), 5.5, 15, 12)
	cross(c, x1, y1, 11)
	c.Stroke(col, 5)
}

// points traces a star of n corners with alternating distances from the middle.
func points(c *picture, n int, x, y, far, near float64) {
	for i := range n {
		r := far
		if i%2 == 1 {
			r = near
		}
		s, k := math.Sincos(float64(i) * 2 * math.Pi / float64(n))
		c.LineTo(x+r*k, y+r*s)
	}
	c.ClosePath()
}

func cross(c *picture, x, y, r float64) {
	c.DrawLine(x-r, y-r, x+r, y+r)
	c.DrawLine(x-r, y+r, x+r, y-r)
}

// wreck draws a burnt patch with a cross in its side's colour.
func wreck(c *picture, w Wreck) {
	type burnt struct {
		Side
		r float64
	}
	x, y := xy(c, w.X, w.Y)
	r := w.R * c.scale
	c.stamp(burnt{w.Side, r}, x, y, r*1.1+4, func(c *picture, x, y float64) {
		for i := range 18 {
			out := r * 1.05
			if i%2 == 1 {
				out = r * (0.72 + 0.04*float64(i*7%5))
			}
			s, k := math.Sincos(float64(i) * math.Pi / 9)
			c.LineTo(x+out*k, y+out*s)
		}
		c.ClosePath()
		c.Fill(c.scheme.dark)
		cross(c, x, y, r*0.5)
		c.Stroke(mix(c.scheme.casing, c.scheme.sides[w.Side], 2.0/3), math.Max(6, r*0.22))
		outline(c, w.Side, x, y, r*0.86)
		c.Stroke(mix(c.scheme.casing, c.scheme.sides[w.Side], 0.35), 2.5*c.fine, 9*c.fine, 9*c.fine)
	})
}

// wreckNote writes a wreck's label beside it, struck through.
func wreckNote(c *picture, i int, w Wreck) {
	x, y := xy(c, w.X, w.Y)
	if !label.Around(x, y, 0).Within(c.field) {
		return
	}
	r := w.R * c.scale
	a := label.Anchor{X: x, Y: y, R: r, Rim: r, Owner: label.Owner{Kind: label.Wreck, N: i}}
	if b, ok := c.plateBeside(w.Label, a, w.Side, c.scheme.sides[w.Side], false); ok {
		c.DrawLine(b.X0-3, (b.Y0+b.Y1)/2, b.X1+3, (b.Y0+b.Y1)/2)
		c.Stroke(c.scheme.text, 4)
	}
}

// color returns the colour of a flash: of the side that scored, or of new things.
func (f Flash) color(c *picture) color.RGBA {
	if f.Score {
		return c.scheme.sides[f.Side]
	}
	return c.scheme.alert
}

// rays is how far the rays of a flash extend beyond its circle, in units.
const rays = 46.0

// flash draws rays around something new.
func flash(c *picture, f Flash) {
	type key struct {
		col color.RGBA
		r   float64
	}
	x, y := xy(c, f.X, f.Y)
	look := key{f.color(c), f.R * c.scale}
	c.stamp(look, x, y, look.r+50*c.fine, func(c *picture, x, y float64) {
		r := look.r
		c.DrawCircle(x, y, r+30*c.fine)
		c.Fill(tinted(look.col, fieldTint))
		for i := range 16 {
			out := r + rays*c.fine
			if i%2 == 1 {
				out = r + 32*c.fine
			}
			s, k := math.Sincos(float64(i)*math.Pi/8 + math.Pi/16)
			c.DrawLine(x+(r+14*c.fine)*k, y+(r+14*c.fine)*s, x+out*k, y+out*s)
			c.Stroke(look.col, 5*c.fine)
		}
	})
}

// says reports whether the words of a flash give way because the note of its disc says the same: where several flashes are close
// together, their words would displace labels.
func (c *picture) says(s Scene, f Flash) bool {
	x, y := xy(c, f.X, f.Y)
	own := c.labels.DiscAt(x, y, label.Owner{})
	if own.Kind != label.Disc || !c.named[own.N] || !strings.HasPrefix(f.Note, s.Discs[own.N].Note) {
		return false
	}
	return slices.ContainsFunc(s.Flashes, func(o Flash) bool {
		far := math.Hypot(o.X-f.X, o.Y-f.Y) * c.scale
		return far > 1 && far < (o.R+f.R)*c.scale+2*rays*c.fine // their rays touch
	})
}

// flashNote writes what is new.
func flashNote(c *picture, i int, f Flash) {
	x, y := xy(c, f.X, f.Y)
	if f.Note != "" && label.Around(x, y, 0).Within(c.field) {
		r := f.R * c.scale
		own := c.labels.DiscAt(x, y, label.Owner{Kind: label.Flash, N: i})
		c.plateBeside(f.Note, label.Anchor{X: x, Y: y, R: r + 20*c.fine, Rim: r, Owner: own}, f.Side, f.color(c), true)
	}
}
