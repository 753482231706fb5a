package plane

import (
	"math"
	"math/bits"
)

// Decisions about outlines are made in integers. Coordinates stay below MaxInch, so products of two differences fit in
// 64 bits. Products of four are compared in 128 bits.

// cross returns twice the area of the triangle a-b-c; it is positive if c lies to the left of the line from a to b.
func cross(a, b, c Point) int64 {
	return (int64(b.X)-int64(a.X))*(int64(c.Y)-int64(a.Y)) - (int64(b.Y)-int64(a.Y))*(int64(c.X)-int64(a.X))
}

// dot returns the dot product of the vectors from a to b and from a to c; it is negative if they point apart.
func dot(a, b, c Point) int64 {
	return (int64(b.X)-int64(a.X))*(int64(c.X)-int64(a.X)) + (int64(b.Y)-int64(a.Y))*(int64(c.Y)-int64(a.Y))
}

// on reports whether p lies on the segment a-b, ends included.
func on(p, a, b Point) bool { return cross(a, b, p) == 0 && dot(p, a, b) <= 0 }

// segsMeet reports whether two segments have a point in common, ends included.
func segsMeet(a, b, c, d Point) bool {
	if side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0 {
		return true
	}
	return on(c, a, b) || on(d, a, b) || on(a, c, d) || on(b, c, d)
}

// area2 returns twice the area; it is positive if the corners go counter-clockwise.
func (s Polygon) area2() int64 {
	var sum int64
	for i := range s {
		a, b := s.edge(i)
		sum += cross(s[0], a, b)
	}
	return sum
}

// Contains reports whether the point lies inside or on the rim. Exact.
func (s Polygon) Contains(p Point) bool {
	for i := range s {
		if a, b := s.edge(i); on(p, a, b) {
			return true
		}
	}
	return inside(p, s)
}

// rimCloser reports whether the point is strictly closer than r to the rim.
func (s Polygon) rimCloser(p Point, r Inch) bool {
	for i := range s {
		if a, b := s.edge(i); segDist2Less(p, a, b, r) {
			return true
		}
	}
	return false
}

// Overlaps reports whether the base overlaps the polygon by more than a touch (Q28).
func (s Polygon) Overlaps(d Disc) bool {
	if d.R > Thou {
		return legCloser(d.At, d.At, s, d.R-Thou)
	}
	return s.Contains(d.At) && !s.rimCloser(d.At, Thou-d.R+1)
}

// Touches reports whether the base overlaps or touches the polygon.
func (s Polygon) Touches(d Disc) bool { return legCloser(d.At, d.At, s, d.R+Thou+1) }

// Overlap reports whether two polygons overlap by more than a touch (Q94): some convex parts of the two overlap by more
// than Thou. Both must be outlines that New accepts.
func (s Polygon) Overlap(o Polygon) bool {
	if Box(s).apart(Box(o), 0) {
		return false
	}
	theirs := o.Convex()
	for _, p := range s.Convex() {
		for _, q := range theirs {
			if !p.keepsOut(q) && !q.keepsOut(p) {
				return true
			}
		}
	}
	return false
}

// keepsOut reports whether some edge of the convex polygon s (corners counter-clockwise) has all of o outside, or
// inside by at most Thou.
func (s Polygon) keepsOut(o Polygon) bool {
	for i := range s {
		a, b := s.edge(i)
		var deep int64
		for _, p := range o {
			deep = max(deep, cross(a, b, p))
		}
		dh, dl := bits.Mul64(uint64(deep), uint64(deep))
		th, tl := bits.Mul64(uint64(dist2(a, b)), uint64(Thou)*uint64(Thou))
		if dh < th || dh == th && dl <= tl {
			return true
		}
	}
	return false
}

// depth returns how far a base that touches the outline reaches into it, at most the base's diameter.
func (s Polygon) depth(d Disc) Inch {
	c, least := toVec(d.At), math.Inf(1)
	for i := range s {
		p, q := s.edge(i)
		a, way := toVec(p), toVec(q).minus(toVec(p))
		t := min(max(c.minus(a).dot(way)/way.dot(way), 0), 1)
		least = min(least, c.minus(a.plus(way.times(t))).length())
	}
	if !s.Contains(d.At) {
		least = -least
	}
	return min(2*d.R, max(0, d.R+Inch(math.Round(least))))
}
