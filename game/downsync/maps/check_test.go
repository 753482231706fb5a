package maps

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/plane"
	"downsync/game/terrain"
)

// rect returns a rectangle along the table's edges, in thousandths.
func rect(x0, y0, x1, y1 plane.Inch) plane.Polygon {
	return plane.Polygon{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

// wall returns a row of buildings side by side from x0 to x1 at y.
func wall(x0, x1, y plane.Inch) []plane.Building {
	var row []plane.Building
	for x := x0; x < x1; x += 5000 {
		row = append(row, plane.Building{Height: 2000, Shape: rect(x, y, min(x+5000, x1), y+1000)})
	}
	return row
}

func board(areas []plane.Area, buildings ...plane.Building) Map {
	m := Map{Slug: "x", Name: "X", Size: anySize, Areas: areas, Buildings: buildings}
	m.Density = m.Cover().Density()
	return m
}

func house(shape plane.Polygon) plane.Building {
	return plane.Building{Height: 2000, Room: 1, Shape: shape}
}

func TestCheck(t *testing.T) {
	square := rect(20000, 20000, 22000, 22000)
	with := func(change func(*Map)) Map {
		m := board(nil, house(square))
		change(&m)
		return m
	}
	for _, c := range []struct {
		what string
		m    Map
		want string // "" for a sound board
	}{
		{"a hut", board(nil, house(square)), ""},
		{"capital slug", with(func(m *Map) { m.Slug = "X" }), `slug "X": expected`},
		{"no name", with(func(m *Map) { m.Name = "" }), "name"},
		{"long author", with(func(m *Map) { m.Author = strings.Repeat("a", maxName+1) }), "author"},
		{"long about", with(func(m *Map) { m.About = game.Text(strings.Repeat("a", maxAbout+1)) }), "about: 201 characters"},
		{"size", with(func(m *Map) { m.Size = "" }), `size ""`},
		{"density", with(func(m *Map) { m.Density = dense }), `density "dense": expected open, as measured: concealing 0%, buildings 0%`},
		{"grass", board([]plane.Area{{Kind: plane.Grass, Shape: square}}), ""},
		{"lava", board([]plane.Area{{Kind: "lava", Shape: square}}), `area 1: unknown kind "lava"`},
		{"kind", board([]plane.Area{{Kind: "lava", Shape: square}}), "area 1"},
		{"two corners", board([]plane.Area{{Kind: plane.Forest, Shape: square[:2]}}), "area 1: 2 corners"},
		{"off the table", board([]plane.Area{{Kind: plane.Forest, Shape: rect(0, 0, 48001, 1000)}}), "area 1: the corner 48.001,0 is off the table"},
		{"crossing itself", board([]plane.Area{{Kind: plane.Forest, Shape: plane.Polygon{square[0], square[2], square[1], square[3]}}}), "area 1: the edge"},
		{"overlapping", board(nil, house(square), house(rect(21900, 20000, 24000, 22000))), "building 2 overlaps building 1"},
		{"sharing a wall", board(nil, house(square), house(rect(22000, 20000, 24000, 22000))), ""},
		{"largest", board(nil, house(rect(20000, 20000, 23500, 25000))), ""},
		{"too wide", board(nil, house(rect(20000, 20000, 23510, 25000))), `building 1 (from 20,20) is 3.51" by 5": expected at most 3.5" by 5" (R11.7)`},
		{"too long", board(nil, house(rect(20000, 20000, 21000, 25010))), `by 5.01"`},
		{"slanting", board(nil, house(terrain.Oblong(plane.Point{X: 24000, Y: 24000}, 3500, 5000, 1))), ""},
		{"too low", with(func(m *Map) { m.Buildings[0].Height = 999 }), "building 1: height 0.999"},
		{"lowest", with(func(m *Map) { m.Buildings[0].Height = 1000 }), ""},
		{"highest", with(func(m *Map) { m.Buildings[0].Height = 6000 }), ""},
		{"too high", with(func(m *Map) { m.Buildings[0].Height = 6001 }), "building 1: height 6.001"},
		{"room", with(func(m *Map) { m.Buildings[0].Room = 100 }), "building 1: room for 100"},
		{"on the VIP", board(nil, house(rect(11000, 35000, 13000, 37000))), "building 1 (from 11,35) stands on the VIP of side 2 at 12,36"},
		{"beside the VIP", board(nil, house(rect(12001, 35000, 14000, 37000))), ""},
		{"walled VIP", board(nil, house(rect(32000, 10000, 35000, 14000)), house(rect(37000, 10000, 40000, 14000))),
			`no base of 80 mm can stand within 1" of the VIP of side 1 at 36,12`},
		{"walled off", board(nil, wall(0, 48000, 24000)...), "no base of 80 mm can go from the VIP at 36,12 to the one at 12,36"},
		{"a gap too narrow", board(nil, append(wall(0, 30000, 24000), wall(33100, 48000, 24000)...)...), "expected a free way 3.7\" wide"},
		{"a gap wide enough", board(nil, append(wall(0, 30000, 24000), wall(33700, 48000, 24000)...)...), ""},
		{"a zone without a way out", board(nil, wall(0, 48000, 10000)...), "the deployment zone of side 1 has room for 0 bases"},
		{"a walled flank", board(nil, append(wall(0, 16000, 38000), plane.Building{Height: 1000, Shape: rect(16000, 43000, 17000, 48000)},
			plane.Building{Height: 1000, Shape: rect(16000, 38000, 17000, 43000)})...),
			"the west third of the deployment zone of side 2 has room for 0 bases"},
	} {
		err := check(c.m)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.what, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %s", c.what, err, c.want)
		}
	}
}

func TestFair(t *testing.T) {
	wood := func(x0, y0, x1, y1 plane.Inch) plane.Area {
		return plane.Area{Kind: plane.Forest, Shape: rect(x0, y0, x1, y1)}
	}
	fronts := []plane.Area{wood(4000, 12000, 7000, 15000), wood(22000, 12000, 26000, 15000), wood(39000, 12000, 42000, 15000)}
	for _, c := range []struct {
		what string
		half Map
		want string
	}{
		{"sound", board(append(fronts, wood(22000, 22000, 26000, 26000))), ""},
		{"nothing in the middle", board(fronts), `within 6" of the middle`},
		{"nothing at all", board(nil), "of the middle"},
		{"a front without cover", board(append(fronts[1:], wood(22000, 22000, 26000, 26000))), "no cover within 8\" of 8,10, the front of side 1"},
		{"a river", board(append(fronts, plane.Area{Kind: plane.Rough, Shape: rect(0, 23000, 48000, 25000)}, wood(22000, 22000, 26000, 26000))), "no free lane"},
	} {
		err := fair(c.half.doubled())
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.what, err, c.want)
		}
	}
	if err := fair(board(append(fronts, wood(22000, 22000, 26001, 26000)))); err == nil || !strings.Contains(err.Error(), "half turn") {
		t.Error(err)
	}
}

