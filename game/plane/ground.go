package plane

// Kind is a kind of area terrain (R10.1).
type Kind string

// The kinds of area terrain. Grass is known to Beta 4.2 only.
const (
	Forest Kind = "forest"
	Urban  Kind = "urban"
	Rough  Kind = "rough"
	Grass  Kind = "grass"
)

// Conceals tells whether the terrain conceals what stands in it or behind it (R10.1).
func (k Kind) Conceals() bool { return k != Rough }

// Slows tells whether a move through the terrain has 2" less (R10.1).
func (k Kind) Slows() bool { return k == Forest || k == Rough }

// The most that a battlefield may have.
const (
	MaxAreas     = 64
	MaxBuildings = 32
	MaxCorners   = 128 // of one outline
	MaxRoom      = 99
)

// Polygon is an outline: at least three corners, either way round, no edge crossing another. Its rim belongs to it.
type Polygon []Point

// Area is a piece of area terrain, as high as one can see (R10, Q38).
type Area struct {
	Kind  Kind
	Shape Polygon
}

// Building is a solid block of a height, open to infantry (R11).
type Building struct {
	Shape  Polygon
	Height Inch
	Room   int // how many infantry bases it holds (R11.4, Q35)
}

// Ground is a battlefield: the table and what stands on it. New makes one; without New it is
// open ground, and the zero value has no table. It is not written to once made and may be shared.
type Ground struct {
	Table     Rect
	Areas     []Area
	Buildings []Building
	// EdgeIn: a base that touches area terrain is in it (Q28).
	EdgeIn bool

	ready *prepared // what New made of it; nil: open ground
}

// Body is an end of a line of sight: a base on the ground, or the whole building that it is in (R8.1, R11.6). A radius
// of 0 is a point (Q80).
type Body struct {
	Disc
	In int // the building, counted from 1, of the ground that is asked; 0: on the ground
}

// Body tells what a base is for lines of sight: an infantry base wholly on a roof fills the building (Q35, Q36).
func (g *Ground) Body(d Disc, infantry bool) Body {
	b := Body{Disc: d}
	for i := range g.Buildings {
		if infantry && onRoof(d, g.Buildings[i].Shape) {
			b.In = i + 1
			break
		}
	}
	return b
}
