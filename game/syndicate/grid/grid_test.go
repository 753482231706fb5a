package grid

import (
	"fmt"
	"strings"
	"testing"
)

// S2.2, R-B2: eight directions; the greater difference counts.
func TestS2_2(t *testing.T) {
	for _, x := range []struct {
		a, b Space
		want int
	}{{Space{1, 1}, Space{4, 3}, 3}, {Space{4, 3}, Space{1, 1}, 3}, {Space{5, 5}, Space{6, 6}, 1}, {Space{5, 5}, Space{5, 5}, 0}, {Space{2, 9}, Space{2, 2}, 7}} {
		if got := Distance(x.a, x.b); got != x.want {
			t.Errorf("%s to %s: %d, want %d", x.a, x.b, got, x.want)
		}
	}
}

func TestSpaces(t *testing.T) {
	for _, word := range []string{"1,1", "12,3", "24,24"} {
		if s, err := Parse(word); err != nil || s.String() != word {
			t.Errorf("%s is read as %s, %v", word, s, err)
		}
	}
	for _, word := range []string{"", "1", "0,1", "1,0", "25,1", "1,25", "01,1", "1,1,1", "a,b", "-1,2", "1.5,2", "+1,2"} {
		if s, err := Parse(word); err == nil {
			t.Errorf("%q is read as %s", word, s)
		}
	}
	for _, x := range []struct {
		a, b, c Space
		in      bool
	}{{Space{1, 1}, Space{3, 3}, Space{6, 6}, true}, {Space{1, 1}, Space{1, 4}, Space{1, 2}, true}, {Space{1, 1}, Space{3, 3}, Space{3, 1}, false}, {Space{1, 1}, Space{2, 3}, Space{3, 5}, false}} {
		if InLine(x.a, x.b, x.c) != x.in {
			t.Errorf("%s %s %s in line: not %t", x.a, x.b, x.c, x.in)
		}
	}
}

// drawn holds lines over drawn ground (S2.4, R-B4): a is the shooter, b the target, H stops lines, l is light cover. Each row says
// whether the line is blocked, and whether the last space before the target is light cover.
var drawn = []struct {
	rows    string
	blocked bool
	light   bool
}{
	{"a...b", false, false},
	{"a.H.b", true, false},
	{"a..lb", false, true},
	{"a.l.b", false, false},
	{"..b/.H./a..", true, false}, // through the inside of a diagonal space
	{".Hb/.../a..", false, false},
	{"Hb/aH", true, false},       // both spaces at the corner stop it
	{"Hb/a.", false, false},      // one does not
	{"..b/.l./a..", false, true}, // enters through a corner: the space it leaves there
	{"H.b/aH.", true, false},
	{".lb/a..", false, true}, // a knight's step
	{"..b/al.", false, false},
	{"a.HH./..HHb", true, false},
	{"...b/aH..", true, false},
	{"a/H/./b", true, false},
	{".Hb/aH.", true, false},
}

// R-B4: center to center; the same both ways.
func TestR_B4(t *testing.T) {
	for _, x := range drawn {
		rows := strings.Split(x.rows, "/")
		var a, b Space
		cells := map[Space]byte{}
		for i, row := range rows {
			for j := range row {
				s := Space{j + 1, len(rows) - i}
				cells[s] = row[j]
				switch row[j] {
				case 'a':
					a = s
				case 'b':
					b = s
				}
			}
		}
		blocks := func(s Space) bool { return cells[s] == 'H' }
		there, back := Line(a, b, blocks), Line(b, a, blocks)
		if there.Blocked != x.blocked || back.Blocked != x.blocked {
			t.Errorf("%s: blocked %t, and %t back", x.rows, there.Blocked, back.Blocked)
		}
		if light := there.Last != a && cells[there.Last] == 'l'; light != x.light {
			t.Errorf("%s: the last space is %s", x.rows, there.Last)
		}
	}
}

// Every line is blocked both ways or not at all.
func TestLinesAreSymmetric(t *testing.T) {
	for _, name := range []string{"relay-court", "mast-yard"} {
		_, g, _ := Find(name, SmallEdge)
		g.Each(func(a Space) {
			g.Each(func(b Space) {
				if Line(a, b, g.Stops(a, b, g.At)).Blocked != Line(b, a, g.Stops(b, a, g.At)).Blocked {
					t.Errorf("%s: %s to %s", name, a, b)
				}
			})
		})
	}
}

