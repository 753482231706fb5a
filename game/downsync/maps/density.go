package maps

import (
	"fmt"

	"downsync/game/plane"
)

// Density says how much of the table keeps one from being seen.
type Density string

// Densities, by the share of the table under concealing terrain and buildings together.
const (
	Bare   Density = "bare"   // nothing
	Open   Density = "open"   // less than 19 in 100
	Medium Density = "medium" // less than 26 in 100
	Dense  Density = "dense"
)

// Densities lists them from the barest.
var Densities = []Density{Bare, Open, Medium, Dense}

// Cover is how much of the table lies under terrain, in thousandths of it.
type Cover struct {
	Concealing int // forest and urban, what overlaps counted once
	Rough      int // rough ground without anything else
	Built      int // buildings, also where they stand in area terrain
	Both       int // concealing terrain or buildings
}

// Density is the word for the cover.
func (c Cover) Density() Density {
	switch {
	case c.Both == 0:
		return Bare
	case c.Both < 190:
		return Open
	case c.Both < 260:
		return Medium
	}
	return Dense
}

// String says the figures in words.
func (c Cover) String() string {
	concealing, built, rough := c.Percent()
	return fmt.Sprintf("concealing %d%%, buildings %d%%, rough %d%%", concealing, built, rough)
}

// Percent are the figures in hundredths of the table, rounded.
func (c Cover) Percent() (concealing, built, rough int) {
	return percent(c.Concealing), percent(c.Built), percent(c.Rough)
}

func percent(mille int) int { return (mille + 5) / 10 }

// What a square of the table lies under.
const (
	concealing = 1 << iota
	rough
	built
)

// Cover measures the board on squares of half an inch.
func (m Map) Cover() Cover {
	var sheet [cells][cells]byte
	for _, a := range m.Areas {
		flag := byte(rough)
		if a.Kind.Conceals() {
			flag = concealing
		}
		stain(&sheet, a.Shape, flag)
	}
	for _, b := range m.Buildings {
		stain(&sheet, b.Shape, built)
	}
	var c Cover
	for _, line := range sheet {
		for _, f := range line {
			c.Concealing += one(f&concealing != 0)
			c.Built += one(f&built != 0)
			c.Both += one(f&(concealing|built) != 0)
			c.Rough += one(f == rough)
		}
	}
	for _, n := range []*int{&c.Concealing, &c.Built, &c.Both, &c.Rough} {
		*n = (*n*1000 + cells*cells/2) / (cells * cells)
	}
	return c
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// cells is the number of squares of half an inch along an edge of the table.
const cells = 2 * 48

// stain marks the squares whose middle lies in the outline.
func stain(sheet *[cells][cells]byte, shape plane.Polygon, flag byte) {
	const side, half = 500, 250
	first := func(v plane.Inch) int { return max(0, int(v-half)/side) }
	last := func(v plane.Inch) int { return min(cells-1, int(v)/side) }
	box := bounds(shape)
	for i := first(box.Min.X); i <= last(box.Max.X); i++ {
		for j := first(box.Min.Y); j <= last(box.Max.Y); j++ {
			if shape.Contains(plane.Point{X: plane.Inch(i)*side + half, Y: plane.Inch(j)*side + half}) {
				sheet[i][j] |= flag
			}
		}
	}
}
