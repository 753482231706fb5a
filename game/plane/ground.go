package plane

import (
	"fmt"
	"math"
	"slices"
)

// Kind is a kind of area terrain. The kinds cover everything that a game may need of flat ground: it conceals or not, and slows
// or not. A game uses the kinds with the effects of its own terrain, whatever that is called there.
type Kind string

// The kinds of area terrain. Files of boards and stored matches contain these words, so they are kept.
const (
	Forest Kind = "forest"
	Urban  Kind = "urban"
	Rough  Kind = "rough"
	Grass  Kind = "grass"
)

// Conceals reports whether the terrain conceals bases in it or behind it.
func (k Kind) Conceals() bool { return k != Rough }

// Slows reports whether the terrain slows a move through it.
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

// Area is a piece of area terrain. It has no upper limit of height.
type Area struct {
	Kind  Kind
	Shape Polygon
}

// Building is a solid block of a certain height that infantry may enter, and that others may climb where Climb says so.
type Building struct {
	Shape  Polygon
	Height Inch
	Room   int // how many infantry bases it holds
}

// Ground is a battlefield: the table and its terrain. Make one with New; a Ground without New is open ground, and the
// zero value has no table. It is read-only once made, and safe for concurrent use.
type Ground struct {
	Table     Rect
	Areas     []Area
	Buildings []Building
	// EdgeIn means that a base that touches area terrain is in it.
	EdgeIn bool
	// Climb says for each building whether every base may cross it and end on it, whatever its room: wholly on top or wholly
	// off it. Going up costs its height; going down costs nothing. Missing entries are false. In lines of sight it is a
	// building like any other.
	Climb []bool

	ready *prepared // computed by New; nil: open ground
}

// Body is an end of a line of sight: a base on the ground, or the whole building that the base is in. A
// radius of 0 is a point.
type Body struct {
	Disc
	In int // the building of the ground in question, counted from 1; 0: on the ground
	// Roof: it is the disc alone, on the building's roof, and does not fill the building.
	Roof bool
}

// filled returns the building that the body fills, counted from 1; 0: none.
func (b Body) filled() int {
	if b.Roof {
		return 0
	}
	return b.In
}

// Body returns the body of a base in lines of sight. An infantry base wholly on a roof fills the building.
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

// prepared is a ground prepared for searches: convex parts of all terrain. The parts of concealing areas do not overlap.
type prepared struct {
	woods    []part
	cut      [len(across)][]part // the same, cut across each of these directions
	walls    []part
	contacts []contact
	of       [][]part // the parts of each building
	less     [][]part // the same, shrunk by a touch
}

// contact is a point where two parts of walls touch; no line runs between them there.
type contact struct {
	i, j int
	at   vec
}

// New returns the ground with that terrain. It keeps copies. The errors are Check's.
func New(table Rect, areas []Area, buildings []Building) (*Ground, error) {
	if err := Check(table, areas, buildings); err != nil {
		return nil, err
	}
	areas, buildings = slices.Clone(areas), slices.Clone(buildings)
	for i := range areas {
		areas[i].Shape = slices.Clone(areas[i].Shape)
	}
	for i := range buildings {
		buildings[i].Shape = slices.Clone(buildings[i].Shape)
	}
	return &Ground{Table: table, Areas: areas, Buildings: buildings, ready: prepare(table, areas, buildings)}, nil
}

// Check says what is wrong with the terrain of a table: it names the piece that is not allowed and why. It may be an
// outline with fewer than 3 or more than MaxCorners corners, one that meets itself or leaves the table, or an unknown
// kind. It may be two buildings that overlap by more than a touch, a height outside 1" to 6", or room outside 0 to
// maxRoom. Or there are more than MaxAreas areas or MaxBuildings buildings.
func Check(table Rect, areas []Area, buildings []Building) error {
	if len(areas) > MaxAreas || len(buildings) > MaxBuildings {
		return fmt.Errorf("%d areas and %d buildings: a battlefield has at most %d and %d",
			len(areas), len(buildings), MaxAreas, MaxBuildings)
	}
	for i, a := range areas {
		if err := a.check(table); err != nil {
			return fmt.Errorf("area %d: %w", i+1, err)
		}
	}
	for i, b := range buildings {
		if err := b.check(table); err != nil {
			return fmt.Errorf("building %d: %w", i+1, err)
		}
		for j, o := range buildings[:i] {
			if b.Shape.Overlap(o.Shape) {
				return fmt.Errorf("building %d overlaps building %d; they may share walls only", i+1, j+1)
			}
		}
	}
	return nil
}

func (a Area) check(table Rect) error {
	switch a.Kind {
	case Forest, Urban, Rough, Grass:
		return a.Shape.Sound(table)
	}
	return fmt.Errorf("unknown kind %q: there are %s, %s, %s and %s", a.Kind, Forest, Urban, Rough, Grass)
}

