package plane

import (
	"fmt"
	"math"
	"slices"
)

// prepared is what the searches need of a ground, made once: everything in convex parts, concealing area terrain so
// that no two parts overlap.
type prepared struct {
	woods    []part
	walls    []part
	contacts []contact
	of       [][]part // the parts of each building
	less     [][]part // and the same taken smaller by a touch
}

// contact is a point where two parts of walls touch: no line runs between them there.
type contact struct {
	i, j int
	at   vec
}

// New is the ground with that terrain, or says which piece cannot be: an outline with fewer than three or more than
// MaxCorners corners, meeting itself or leaving the table; an unknown kind; two buildings overlapping by more than a
// touch (Q94); a height outside 1" to 6" (R11.7); room outside 0 to MaxRoom; more than MaxAreas or MaxBuildings. It
// keeps copies.
func New(table Rect, areas []Area, buildings []Building) (*Ground, error) {
	if len(areas) > MaxAreas || len(buildings) > MaxBuildings {
		return nil, fmt.Errorf("%d areas and %d buildings: a battlefield has at most %d and %d",
			len(areas), len(buildings), MaxAreas, MaxBuildings)
	}
	for i, a := range areas {
		if err := a.check(table); err != nil {
			return nil, fmt.Errorf("area %d: %w", i+1, err)
		}
	}
	for i, b := range buildings {
		if err := b.check(table); err != nil {
			return nil, fmt.Errorf("building %d: %w", i+1, err)
		}
		for j, o := range buildings[:i] {
			if b.Shape.Overlap(o.Shape) {
				return nil, fmt.Errorf("building %d overlaps building %d; they may share walls only", i+1, j+1)
			}
		}
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

func (a Area) check(table Rect) error {
	switch a.Kind {
	case Forest, Urban, Rough, Grass:
		return a.Shape.checkOn(table)
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
	return b.Shape.checkOn(table)
}

func (s Polygon) checkOn(table Rect) error {
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
	return r
}

// beyond is a strip off the table along a wall that runs along the table's edge, so that no line touches that wall from
// there; nil if it does not.
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

// strip is how wide that is.
const strip = 100.0

// shrunk is the part with its nearest side moved in by that much, towards the middle.
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

// gap is the distance of a point outside from the part, 0 inside.
func (p *part) gap(c vec) float64 {
	least, in := c.minus(p.rim[0]).length(), true
	for i, b := range p.rim {
		a := p.rim[(i+len(p.rim)-1)%len(p.rim)]
		way := b.minus(a)
		if way.cross(c.minus(a)) < 0 {
			in = false
		}
		t := min(max(c.minus(a).dot(way)/way.dot(way), 0), 1)
		least = min(least, c.minus(a.to(b, t)).length())
	}
	if in {
		return 0
	}
	return least
}
