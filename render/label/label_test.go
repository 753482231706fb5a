package label

import (
	"math"
	"math/rand/v2"
	"testing"
)

// field is the place of the board in these tests.
var field = Box{20, 130, 1180, 1290}

// clump returns a board with discs close together, and their anchors.
func clump(lots *rand.Rand, n int) (b *Board, all []Anchor) {
	b = &Board{}
	b.Begin(field)
	for i := range n {
		a := Anchor{X: 400 + 400*lots.Float64(), Y: 500 + 400*lots.Float64(), R: 30, Rim: 30, Owner: Owner{Disc, i}}
		b.Cover(Around(a.X, a.Y, a.R))
		b.Add(Piece{a.X, a.Y, a.R, a.Owner})
		all = append(all, a)
	}
	return b, all
}

// sound tests that no label leaves the board, and that none covers another.
func sound(t *testing.T, b *Board) {
	t.Helper()
	for i, at := range b.Labels() {
		if !at.Within(field) {
			t.Errorf("a label at %v is outside the board", at)
		}
		for _, o := range b.Labels()[:i] {
			if at.Hits(o) {
				t.Errorf("labels at %v and %v overlap", at, o)
			}
		}
	}
}

// In a clump every disc has its tag. None covers another or a disc, and each without a line to it is nearest to its own disc.
func TestTags(t *testing.T) {
	lots := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		b, discs := clump(lots, 16)
		for i, a := range discs {
			tag, ok := b.Tag(a, 70, i%3)
			if !ok {
				t.Fatalf("no room for tag %d", i)
			}
			for _, row := range tag.Rows {
				for _, d := range discs {
					if row.Hits(Around(d.X, d.Y, d.R)) {
						t.Errorf("tag %d at %v covers the disc at %g, %g", i, row, d.X, d.Y)
					}
				}
			}
		}
		sound(t, b)
		for _, p := range b.Placed() {
			own := p.At.away(discs[p.N].X, discs[p.N].Y)
			for k, d := range discs {
				if other := p.At.away(d.X, d.Y); k != p.N && p.Lead == (Line{}) && other < own {
					t.Errorf("the tag of disc %d is %.0f from it and %.0f from disc %d", p.N, own, other, k)
				}
			}
		}
	}
}

// Labels point out of a clump, and the disc in the middle of it comes first.
func TestClumps(t *testing.T) {
	discs := [][2]float64{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {60, 60}}
	all := Clumps(discs, 100, func(i int) bool { return i != 3 })
	if len(all) != 4 || all[0].N != 0 || all[3].N != 4 {
		t.Fatalf("in the order %v", all)
	}
	for _, d := range all[1:3] {
		if d.Out[0]*discs[d.N][0] <= 0 {
			t.Errorf("the label of disc %d points to %v", d.N, d.Out)
		}
	}
	if all[3].Out != [2]float64{} {
		t.Errorf("the label of a lone disc points to %v", all[3].Out)
	}
}

// The notes of shots at one target are each nearest to their own line, whether they are on it, beside it, or far away with a line
// to them.
func TestNotes(t *testing.T) {
	b := &Board{}
	b.Begin(field)
	var shots []Line
	var notes []string
	for i := range 9 {
		shots, notes = append(shots, Line{300 + 30*float64(i%2), 500 + 50*float64(i), 900, 700}), append(notes, "2 × HIT + STOPPED")
	}
	placed := map[int]bool{}
	b.Notes(shots, notes, func(s string) float64 { return 20 * float64(len(s)) }, func(n Note) {
		placed[n.N] = true
		for _, at := range n.At {
			for k, l := range shots {
				if k != n.N && at.awayFrom(l) < at.awayFrom(shots[n.N]) && n.Lead == (Line{}) {
					t.Errorf("the note of shot %d is nearer to shot %d", n.N, k)
				}
			}
		}
	})
	if sound(t, b); len(placed) < 6 {
		t.Errorf("only the notes of %v are placed", placed)
	}
}

// Words that belong to no piece have a place on their line, on their ring, and around their point, and keep off what is there.
func TestWordsOnTheGround(t *testing.T) {
	b := &Board{}
	b.Begin(field)
	b.Cover(Around(600, 600, 40))
	for i := range 3 {
		if at, ok := b.OnLine(Line{200, 600, 1000, 600}, [2]float64{80, High}); !ok || at.Y0 != 575 {
			t.Errorf("words %d on a line: at %v, %t", i, at, ok)
		}
		if at, ok := b.OnRing(600, 900, 100, 60); !ok || math.Abs(math.Hypot((at.X0+at.X1)/2-600, (at.Y0+at.Y1)/2-900)-100) > 1e-9 {
			t.Errorf("words %d on a ring: at %v, %t", i, at, ok)
		}
		if at, ok := b.Name(600, 300, [2]float64{150, 40}); !ok || at.away(600, 300) > farName {
			t.Errorf("name %d: at %v, %t", i, at, ok)
		}
		if at, ok := b.Near(600, 600, 40, [2]float64{60, 40}); !ok || at.away(600, 600) < 40 {
			t.Errorf("words %d beside a circle: at %v, %t", i, at, ok)
		}
	}
	sound(t, b)
	if _, ok := b.OnLine(Line{560, 600, 640, 600}, [2]float64{80, High}); ok {
		t.Error("words cover what is on their line")
	}
}

// A zone's letter is at the edge where it covers least, and smaller if it has no room otherwise. A small map is in an empty corner.
func TestLetterAndMap(t *testing.T) {
	zone := Box{100, 200, 500, 400}
	for _, lower := range []bool{false, true} {
		at, ok := Letter(zone, 100, lower, []Box{{0, 0, 300, 1000}})
		if !ok || at.Hits(Box{0, 0, 300, 1000}) || at.X1-at.X0 != 100 || lower != (at.Y1 == 400) || lower == (at.Y0 == 200) {
			t.Errorf("lower %t: the letter is at %v, %t", lower, at, ok)
		}
	}
	if at, ok := Letter(Box{0, 0, 60, 60}, 100, false, nil); !ok || at.X1-at.X0 != 50 {
		t.Errorf("in a small zone the letter is at %v, %t", at, ok)
	}
	b := &Board{}
	b.Begin(field)
	b.Cover(Box{900, 1000, 1180, 1290})
	at, ok := b.Emptiest(field, 200, 200, []Box{{20, 130, 300, 1290}})
	if !ok || at.X1 != 1180 || at.Y0 != 130 {
		t.Errorf("the small map is at %v, %t", at, ok)
	}
	if at, ok := b.Emptiest(field, 200, 200, []Box{field}); ok {
		t.Errorf("the small map covers something at %v", at)
	}
}
