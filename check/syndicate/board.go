package syndicate

import "fmt"

// space is a space of the board (S2.1). The zero value is off the board.
type space struct{ x, y int }

func (s space) String() string { return fmt.Sprintf("%d,%d", s.x, s.y) }

// UnmarshalText reads "column,row"; "" is off the board.
func (s *space) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := fmt.Sscanf(string(b), "%d,%d", &s.x, &s.y)
	return err
}

// distance is the greater of the differences of columns and rows (S2.2, R-B2).
func distance(a, b space) int { return max(a.x-b.x, b.x-a.x, a.y-b.y, b.y-a.y) }

// beside reports whether the spaces are adjacent (S2.2).
func beside(a, b space) bool { return distance(a, b) == 1 }

func sign(n int) int { return min(1, max(-1, n)) }

// aligned reports whether a straight line of spaces in one of the eight directions goes through both (S5.2).
func aligned(a, b space) bool {
	dx, dy := b.x-a.x, b.y-a.y
	return dx == 0 || dy == 0 || dx == dy || dx == -dy
}

// ground holds the rows of the battlefield, the northernmost first.
type ground []string

func (g ground) holds(s space) bool { return s.x >= 1 && s.y >= 1 && s.x <= len(g) && s.y <= len(g) }

// The kinds of terrain, as maps write them (S2.3).
const (
	light  = 'l'
	heavy  = 'H'
	wall   = '#'
	door   = 'D'
	hazard = 'x'
)

func (g ground) terrain(s space) byte { return g[len(g)-s.y][s.x-1] }

// solid reports whether nothing enters the space: impassable ones, doors, and what is off the board.
func (g ground) solid(s space) bool {
	return !g.holds(s) || g.terrain(s) == wall || g.terrain(s) == door
}

// sealed reports whether a step is diagonal and goes between two impassable spaces (R-B3).
func (g ground) sealed(from, to space) bool {
	return from.x != to.x && from.y != to.y && g.solid(space{to.x, from.y}) && g.solid(space{from.x, to.y})
}

// stopsLine reports whether the space stops lines: impassable spaces, heavy cover, and Barriers, unless the line goes to a Revealed unit
// (S2.4, R-T12).
func (b *board) stopsLine(s space, revealed bool) bool {
	return b.ground.solid(s) || b.ground.terrain(s) == heavy || !revealed && b.barrier(s)
}

// crossing is a space whose inside a line crosses, or a corner through which it passes exactly.
type crossing struct {
	inside space
	corner bool
	aside  [2]space // of a corner: the spaces at it that the line does not cross
}

// line lists what the line between the centers of two spaces crosses, in its order, without the two end spaces (S2.4, R-B4). It goes from
// border to border in steps of exact fractions: the line crosses its n-th column border at (2n-1)/(2dx) of its length.
func line(a, b space) (out []crossing) {
	dx, dy := max(a.x-b.x, b.x-a.x), max(a.y-b.y, b.y-a.y)
	sx, sy := sign(b.x-a.x), sign(b.y-a.y)
	at := a
	for cols, rows := 0, 0; cols+rows < dx+dy; {
		// (2cols+1)/(2dx) against (2rows+1)/(2dy)
		switch c, r := (2*cols+1)*dy, (2*rows+1)*dx; {
		case c == r:
			out = append(out, crossing{corner: true, aside: [2]space{{at.x + sx, at.y}, {at.x, at.y + sy}}})
			at, cols, rows = space{at.x + sx, at.y + sy}, cols+1, rows+1
		case c < r:
			at, cols = space{at.x + sx, at.y}, cols+1
		default:
			at, rows = space{at.x, at.y + sy}, rows+1
		}
		if at != b {
			out = append(out, crossing{inside: at})
		}
	}
	return out
}

// hasLine reports whether nothing stops the line between two spaces (S2.4).
func (b *board) hasLine(from, to space, revealed bool) bool {
	for _, c := range line(from, to) {
		if c.corner && b.stopsLine(c.aside[0], revealed) && b.stopsLine(c.aside[1], revealed) || !c.corner && b.stopsLine(c.inside, revealed) {
			return false
		}
	}
	return true
}

// covers returns whether light and heavy cover protect a unit from an attacker: heavy cover that it is in; light cover that it is in, or
// that the line crosses last (S2.5, R-B5), or Wall beside its Operator (R-B8).
func (b *board) covers(attacker space, t *unit) (lightly, heavily bool) {
	at := t.at
	heavily = b.ground.terrain(at) == heavy || b.barrier(at)
	lightly = b.ground.terrain(at) == light
	last := at
	for _, c := range line(attacker, at) {
		if !c.corner {
			last = c.inside
		}
	}
	lightly = lightly || b.ground.terrain(last) == light
	if w := b.helper(t.side, "cover-extension"); t.operator && w != nil && beside(w.at, at) {
		lightly = true
	}
	return lightly, heavily
}
