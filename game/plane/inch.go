// Package plane measures the table: bases, distances, moves, lines of sight and concealment. Lengths are integers in
// thousandths of an inch. Every decision is the same on every machine: it is made in integers, or in floating point
// whose rounding is fixed (see vec).
//
// It knows no game. A game chooses its questions: one in which only walls block sight has areas that do not conceal, and one
// without levels has no buildings. The names of tests cite the rules that raised a question (Q25 of Downsync, for one), because
// the package must keep those answers.
package plane

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"downsync/game"
)

// Inch is a length in thousandths of an inch.
type Inch int32

// Thou is the tolerance of every decision, 0.001".
const Thou Inch = 1

// In converts whole inches.
func In(n int) Inch { return Inch(n) * 1000 }

// Radius returns the radius of a round base from its diameter in millimetres, to the nearest thousandth of an inch.
func Radius(mm int) Inch { return Inch((mm*5000 + 127) / 254) }

// String returns the length in inches without needless zeros: 10, 12.5, 0.125.
func (l Inch) String() string {
	var b [16]byte
	return string(l.append(b[:0]))
}

// append writes the length to b. Stored positions are full of lengths, so that it does without fmt, which takes ten times as long.
func (l Inch) append(b []byte) []byte {
	if l < 0 {
		b, l = append(b, '-'), -l
	}
	b = strconv.AppendInt(b, int64(l/1000), 10)
	if f := l % 1000; f != 0 {
		b = append(b, '.', byte('0'+f/100), byte('0'+f/10%10), byte('0'+f%10))
		b = bytes.TrimRight(b, "0")
	}
	return b
}

// Figure returns the length as players read it: to a tenth of an inch. If that would be a whole inch and the length is not, it
// is to a hundredth, because ranges are whole inches.
func (l Inch) Figure() string {
	if r := (l + 50) / 100 * 100; r%1000 != 0 || r == l {
		return r.String()
	}
	if l%1000 < 500 { // above the whole inch
		return ((l + 9) / 10 * 10).String()
	}
	return (l / 10 * 10).String()
}

// MarshalJSON writes inches as a decimal number.
func (l Inch) MarshalJSON() ([]byte, error) { return l.append(nil), nil }

// UnmarshalJSON reads a decimal number of inches with at most three decimals.
func (l *Inch) UnmarshalJSON(b []byte) error {
	v, err := ParseInch(string(b))
	if err != nil {
		return err
	}
	*l = v
	return nil
}

// MaxInch is the limit of every length that is read, far beyond any table.
const MaxInch Inch = 1000 * 1000

// ParseInch reads "12", "12.5" or "-0.125": at most three decimals, and at most MaxInch in either direction.
func ParseInch(s string) (Inch, error) {
	digits, neg := strings.CutPrefix(s, "-")
	whole, frac, dotted := strings.Cut(digits, ".")
	if whole == "" || len(whole) > 4 || len(frac) > 3 || dotted && frac == "" {
		return 0, notInch(s)
	}
	v := Inch(0)
	for _, r := range whole + frac + "000"[len(frac):] {
		if r < '0' || r > '9' {
			return 0, notInch(s)
		}
		v = v*10 + Inch(r-'0')
	}
	if v > MaxInch {
		return 0, notInch(s)
	}
	if neg {
		v = -v
	}
	return v, nil
}

func notInch(s string) error {
	return fmt.Errorf("%q is no length: inches with at most three decimals, like 12.5", s)
}

// Point is a place on the table, measured from the south-west corner.
type Point struct {
	X Inch `json:"x"`
	Y Inch `json:"y"`
}

// String returns "12.5,30".
func (p Point) String() string {
	var b [32]byte
	return string(p.Y.append(append(p.X.append(b[:0]), ',')))
}

