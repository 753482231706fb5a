// Package plane measures the table: bases, distances, moves, lines of sight and concealment. Lengths are integers in
// thousandths of an inch. Every decision is the same on every machine: it is made in integers, or in floating point
// whose rounding is fixed (see vec).
package plane

import (
	"fmt"
	"math"
	"strings"

	"downsync/game"
)

// Inch is a length in thousandths of an inch.
type Inch int32

// Thou is the tolerance of every decision, 0.001" (Q3).
const Thou Inch = 1

// In converts whole inches.
func In(n int) Inch { return Inch(n) * 1000 }

// Radius returns the radius of a round base from its diameter in millimetres, to the nearest thousandth of an inch (Q1).
func Radius(mm int) Inch { return Inch((mm*5000 + 127) / 254) }

// String returns the length in inches without needless zeros: 10, 12.5, 0.125.
func (l Inch) String() string {
	sign := ""
	if l < 0 {
		sign, l = "-", -l
	}
	s := fmt.Sprintf("%s%d", sign, l/1000)
	if f := l % 1000; f != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", f), "0")
	}
	return s
}

// MarshalJSON writes inches as a decimal number.
func (l Inch) MarshalJSON() ([]byte, error) { return []byte(l.String()), nil }

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
	bad := fmt.Errorf("%q is no length: inches with at most three decimals, like 12.5", s)
	digits, neg := strings.CutPrefix(s, "-")
	whole, frac, dotted := strings.Cut(digits, ".")
	if whole == "" || len(whole) > 4 || len(frac) > 3 || dotted && frac == "" {
		return 0, bad
	}
	v := Inch(0)
	for _, r := range whole + frac + "000"[len(frac):] {
		if r < '0' || r > '9' {
			return 0, bad
		}
		v = v*10 + Inch(r-'0')
	}
	if v > MaxInch {
		return 0, bad
	}
	if neg {
		v = -v
	}
	return v, nil
}

// Point is a place on the table, measured from the south-west corner.
type Point struct {
	X Inch `json:"x"`
	Y Inch `json:"y"`
}

// String returns "12.5,30".
func (p Point) String() string { return p.X.String() + "," + p.Y.String() }

// ParsePoint reads "12.5,30".
func ParsePoint(s string) (Point, error) {
	xs, ys, ok := strings.Cut(s, ",")
	if ok {
		x, errX := ParseInch(xs)
		y, errY := ParseInch(ys)
		if errX == nil && errY == nil {
			return Point{x, y}, nil
		}
	}
	return Point{}, game.Errorf("%q is no point: write x,y in inches, like 12.5,30", s)
}

// dist2 returns the square of the distance in square thousandths. It does not overflow for points within MaxInch.
func dist2(a, b Point) int64 {
	dx, dy := int64(a.X)-int64(b.X), int64(a.Y)-int64(b.Y)
	return dx*dx + dy*dy
}

// Dist returns the distance to the nearest thousandth.
func Dist(a, b Point) Inch { return root(dist2(a, b)) }

// root returns the square root to the nearest integer. It corrects the floating-point root in integers.
func root(n int64) Inch {
	r := int64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	if n-r*r > r {
		r++
	}
	return Inch(r)
}

// fine is the number of fineRoot's units per thousandth of an inch.
const fine = 1 << 10

// fineRoot returns the square root in units so fine that the sum of many roots is exact to the thousandth.
func fineRoot(n int64) int64 {
	n *= fine * fine
	r := int64(math.Sqrt(float64(n)))
	for r*r > n {
		r--
	}
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
