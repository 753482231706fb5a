package render

import (
	"fmt"
	"math"
	"slices"

	"downsync/render/label"
)

// Flat pictures show only a board, and are much wider than high, so that many of them can be scrolled through. flatHigh is
// their height, and flatEdge the room around the board, in units.
const (
	flatHigh = width * 9 / 16
	flatEdge = 12
)

// nearest is the smallest part of a field that a flat picture enlarges, as a share of the field.
const nearest = 0.5

// Flat returns the scene as a flat picture: the smallest part of the field that holds what happened in it, otherwise all its pieces. If no
// part of that shape holds them, it shows the whole field in its middle, between the scores of two sides.
func Flat(s Scene) Scene {
	s.Flat, s.Inset = true, false
	s.Cards, s.Legend, s.Origin = nil, nil, Origin{}
	s.Discs = slices.Clone(s.Discs)
	for i := range s.Discs {
		s.Discs[i].Chosen, s.Discs[i].Alert = false, false
	}
	circles := s.happened()
	if len(circles) == 0 {
		for _, d := range s.Discs {
			circles = append(circles, Circle{X: d.X, Y: d.Y, R: d.R})
		}
	}
	s.Window = wide(circles, s.W, s.H)
	return s
}

// happened returns circles around the recent events of a scene.
func (s Scene) happened() (out []Circle) {
	for _, t := range s.Trails {
		for i := range t.X {
			out = append(out, Circle{X: t.X[i], Y: t.Y[i], R: t.R})
		}
	}
	for _, x := range s.Shots {
		out = append(out, Circle{X: x.X0, Y: x.Y0, R: x.R0}, Circle{X: x.X1, Y: x.Y1, R: x.R1})
	}
	for _, w := range s.Wrecks {
		out = append(out, Circle{X: w.X, Y: w.Y, R: w.R})
	}
	for _, f := range s.Flashes {
		out = append(out, Circle{X: f.X, Y: f.Y, R: f.R})
	}
	return out
}

// wide returns the smallest part of a field of that size, in whole units, that holds the circles and has the shape of a flat picture; the
// whole field if none does.
func wide(circles []Circle, w, h float64) Window {
	const shape = (width - 2*flatEdge) / (flatHigh - 2.0*flatEdge)
	if len(circles) == 0 {
		return Window{}
	}
	x0, y0, x1, y1 := w, h, 0.0, 0.0
	for _, k := range circles {
		x0, y0 = min(x0, max(0, k.X-k.R)), min(y0, max(0, k.Y-k.R))
		x1, y1 = max(x1, min(w, k.X+k.R)), max(y1, min(h, k.Y+k.R))
	}
	high := max(math.Ceil(y1-y0)+1, math.Ceil((x1-x0+1)/shape), math.Ceil(nearest*w/shape)) // one more for what is lost as its corner is moved
	across := math.Floor(high * shape)
	if high > h || across > w {
		high, across = math.Floor(w/shape), w
	}
	start := func(lo, hi, edge, all float64) float64 { return max(0, min(math.Floor((lo+hi-edge)/2+0.5), all-edge)) }
	x, y := start(x0, x1, across, w), start(y0, y1, high, h)
	if x > x0 || y > y0 || x+across < x1 || y+high < y1 || high >= h {
		return Window{}
	}
	return Window{X0: x, Y0: y, X1: x + across, Y1: y + high}
}

// flatSize returns the height of a flat picture: less than the usual one for a field that is very wide.
func (s Scene) flatSize() float64 {
	w := s.frame()
	return min(flatHigh, math.Ceil((w.Y1-w.Y0)*s.scale())+2*flatEdge)
}

// flatBoard returns the place of the board in a flat picture.
func (s Scene) flatBoard() label.Box {
	w, k := s.frame(), s.scale()
	wide, high := (w.X1-w.X0)*k, (w.Y1-w.Y0)*k
	x, y := math.Round((width-wide)/2), math.Round((s.flatSize()-high)/2)
	return label.BoxOf(x, y, x+math.Floor(wide), y+math.Floor(high))
}

// flanks writes the scores of two sides beside a board that leaves room for them.
func flanks(c *picture, s Scene) {
	const least = 150.0
	room := c.field.X0
	if room < least {
		return
	}
	for i, points := range s.points() {
		x := room / 2
		if i == 1 {
			x = width - room/2
		}
		side := Side(i + 1)
		sign(c, side, string(rune('@'+side)), x, flatHigh*0.36, room*0.22, true)
		c.SetColor(c.scheme.sides[side])
		c.Text(c.Fit(points, true, room-2*flatEdge, room*0.5, textSize), x, flatHigh*0.66, 0.5)
	}
}

// points returns the figures of two sides, nothing for any other scene.
func (s Scene) points() (out []string) {
	for _, t := range s.Tallies {
		out = append(out, fmt.Sprint(t.Points))
	}
	if len(out) == 0 {
		out = s.Scores
	}
	if len(out) != 2 {
		return nil
	}
	return out
}