func (b Building) check(table Rect) error {
	switch {
	case b.Height < In(1) || b.Height > In(6):
		return fmt.Errorf("height %v: a building is 1 to 6 inches high", b.Height)
	case b.Room < 0 || b.Room > MaxRoom:
		return fmt.Errorf("room for %d: a building has room for 0 to %d", b.Room, MaxRoom)
	}
	return b.Shape.Sound(table)
}

// Sound returns an error unless the polygon is an outline that New accepts: on the table, with 3 to MaxCorners corners, and
// simple.
func (s Polygon) Sound(table Rect) error {
	for _, p := range s {
		if p.X < table.Min.X || p.X > table.Max.X || p.Y < table.Min.Y || p.Y > table.Max.Y {
			return fmt.Errorf("the corner %v is off the table, which goes from %v to %v", p, table.Min, table.Max)
		}
	}
	return s.check()
}

func prepare(table Rect, areas []Area, buildings []Building) *prepared {
	r := &prepared{of: make([][]part, len(buildings)), less: make([][]part, len(buildings))}
	for i, a := range areas {
		if !a.Kind.Conceals() {
			continue
		}
		fresh := vecs(a.Shape.Convex())
		for k := range r.woods {
			var left [][]vec
			for _, f := range fresh {
				left = append(left, without(f, &r.woods[k])...)
			}
			fresh = left
		}
		for _, f := range fresh {
			r.woods = append(r.woods, newPart(f, i, 0))
		}
	}
	for i, b := range buildings {
		for _, f := range vecs(b.Shape.Convex()) {
			r.of[i] = append(r.of[i], newPart(f, i, float64(b.Height)))
		}
		for k := range r.of[i] {
			r.less[i] = append(r.less[i], r.of[i][k].shrunk(byTouch))
		}
		r.walls = append(r.walls, r.of[i]...)
		for k := range b.Shape {
			if beyond := table.beyond(b.Shape.edge(k)); beyond != nil {
				r.walls = append(r.walls, newPart(beyond, i, float64(b.Height)))
			}
		}
	}
	r.touch()
	r.strip(areas)
	return r
}

// beyond returns a strip off the table along a wall that runs along the table's edge, or nil. The strip keeps lines
// from touching that wall from outside the table.
func (r Rect) beyond(p, q Point) []vec {
	a, b := toVec(p), toVec(q)
	var out vec
	switch {
	case p.X == q.X && p.X == r.Min.X:
		out.x = -strip
	case p.X == q.X && p.X == r.Max.X:
		out.x = strip
	case p.Y == q.Y && p.Y == r.Min.Y:
		out.y = -strip
	case p.Y == q.Y && p.Y == r.Max.Y:
		out.y = strip
	default:
		return nil
	}
	if b.minus(a).cross(out) < 0 {
		a, b = b, a
	}
	return []vec{a, b, b.plus(out), a.plus(out)}
}

// strip is the width of that strip.
const strip = 100.0

// shrunk returns the part with its nearest side moved towards the middle by the given distance.
func (p *part) shrunk(by float64) part {
	width := math.Inf(1)
	for _, s := range p.sides {
		width = min(width, s.d-s.n.dot(p.mid))
	}
	rim := make([]vec, len(p.rim))
	for i, c := range p.rim {
		rim[i] = c.to(p.mid, min(0.5, by/width))
	}
	return newPart(rim, p.owner, p.top)
}

func vecs(parts []Polygon) [][]vec {
	out := make([][]vec, len(parts))
	for i, p := range parts {
		for _, c := range p {
			out[i] = append(out[i], toVec(c))
		}
	}
	return out
}

// touch finds the corners of walls that lie within a thousandth of another wall.
func (r *prepared) touch() {
	for i := range r.walls {
		for j := range r.walls {
			p, q := &r.walls[i], &r.walls[j]
			if i == j || p.mid.minus(q.mid).length() > p.reach+q.reach+float64(Thou) {
				continue
			}
			for _, c := range p.rim {
				if q.gap(c) <= float64(Thou) {
					r.contacts = append(r.contacts, contact{min(i, j), max(i, j), c})
				}
			}
		}
	}
}

// gap returns the distance of an outside point from the part, and 0 inside.
func (p *part) gap(c vec) float64 {
	least, in := math.Inf(1), true
	for i, b := range p.rim {
		a := p.rim[(i+len(p.rim)-1)%len(p.rim)]
		in = in && b.minus(a).cross(c.minus(a)) >= 0
		least = min(least, c.toSeg2(a, b))
	}
	if in {
		return 0
	}
	return math.Sqrt(least)
}
