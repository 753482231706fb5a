package maps

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"downsync/game/plane"
)

// Every named board is playable; all but the plain one are worth playing, and look the same after a half turn.
func TestNamed(t *testing.T) {
	if all := All(); len(all) < 9 || all[0].Slug != Plain {
		t.Fatalf("%d boards, the first is %q", len(all), all[0].Slug)
	}
	for _, m := range All() {
		if err := check(m); err != nil {
			t.Errorf("%s: %v", m.Slug, err)
		}
		if !m.Symmetric() {
			t.Errorf("%s: not itself after a half turn", m.Slug)
		}
		if err := fair(m); err != nil && m.Slug != Plain {
			t.Errorf("%s: %v", m.Slug, err)
		}
		if m.Author == "" || m.About == "" {
			t.Errorf("%s: author %q, about %q", m.Slug, m.Author, m.About)
		}
		if _, err := m.Ground(); err != nil {
			t.Errorf("%s: %v", m.Slug, err)
		}
		if found, ok := Find(m.Slug); !ok || found.Name != m.Name {
			t.Errorf("%s is not found", m.Slug)
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"random:0", "random:18446744073709551615"} {
		if m, ok := Find(name); !ok || m.Slug != Random {
			t.Errorf("%s: %v %q", name, ok, m.Slug)
		}
	}
	for _, name := range []string{"", "random", "random:", "random:-1", "random:+1", "random:01", "random:18446744073709551616", "Plain", "nowhere"} {
		if m, ok := Find(name); ok {
			t.Errorf("%q gives %s", name, m.Slug)
		}
	}
}

// Parse reads every board unchanged.
func TestParseGivesTheBoard(t *testing.T) {
	odd := Map{Slug: "odd", Name: `A "quoted" <name>`, Author: "é", Size: small, Density: bare,
		Buildings: []plane.Building{{Height: 1250, Room: 0, Shape: plane.Polygon{{X: 1, Y: 2}, {X: 3000, Y: 0}, {X: 0, Y: 48000}}}}}
	for _, m := range append(All(), Generate(7), odd) {
		got, err := Parse("again", encode(m))
		if err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%s: %v\n%s", m.Slug, err, encode(m))
		}
	}
}

func TestDefaults(t *testing.T) {
	m, err := Parse("x.json", []byte(`{"slug": "x", "name": "X", "half_turn": true,
		"areas": [{"kind": "forest", "shape": [[20, 20], [28, 20], [28, 28], [20, 28]]}, {"kind": "rough", "shape": [[0, 0], [2, 0], [2, 2]]}],
		"buildings": [{"height": 2.5, "shape": [[10, 10], [13.5, 10], [13.5, 15], [10, 15]]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if m.Author != "unknown" || m.Size != anySize || m.Density != open {
		t.Errorf("author %q, size %q, density %q", m.Author, m.Size, m.Density)
	}
	if len(m.Areas) != 3 || len(m.Buildings) != 2 || !m.Symmetric() {
		t.Errorf("%d areas and %d buildings: the piece in the middle is its own twin", len(m.Areas), len(m.Buildings))
	}
	if b := m.Buildings[0]; b.Room != 6 || b.Height != 2500 { // Q35
		t.Errorf("room %d, height %s", b.Room, b.Height)
	}
}

// Every complaint says file, line, field and what was expected.
func TestParseRefuses(t *testing.T) {
	const head = "{\"slug\": \"x\", \"name\": \"X\",\n"
	for _, c := range []struct{ in, want string }{
		{``, `b.json line 1: the file ends too early`},
		{`[]`, `b.json line 1: expected an object in braces`},
		{`{"slug": "x"`, `b.json line 1: the file ends too early`},
		{"{\"slug\":\n x}", `b.json line 2: slug: no valid JSON`},
		{`{"slug": "x"}`, `"name" is missing`},
		{head + `"slug": "y"}`, `b.json line 2: "slug" stands twice`},
		{head + `"colour": "red"}`, `b.json line 2: unknown field "colour": expected about, areas, author`},
		{head + `"Size": "any"}`, `unknown field "Size"`},
		{head + `"size": "huge"}`, `line 2: size: "huge": expected one of [small standard any]`},
		{head + `"size": 3}`, `line 2: size: expected a text in quotes`},
		{head + `"half_turn": 1}`, `line 2: half_turn: expected true or false`},
		{head + "\"areas\": [\n{\"kind\": \"lava\"}]}", `line 3: areas[0].kind: "lava": expected one of [forest urban rough grass]`},
		{head + `"areas": {}}`, `line 2: areas: expected a list in brackets`},
		{head + `"areas": [{"kind": "forest"}]}`, `areas[0]: "shape" is missing`},
		{head + `"areas": [{"kind": "forest", "shape": [[1, 1], [2, 2]]}]}`, `areas[0].shape: 2 corners: expected at least 3`},
		{head + `"areas": [{"kind": "forest", "shape": [[1, 1, 1]]}]}`, `areas[0].shape[0]: more than 2`},
		{head + `"areas": [{"kind": "forest", "shape": [[1]]}]}`, `areas[0].shape[0]: expected a point [x, y] in inches`},
		{head + `"areas": [{"kind": "forest", "shape": [[1, "2"]]}]}`, `areas[0].shape[0][1]: expected a number`},
		{head + `"areas": [{"kind": "forest", "shape": [[1.0005, 2]]}]}`, `at most three decimals`},
		{head + `"areas": [{"kind": "forest", "shape": [[1e1, 2]]}]}`, `at most three decimals`},
		{head + `"buildings": [{"height": 2, "room": 1.5, "shape": []}]}`, `buildings[0].room: 1.5: expected a whole number`},
		{head + `"buildings": [{"room": 1, "shape": [[1,1],[2,1],[2,2]]}]}`, `buildings[0]: "height" is missing`},
		{head + `"roads": [{"wide": 9, "line": [[1, 1], [2, 2]]}]}`, `roads[0].wide: 9: expected up to 6`},
		{head + `"roads": [{"wide": 2, "line": [[1, 1]]}]}`, `roads[0].line: 1 corners: expected at least 2`},
		{head + `"names": [{"name": "", "at": [1, 1]}]}`, `names[0].name: 0 characters: expected 1 to 24`},
		{head + `"about": ""} {}`, `line 2: expected nothing after the board`},
		{head + `"areas": [` + strings.Repeat(`{"kind":"rough","shape":[[1,1],[2,1],[2,2]]},`, plane.MaxAreas) + `{}]}`, fmt.Sprintf(`areas: more than %d`, plane.MaxAreas)},
		{head + `"areas": [{"kind":"rough","shape":[` + strings.Repeat(`[1,1],`, plane.MaxCorners) + `[1,1]]}]}`, fmt.Sprintf(`areas[0].shape: more than %d`, plane.MaxCorners)},
		{strings.Repeat(" ", MaxBytes+1), `expected at most 262144`},
	} {
		_, err := Parse("b.json", []byte(c.in))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s\ngot  %v\nwant %s", c.in, err, c.want)
		}
	}
}

// Any bytes are read or refused, and whatever was read is written and read again the same.
func FuzzParse(f *testing.F) {
	for _, m := range All() {
		f.Add(encode(m))
	}
	f.Add([]byte(`{"slug": "x", "name": "X", "areas": [{"kind": "forest", "shape": [[1,1],[2,1],[2,2]]}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Parse("f", raw)
		if err != nil {
			return
		}
		again, err := Parse("g", encode(m))
		if err != nil || !bytes.Equal(encode(again), encode(m)) {
			t.Errorf("%v\n%s", err, encode(m))
		}
	})
}
