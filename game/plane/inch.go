// Package plane answers the game's measuring questions: bases, distances, straight moves. Lengths are thousandths of
// an inch as integers and every verdict is decided in integers, so it is the same on every machine.
package plane

import (
	"fmt"
	"math"
	"strings"

	"downsync/game"
)

// Inch is a length in thousandths of an inch.
type Inch int32

// Thou is the tolerance of every verdict, 0.001" (Q3).
const Thou Inch = 1

// In converts whole inches.
func In(n int) Inch { return Inch(n) * 1000 }

// Radius is the radius of a round base of the given diameter, to the nearest thousandth (Q1).
func Radius(mm int) Inch { return Inch((mm*5000 + 127) / 254) }

// String writes inches without needless zeros: 10, 12.5, 0.125.
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

// MaxInch bounds every length that is read, far beyond any table.
const MaxInch Inch = 1000 * 1000

// ParseInch reads "12", "12.5" or "-0.125": at most three decimals, at most MaxInch either way.
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

// Point is a place on the table, from the south-west corner.
type Point struct {
	X Inch `json:"x"`
	Y Inch `json:"y"`
}

// String writes "12.5,30".
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

// dist2 is the square of the distance in square thousandths. Tables are far smaller than MaxInch, so it fits.
func dist2(a, b Point) int64 {
	dx, dy := int64(a.X)-int64(b.X), int64(a.Y)-int64(b.Y)
	return dx*dx + dy*dy
}

// Dist is the distance to the nearest thousandth.
func Dist(a, b Point) Inch { return root(dist2(a, b)) }

// root is the square root to the nearest integer; math.Sqrt is correctly rounded everywhere and the answer is then
// put right in integers.
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

// fine is how many of fineRoot's units make a thousandth of an inch.
const fine = 1 << 10

// fineRoot is the square root in units so fine that a sum of many stays exact to the thousandth.
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
