package plane

// Kind is a kind of area terrain (R10.1).
type Kind string

// The kinds of area terrain. Only Beta 4.2 has Grass.
const (
	Forest Kind = "forest"
	Urban  Kind = "urban"
	Rough  Kind = "rough"
	Grass  Kind = "grass"
)

// Conceals reports whether the terrain conceals what stands in it or behind it (R10.1).
func (k Kind) Conceals() bool { return k != Rough }

// Slows reports whether the terrain costs a move through it 2" (R10.1).
func (k Kind) Slows() bool { return k == Forest || k == Rough }

// Upper limits of a battlefield.
const (
	MaxAreas     = 64
	MaxBuildings = 32
	MaxCorners   = 128 // of one outline
	MaxRoom      = 99
)

// Polygon is a simple outline of at least three corners, in either direction. Its rim belongs to it.
type Polygon []Point

// Area is a piece of area terrain. It has no upper limit of height (R10, Q38).
type Area struct {
	Kind  Kind
	Shape Polygon
}

// Building is a solid block of a certain height that infantry may enter (R11).
type Building struct {
	Shape  Polygon
	Height Inch
	Room   int // how many infantry bases it holds (R11.4, Q35)
}

// Ground is a battlefield: the table and its terrain. Make one with New; a Ground without New is open ground, and the
// zero value has no table. It is read-only once made, and safe for concurrent use.
type Ground struct {
	Table     Rect
	Areas     []Area
	Buildings []Building
	// EdgeIn means that a base that touches area terrain is in it (Q28).
	EdgeIn bool

	ready *prepared // computed by New; nil: open ground
}

// Body is an end of a line of sight: a base on the ground, or the whole building that the base is in (R8.1, R11.6). A
// radius of 0 is a point (Q80).
type Body struct {
	Disc
	In int // the building of the ground in question, counted from 1; 0: on the ground
}

// Body returns what a base is for lines of sight. An infantry base wholly on a roof fills the building (Q35, Q36).
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
