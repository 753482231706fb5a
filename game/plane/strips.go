package plane

import (
	"cmp"
	"math"
	"slices"
)

// A search bounds how much concealing terrain a bundle of lines crosses. For that it needs the terrain in convex parts
// whose common sides run across the bundle, as lines along such a side would change from part to part. So the ground
// keeps it cut in four directions.

// maxEdges is the greatest number of edges of overlapping areas that are cut in this way. Beyond it, prepared.woods holds the
// parts, and searches may take longer.
const maxEdges = 1024

// across holds the directions of the bundles for which the terrain is cut.
var across = [4]vec{{1, 0}, {math.Sqrt2 / 2, math.Sqrt2 / 2}, {0, 1}, {-math.Sqrt2 / 2, math.Sqrt2 / 2}}

// run is an edge of an outline in a frame with x along the bundle, with a before b.
type run struct {
	a, b vec
	area int
}

func (r *run) at(x float64) float64 {
	return r.a.y + float64((r.b.y-r.a.y)*((x-r.a.x)/(r.b.x-r.a.x)))
}

// band is an unfinished convex part, from its first cut to its last.
type band struct{ low, high []vec }

// strips cuts the outlines across the direction u into convex parts. Where outlines overlap, the parts do not.
func strips(outlines [][]vec, u vec) [][]vec {
	v := u.left()
	corners := 0
	for _, o := range outlines {
		corners += len(o)
	}
	runs, cuts, here := make([]run, 0, corners), make([]float64, 0, 2*corners), make([]*run, 0, corners)
	for i, o := range outlines {
		for k, c := range o {
			d := o[(k+1)%len(o)]
			a, b := vec{c.dot(u), c.dot(v)}, vec{d.dot(u), d.dot(v)}
			if a.x > b.x {
				a, b = b, a
			}
			cuts = append(cuts, a.x, b.x)
			if b.x-a.x > grain {
				runs = append(runs, run{a, b, i})
			}
		}
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.a.x, b.a.x) })
	for i := range runs {
		for j := i + 1; j < len(runs) && runs[j].a.x < runs[i].b.x; j++ {
			if x, ok := runs[i].meets(&runs[j]); ok {
				cuts = append(cuts, x)
			}
		}
	}
	slices.Sort(cuts)
	var open []band
	var out [][]vec
	done := func(s *band) {
		rim := slices.Clone(s.low)
		for i := len(s.high) - 1; i >= 0; i-- {
			if !near(s.high[i], rim[len(rim)-1]) && !near(s.high[i], rim[0]) {
				rim = append(rim, s.high[i])
			}
		}
		for i, c := range rim {
			rim[i] = u.times(c.x).plus(v.times(c.y))
		}
		if len(rim) > 2 {
			out = append(out, rim)
		}
	}
	first, x0 := 0, cuts[0]
	for _, x1 := range cuts {
		if x1-x0 <= grain {
			continue
		}
		for first < len(runs) && runs[first].b.x <= x0+grain {
			first++
		}
		var next []band
		for _, f := range filled(here, runs[first:], x0, x1) {
			i := slices.IndexFunc(open, func(s band) bool { return s.goesOn(f) })
			if i < 0 {
				next = append(next, f)
				continue
			}
			s := open[i]
			open = slices.Delete(open, i, i+1)
			s.low, s.high = extend(s.low, f.low[1]), extend(s.high, f.high[1])
			next = append(next, s)
		}
		for i := range open {
			done(&open[i])
		}
		open, x0 = next, x1
	}
	for i := range open {
		done(&open[i])
	}
	return out
}

// meets returns where two edges cross.
func (r *run) meets(o *run) (x float64, ok bool) {
	d, e := r.b.minus(r.a), o.b.minus(o.a)
	n := d.cross(e)
	if n == 0 {
		return 0, false
	}
	w := o.a.minus(r.a)
	t, k := w.cross(e)/n, w.cross(d)/n
	return r.a.x + float64(t*d.x), t > 0 && t < 1 && k > 0 && k < 1
}

