package label

import "math"

// Box is a rectangle of a picture, in the picture's units, y down.
type Box struct{ X0, Y0, X1, Y1 float64 }

// BoxOf returns the box from the upper left corner to the lower right one.
func BoxOf(x0, y0, x1, y1 float64) Box { return Box{x0, y0, x1, y1} }

// Around returns the box of a circle.
func Around(x, y, r float64) Box { return Box{x - r, y - r, x + r, y + r} }

// Hits reports whether the boxes overlap.
func (b Box) Hits(c Box) bool { return b.X0 < c.X1 && c.X0 < b.X1 && b.Y0 < c.Y1 && c.Y0 < b.Y1 }

// Within reports whether the whole box is in the other one.
func (b Box) Within(c Box) bool { return b.X0 >= c.X0 && b.X1 <= c.X1 && b.Y0 >= c.Y0 && b.Y1 <= c.Y1 }

// Wide returns the box extended by that much on the left and on the right.
func (b Box) Wide(by float64) Box { return Box{b.X0 - by, b.Y0, b.X1 + by, b.Y1} }

// count returns how many of the boxes overlap b.
func count(all []Box, b Box) (n float64) {
	for _, o := range all {
		if b.Hits(o) {
			n++
		}
	}
	return n
}

// away returns the distance from a place to the box.
func (b Box) away(x, y float64) float64 {
	dx, dy := x-max(b.X0, min(b.X1, x)), y-max(b.Y0, min(b.Y1, y))
	return math.Sqrt(dx*dx + dy*dy)
}

// apart returns the distance between two boxes, which is at most the distance between their contents.
func (b Box) apart(c Box) float64 {
	dx, dy := max(0, c.X0-b.X1, b.X0-c.X1), max(0, c.Y0-b.Y1, b.Y0-c.Y1)
	return math.Sqrt(dx*dx + dy*dy)
}

// Line is a straight line between two places, in units.
type Line struct{ X0, Y0, X1, Y1 float64 }

func (l Line) long() float64 { return math.Hypot(l.X1-l.X0, l.Y1-l.Y0) }

// at returns the place on the line at that share of its length.
func (l Line) at(t float64) (x, y float64) { return l.X0 + (l.X1-l.X0)*t, l.Y0 + (l.Y1-l.Y0)*t }

// from returns the distance from a place to the line.
func (l Line) from(x, y float64) float64 {
	dx, dy := l.X1-l.X0, l.Y1-l.Y0
	t := 0.0
	if long := dx*dx + dy*dy; long > 0 {
		t = max(0, min(1, ((x-l.X0)*dx+(y-l.Y0)*dy)/long))
	}
	px, py := l.at(t)
	return math.Sqrt((x-px)*(x-px) + (y-py)*(y-py))
}

// within returns the part of the line inside a box; ok is false if there is none.
func (l Line) within(b Box) (part Line, ok bool) {
	t0, t1 := 0.0, 1.0
	for _, e := range [4][2]float64{{l.X0 - l.X1, l.X0 - b.X0}, {l.X1 - l.X0, b.X1 - l.X0}, {l.Y0 - l.Y1, l.Y0 - b.Y0}, {l.Y1 - l.Y0, b.Y1 - l.Y0}} {
		switch p, q := e[0], e[1]; {
		case p == 0 && q < 0:
			return Line{}, false
		case p < 0:
			t0 = math.Max(t0, q/p)
		case p > 0:
			t1 = math.Min(t1, q/p)
		}
	}
	if t0 > t1 {
		return Line{}, false
	}
	part.X0, part.Y0 = l.at(t0)
	part.X1, part.Y1 = l.at(t1)
	return part, true
}

// cuts reports whether the lines cross.
func (l Line) cuts(m Line) bool {
	side := func(a Line, x, y float64) float64 { return (a.X1-a.X0)*(y-a.Y0) - (a.Y1-a.Y0)*(x-a.X0) }
	return side(l, m.X0, m.Y0)*side(l, m.X1, m.Y1) < 0 && side(m, l.X0, l.Y0)*side(m, l.X1, l.Y1) < 0
}

// along reports whether the line coincides with a part of another.
func (l Line) along(m Line) bool {
	return m.from(l.X0, l.Y0) <= plainly && m.from(l.X1, l.Y1) <= plainly
}

// span returns the box around the line.
func (l Line) span() Box {
	return Box{math.Min(l.X0, l.X1), math.Min(l.Y0, l.Y1), math.Max(l.X0, l.X1), math.Max(l.Y0, l.Y1)}
}

// awayFrom returns the distance from a line to the box.
func (b Box) awayFrom(l Line) float64 {
	if _, ok := l.within(b); ok {
		return 0
	}
	return min(b.away(l.X0, l.Y0), b.away(l.X1, l.Y1), l.from(b.X0, b.Y0), l.from(b.X1, b.Y0), l.from(b.X0, b.Y1), l.from(b.X1, b.Y1))
}
