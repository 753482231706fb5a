package boards

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/plane"
)

// J4.2: every named board passes Check.
func TestNamed(t *testing.T) {
	var slugs []string
	for _, b := range All() {
		slugs = append(slugs, b.Slug)
		if err := check(b); err != nil {
			t.Errorf("%s: %v", b.Slug, err)
		}
		t.Logf("%s: terrain under %d thousandths", b.Slug, share(b))
		if found, ok := Find(b.Slug); !ok || found.Name != b.Name || b.About == "" {
			t.Errorf("%s is not found, or says nothing", b.Slug)
		}
	}
	if want := []string{"crystal-forest", "reactor-corridors", "spire-yard"}; !slices.Equal(slugs, want) {
		t.Errorf("%v, want %v", slugs, want)
	}
	if b, ok := Find(Open); !ok || len(b.Pieces) != 0 {
		t.Errorf("the open board: %v, %v", b, ok)
	}
	for _, name := range []string{"", "random", "random:", "random:-1", "random:01", "random:18446744073709551616", "Open", "nowhere"} {
		if b, ok := Find(name); ok {
			t.Errorf("%q gives %s", name, b.Slug)
		}
	}
}

// J4.3, JQ6: the distance between the Zones is 39.60", between the deep Zones 22.63".
func TestZones(t *testing.T) {
	for edge, want := range map[plane.Inch]plane.Inch{Corner: 39598, Deep: 22627} {
		z := Zones(edge)
		if got := plane.Dist(z[0].Max, z[1].Min); got != want {
			t.Errorf("%v: %v apart, want %v", edge, got, want)
		}
	}
}

// Every generated board obeys the stated rules, and the boards differ.
func TestGenerate(t *testing.T) {
	seeds := uint64(50)
	if os.Getenv("SOAK") == "1" {
		seeds = 1000
	}
	seen, names := map[string]bool{}, map[string]int{}
	climbed, shares := 0, [2]int{1000, 0}
	for seed := range seeds {
		b := Generate(seed)
		if err := check(b); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		seen[fmt.Sprint(b.Pieces)] = true
		names[string(b.Pieces[len(b.Pieces)-1].Name)]++
		if slices.ContainsFunc(b.Pieces, func(p Piece) bool { return p.Climb > 0 }) {
			climbed++
		}
		shares = [2]int{min(shares[0], share(b)), max(shares[1], share(b))}
	}
	t.Logf("terrain under %d to %d thousandths; %d of %d boards are climbed", shares[0], shares[1], climbed, seeds)
	if len(seen) != int(seeds) || len(names) < 3 || climbed == 0 {
		t.Errorf("%d boards of %d seeds, %v, %d climbed", len(seen), seeds, names, climbed)
	}
}

// A seed means the same board for ever, because matches and scripts name it. Only its description may be reworded.
func TestGenerateKeeps(t *testing.T) {
	for seed, want := range map[uint64]string{
		0:                    "ce18b0306cc5cd6e",
		1:                    "e3ab8f437d2bec65",
		18446744073709551615: "e9ae6213d2827f6c",
	} {
		b := Generate(seed)
		b.About = ""
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprint(b))))[:16]; got != want {
			t.Errorf("seed %d is another board than it was: %s, not %s", seed, got, want)
		}
	}
}

func rect(x0, y0, x1, y1 int) plane.Polygon {
	return plane.Polygon{{X: plane.In(x0), Y: plane.In(y0)}, {X: plane.In(x1), Y: plane.In(y0)}, {X: plane.In(x1), Y: plane.In(y1)}, {X: plane.In(x0), Y: plane.In(y1)}}
}

// half returns a valid board without the twins of its pieces.
func half() Board {
	return Board{Slug: "x", Name: "X", Pieces: []Piece{
		{"Wall", Obscuring, 0, rect(14, 14, 20, 18)}, {"Stack", Heavy, plane.In(2), rect(6, 24, 12, 27)}, {"Rubble", Light, 0, rect(26, 5, 32, 9)},
	}}
}

