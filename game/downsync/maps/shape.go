package maps

import (
	"fmt"
	"slices"
	"strings"

	"downsync/game/plane"
)

// turn is the point after a half turn of the table.
func turn(p plane.Point) plane.Point {
	return plane.Point{X: Table.Max.X - p.X, Y: Table.Max.Y - p.Y}
}

func turned(shape plane.Polygon) plane.Polygon {
	out := make(plane.Polygon, len(shape))
	for i, p := range shape {
		out[i] = turn(p)
	}
	return out
}

// bounds is the outline's box along the table's edges.
func bounds(shape plane.Polygon) plane.Rect {
	r := plane.Rect{Min: shape[0], Max: shape[0]}
	for _, p := range shape[1:] {
		r.Min = plane.Point{X: min(r.Min.X, p.X), Y: min(r.Min.Y, p.Y)}
		r.Max = plane.Point{X: max(r.Max.X, p.X), Y: max(r.Max.Y, p.Y)}
	}
	return r
}

// measure is the width and depth, shorter first, of the least box around the outline that lies along one of its
// edges: what one would measure with a ruler. Good to 0.002".
func measure(shape plane.Polygon) (w, d plane.Inch) {
	best := int64(-1)
	for i, a := range shape {
		b := shape[(i+1)%len(shape)]
		length := int64(plane.Dist(a, b))
		if length == 0 {
			continue
		}
		dx, dy := int64(b.X)-int64(a.X), int64(b.Y)-int64(a.Y)
		along := extent(shape, dx, dy) / length
		across := extent(shape, -dy, dx) / length
		if best < 0 || along*across < best {
			best = along * across
			w, d = plane.Inch(min(along, across)), plane.Inch(max(along, across))
		}
	}
	return w, d
}

// extent is how far the outline reaches in that direction, times the direction's length.
func extent(shape plane.Polygon, dx, dy int64) int64 {
	dots := make([]int64, len(shape))
	for i, p := range shape {
		dots[i] = int64(p.X)*dx + int64(p.Y)*dy
	}
	return slices.Max(dots) - slices.Min(dots)
}

// slot is the edge of the square that one 40 mm base takes on a roof (Q35).
const slot plane.Inch = 1575

// Room is how many infantry bases a building of that outline holds where the map does not say: as many 40 mm squares
// as fit into its box (Q35).
func Room(shape plane.Polygon) int {
	w, d := measure(shape)
	const slack = 2 // thousandths: corners of a slanting building are rounded
	return int((w+slack)/slot) * int((d+slack)/slot)
}

// key is the outline as text, the same wherever its list of corners begins.
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

func areaKey(a plane.Area, shape plane.Polygon) string { return string(a.Kind) + " " + key(shape) }

func buildingKey(b plane.Building, shape plane.Polygon) string {
	return fmt.Sprintf("%s %d %s", b.Height, b.Room, key(shape))
}

// Symmetric tells whether the board, turned by half about its middle, is exactly itself.
func (m Map) Symmetric() bool {
	var here, there []string
	for _, a := range m.Areas {
		here, there = append(here, areaKey(a, a.Shape)), append(there, areaKey(a, turned(a.Shape)))
	}
	for _, b := range m.Buildings {
		here, there = append(here, buildingKey(b, b.Shape)), append(there, buildingKey(b, turned(b.Shape)))
	}
	slices.Sort(here)
	slices.Sort(there)
	return slices.Equal(here, there)
}

// doubled adds to every piece its twin after a half turn, but for pieces that are their own.
func (m Map) doubled() Map {
	var areas []plane.Area
	for _, a := range m.Areas {
		areas = append(areas, a)
		if twin := turned(a.Shape); key(twin) != key(a.Shape) {
			areas = append(areas, plane.Area{Kind: a.Kind, Shape: twin})
		}
	}
	var buildings []plane.Building
	for _, b := range m.Buildings {
		buildings = append(buildings, b)
		if twin := turned(b.Shape); key(twin) != key(b.Shape) {
			buildings = append(buildings, plane.Building{Shape: twin, Height: b.Height, Room: b.Room})
		}
	}
	m.Areas, m.Buildings = areas, buildings
	return m
}
