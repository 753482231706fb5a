package plane

import (
	"encoding/json"
	"testing"
)

// Q1: the radii of the bases.
func TestQ1Radius(t *testing.T) {
	for mm, want := range map[int]Inch{60: 1181, 70: 1378, 80: 1575, 40: 787} {
		if got := Radius(mm); got != want {
			t.Errorf("radius of %d mm = %v, want %v", mm, got, want)
		}
	}
}

// Q3: exact distances.
func TestQ3Verdicts(t *testing.T) {
	a := Disc{Point{0, 0}, 1000}
	for _, c := range []struct {
		gap                  Inch
		under6, over16, in16 bool
	}{{6000, false, false, true}, {5990, true, false, true}, {16000, false, false, true}, {16010, false, true, false}} {
		b := Disc{Point{c.gap + 1500, 0}, 500}
		if Under(a, b, In(6)) != c.under6 || Over(a, b, In(16)) != c.over16 || Within(a, b, In(16)) != c.in16 {
			t.Errorf("gap %v: under %v over %v within %v", c.gap, Under(a, b, In(6)), Over(a, b, In(16)), Within(a, b, In(16)))
		}
		if Gap(a, b) != c.gap {
			t.Errorf("gap = %v, want %v", Gap(a, b), c.gap)
		}
	}
}

// Q26: a base passes through a gap of exactly its size, but not through one a thousandth beyond the tolerance smaller.
func TestQ26Gate(t *testing.T) {
	r := Radius(60)
	for _, c := range []struct {
		gap  Inch
		stop bool
	}{{2 * r, false}, {2*r - 10, true}} {
		left, right := Disc{Point{0, 10000}, r}, Disc{Point{2*r + c.gap, 10000}, r}
		p := Path{{r + c.gap/2, 0}, {r + c.gap/2, 20000}}
		if got := p.Crosses(r, left, 0) || p.Crosses(r, right, 0); got != c.stop {
			t.Errorf("gap %v: stopped %v", c.gap, got)
		}
	}
}

func TestPathCloseness(t *testing.T) {
	d := Disc{Point{10000, 3000}, 1000}
	p := Path{{0, 0}, {20000, 0}}
	if p.Crosses(1000, d, 1000) || !p.Crosses(1000, d, 1010) {
		t.Error("a leg passes at a gap of exactly 1 inch")
	}
	if !(Path{{10000, 8000}, {12000, 9000}}).NeverNears(d.At) || (Path{{10000, 8000}, {10000, 7000}}).NeverNears(d.At) {
		t.Error("NeverNears")
	}
}

func TestParse(t *testing.T) {
	for _, s := range []string{"0", "12.5", "-0.125", "-0.02", "0.001", "7.01", "30.1", "48", "100", "1000", "-1000"} {
		v, err := ParseInch(s)
		if err != nil || v.String() != s {
			t.Errorf("%s -> %v %v", s, v, err)
		}
		if raw, err := json.Marshal(v); err != nil || string(raw) != s {
			t.Errorf("%s is stored as %s %v", s, raw, err)
		}
	}
	for _, s := range []string{"", ".", "1.", ".5", "1.2345", "1e3", "1001", "0x1", "--1", "12,5"} {
		if v, err := ParseInch(s); err == nil {
			t.Errorf("%q read as %v", s, v)
		}
	}
	if p, err := ParsePoint("12.5,30"); err != nil || p.String() != "12.5,30" {
		t.Error(p, err)
	}
	for _, s := range []string{"12.5", "1,2,3", ",", "a,b"} {
		if _, err := ParsePoint(s); err == nil {
			t.Errorf("%q read as a point", s)
		}
	}
}