// Each rule of a board can be broken, and the error says what is wrong.
func TestCheck(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*Board)
		want   string // "" for a valid board
	}{
		"as it is":         {func(*Board) {}, ""},
		"slug":             {func(b *Board) { b.Slug = "X" }, `slug "X": expected`},
		"no name":          {func(b *Board) { b.Name = "" }, "name"},
		"long about":       {func(b *Board) { b.About = game.Text(strings.Repeat("a", maxAbout+1)) }, "about: 201 characters"},
		"too few":          {func(b *Board) { b.Pieces = b.Pieces[:2] }, "4 pieces of terrain: expected 6 to 10"},
		"class":            {func(b *Board) { b.Pieces[2].Class = "lava" }, `piece 5 (Rubble): unknown class "lava"`},
		"piece's name":     {func(b *Board) { b.Pieces[2].Name = "" }, "piece 5 (): name"},
		"too high":         {func(b *Board) { b.Pieces[1].Climb = 3001 }, "climb 3.001: expected up to 3"},
		"highest":          {func(b *Board) { b.Pieces[1].Climb = 3000 }, ""},
		"climbed wall":     {func(b *Board) { b.Pieces[0].Climb = 1000 }, "nobody enters obscuring terrain"},
		"off the table":    {func(b *Board) { b.Pieces[2].Shape = rect(26, -1, 32, 9) }, "the corner 26,-1 is off the table"},
		"unsound":          {func(b *Board) { b.Pieces[2].Shape = b.Pieces[2].Shape[:2] }, "piece 5 (Rubble): 2 corners"},
		"overlap":          {func(b *Board) { b.Pieces[2].Shape = rect(17, 12, 20, 16) }, "piece 5 (Rubble) overlaps piece 1 (Wall)"},
		"side by side":     {func(b *Board) { b.Pieces[2].Shape = rect(20, 14, 26, 18) }, ""},
		"on an Objective":  {func(b *Board) { b.Pieces[1].Shape = rect(10, 28, 16, 32) }, "Objective 2 at 12,32 would touch the Stack"},
		"under one":        {func(b *Board) { b.Pieces[2].Shape = rect(34, 14, 38, 18) }, ""},
		"too little":       {func(b *Board) { b.Pieces[0].Shape = rect(14, 14, 16, 16) }, "expected 50 to 160"},
		"too much":         {func(b *Board) { b.Pieces[2].Shape = rect(20, 1, 46, 12) }, "expected 50 to 160"},
		"an empty quarter": {func(b *Board) { b.Pieces[1].Shape, b.Pieces[2].Shape = rect(12, 2, 18, 6), rect(2, 16, 8, 20) }, "the south-east quarter of the table has no terrain"},
		"an open front":    {func(b *Board) { b.Pieces[0].Shape = rect(20, 17, 24, 22) }, "no cover within 8\" of 10,10, the inner corner of the Zone of seat 1"},
		"a pit in front":   {func(b *Board) { b.Pieces[0].Class = Impassable }, "no cover within 8\""},
		"an open diagonal": {func(b *Board) { b.Pieces[0].Shape = rect(16, 10, 20, 15) }, "nothing lies on the line from Zone to Zone, from 10,10 to 38,38"},
		"walled in": {func(b *Board) {
			b.Pieces[0].Shape, b.Pieces[1] = rect(0, 10, 12, 12), Piece{"Wall", Impassable, 0, rect(10, 0, 12, 9)}
		}, "the Zone of seat 1 has room for"},
	} {
		b := half()
		c.change(&b)
		err := check(b.doubled())
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", what, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: got %v, want %s", what, err, c.want)
		}
	}
	b := half().doubled()
	b.Pieces[1].Name = "Fence"
	if err := check(b); err == nil || !strings.Contains(err.Error(), "half turn") {
		t.Errorf("a twin of another name: %v", err)
	}
	pit := half()
	pit.Pieces = pit.Pieces[:1]
	for _, s := range []plane.Polygon{rect(7, 26, 17, 28), rect(7, 36, 17, 38), rect(7, 28, 9, 36), rect(15, 28, 17, 36)} {
		pit.Pieces = append(pit.Pieces, Piece{"Pit", Impassable, 0, s})
	}
	if err := check(pit.doubled()); err == nil || !strings.Contains(err.Error(), "no base of 60 mm can go from the middle to Objective 2 at 12,32") {
		t.Errorf("an Objective between pits: %v", err)
	}
	pit.Pieces[4].Shape = rect(15, 28, 17, 32)
	if err := check(pit.doubled()); err != nil {
		t.Errorf("an Objective with a way in 4\" wide: %v", err)
	}
}

// Every complaint about a file names the file, the line, the field and what was expected.
func TestParseRefuses(t *testing.T) {
	const head = "{\"slug\": \"x\", \"name\": \"X\",\n"
	for _, c := range []struct{ in, want string }{
		{``, `b.json line 1: the file ends too early`},
		{head + `"colour": "red"}`, `b.json line 2: unknown field "colour": expected about, half_turn, name, pieces, slug`},
		{head + `"pieces": [{"name": "Mud", "class": "lava"}]}`, `line 2: pieces[0].class: "lava": expected one of [light heavy obscuring impassable]`},
		{head + `"pieces": [{"name": "Mud", "class": "light"}]}`, `pieces[0]: "shape" is missing`},
		{head + `"pieces": [{"class": "light", "shape": [[1,1],[2,1],[2,2]]}]}`, `pieces[0]: "name" is missing`},
		{head + `"pieces": [{"climb": "2"}]}`, `pieces[0].climb: expected a number`},
		{head + `"half_turn": true}`, `"pieces" is missing`},
		{head + `"pieces": [` + strings.Repeat(`{"name":"M","class":"light","shape":[[1,1],[2,1],[2,2]]},`, maxPieces) + `{}]}`, "pieces: more than 10"},
		{strings.Repeat(" ", maxBytes+1), "expected at most 65536"},
	} {
		if _, err := parse("b.json", []byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, want %s", c.in, err, c.want)
		}
	}
}
