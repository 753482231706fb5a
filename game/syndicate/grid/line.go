package grid

// Crossing describes what a line from the center of one space to the center of another crosses (S2.4).
type Crossing struct {
	// Blocked is set if a space stops the line.
	Blocked bool
	// Last is the space before the target's on the line. It is the shooter's own if they are adjacent.
	Last Space
}

// Line follows the line from a to b. blocks reports which spaces stop it; it is never called for the two end spaces. Where the line
// passes exactly through a corner, it is stopped only if both spaces at that corner stop it; an end space never does. So a line is
// blocked in one direction if and only if it is blocked in the other.
func Line(a, b Space, blocks func(Space) bool) Crossing {
	dx, dy := abs(b.X-a.X), abs(b.Y-a.Y)
	sx, sy := sign(b.X-a.X), sign(b.Y-a.Y)
	stops := func(s Space) bool { return s != a && s != b && blocks(s) }
	out := Crossing{Last: a}
	at := a
	for i, j := 0, 0; i < dx || j < dy; {
		out.Last = at
		switch d := (1+2*i)*dy - (1+2*j)*dx; { // which edge of the space comes first
		case d < 0:
			i, at = i+1, Space{at.X + sx, at.Y}
		case d > 0:
			j, at = j+1, Space{at.X, at.Y + sy}
		default:
			if stops(Space{at.X + sx, at.Y}) && stops(Space{at.X, at.Y + sy}) {
				out.Blocked = true
			}
			i, j, at = i+1, j+1, Space{at.X + sx, at.Y + sy}
		}
		if stops(at) {
			out.Blocked = true
		}
	}
	return out
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}
