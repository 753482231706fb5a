package maps

import (
	"fmt"

	"downsync/game/terrain"
)

// density says how much of the table blocks or conceals sight.
type density string

// densities, by the share of the table under concealing terrain and buildings together.
const (
	bare   density = "bare"   // nothing
	open   density = "open"   // less than 19 in 100
	medium density = "medium" // less than 26 in 100
	dense  density = "dense"
)

// densities lists them from the barest.
var densities = []density{bare, open, medium, dense}

// cover is how much of the table is under terrain, in thousandths of it.
type cover struct {
	Concealing int // forest and urban, overlaps counted once
	Rough      int // rough ground with nothing else on it
	Built      int // buildings, including those in area terrain
	Both       int // concealing terrain or buildings
}

// density returns the word for the cover.
func (c cover) Density() density {
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
func (c cover) String() string {
	concealing, built, rough := c.Percent()
	return fmt.Sprintf("concealing %d%%, buildings %d%%, rough %d%%", concealing, built, rough)
}

// Percent returns the figures in hundredths of the table, rounded.
func (c cover) Percent() (concealing, built, rough int) {
	return percent(c.Concealing), percent(c.Built), percent(c.Rough)
}

func percent(mille int) int { return (mille + 5) / 10 }

// The kinds of terrain on a square of the table.
const (
	concealing = 1 << iota
	rough
	built
)

// cover measures the board on squares of half an inch.
func (m Map) Cover() cover {
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
	return cover{
		Concealing: sheet.Share(func(f byte) bool { return f&concealing != 0 }),
		Built:      sheet.Share(func(f byte) bool { return f&built != 0 }),
		Both:       sheet.Share(func(f byte) bool { return f&(concealing|built) != 0 }),
		Rough:      sheet.Share(func(f byte) bool { return f == rough }),
	}
}
