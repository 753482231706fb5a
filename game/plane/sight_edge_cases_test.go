package plane

import "testing"

func spot(x, y Inch) Body { return Body{Disc: Disc{At: Point{x, y}}} }

func (g *Ground) inside(t *testing.T, x, y Inch) Body {
	t.Helper()
	b := g.Body(Disc{Point{x, y}, Radius(40)}, true)
	if b.In == 0 {
		t.Fatalf("%v,%v is on no roof", x, y)
	}
	return b
}

// fullWidth returns an outline from the south of the wide table to its north.
func fullWidth(x, w Inch) Polygon { return rectangle(x, -In(20), w, In(120)) }

// Edge cases that players argue about, with the expected results.
func TestSightAtTheEdge(t *testing.T) {
	r := Radius(60)
	block := func(x, y, w, h Inch) Building { return Building{rectangle(x, y, w, h), In(1), 6} }
	tangent := block(10000, 0, 4000, 5000)
	wall := func(x, w Inch) Building { return Building{fullWidth(x, w), In(1), 6} }
	deep := []Area{{Forest, rectangle(0, 0, 30000, 30000)}}
	// A wood that is 2.4" thick for the lines at the south of two bases at 0 and w for those at the north.
	wedge := func(w Inch) []Area {
		return []Area{{Forest, Polygon{{10000, -20000}, {14000, -20000}, {12400, -r}, {10000 + w, r}, {10000 + w, 20000}, {10000, 20000}}}}
	}
	// Two walls with a slit of 0.004" each, the second 0.05" further north.
	slits := []Building{
		{rectangle(10000, -20000, 100, 20700), In(1), 0}, {rectangle(10000, 704, 100, 99296), In(1), 0},
		{rectangle(14000, -20000, 100, 20750), In(1), 0}, {rectangle(14000, 754, 100, 99246), In(1), 0},
	}
	wood := func(w Inch) []Area { return []Area{{Forest, fullWidth(10000, w)}} }
	for _, c := range []struct {
		name      string
		areas     []Area
		buildings []Building
		a, b      Body
		want      bool
	}{
		{"open ground", nil, nil, base(0, 0, 60), base(40000, 0, 60), true},
		{"behind a wall", nil, []Building{wall(10000, 1000)}, base(5000, 0, 60), base(20000, 0, 60), false},
		{"the line touches the wall: tangent", nil, []Building{tangent}, base(5000, 5000-r, 60), base(20000, 5000-r, 60), true},
		{"0.01 behind the tangent", nil, []Building{tangent}, base(5000, 4990-r, 60), base(20000, 4990-r, 60), false},
		{"both touch one wall from the same side", nil, []Building{wall(10000, 1000)}, base(10000-r, 0, 60), base(10000-r, 9000, 60), true},
		{"both touch one wall from either side", nil, []Building{wall(10000, 1000)}, base(10000-r, 0, 60), base(11000+r, 0, 60), false},
		{"along a shared wall", nil, []Building{block(10000, 0, 4000, 5000), block(10000, 5000, 4000, 5000)},
			base(5000, 5000, 60), base(20000, 5000, 60), false},
		{"points along a shared wall", nil, []Building{block(10000, 0, 4000, 5000), block(10000, 5000, 4000, 5000)},
			spot(5000, 5000), spot(20000, 5000), false},
		{"between corners that touch", nil, []Building{block(10000, 1000, 4000, 4000), block(14000, 5000, 4000, 4000)},
			base(12000, 7500, 60), base(16000, 2500, 60), false},
		{"between corners 0.01 apart", nil, []Building{block(10000, 1000, 4000, 4000), block(14010, 5000, 4000, 4000)},
			base(12000, 7500, 60), base(16000, 2500, 60), true},
		{"between corners 0.004 apart, off the middle", nil, []Building{block(10000, 1000, 4000, 4000), block(14004, 5000, 4000, 4000)},
			base(11000, 7300, 60), base(15300, 2700, 60), true},
		{"through two slits, to a base that reaches over the line", nil, slits, base(5000, 0, 60), base(20000, 850-r, 60), true},
		{"through two slits, to a base that does not", nil, slits, base(5000, 0, 60), base(20000, 800-r, 60), false},
		{"down a lane as wide as the base", nil, []Building{block(10000, r, 4000, 4000), block(10000, -4000-r, 4000, 4000)},
			base(5000, 0, 60), base(12000, 0, 60), true},
		{"two bases that touch", nil, nil, base(0, 0, 60), base(2*r, 0, 60), true},
		{"on the table's edge behind a wall at the edge", nil, []Building{block(0, -20000, 3000, 4000)},
			base(-4000, -20000+r, 60), base(6000, -20000+r, 60), false},
		{"on the table's edge past a wall", nil, []Building{block(0, -20000+2*r-100, 3000, 4000)},
			base(-4000, -20000+r, 60), base(6000, -20000+r, 60), true},
		{"a point behind a wall", nil, []Building{wall(10000, 1000)}, spot(9000, 0), base(20000, 0, 60), false},
		{"a point at a wall, on this side", nil, []Building{wall(10000, 1000)}, spot(10000, 0), base(5000, 0, 60), true},
		{"a point at a wall, on the other side", nil, []Building{wall(10000, 1000)}, spot(11000, 0), base(5000, 0, 60), false},
		{"6.000 in a deep wood", deep, nil, base(10000, 10000, 60), base(16000+2*r, 10000, 60), true},
		{"6.002 in a deep wood", deep, nil, base(10000, 10000, 60), base(16002+2*r, 10000, 60), false},
		{"through 1.99 of wood", wood(1990), nil, base(5000, 0, 60), base(20000, 0, 60), true},
		{"through 2.00 of wood", wood(2000), nil, base(5000, 0, 60), base(20000, 0, 60), true},
		{"through 2.01 of wood", wood(2010), nil, base(5000, 0, 60), base(20000, 0, 60), false},
		{"points through 2.00 of wood", wood(2000), nil, spot(5000, 0), spot(20000, 0), true},
		{"points through 2.01 of wood", wood(2010), nil, spot(5000, 0), spot(20000, 0), false},
		{"1.995 of wood on the outermost line", wedge(1995), nil, base(5000, 0, 60), base(20000, 0, 60), true},
		{"2.005 of wood on the outermost line", wedge(2005), nil, base(5000, 0, 60), base(20000, 0, 60), false},
		{"2.01 of rough ground", []Area{{Rough, fullWidth(10000, 9000)}}, nil, base(5000, 0, 60), base(25000, 0, 60), true},
		{"two woods of 1.01", []Area{{Forest, fullWidth(10000, 1010)}, {Urban, fullWidth(13000, 1010)}}, nil,
			base(5000, 0, 60), base(20000, 0, 60), false},
		{"two woods over each other, 1.95 in all", []Area{{Forest, fullWidth(10000, 1500)}, {Urban, fullWidth(10450, 1500)}}, nil,
			base(5000, 0, 60), base(20000, 0, 60), true},
		{"the same wood twice", append(wood(1990), wood(1990)...), nil, base(5000, 0, 60), base(20000, 0, 60), true},
		{"two woods over each other, 2.05 in all", []Area{{Forest, fullWidth(10000, 1500)}, {Urban, fullWidth(10550, 1500)}}, nil,
			base(5000, 0, 60), base(20000, 0, 60), false},
		{"along a wood's edge", []Area{{Forest, rectangle(0, 0, 30000, 9000)}}, nil, spot(2000, 0), spot(20000, 0), true},
		{"where two woods have an edge in common", []Area{{Forest, rectangle(0, 0, 30000, 9000)}, {Forest, rectangle(0, -9000, 30000, 9000)}},
			nil, spot(2000, 0), spot(20000, 0), false},
		{"2.005 inside the wood's edge", []Area{{Forest, fullWidth(10000, 20000)}}, nil, base(2000, 0, 60), base(12005+r, 0, 60), false},
		{"1.995 inside the wood's edge", []Area{{Forest, fullWidth(10000, 20000)}}, nil, base(2000, 0, 60), base(11995+r, 0, 60), true},
	} {
		g := ground(t, c.areas, c.buildings...)
		if got, back := g.Sees(c.a, c.b), g.Sees(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%s: sees %v, back %v, want %v: %+v", c.name, got, back, c.want, g.Sight(c.a, c.b))
		}
	}
}