// R-B6: a line from raised ground passes over heavy cover that is not next to its lower end; between units on the ground, raised ground
// stops it; walls stop every line.
func TestR_B6(t *testing.T) {
	for _, x := range []struct {
		row     string // a and b are the ends, A and B ends on raised ground
		blocked bool
	}{
		{"a.^.b", true}, {"A.H.b", false}, {"A..Hb", true}, {"AH..b", false}, {"A.H.B", false}, {"AHHHB", false}, {"A.^.B", false}, {"A.^.b", false},
		{"A.#.b", true}, {"A.D.B", true}, {"a.H.b", true}, {"aH..B", true}, {"a.H.B", false}, {"A.x.b", false},
	} {
		g := Plain(SmallEdge)
		var a, b Space
		for i := range x.row {
			at := Space{i + 1, 1}
			switch c := x.row[i]; c {
			case 'a', 'A', 'b', 'B':
				if c < 'a' {
					g = g.With(at, Raised)
				}
				if c == 'a' || c == 'A' {
					a = at
				} else {
					b = at
				}
			default:
				g = g.With(at, Terrain(c))
			}
		}
		if got := Line(a, b, g.Stops(a, b, g.At)).Blocked; got != x.blocked {
			t.Errorf("%s: blocked %t", x.row, got)
		}
	}
}

// R-B1: both maps follow the book's advice.
func TestR_B1(t *testing.T) {
	for _, m := range Maps() {
		if m.Edge == 0 {
			continue
		}
		_, g, ok := Find(m.Slug, m.Edge)
		if !ok {
			t.Fatalf("no %s", m.Slug)
		}
		if err := balanced(g); err != nil {
			t.Errorf("%s: %v", m.Slug, err)
		}
		for side := 1; side <= 2; side++ {
			if at := Terminal(m.Edge, side); g.At(at).Solid() {
				t.Errorf("%s: the terminal of side %d stands in %c", m.Slug, side, g.At(at))
			}
		}
		if again, err := Read(g.Rows()); err != nil || fmt.Sprint(again.Rows()) != fmt.Sprint(g.Rows()) {
			t.Errorf("%s does not read back: %v", m.Slug, err)
		}
	}
}

// Each check of balanced can fail.
func TestUnbalanced(t *testing.T) {
	_, court, _ := Find("relay-court", SmallEdge)
	rows := court.Rows()
	if err := balanced(Plain(SmallEdge)); err == nil {
		t.Error("plain ground is balanced")
	}
	wall := strings.Repeat("H", 12)
	for says, change := range map[string]func([]string){
		"not the same":           func(r []string) { r[0], r[1] = "l"+r[0][1:], "."+r[1][1:] },
		"expected 12 characters": func(r []string) { r[3] = "l" },
		"in a hundred":           func(r []string) { r[0], r[11] = wall, wall },
	} {
		r := append([]string(nil), rows...)
		change(r)
		g, err := Read(r)
		if err == nil {
			err = balanced(g)
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want that it is %s", err, says)
		}
	}
	shut := Plain(SmallEdge).With(Space{1, 2}, Impassable).With(Space{2, 2}, Impassable).With(Space{2, 1}, Door)
	if err := shut.reachable(); err == nil {
		t.Error("a corner that is shut off is reached")
	}
	heavy := Plain(SmallEdge).With(Space{1, 2}, Heavy).With(Space{2, 3}, Heavy).With(Space{2, 4}, Heavy).With(Space{9, 9}, Heavy)
	if n := heavy.widest(func(t Terrain) bool { return t == Heavy }); n != 3 { // touching at a corner too
		t.Errorf("%d {space|spaces} hang together, want 3", n)
	}
	if err := shut.With(Space{1, 1}, Raised).climbable(); err == nil {
		t.Error("raised ground in a corner that is shut off can be climbed")
	}
	if n := shut.lanes(); n != 10 {
		t.Errorf("%d lanes, want 10", n)
	}
}
