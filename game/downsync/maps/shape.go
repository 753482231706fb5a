package maps

import (
	"fmt"
	"slices"

	"downsync/game/plane"
	"downsync/game/terrain"
)

// measure returns the width and depth, shorter first, of the smallest box around the outline along one of its edges, as one
// would measure with a ruler. It is exact to 0.002".
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

// extent returns the length of the outline in that direction, times the direction's length.
func extent(shape plane.Polygon, dx, dy int64) int64 {
	dots := make([]int64, len(shape))
	for i, p := range shape {
		dots[i] = int64(p.X)*dx + int64(p.Y)*dy
	}
	return slices.Max(dots) - slices.Min(dots)
}

// slot is the edge of the square that one 40 mm base takes on a roof (Q35).
const slot plane.Inch = 1575

// Room returns how many infantry bases a building of that outline holds if the map does not say: as many 40 mm squares as fit
// into its box (Q35).
func Room(shape plane.Polygon) int {
	w, d := measure(shape)
	const slack = 2 // thousandths: corners of a slanting building are rounded
	return int((w+slack)/slot) * int((d+slack)/slot)
}

// Symmetric reports whether the board, turned by half about its middle, is exactly the same.
func (m Map) Symmetric() bool {
	shapes := map[string][]plane.Polygon{}
	for _, a := range m.Areas {
		shapes[string(a.Kind)] = append(shapes[string(a.Kind)], a.Shape)
	}
	for _, b := range m.Buildings {
		like := fmt.Sprintf("%s %d", b.Height, b.Room)
		shapes[like] = append(shapes[like], b.Shape)
	}
	for _, like := range shapes {
		if !terrain.Symmetric(like) {
			return false
		}
	}
	return true
}

// doubled adds to every piece its twin after a half turn, except to pieces that are their own twin.
func (m Map) doubled() Map {
	var areas []plane.Area
	for _, a := range m.Areas {
		areas = append(areas, a)
		if twin, ok := terrain.Twin(a.Shape); ok {
			areas = append(areas, plane.Area{Kind: a.Kind, Shape: twin})
		}
	}
	var buildings []plane.Building
	for _, b := range m.Buildings {
		buildings = append(buildings, b)
		if twin, ok := terrain.Twin(b.Shape); ok {
			buildings = append(buildings, plane.Building{Shape: twin, Height: b.Height, Room: b.Room})
		}
	}
	m.Areas, m.Buildings = areas, buildings
	return m
}
