package terrain

import (
	"downsync/game/chance"
	"downsync/game/plane"
)

// Stream is the source of a board's random numbers.
type Stream struct{ chance.Source }

// N returns a number from 0 to below n.
func (s *Stream) N(n int) int { return int(s.Next() % uint64(n)) }

// Inch returns a length from lo to hi, in steps of 0.05".
func (s *Stream) Inch(lo, hi plane.Inch) plane.Inch {
	const grain = 50
	return lo + plane.Inch(s.N(int((hi-lo)/grain)+1))*grain
}

// Point returns a point of the box.
func (s *Stream) Point(box plane.Rect) plane.Point {
	return plane.Point{X: s.Inch(box.Min.X, box.Max.X), Y: s.Inch(box.Min.Y, box.Max.Y)}
}

// directions holds the cosines, in thousandths, of 0, 15, … 90 degrees.
var directions = [7]plane.Inch{1000, 966, 866, 707, 500, 259, 0}

// toward returns the vector of length l in a direction counted in steps of 15 degrees.
func toward(l plane.Inch, dir int) plane.Point {
	cos := func(d int) plane.Inch {
		d = ((d % 24) + 24) % 24
		if d > 12 {
			d = 24 - d
		}
		if d > 6 {
			return -directions[12-d]
		}
		return directions[d]
	}
	return plane.Point{X: l * cos(dir) / 1000, Y: l * cos(dir-6) / 1000}
}

func plus(a, b plane.Point) plane.Point { return plane.Point{X: a.X + b.X, Y: a.Y + b.Y} }

// Blob returns an uneven outline around the centre, within the radius: eight corners, each then cut.
func (s *Stream) Blob(at plane.Point, r plane.Inch) plane.Polygon {
	var star, shape plane.Polygon
	for i := range 8 {
		star = append(star, plus(at, toward(s.Inch(r*11/20, r), 3*i)))
	}
	for i, a := range star {
		b := star[(i+1)%len(star)]
		shape = append(shape, between(a, b, 1), between(a, b, 4))
	}
	return shape
}

// between returns the point that many fifths of the way from a to b.
func between(a, b plane.Point, fifths plane.Inch) plane.Point {
	return plane.Point{X: a.X + (b.X-a.X)*fifths/5, Y: a.Y + (b.Y-a.Y)*fifths/5}
}

// Block returns a rotated rectangle of that width and depth with its corners cut.
func Block(at plane.Point, w, d, cut plane.Inch, dir int) plane.Polygon {
	var shape plane.Polygon
	for _, c := range [][2]plane.Inch{{w / 2, d/2 - cut}, {w/2 - cut, d / 2}, {cut - w/2, d / 2}, {-w / 2, d/2 - cut},
		{-w / 2, cut - d/2}, {cut - w/2, -d / 2}, {w/2 - cut, -d / 2}, {w / 2, cut - d/2}} {
		shape = append(shape, plus(at, plus(toward(c[0], dir), toward(c[1], dir+6))))
	}
	return shape
}

// Oblong returns a rotated rectangle.
func Oblong(at plane.Point, w, d plane.Inch, dir int) plane.Polygon {
	var shape plane.Polygon
	for _, c := range [][2]plane.Inch{{w / 2, d / 2}, {-w / 2, d / 2}, {-w / 2, -d / 2}, {w / 2, -d / 2}} {
		shape = append(shape, plus(at, plus(toward(c[0], dir), toward(c[1], dir+6))))
	}
	return shape
}