// Q36, Q38: a Unit on a tower of 6", and a block of 3" whose far side is 6" from it.
func TestQ36Tower(t *testing.T) {
	r := Radius(60)
	tower := Building{rectangle(0, 0, 3000, 4000), In(6), 6}
	east := Building{rectangle(57000, 0, 3000, 4000), In(6), 6}
	for _, c := range []struct {
		name      string
		block     Inch // its height
		far       Inch // of the target's farthest point from the tower
		seen      bool
		concealed bool
	}{
		{"some part more than 10 away", In(3), 10020, true, true},
		{"wholly nearer", In(3), 9980, false, true},
		{"its near rim 12 away, its foot in view", In(3), 12020 + 2*r, true, false},
		{"its near rim nearer, its foot hidden", In(3), 11980 + 2*r, true, true},
		{"a block of 1 hides no base, but its foot", In(1), 7000 + 2*r, true, true},
		{"a block of 1, its foot in view", In(1), 7220 + 2*r, true, false},
		{"a block as high as the tower", In(6), 30000, false, true},
	} {
		west := ground(t, nil, tower, Building{fullWidth(7000, 2000), c.block, 6})
		a, b := west.inside(t, 1500, 2000), base(3000+c.far-r, 2000, 60)
		mirror := ground(t, nil, east, Building{fullWidth(51000, 2000), c.block, 6})
		a2, b2 := mirror.inside(t, 58500, 2000), base(57000-c.far+r, 2000, 60)
		for _, way := range []pair{{west, a, b}, {west, b, a}, {mirror, a2, b2}, {mirror, b2, a2}} {
			if got := way.g.Sees(way.a, way.b); got != c.seen {
				t.Errorf("%s: sees %v, want %v: %+v", c.name, got, c.seen, way.g.Sight(way.a, way.b))
			}
		}
		if got, mirrored := west.Concealed(a, b), mirror.Concealed(a2, b2); got != c.concealed || mirrored != c.concealed {
			t.Errorf("%s: concealed %v and %v, want %v: %+v", c.name, got, mirrored, c.concealed, west.Cover(a, b))
		}
	}
	g := ground(t, []Area{{Forest, fullWidth(10000, 5000)}}, tower)
	if g.Sees(g.inside(t, 1500, 2000), base(25000, 0, 60)) {
		t.Error("a tower sees over a deep wood")
	}
	low := ground(t, nil, tower, Building{fullWidth(7000, 2000), In(1), 6})
	if low.Sees(base(5000, 0, 60), base(12000, 0, 60)) {
		t.Error("two bases on the ground see each other over a building of 1 inch")
	}
}

