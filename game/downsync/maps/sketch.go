package maps

import (
	"downsync/game/plane"
	"downsync/game/terrain"
)

// landscapes lists the kinds of terrain of a board, each as often as it is to be drawn.
var landscapes = [][]plane.Kind{
	{plane.Forest, plane.Forest, plane.Forest, plane.Rough},                          // wild
	{plane.Forest, plane.Forest, plane.Urban, plane.Rough},                           // settled
	{plane.Urban, plane.Urban, plane.Urban, plane.Forest},                            // town
	{plane.Urban, plane.Urban, plane.Rough, plane.Forest},                            // works
	{plane.Forest, plane.Rough, plane.Urban, plane.Forest, plane.Urban, plane.Rough}, // mixed
}

// Boxes of the southern half for pieces; their twins are opposite.
var (
	nearMiddle = box(17, 17, 31, 23)
	atVIP      = box(30, 6, 42, 18)
	westFront  = box(4, 10, 14, 17)
	anywhere   = box(4, 4, 44, 24)
)

func box(x0, y0, x1, y1 int) plane.Rect {
	return plane.Rect{Min: plane.Point{X: plane.In(x0), Y: plane.In(y0)}, Max: plane.Point{X: plane.In(x1), Y: plane.In(y1)}}
}

// Least gaps: between two pieces of area terrain, and between two buildings, where a base of 80 mm passes.
const (
	areaGap     plane.Inch = 500
	buildingGap plane.Inch = 3300
)

// sketch is the southern half of a board that is being drawn, with the circle that each piece reserves.
type sketch struct {
	*stream
	Map
	areas, buildings []plane.Disc
}

// board draws a board that usually, but not always, passes Check and Fair.
func (s *stream) board() Map {
	k := &sketch{stream: s, Map: Map{Slug: Random, Author: "the generator", About: "Drawn at random, the same for both sides.", Size: anySize}}
	land := landscapes[s.N(len(landscapes))]
	k.area(k.concealing(land), nearMiddle)
	k.area(k.concealing(land), atVIP)
	k.area(k.concealing(land), westFront)
	for range 1 + s.N(3) {
		k.area(land[s.N(len(land))], anywhere)
	}
	grain := s.N(6) // most walls are parallel or perpendicular to it
	k.building(nearMiddle, grain)
	k.building(atVIP, grain)
	for range s.N(3) {
		k.building(anywhere, grain)
	}
	m := k.Map.doubled()
	m.Density = m.Cover().Density()
	return m
}

// concealing draws a kind that conceals.
func (k *sketch) concealing(land []plane.Kind) plane.Kind {
	for {
		if kind := land[k.N(len(land))]; kind.Conceals() {
			return kind
		}
	}
}

// tries limits the search for a free place; a piece without one is left out.
const tries = 60

// area sets a piece of terrain into the box, if there is room.
func (k *sketch) area(kind plane.Kind, where plane.Rect) {
	for range tries {
		d := plane.Disc{At: k.Point(where), R: k.Inch(3200, 6200)}
		if !clear(d, areaGap, k.areas) || !Table.Holds(d) {
			continue
		}
		shape := k.Blob(d.At, d.R)
		if kind == plane.Urban {
			// Edges of 8/5 and 6/5 of the radius at most have it for half their diagonal.
			shape = terrain.Block(d.At, d.R*8/5, k.Inch(d.R, d.R*6/5), 600, k.N(12))
		}
		k.areas = append(k.areas, d)
		k.Areas = append(k.Areas, plane.Area{Kind: kind, Shape: shape})
		return
	}
}

// building sets a building into the box, if there is room: off the VIPs and off ground that slows.
func (k *sketch) building(where plane.Rect, grain int) {
	heights := []int{1, 2, 2, 3, 3, 4, 5, 6}
	for range tries {
		w, d := k.Inch(2000, 3500), k.Inch(2600, 5000)
		at := plane.Disc{At: k.Point(where), R: (w + d) / 2 * 3 / 4}
		if !clear(at, buildingGap, k.buildings) || !Table.Holds(at) || !k.fitsGround(at) {
			continue
		}
		dir := grain + 6*k.N(2)
		shape := terrain.Oblong(at.At, w, d, dir)
		k.buildings = append(k.buildings, at)
		k.Buildings = append(k.Buildings, plane.Building{Shape: shape, Height: plane.In(heights[k.N(len(heights))]), Room: Room(shape)})
		return
	}
}

// fitsGround reports whether a building may be placed there: apart from the VIPs, in the open or in urban ground.
func (k *sketch) fitsGround(d plane.Disc) bool {
	for _, vip := range VIPs {
		if !plane.Over(d, plane.Disc{At: vip, R: large}, 0) {
			return false
		}
	}
	for i, a := range k.areas {
		if k.Areas[i].Kind.Slows() && !apart(d, a, 0) {
			return false
		}
	}
	return true
}

// clear reports whether the circle keeps the gap to all others and to its own twin.
func clear(d plane.Disc, gap plane.Inch, others []plane.Disc) bool {
	for _, o := range others {
		if !apart(d, o, gap) {
			return false
		}
	}
	return plane.Over(d, plane.Disc{At: terrain.Turn(d.At), R: d.R}, gap)
}

// apart reports whether the circle keeps the gap to the other and to the other's twin.
func apart(d, o plane.Disc, gap plane.Inch) bool {
	return plane.Over(d, o, gap) && plane.Over(d, plane.Disc{At: terrain.Turn(o.At), R: o.R}, gap)
}
