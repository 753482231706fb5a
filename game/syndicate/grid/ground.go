package grid

import (
	"strings"

	"downsync/game"
)

// Terrain is the terrain of a space (S2.3), as maps write it.
type Terrain byte

// Kinds of terrain.
const (
	Clear      Terrain = '.' // open ground
	Light      Terrain = 'l' // low obstacles, crates
	Heavy      Terrain = 'H' // barricades, vehicles: lines end here
	Impassable Terrain = '#'
	Door       Terrain = 'D' // an impassable space that Razor can break through
	Hazard     Terrain = 'x' // open ground that hurts whoever enters
	Raised     Terrain = '^' // open ground one level up (R-B6)
)

const terrains = ".lH#Dx^"

// Solid reports whether units cannot enter the terrain.
func (t Terrain) Solid() bool { return t == Impassable || t == Door }

// Blocks reports whether the terrain stops lines.
func (t Terrain) Blocks() bool { return t.Solid() || t == Heavy }

// Ground is the terrain of a battlefield. It never changes once made and may be shared.
type Ground struct {
	edge  int
	cells []Terrain // by row from the south, then by column
}

// Plain returns open ground.
func Plain(edge int) *Ground {
	g := &Ground{edge: edge, cells: make([]Terrain, edge*edge)}
	for i := range g.cells {
		g.cells[i] = Clear
	}
	return g
}

// Read reads ground from its rows, the northernmost first. The error names the row and what was expected.
func Read(rows []string) (*Ground, error) {
	n := len(rows)
	if n != SmallEdge && n != StandardEdge {
		return nil, game.Errorf("%d {row|rows}: expected %d or %d", n, SmallEdge, StandardEdge)
	}
	g := Plain(n)
	for i, row := range rows {
		if len(row) != n || strings.Trim(row, terrains) != "" {
			return nil, game.Errorf("row %d: expected %d {character|characters} out of %s", n-i, n, terrains)
		}
		copy(g.cells[(n-1-i)*n:], []Terrain(row))
	}
	return g, nil
}

// Rows writes the ground in the form that Read reads.
func (g *Ground) Rows() []string {
	rows := make([]string, g.edge)
	for i := range rows {
		y := g.edge - 1 - i
		rows[i] = string(g.cells[y*g.edge : (y+1)*g.edge])
	}
	return rows
}

// Edge returns the number of spaces on each side.
func (g *Ground) Edge() int { return g.edge }

// Holds reports whether the space is on the ground.
func (g *Ground) Holds(s Space) bool { return s.X >= 1 && s.Y >= 1 && s.X <= g.edge && s.Y <= g.edge }

// At returns the terrain of a space on the ground.
func (g *Ground) At(s Space) Terrain { return g.cells[(s.Y-1)*g.edge+s.X-1] }

// Up reports whether the step from a to b leads onto raised ground (R-B6).
func (g *Ground) Up(a, b Space) bool { return g.At(b) == Raised && g.At(a) != Raised }

// Stops returns what stops a line between the centers of two spaces, given the terrain of each space (R-B6). Between units on the ground
// raised ground stops it as Heavy Cover does. A line with an end on raised ground passes over Heavy Cover, unless that is next to
// its lower end.
func (g *Ground) Stops(a, b Space, terrain func(Space) Terrain) func(Space) bool {
	up, down := g.At(a) == Raised, g.At(b) == Raised
	return func(s Space) bool {
		t := terrain(s)
		switch {
		case t.Solid():
			return true
		case !up && !down:
			return t == Heavy || t == Raised
		case t == Heavy:
			return !up && Distance(a, s) == 1 || !down && Distance(b, s) == 1
		}
		return false
	}
}

// With returns a copy of the ground with another terrain in one space.
func (g *Ground) With(s Space, t Terrain) *Ground {
	n := &Ground{g.edge, append([]Terrain(nil), g.cells...)}
	n.cells[(s.Y-1)*g.edge+s.X-1] = t
	return n
}

// Each calls do with every space, row by row from the south.
func (g *Ground) Each(do func(Space)) {
	for y := 1; y <= g.edge; y++ {
		for x := 1; x <= g.edge; x++ {
			do(Space{x, y})
		}
	}
}

// Near lists the spaces within that distance of s, s among them, row by row from the south.
func (g *Ground) Near(s Space, distance int) []Space {
	out := make([]Space, 0, (2*distance+1)*(2*distance+1))
	for y := max(1, s.Y-distance); y <= min(g.edge, s.Y+distance); y++ {
		for x := max(1, s.X-distance); x <= min(g.edge, s.X+distance); x++ {
			out = append(out, Space{x, y})
		}
	}
	return out
}

// Barred reports whether the step from a to a neighbor is a diagonal one between two impassable spaces (R-B3).
func (g *Ground) Barred(a, b Space) bool {
	return a.X != b.X && a.Y != b.Y && g.At(Space{a.X, b.Y}).Solid() && g.At(Space{b.X, a.Y}).Solid()
}