// Q35, Q36: in a building a Unit fills it: its own walls block nothing, and it is seen where the building is.
func TestInsideBuildings(t *testing.T) {
	g := ground(t, nil,
		Building{rectangle(10000, 10000, 5000, 3500), In(2), 6},
		Building{rectangle(15000, 10000, 5000, 3500), In(3), 6}, // shares a wall
		Building{rectangle(30000, 10000, 5000, 3500), In(2), 6})
	left, right := g.inside(t, 11000, 11000), g.inside(t, 14000, 12500)
	next, far := g.inside(t, 16000, 11000), g.inside(t, 33000, 11000)
	for _, c := range []struct {
		name                  string
		a, b                  Body
		seen, concealed, back bool
	}{
		{"both in one building", left, right, true, false, false},
		{"across a shared wall", left, next, true, false, false},
		{"past a higher building in between", left, far, false, true, true},
		{"from the higher one", next, far, true, false, false},
		{"from the ground, from the other side", base(5000, 11000, 60), right, true, false, false},
		{"at the wall", base(10000-Radius(60), 11000, 60), right, true, false, false},
	} {
		if got, back := g.Sees(c.a, c.b), g.Sees(c.b, c.a); got != c.seen || back != c.seen {
			t.Errorf("%s: sees %v, back %v, want %v: %+v", c.name, got, back, c.seen, g.Sight(c.a, c.b))
		}
		if got, back := g.Concealed(c.a, c.b), g.Concealed(c.b, c.a); got != c.concealed || back != c.back {
			t.Errorf("%s: concealed %v, back %v: %+v %+v", c.name, got, back, g.Cover(c.a, c.b), g.Cover(c.b, c.a))
		}
	}
	for _, c := range []struct {
		d        Disc
		infantry bool
		in       int
	}{
		{Disc{Point{11000, 11000}, Radius(40)}, true, 1},
		{Disc{Point{10787, 10787}, Radius(40)}, true, 1},  // touching two walls from inside
		{Disc{Point{10780, 11000}, Radius(40)}, true, 0},  // over the wall
		{Disc{Point{15000, 11000}, Radius(40)}, true, 0},  // on two roofs
		{Disc{Point{11200, 11200}, Radius(60)}, false, 0}, // no infantry
		{Disc{Point{33000, 11000}, Radius(40)}, true, 3},
	} {
		if b := g.Body(c.d, c.infantry); b.In != c.in || b.Disc != c.d {
			t.Errorf("%v: %+v, want it in %d", c.d, b, c.in)
		}
	}
}

