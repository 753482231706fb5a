// Package terrain holds what the battlefields of several games have in common: a table 48 inches square, strictly read files of
// pieces, boards that look the same after a half turn, ways between pieces, and random outlines.
package terrain

import (
	"slices"
	"strings"

	"downsync/game/plane"
)

// Table is the rectangle of every board.
var Table = plane.Rect{Max: plane.Point{X: plane.In(48), Y: plane.In(48)}}

// Turn returns the point after a half turn of the table.
func Turn(p plane.Point) plane.Point {
	return plane.Point{X: Table.Max.X - p.X, Y: Table.Max.Y - p.Y}
}

// Twin returns the outline after a half turn of the table, and reports whether it differs from the original.
func Twin(shape plane.Polygon) (plane.Polygon, bool) {
	out := make(plane.Polygon, len(shape))
	for i, p := range shape {
		out[i] = Turn(p)
	}
	return out, key(out) != key(shape)
}

// Symmetric reports whether the outlines, turned by half about the table's middle, are exactly the same outlines.
func Symmetric(shapes []plane.Polygon) bool {
	var here, there []string
	for _, s := range shapes {
		twin, _ := Twin(s)
		here, there = append(here, key(s)), append(there, key(twin))
	}
	slices.Sort(here)
	slices.Sort(there)
	return slices.Equal(here, there)
}

// key returns the outline as text, the same wherever its list of corners begins.
func key(shape plane.Polygon) string {
	first := 0
	for i, p := range shape {
		if q := shape[first]; p.X < q.X || p.X == q.X && p.Y < q.Y {
			first = i
		}
	}
	var b strings.Builder
	for i := range shape {
		b.WriteString(shape[(first+i)%len(shape)].String() + " ")
	}
	return b.String()
}
