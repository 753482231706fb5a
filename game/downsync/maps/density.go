package maps

import (
	"fmt"

	"downsync/game/terrain"
)

// Density says how much of the table blocks or conceals sight.
type Density string

// Densities, by the share of the table under concealing terrain and buildings together.
const (
	bare   Density = "bare"   // nothing
	open   Density = "open"   // less than 19 in 100
	medium Density = "medium" // less than 26 in 100
	dense  Density = "dense"
)

// densities lists them from the barest.
var densities = []Density{bare, open, medium, dense}

// Cover is how much of the table is under terrain, in thousandths of it.
type Cover struct {
	Concealing int // forest and urban, overlaps counted once
	Rough      int // rough ground with nothing else on it
	Built      int // buildings, including those in area terrain
	Both       int // concealing terrain or buildings
}

// Density returns the word for the cover.
func (c Cover) Density() Density {
	switch {
	case c.Both == 0:
		return bare
	case c.Both < 190:
		return open
	case c.Both < 260:
		return medium
	}
	return dense
}

// String says the figures in words.
func (c Cover) String() string {
	concealing, built, rough := c.Percent()
	return fmt.Sprintf("concealing %d%%, buildings %d%%, rough %d%%", concealing, built, rough)
}

// Percent returns the figures in hundredths of the table, rounded.
func (c Cover) Percent() (concealing, built, rough int) {
	return percent(c.Concealing), percent(c.Built), percent(c.Rough)
}

func percent(mille int) int { return (mille + 5) / 10 }

// The kinds of terrain on a square of the table.
const (
	concealing = 1 << iota
	rough
	built
)

// Cover measures the board on squares of half an inch.
func (m Map) Cover() Cover {
	var sheet terrain.Sheet
	for _, a := range m.Areas {
		flag := byte(rough)
		if a.Kind.Conceals() {
			flag = concealing
		}
		sheet.Stain(a.Shape, flag)
	}
	for _, b := range m.Buildings {
		sheet.Stain(b.Shape, built)
	}
	return Cover{
		Concealing: sheet.Share(func(f byte) bool { return f&concealing != 0 }),
		Built:      sheet.Share(func(f byte) bool { return f&built != 0 }),
		Both:       sheet.Share(func(f byte) bool { return f&(concealing|built) != 0 }),
		Rough:      sheet.Share(func(f byte) bool { return f == rough }),
	}
}