// ParsePoint reads "12.5,30", or the name of a square, which means its middle.
func ParsePoint(s string) (Point, error) {
	if middle, ok := ParseSquare(s); ok {
		return middle, nil
	}
	xs, ys, ok := strings.Cut(s, ",")
	if ok {
		x, errX := ParseInch(xs)
		y, errY := ParseInch(ys)
		if errX == nil && errY == nil {
			return Point{x, y}, nil
		}
	}
	return Point{}, game.Errorf("%q is no point: write x,y in inches, like 12.5,30, or a square, like F7", s)
}

// dist2 returns the square of the distance in square thousandths. It does not overflow for points within MaxInch.
func dist2(a, b Point) int64 {
	dx, dy := int64(a.X)-int64(b.X), int64(a.Y)-int64(b.Y)
	return dx*dx + dy*dy
}

// Dist returns the distance to the nearest thousandth.
func Dist(a, b Point) Inch { return root(dist2(a, b)) }

// root returns the square root to the nearest integer.
func root(n int64) Inch {
	r := floorRoot(n)
	if n-r*r > r {
		r++
	}
	return Inch(r)
}

// floorRoot returns the square root rounded down. It corrects the floating-point root in integers.
func floorRoot(n int64) int64 {
	r := int64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// Disc is a round base on the table: its centre and radius.
type Disc struct {
	At Point
	R  Inch
}

// Gap returns the rim-to-rim distance to the nearest thousandth, 0 for an overlap. It is for display only.
func Gap(a, b Disc) Inch { return max(0, Dist(a.At, b.At)-a.R-b.R) }

// Within reports whether the gap is at most x; exactly x counts.
func Within(a, b Disc, x Inch) bool { return atMost(dist2(a.At, b.At), a.R+b.R+x+Thou) }

// Under reports whether the gap is strictly less than x.
func Under(a, b Disc, x Inch) bool { return less(dist2(a.At, b.At), a.R+b.R+x-Thou) }

// Over reports whether the gap is strictly more than x.
func Over(a, b Disc, x Inch) bool { return !Within(a, b, x) }

// Overlap reports whether two bases overlap. Touching is not overlapping.
func Overlap(a, b Disc) bool { return Under(a, b, 0) }

func atMost(d2 int64, r Inch) bool { return r >= 0 && d2 <= int64(r)*int64(r) }
func less(d2 int64, r Inch) bool   { return r > 0 && d2 < int64(r)*int64(r) }

// Rect is an axis-parallel area; Min is its south-west corner.
type Rect struct{ Min, Max Point }

// Holds reports whether the whole base is in the area. Touching the edge from inside counts.
func (r Rect) Holds(d Disc) bool {
	return d.At.X-d.R >= r.Min.X-Thou && d.At.Y-d.R >= r.Min.Y-Thou &&
		d.At.X+d.R <= r.Max.X+Thou && d.At.Y+d.R <= r.Max.Y+Thou
}

// Touches reports whether any part of the base is in the area.
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
	return compareProducts(cross, cross, int64(r)*int64(r), len2) < 0
}

// compareProducts compares the products a*b and c*d of numbers that are not negative, in 128 bits.
func compareProducts(a, b, c, d int64) int {
	h, l := bits.Mul64(uint64(a), uint64(b))
	h2, l2 := bits.Mul64(uint64(c), uint64(d))
	return cmp.Or(cmp.Compare(h, h2), cmp.Compare(l, l2))
}

// FitCircle reports whether bases of one size lie wholly in some circle of that diameter, at most 48". They do if
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

// fitThree reports whether a circle of that diameter holds the points. No two points may be farther apart than it. If the
// triangle is acute, its own circle is the smallest: sides a, b, c and twice the area k give its diameter, abc / k.
func fitThree(p, q, r Point, diameter Inch) bool {
	if dot(p, q, r) <= 0 || dot(q, p, r) <= 0 || dot(r, p, q) <= 0 {
		return true
	}
	k, d := cross(p, q, r), int64(diameter)
	return compareProducts(dist2(p, q)*dist2(q, r), dist2(r, p), k*k, d*d) <= 0
}
