package plane

import "math/bits"

// Disc is a round base on the table: its centre and radius.
type Disc struct {
	At Point
	R  Inch
}

// Gap returns the shortest rim-to-rim distance to the nearest thousandth, 0 if the bases overlap (R1.5, Q3). It is for
// display; decisions use Within, Under and Over.
func Gap(a, b Disc) Inch { return max(0, Dist(a.At, b.At)-a.R-b.R) }

// Within reports whether the gap is at most x; exactly x counts (Q3).
func Within(a, b Disc, x Inch) bool { return atMost(dist2(a.At, b.At), a.R+b.R+x+Thou) }

// Under reports whether the gap is strictly less than x (Q3).
func Under(a, b Disc, x Inch) bool { return less(dist2(a.At, b.At), a.R+b.R+x-Thou) }

// Over reports whether the gap is strictly more than x (Q3).
func Over(a, b Disc, x Inch) bool { return !Within(a, b, x) }

// Overlap reports whether two bases overlap. Touching is not overlapping (Q26).
func Overlap(a, b Disc) bool { return Under(a, b, 0) }

func atMost(d2 int64, r Inch) bool { return r >= 0 && d2 <= int64(r)*int64(r) }
func less(d2 int64, r Inch) bool   { return r > 0 && d2 < int64(r)*int64(r) }

// Rect is an axis-parallel area; Min is its south-west corner.
type Rect struct{ Min, Max Point }

// Holds reports whether the whole base lies in the area. Touching the edge from inside counts (Q4, Q10).
func (r Rect) Holds(d Disc) bool {
	return d.At.X-d.R >= r.Min.X-Thou && d.At.Y-d.R >= r.Min.Y-Thou &&
		d.At.X+d.R <= r.Max.X+Thou && d.At.Y+d.R <= r.Max.Y+Thou
}

// Touches reports whether any part of the base lies in the area.
func (r Rect) Touches(d Disc) bool {
	near := Point{clamp(d.At.X, r.Min.X, r.Max.X), clamp(d.At.Y, r.Min.Y, r.Max.Y)}
	return atMost(dist2(d.At, near), d.R+Thou)
}

func clamp(v, lo, hi Inch) Inch { return max(lo, min(v, hi)) }

// segDist2Less reports whether the distance from p to the segment a-b is strictly less than r. Exact.
func segDist2Less(p, a, b Point, r Inch) bool {
	if r <= 0 {
		return false
	}
	abx, aby := int64(b.X)-int64(a.X), int64(b.Y)-int64(a.Y)
	apx, apy := int64(p.X)-int64(a.X), int64(p.Y)-int64(a.Y)
	dot, len2 := abx*apx+aby*apy, abx*abx+aby*aby
	switch {
	case len2 == 0 || dot <= 0:
		return less(dist2(p, a), r)
	case dot >= len2:
		return less(dist2(p, b), r)
	}
	// The foot of the perpendicular lies inside: distance = |cross| / sqrt(len2), compared squared in 128 bits.
	cross := abx*apy - aby*apx
	if cross < 0 {
		cross = -cross
	}
	ch, cl := bits.Mul64(uint64(cross), uint64(cross))
	rh, rl := bits.Mul64(uint64(int64(r)*int64(r)), uint64(len2))
	return ch < rh || ch == rh && cl < rl
}

// FitCircle reports whether bases of one size lie wholly in some circle of that diameter, at most 48" (R13.3). They do if
// every three of them do (Helly's theorem). Exact, in 128 bits.
func FitCircle(bases []Disc, diameter Inch) bool {
	for i, a := range bases {
		d := diameter + Thou - 2*a.R // for the centres
		if d < 0 {
			return false
		}
		for j, b := range bases[:i] {
			if !atMost(dist2(a.At, b.At), d) {
				return false
			}
			for _, c := range bases[:j] {
				if !fitThree(a.At, b.At, c.At, d) {
					return false
				}
			}
		}
	}
	return true
}

// fitThree reports whether a circle of that diameter holds the points, no two of which are farther apart. Where the
// triangle is acute its own circle is the smallest: sides a, b, c and twice the area k give its diameter, abc / k.
func fitThree(p, q, r Point, diameter Inch) bool {
	if dot(p, q, r) <= 0 || dot(q, p, r) <= 0 || dot(r, p, q) <= 0 {
		return true
	}
	k, d := cross(p, q, r), int64(diameter)
	hi, lo := bits.Mul64(uint64(dist2(p, q)*dist2(q, r)), uint64(dist2(r, p)))
	most, least := bits.Mul64(uint64(k*k), uint64(d*d))
	return hi < most || hi == most && lo <= least
}