// filled returns the area that the outlines fill between two cuts, with no corner in between. here is memory to use.
func filled(here []*run, runs []run, x0, x1 float64) (out []band) {
	mid := (x0 + x1) / 2
	for i := range runs {
		if runs[i].a.x > mid {
			break
		}
		if runs[i].b.x > mid {
			here = append(here, &runs[i])
		}
	}
	slices.SortFunc(here, func(a, b *run) int { return cmp.Compare(a.at(mid), b.at(mid)) })
	var room [8]int
	in := room[:0] // the areas open at this height
	for _, r := range here {
		was := len(in)
		if i := slices.Index(in, r.area); i >= 0 {
			in = slices.Delete(in, i, i+1)
		} else {
			in = append(in, r.area)
		}
		p, q := vec{x0, r.at(x0)}, vec{x1, r.at(x1)}
		switch {
		case was > 0 && len(in) > 0:
		case was > 0:
			s := &out[len(out)-1]
			s.high = []vec{p, q}
		case len(out) > 0 && near(out[len(out)-1].high[0], p) && near(out[len(out)-1].high[1], q):
			// Two outlines that touch are one.
		default:
			out = append(out, band{low: []vec{p, q}})
		}
	}
	return out
}

func near(a, b vec) bool { return math.Abs(a.x-b.x) <= grain && math.Abs(a.y-b.y) <= grain }

// goesOn reports whether the band and its successor fill the same stretch of the cut between them, and are convex
// together.
func (s *band) goesOn(f band) bool {
	n, m := len(s.low), len(s.high)
	if !near(s.low[n-1], f.low[0]) || !near(s.high[m-1], f.high[0]) {
		return false
	}
	return bend(s.low[n-2], s.low[n-1], f.low[1]) >= -grain && bend(s.high[m-2], s.high[m-1], f.high[1]) <= grain
}

// bend returns how far a corner lies off the line from the one before to the one after it, to the right of it.
func bend(a, b, c vec) float64 { return c.minus(a).unit().cross(b.minus(a)) * -1 }

// extend lets the chain of corners go on to p.
func extend(chain []vec, p vec) []vec {
	n := len(chain)
	if math.Abs(bend(chain[n-2], chain[n-1], p)) <= grain {
		chain[n-1] = p
		return chain
	}
	return append(chain, p)
}

// strip cuts the concealing terrain across the directions of bundles.
func (r *prepared) strip(areas []Area) {
	all := clusters(areas)
	for i, u := range across {
		for _, near := range all {
			edges := 0
			for _, o := range near {
				edges += len(o)
			}
			if edges > maxEdges {
				r.cut[i] = r.woods
				break
			}
			for _, rim := range strips(near, u) {
				r.cut[i] = append(r.cut[i], newPart(rim, 0, 0))
			}
		}
	}
}

// clusters returns the outlines of concealing areas, those together whose boxes meet.
func clusters(areas []Area) [][][]vec {
	var boxes []Rect
	var out [][][]vec
	for _, a := range areas {
		if !a.Kind.Conceals() {
			continue
		}
		b, all := Box(a.Shape), vecs([]Polygon{a.Shape})
		for k := len(boxes) - 1; k >= 0; k-- {
			if o := boxes[k]; b.Min.X <= o.Max.X && b.Max.X >= o.Min.X && b.Min.Y <= o.Max.Y && b.Max.Y >= o.Min.Y {
				b = Rect{Point{min(b.Min.X, o.Min.X), min(b.Min.Y, o.Min.Y)}, Point{max(b.Max.X, o.Max.X), max(b.Max.Y, o.Max.Y)}}
				all = append(out[k], all...)
				boxes, out = slices.Delete(boxes, k, k+1), slices.Delete(out, k, k+1)
				k = len(boxes) // the larger box may meet others
			}
		}
		boxes, out = append(boxes, b), append(out, all)
	}
	return out
}
