package terrain

import (
	"strings"
	"testing"

	"downsync/game/plane"
)

func rect(x0, y0, x1, y1 plane.Inch) plane.Polygon {
	return plane.Polygon{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

func TestHalfTurn(t *testing.T) {
	middle, corner := rect(20000, 22000, 28000, 26000), rect(0, 0, 5000, 3000)
	twin, other := Twin(corner)
	if want := (plane.Polygon{{X: 48000, Y: 48000}, {X: 43000, Y: 48000}, {X: 43000, Y: 45000}, {X: 48000, Y: 45000}}); !other || key(twin) != key(want) {
		t.Errorf("%v, %v", twin, other)
	}
	if _, other := Twin(middle); other {
		t.Error("what lies about the middle is its own twin")
	}
	if !Symmetric([]plane.Polygon{corner, middle, twin}) || Symmetric([]plane.Polygon{corner, middle}) {
		t.Error("a board is symmetric with the twin, and only with it")
	}
}

// The slack around a base is just enough to keep it free between two spots half an inch apart.
func TestSlack(t *testing.T) {
	for mm, want := range map[int]plane.Inch{80: 20, 60: 27, 32: 48} {
		if r := plane.Radius(mm); slack(r) != want {
			t.Errorf("%d mm: %v, want %v", mm, slack(r), want)
		}
	}
}

// A way is found through a gap that is wide enough for the base, but not through one that is too narrow.
func TestWays(t *testing.T) {
	south := func(p plane.Point) bool { return p.Y < plane.In(6) }
	north := func(p plane.Point) bool { return p.Y > plane.In(42) }
	for _, c := range []struct {
		mm   int
		gap  plane.Inch
		want bool
	}{{80, 3700, true}, {80, 3100, false}, {60, 3000, true}, {60, 2300, false}, {32, 1900, true}, {32, 1200, false}} {
		off := []plane.Polygon{rect(0, 24000, 20000, 25000), rect(20000+c.gap, 24000, 48000, 25000)}
		w := Standing(plane.Radius(c.mm), off)
		if got := w.From(south).Any(north); got != c.want {
			t.Errorf("%d mm through %v: %v", c.mm, c.gap, got)
		}
		if east := w.Within(plane.Rect{Min: plane.Point{X: plane.In(26)}, Max: Table.Max}).From(south).Any(north); east {
			t.Error("there is no way in the east")
		}
	}
	if got := Standing(plane.Radius(60), nil).Pack(plane.Rect{Max: plane.Point{X: plane.In(10), Y: plane.In(10)}}); len(got) < 8 {
		t.Errorf("%d bases of 60 mm side by side in a square of 10\"", len(got))
	}
}

func TestShare(t *testing.T) {
	var s Sheet
	s.Stain(rect(0, 0, 24000, 24000), 1)
	s.Stain(rect(12000, 0, 36000, 24000), 2)
	for flags, want := range map[byte]int{1: 250, 2: 250, 3: 375} {
		if got := s.Share(func(f byte) bool { return f&flags != 0 }); got != want {
			t.Errorf("flags %d: %d, want %d", flags, got, want)
		}
	}
}

// A file is read strictly, and every error names file, line and field.
func TestReader(t *testing.T) {
	for in, want := range map[string]string{
		`{"shape": [[1,1],[2,1],[2,2.5]]}`:   "",
		`{"shape": [[1,1],[2,1]]}`:           "b.json line 1: shape: 2 corners: expected at least 3",
		"{\"shape\": [[1,1],\n[2,1,3]]}":     "b.json line 2: shape[1]: more than 2",
		`{"form": []}`:                       `unknown field "form": expected shape`,
		`{}`:                                 `"shape" is missing`,
		`{"shape": [[1,1],[2,1],[2,2]]} {}`:  "expected nothing after the board",
		`{"shape": [[1,1],[2,1],[2,"two"]]}`: "shape[2][1]: expected a number",
	} {
		var shape plane.Polygon
		r := NewReader("b.json", []byte(in))
		err := r.Object("", map[string]func(string) error{"shape": r.Shape(&shape)}, "shape")
		if err == nil {
			err = r.End()
		}
		if want == "" && (err != nil || len(shape) != 3) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", in, err, want)
		}
	}
}