// R9, Q28, Q39 to Q41.
func TestConcealmentAtTheEdge(t *testing.T) {
	r := Radius(60)
	wood := []Area{{Forest, fullWidth(10000, 4000)}}
	house := Building{rectangle(20000, -2000, 4000, 4000), In(2), 4}
	corner := Building{rectangle(10000, 0, 2000, 9000), In(1), 4}
	for _, c := range []struct {
		name          string
		areas         []Area
		buildings     []Building
		a, b          Body
		edgeIn        bool
		concealed     bool
		in, area, bld int
	}{
		{"in the open", wood, nil, base(0, 0, 60), base(5000, 0, 60), false, false, 0, 0, 0},
		{"half in a wood", wood, nil, base(0, 0, 60), base(10000, 0, 60), false, true, 1, 1, 0},
		{"up to the edge of a wood: touching is not in (Q28)", wood, nil, base(0, 0, 60), base(10000-r, 0, 60), false, false, 0, 0, 0},
		{"the same where touching counts", wood, nil, base(0, 0, 60), base(10000-r, 0, 60), true, true, 1, 0, 0},
		{"0.01 in", wood, nil, base(0, 0, 60), base(10010-r, 0, 60), false, true, 1, 1, 0},
		{"0.01 away where touching counts", wood, nil, base(0, 0, 60), base(9990-r, 0, 60), true, false, 0, 0, 0},
		{"behind a wood", wood, nil, base(5000, 0, 60), base(20000, 0, 60), false, true, 0, 1, 0},
		{"actor wholly in a wood (Q40)", wood, nil, base(12000, 0, 60), base(5000, 0, 60), false, true, 0, 1, 0},
		{"actor half out of it (Q40)", wood, nil, base(10000, 0, 60), base(5000, 0, 60), false, false, 0, 0, 0},
		{"actor half out on the far side", wood, nil, base(14000, 0, 60), base(5000, 0, 60), false, true, 0, 1, 0},
		{"behind rough ground", []Area{{Rough, fullWidth(10000, 4000)}}, nil, base(5000, 0, 60), base(20000, 0, 60), false, false, 0, 0, 0},
		{"in a house that stands free (Q41)", nil, []Building{house}, base(5000, 0, 60), Body{Disc: Disc{Point{22000, 0}, 787}, In: 1}, false, false, 0, 0, 0},
		{"in a house, a wood under the base", []Area{{Forest, rectangle(21000, -1000, 2000, 2000)}}, []Building{house},
			base(5000, 0, 60), Body{Disc: Disc{Point{22000, 0}, 787}, In: 1}, false, true, 1, 1, 0},
		{"in a house, a wood under its other end", []Area{{Forest, rectangle(20000, 1000, 4000, 2000)}}, []Building{house},
			base(5000, 0, 60), Body{Disc: Disc{Point{22000, -1000}, 787}, In: 1}, false, true, 0, 1, 0},
		{"in a house, a wood behind it", []Area{{Forest, rectangle(24000, -3000, 2000, 6000)}}, []Building{house},
			base(5000, 0, 60), Body{Disc: Disc{Point{22000, 0}, 787}, In: 1}, false, false, 0, 0, 0},
		{"round a corner, a part hidden", nil, []Building{corner}, base(5000, 0, 60), base(18000, 0, 60), false, true, 0, 0, 1},
		{"the rims touch the line of the wall", nil, []Building{corner}, base(5000, -r, 60), base(18000, -r, 60), false, false, 0, 0, 0},
		{"0.01 over it, but from the far rim in view", nil, []Building{corner}, base(5000, -r, 60), base(18000, 10-r, 60), false, false, 0, 0, 0},
		{"0.004 of it hidden from a point", nil, []Building{corner}, spot(5000, 0), base(18000, 4-r, 60), false, true, 0, 0, 1},
		{"all of it seen from a point along the wall", nil, []Building{corner}, spot(5000, 0), base(18000, -r, 60), false, false, 0, 0, 0},
		{"down a lane as wide as the base", nil, []Building{
			{rectangle(10000, r, 4000, 4000), In(1), 6}, {rectangle(10000, -4000-r, 4000, 4000), In(1), 6}},
			base(5000, 0, 60), base(12000, 0, 60), false, false, 0, 0, 0},
	} {
		g := ground(t, c.areas, c.buildings...)
		g.EdgeIn = c.edgeIn
		got := g.Cover(c.a, c.b)
		if g.Concealed(c.a, c.b) != c.concealed || got.Concealed != c.concealed || got.In != c.in ||
			got.Area != c.area || got.Building != c.bld {
			t.Errorf("%s: concealed %v, %+v", c.name, g.Concealed(c.a, c.b), got)
		}
	}
	g := ground(t, wood)
	if got := g.Cover(base(0, 0, 60), base(10400-r, 0, 60)); got.Depth != 400 {
		t.Errorf("in the wood by %v, want 0.4", got.Depth)
	}
	if got := g.Cover(base(0, 0, 60), base(12000, 0, 60)); got.Depth != 2*r {
		t.Errorf("wholly in the wood by %v, want all of the base", got.Depth)
	}
}

// A building around a bay sees out of its parts only: the middle of the outline is in the bay, and a lower house beside it would not
// hide that point.
func TestSightFromAroundABay(t *testing.T) {
	bay := Polygon{{10000, 10000}, {20000, 10000}, {20000, 11000}, {11000, 11000}, {11000, 19000}, {20000, 19000}, {20000, 20000}, {10000, 20000}}
	tall := func(s Polygon) Building { return Building{s, In(6), 6} }
	g := ground(t, nil, tall(bay), tall(rectangle(12000, 11500, 1000, 7000)), tall(rectangle(21000, 10000, 1000, 4000)), tall(rectangle(21000, 16000, 1000, 4000)))
	b := Body{Disc: Disc{Point{10500, 15000}, Radius(40)}, In: 1}
	target := g.Body(Disc{Point{30000, 15000}, 0}, false)
	if s := g.Sight(b, target); off(g, b, drawnAt(s.From)) > 2 {
		t.Errorf("the line begins %.0f outside the building: %+v", off(g, b, drawnAt(s.From)), s)
	}
}
