package terrain

import "downsync/game/plane"

// step is the spacing of the grid of ways: half an inch.
const (
	step  plane.Inch = 500
	spots            = 48*2 + 1
)

// Ways holds the spots of a grid where a base may be, to find out where it can go along the grid. A way is certain to be found
// if it is wider than the base by the slack on both sides and a step of the grid: 3.7" for a base of 80 mm, 3" for one of 60
// mm. Narrower ones may be overlooked.
type Ways struct {
	r  plane.Inch // of the base
	on [spots][spots]bool
}

// spot returns the point of the grid.
func spot(i, j int) plane.Point { return plane.Point{X: plane.Inch(i) * step, Y: plane.Inch(j) * step} }

// Standing marks where a base of that radius is on the table and off the outlines.
func Standing(r plane.Inch, off []plane.Polygon) *Ways {
	w := &Ways{r: r}
	w.keep(func(p plane.Point) bool { return Table.Holds(plane.Disc{At: p, R: r}) })
	for _, s := range off {
		w.bar(s)
	}
	return w
}

// slack returns the space that a base needs beyond its radius. If two neighbouring spots have it, the base is free all the way
// between them: a corner at least r+slack from both ends of a leg of 0.5" is at least r from the leg, as (r+slack)^2 >= r^2 +
// 0.25^2.
func slack(r plane.Inch) plane.Inch {
	s := plane.Inch(0)
	for s*(s+2*r) < step/2*step/2 {
		s++
	}
	return s
}

// bar removes the spots where the base would overlap the outline.
func (w *Ways) bar(shape plane.Polygon) {
	box := plane.Box(shape)
	reach := w.r + slack(w.r)
	lo := func(v plane.Inch) int { return max(0, int((v-reach)/step)) }
	hi := func(v plane.Inch) int { return min(spots-1, int((v+reach)/step)+1) }
	for i := lo(box.Min.X); i <= hi(box.Max.X); i++ {
		for j := lo(box.Min.Y); j <= hi(box.Max.Y); j++ {
			if w.on[i][j] && shape.Overlaps(plane.Disc{At: spot(i, j), R: reach}) {
				w.on[i][j] = false
			}
		}
	}
}

// keep marks the spots for which where holds.
func (w *Ways) keep(where func(plane.Point) bool) {
	for i := range spots {
		for j := range spots {
			w.on[i][j] = where(spot(i, j))
		}
	}
}

// Within returns the ways with the base's centre inside the box only.
func (w *Ways) Within(box plane.Rect) *Ways {
	out := *w
	out.keep(func(p plane.Point) bool { return box.Holds(plane.Disc{At: p}) && w.on[p.X/step][p.Y/step] })
	return &out
}

// From keeps the spots to which the base can go from a spot that start names.
func (w *Ways) From(start func(plane.Point) bool) *Ways {
	out := &Ways{r: w.r}
	var todo [][2]int
	reach := func(i, j int) {
		if i >= 0 && j >= 0 && i < spots && j < spots && w.on[i][j] && !out.on[i][j] {
			out.on[i][j] = true
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

// Any reports whether where holds for one of the spots.
func (w *Ways) Any(where func(plane.Point) bool) bool {
	for i := range spots {
		for j := range spots {
			if w.on[i][j] && where(spot(i, j)) {
				return true
			}
		}
	}
	return false
}

// Pack places bases side by side onto the spots of the zone, column by column from the west.
func (w *Ways) Pack(zone plane.Rect) []plane.Point {
	var out []plane.Point
	for i := range spots {
		for j := range spots {
			d := plane.Disc{At: spot(i, j), R: w.r}
			if w.on[i][j] && zone.Holds(d) && !overlapsAny(d, out) {
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