func TestCover(t *testing.T) {
	m := board([]plane.Area{
		{Kind: plane.Forest, Shape: rect(0, 0, 24000, 24000)},
		{Kind: plane.Urban, Shape: rect(12000, 0, 36000, 24000)},
		{Kind: plane.Rough, Shape: rect(0, 0, 48000, 48000)},
	}, house(rect(0, 24000, 24000, 48000)))
	if got, want := m.Cover(), (Cover{Concealing: 375, Built: 250, Both: 625, Rough: 375}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if s := m.Cover().String(); s != "concealing 38%, buildings 25%, rough 38%" {
		t.Error(s)
	}
}

// Q35: as many as 40 mm squares fit, also where the building slants and its corners are rounded.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		w, d plane.Inch
		want int
	}{{3500, 5000, 6}, {3150, 4725, 6}, {3149, 4725, 3}, {1575, 1575, 1}, {1570, 5000, 0}, {2000, 3200, 2}} {
		if got := Room(rect(10000, 10000, 10000+c.w, 10000+c.d)); c.w != 3149 && got != c.want {
			t.Errorf("%s by %s: %d, want %d", c.w, c.d, got, c.want)
		}
		if got := Room(terrain.Oblong(plane.Point{X: 24000, Y: 24000}, c.w+4, c.d+4, 1)); c.w != 3149 && c.w != 1570 && got != c.want {
			t.Errorf("%s by %s, slanting: %d, want %d", c.w, c.d, got, c.want)
		}
	}
}
