package plane

import (
	"slices"
	"strings"
	"testing"
)

// Q94, R11.7: an impossible battlefield is refused with the piece and the reason.
func TestNewRefuses(t *testing.T) {

	sound := rectangle(10000, 10000, 4000, 4000)
	house := Building{sound, In(2), 6}
	for _, c := range []struct {
		want      string
		areas     []Area
		buildings []Building
	}{
		{`area 1: unknown kind "swamp"`, []Area{{"swamp", sound}}, nil},
		{`area 1: 0 corners: an outline needs at least 3`, []Area{{Forest, nil}}, nil},
		{`area 2: 2 corners`, []Area{{Forest, sound}, {Forest, sound[:2]}}, nil},
		{`area 1: the corner 48.001,10 is off the table`, []Area{{Forest, rectangle(44001, 10000, 4000, 4000)}}, nil},
		{`area 1: the corner -0.001,10 is off the table`, []Area{{Forest, rectangle(-1, 10000, 4000, 4000)}}, nil},
		{`comes twice in a row`, []Area{{Forest, append(slices.Clone(sound), sound[0])}}, nil},
		{`meets the edge`, []Area{{Forest, Polygon{{0, 0}, {4000, 4000}, {4000, 0}, {0, 4000}}}}, nil},
		{`meets the edge`, []Area{{Forest, Polygon{{0, 0}, {8000, 0}, {8000, 8000}, {4000, 0}, {0, 8000}}}}, nil},
		{`turns back on itself at 0,0`, []Area{{Forest, Polygon{{0, 0}, {8000, 0}, {4000, 0}}}}, nil},
		{`area 1: 129 corners: an outline has at most 128`, []Area{{Forest, comb(129)}}, nil},
		{`65 areas and 0 buildings`, slices.Repeat([]Area{{Forest, sound}}, 65), nil},
		{`0 areas and 33 buildings`, nil, slices.Repeat([]Building{house}, 33)},
		{`building 1: height 0.999: a building is 1 to 6`, nil, []Building{{sound, 999, 6}}},
		{`building 1: height 6.001`, nil, []Building{{sound, 6001, 6}}},
		{`building 1: room for -1`, nil, []Building{{sound, In(2), -1}}},
		{`building 1: room for 100`, nil, []Building{{sound, In(2), 100}}},
		{`building 2: 2 corners`, nil, []Building{house, {sound[:2], In(2), 6}}},
		{`building 2 overlaps building 1`, nil, []Building{house, {rectangle(13900, 10000, 4000, 4000), In(2), 6}}},
		{`building 3 overlaps building 1`, nil, []Building{house, {rectangle(14000, 10000, 4000, 4000), In(2), 6}, house}},
	} {
		if g, err := New(whole, c.areas, c.buildings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v %v: want %q", g, err, c.want)
		}
	}
}

// comb returns an outline with the given odd number of corners.
func comb(corners int) Polygon {
	s := Polygon{{10000, 2000}}
	for i := range corners - 2 {
		s = append(s, Point{10000 + 100*Inch(i+1), 4000 + 2000*Inch(i%2)})
	}
	return append(s, Point{10000 + 100*Inch(corners), 2000})
}

// Battlefields exactly at the limits are accepted.
func TestNewAccepts(t *testing.T) {

	sound := rectangle(10000, 10000, 2000, 2000)
	var rows []Building
	for i := range Inch(32) {
		rows = append(rows, Building{rectangle(i%8*2000, i/8*2000, 2000, 2000), In(1 + int(i)%6), int(i) * 99 / 31})
	}
	areas := append(slices.Repeat([]Area{{Rough, sound}}, 63), Area{Grass, comb(128)})
	g, err := New(whole, areas, rows) // walls shared, corners touching, terrain up to the table's edge
	if err != nil {
		t.Fatal(err)
	}
	areas[0].Shape[0], rows[0].Height = Point{}, 0
	if g.Areas[0].Shape[0] != (Point{10000, 10000}) || g.Buildings[0].Height != In(1) {
		t.Error("a ground changes with what it was made of")
	}
	if g.Sees(base(4000, 20000, 60), base(20000, 4000, 60)) != g.Sees(base(20000, 4000, 60), base(4000, 20000, 60)) {
		t.Error("sight is not mutual")
	}
	if !g.Sees(base(40000, 20000, 60), base(40000, 40000, 60)) || g.Concealed(base(40000, 20000, 60), base(40000, 40000, 60)) {
		t.Error("far from all terrain nothing hides")
	}
}

// Open ground hides nothing, whether New made it or not.
func TestOpenGround(t *testing.T) {
	for _, g := range []*Ground{{Table: whole}, field(t, nil)} {
		a, b := g.Body(Disc{Point{5000, 5000}, 1000}, true), g.Body(Disc{Point{40000, 5000}, 1000}, false)
		if a.In != 0 || !g.Sees(a, b) || g.Concealed(a, b) || g.Cover(a, b).Concealed {
			t.Errorf("%+v %+v", g.Sight(a, b), g.Cover(a, b))
		}
		if s := g.Sight(a, b); s.From != (Point{6001, 5000}) || s.To != (Point{39000, 5000}) {
			t.Errorf("the line runs from rim to rim: %+v", s)
		}
	}
}
