package plane

import (
	"math"
	"slices"
)

// The search finds ways with arcs, but a Path has only straight legs. An arc becomes a few legs that touch it from outside.

// fineness lists the greatest angles of arc per leg, tried in order. The first gives few legs and nearly always
// suffices; the last stays within a thousandth of the arc.
var fineness = [...]float64{math.Pi / 18, math.Pi / 80, math.Pi / 320}

// path returns the way that ends with the hop last, as legs.
func (f *finder) path(last int, from, to Point, step float64) Path {
	var hops []int
	for i := last; i != start; i = f.hops[i].last {
		hops = append(hops, i)
	}
	p := Path{from}
	for n := len(hops) - 1; n > 0; n-- {
		arrive, leave := &f.hops[hops[n]], &f.hops[hops[n-1]]
		r := &f.rounds[arrive.round]
		if r.spin {
			p = f.unwind(p, r.c.point(), leave.at.point(), arrive.turn)
		} else {
			p = f.bend(p, r, arrive, leave.arc, step)
		}
	}
	return p.to(to)
}

// to returns the path extended to pt, unless it ends there already.
func (p Path) to(pt Point) Path {
	if p[len(p)-1] == pt && len(p) > 1 {
		return p
	}
	return append(p, pt)
}

// bend appends the corners that replace an arc: the points where the tangents at its ends, and at even steps in
// between, meet.
func (f *finder) bend(p Path, r *round, arrive *hop, arc, step float64) Path {
	if arc < 1e-6 {
		return p
	}
	n := math.Ceil(arc / step)
	half := rotate(float64(arrive.turn*arc) / (2 * n))
	u := arrive.at.minus(r.c)
	for range int(n) {
		u = u.turned(half)
		v := r.c.plus(u.times(1 / half.cos))
		v = vec{max(f.lo.x, min(v.x, f.hi.x)), max(f.lo.y, min(v.y, f.hi.y))}
		p = p.to(v.point())
		u = u.turned(half)
	}
	return p
}

// unwind appends the corners of a way that circles c without coming nearer to it. It stops when the way can go on to
// next, or would come nearer to something else that the mover must only leave. Each leg starts at right angles to the
// line from c, or further outwards.
func (f *finder) unwind(p Path, c, next Point, turn float64) Path {
	const steps, step = 400, math.Pi / 200
	r := rotate(turn * step)
	for range steps {
		here := p[len(p)-1]
		if !f.nears(here, next) {
			return p
		}
		u := toVec(here).minus(toVec(c)).turned(r).times(1 / r.cos)
		to := toVec(c).plus(u).point()
		for out := 1.0; !(Path{here, to}).NeverNears(c) && out < 4; out++ {
			to = toVec(c).plus(u.times(1 + out/u.length())).point()
		}
		if f.nears(here, to) {
			return p
		}
		p = p.to(to)
	}
	return p
}

// nears reports whether the leg comes nearer to something that the mover must only leave.
func (f *finder) nears(a, b Point) bool {
	return slices.ContainsFunc(f.out, func(c vec) bool { return !(Path{a, b}).NeverNears(c.point()) })
}
