package plane

import (
	"slices"
	"testing"
)

// Bases of one size fit in a circle if every three do; a base that touches its rim fits, to a thousandth (R13.3).
func TestFitCircle(t *testing.T) {
	const r = 787
	at := func(pts ...Inch) []Disc {
		var out []Disc
		for i := 0; i < len(pts); i += 2 {
			out = append(out, Disc{At: Point{X: pts[i], Y: pts[i+1]}, R: r})
		}
		return out
	}
	const inner = 12000 - 2*r // of the centres' circle: 10426
	for _, c := range []struct {
		name  string
		bases []Disc
		want  bool
	}{
		{"none", nil, true},
		{"one", at(5, 5), true},
		{"two across", at(0, 0, inner, 0), true},
		{"two too far", at(0, 0, inner+2, 0), false},
		{"a right angle: the long side is across", at(0, 0, 6255, 0, 0, 8340), true},
		{"in a row", at(0, 0, 5000, 0, inner, 0), true},
		{"an even triangle of side d√3/2", at(0, 0, 9029, 0, 4514, 7819), true},
		{"a little larger", at(0, 0, 9040, 0, 4520, 7829), false},
		{"a square on the circle", at(0, 0, 7371, 0, 7371, 7371, 0, 7371), true},
		{"a larger square", at(0, 0, 7380, 0, 7380, 7380, 0, 7380), false},
		{"far corners of the table", at(0, 0, 72000, 48000, 100, 48000), false},
	} {
		for i := range max(1, len(c.bases)) {
			turned := slices.Concat(c.bases[min(i, len(c.bases)):], c.bases[:min(i, len(c.bases))])
			if got := FitCircle(turned, 12000); got != c.want {
				t.Errorf("%s: %t", c.name, got)
			}
		}
	}
}
