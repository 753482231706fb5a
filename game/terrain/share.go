package terrain

import "downsync/game/plane"

// cells is the number of squares of half an inch along an edge of the table.
const cells = 2 * 48

// Sheet is the table in squares of half an inch, with flags for the terrain on each.
type Sheet [cells][cells]byte

// Stain sets flags of the squares whose middle is in the outline.
func (s *Sheet) Stain(shape plane.Polygon, flags byte) {
	const side, half = 500, 250
	first := func(v plane.Inch) int { return max(0, int(v-half)/side) }
	last := func(v plane.Inch) int { return min(cells-1, int(v)/side) }
	box := plane.Box(shape)
	for i := first(box.Min.X); i <= last(box.Max.X); i++ {
		for j := first(box.Min.Y); j <= last(box.Max.Y); j++ {
			if shape.Contains(plane.Point{X: plane.Inch(i)*side + half, Y: plane.Inch(j)*side + half}) {
				s[i][j] |= flags
			}
		}
	}
}

// Share returns how much of the table has such flags, to the nearest thousandth.
func (s *Sheet) Share(is func(flags byte) bool) int {
	n := 0
	for _, line := range s {
		for _, f := range line {
			if is(f) {
				n++
			}
		}
	}
	return (n*1000 + cells*cells/2) / (cells * cells)
}
