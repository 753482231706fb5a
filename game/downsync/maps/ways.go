package maps

import "downsync/game/plane"

// Ways are looked for on a grid of half an inch, for the largest base: 80 mm, so one is sure to be found if it is 3.7"
// wide: the base, the slack on both sides and a step of the grid. A base that stands free by slack at two
// neighbouring spots is free all the way between them: a corner at least r+slack from both ends of a leg of 0.5" is
// at least r from the leg, as (r+slack)^2 >= r^2 + 0.25^2.
const (
	step  plane.Inch = 500
	spots            = 48*2 + 1
	slack plane.Inch = 20
)

var large = plane.Radius(80)

// spot is the point of the grid.
func spot(i, j int) plane.Point { return plane.Point{X: plane.Inch(i) * step, Y: plane.Inch(j) * step} }

// field marks spots of the grid.
type field [spots][spots]bool

// standing marks where a large base stands on the table off every building, and off the area terrain that avoid
// names, if any.
func (m Map) standing(avoid func(plane.Kind) bool) *field {
	var shapes []plane.Polygon
	for _, b := range m.Buildings {
		shapes = append(shapes, b.Shape)
	}
	for _, a := range m.Areas {
		if avoid != nil && avoid(a.Kind) {
			shapes = append(shapes, a.Shape)
		}
	}
	f := &field{}
	for i := range spots {
		for j := range spots {
			f[i][j] = Table.Holds(plane.Disc{At: spot(i, j), R: large})
		}
	}
	for _, s := range shapes {
		f.bar(s)
	}
	return f
}

// bar takes away the spots where a large base would come onto the outline.
func (f *field) bar(shape plane.Polygon) {
	box := bounds(shape)
	reach := large + slack
	lo := func(v plane.Inch) int { return max(0, int((v-reach)/step)) }
	hi := func(v plane.Inch) int { return min(spots-1, int((v+reach)/step)+1) }
	for i := lo(box.Min.X); i <= hi(box.Max.X); i++ {
		for j := lo(box.Min.Y); j <= hi(box.Max.Y); j++ {
			if f[i][j] && shape.Overlaps(plane.Disc{At: spot(i, j), R: reach}) {
				f[i][j] = false
			}
		}
	}
}

// nearVIP tells where a large base stands within 1" of the VIP (R25.4).
func nearVIP(vip plane.Point) func(plane.Point) bool {
	return func(p plane.Point) bool {
		return plane.Within(plane.Disc{At: p, R: large}, plane.Disc{At: vip}, plane.In(1))
	}
}

// from keeps what can be reached from the spots near the VIP.
func (f *field) from(vip plane.Point) *field { return f.flood(nearVIP(vip)) }

// flood keeps the spots to which a base can go from a spot that start names, along the grid.
func (f *field) flood(start func(plane.Point) bool) *field {
	out := &field{}
	var todo [][2]int
	reach := func(i, j int) {
		if i >= 0 && j >= 0 && i < spots && j < spots && f[i][j] && !out[i][j] {
			out[i][j] = true
			todo = append(todo, [2]int{i, j})
		}
	}
	for i := range spots {
		for j := range spots {
			if start(spot(i, j)) {
				reach(i, j)
			}
		}
	}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		reach(at[0]+1, at[1])
		reach(at[0]-1, at[1])
		reach(at[0], at[1]+1)
		reach(at[0], at[1]-1)
	}
	return out
}

func (f *field) any(where func(plane.Point) bool) bool {
	for i := range spots {
		for j := range spots {
			if f[i][j] && where(spot(i, j)) {
				return true
			}
		}
	}
	return false
}

// pack sets large bases side by side onto the marked spots of the zone, column by column from the west.
func (f *field) pack(zone plane.Rect) []plane.Point {
	var out []plane.Point
	for i := range spots {
		for j := range spots {
			d := plane.Disc{At: spot(i, j), R: large}
			if f[i][j] && zone.Holds(d) && !overlapsAny(d, out) {
				out = append(out, d.At)
			}
		}
	}
	return out
}

func overlapsAny(d plane.Disc, placed []plane.Point) bool {
	for _, p := range placed {
		if plane.Overlap(d, plane.Disc{At: p, R: d.R}) {
			return true
		}
	}
	return false
}
