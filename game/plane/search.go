package plane

import (
	"container/heap"
	"math"
	"slices"
)

// hop is a straight leg of a way and the arc before it: along the rim of the last round obstacle, then straight to the
// next one or to the goal.
type hop struct {
	length float64 // of the way so far
	round  int     // the obstacle it reaches, or goal
	turn   float64 // the direction in which it continues: 1 left, -1 right
	angle  float64 // where on the rim it arrives
	at     vec     // the same as a point
	last   int     // the previous hop, or start
	arc    float64 // length along the last obstacle's rim
	leave  vec     // where it leaves that rim
}

const (
	start = -1
	goal  = -1
)

// finder searches for shortest ways from a point to a goal, or to everywhere.
type finder struct {
	*space
	from, to vec
	aimed    bool    // whether there is a goal
	bound    float64 // maximum length of a way
	hops     []hop
	queue    hopQueue
	settled  [][]int // for each obstacle and direction: the hops that continue from there
	order    []int   // the same in one list
}

// explore finds all shortest ways within the bound.
func explore(s *space, from Point, bound float64) *finder {
	f := &finder{space: s, from: toVec(from), bound: bound}
	f.run()
	return f
}

// aim finds the last hop of the shortest way to a goal. It returns false if there is none within the bound.
func aim(s *space, from, to Point, bound float64) (*finder, int, bool) {
	f := &finder{space: s, from: toVec(from), to: toVec(to), aimed: true, bound: bound}
	last, ok := f.run()
	return f, last, ok
}

// run takes hops until one reaches the goal or none is left.
func (f *finder) run() (last int, ok bool) {
	f.settled = make([][]int, 2*len(f.rounds))
	f.expand(start)
	for len(f.queue) > 0 && !ok {
		last, ok = f.step()
	}
	return last, ok
}

// step takes the most promising hop. Only then does it check whether the hop is free.
func (f *finder) step() (int, bool) {
	i := heap.Pop(&f.queue).(queued).hop
	h := &f.hops[i]
	arcFree := h.last == start || f.walk(f.hops[h.last].round, f.hops[h.last].angle, h.arc, f.hops[h.last].turn)
	if f.beaten(h) || !arcFree || !f.free(h.leave, h.at) {
		return 0, false
	}
	if h.round == goal {
		return i, true
	}
	slot := f.slot(h.round, h.turn)
	f.settled[slot] = append(f.settled[slot], i)
	f.order = append(f.order, i)
	f.expand(i)
	return 0, false
}

func (f *finder) slot(round int, turn float64) int {
	if turn > 0 {
		return 2 * round
	}
	return 2*round + 1
}

// beaten reports whether an earlier hop leads to the same place along the rim and is no longer.
func (f *finder) beaten(h *hop) bool {
	if h.round == goal {
		return false
	}
	rim := f.rounds[h.round].rim
	for _, i := range f.settled[f.slot(h.round, h.turn)] {
		o := &f.hops[i]
		arc := ahead(o.angle, h.angle, h.turn)
		if o.length+float64(arc*rim) <= h.length+1e-6 && f.walk(h.round, o.angle, arc, h.turn) {
			return true
		}
	}
	return false
}

// expand queues every hop that can follow hop i.
func (f *finder) expand(i int) {
	here, k, on := f.from, 0.0, goal
	if i != start {
		h := &f.hops[i]
		on = h.round
		here, k = f.rounds[on].c, float64(h.turn*f.rounds[on].rim)
	}
	for j := range f.rounds {
		if j == on {
			continue
		}
		for _, turn := range [2]float64{1, -1} {
			f.follow(i, here, k, j, turn)
		}
	}
	if f.aimed {
		f.follow(i, here, k, goal, 1)
	}
}

// follow queues the hop that follows hop i, from an obstacle with centre c and signed radius k to an obstacle or the goal.
func (f *finder) follow(i int, c vec, k float64, to int, turn float64) {
	next, rim := f.to, 0.0
	if to != goal {
		next, rim = f.rounds[to].c, f.rounds[to].rim
	}
	p, q, ok := tangent(c, k, next, float64(turn*rim))
	if !ok {
		return
	}
	h := hop{length: q.minus(p).length(), round: to, turn: turn, at: q, last: i, leave: p}
	if i != start {
		o := &f.hops[i]
		h.arc = ahead(o.angle, p.minus(c).angle(), o.turn)
		h.length += o.length + float64(h.arc*f.rounds[o.round].rim)
	}
	rest := h.length
	if f.aimed {
		rest += f.to.minus(q).length()
	}
	if rest > f.bound {
		return
	}
	if to != goal {
		h.angle = q.minus(next).angle()
	}
	f.hops = append(f.hops, h)
	heap.Push(&f.queue, queued{rest, len(f.hops) - 1})
}

// tangent returns the straight leg from a circle with centre a to one with centre b: the points where it leaves the
// first and meets the second. A radius is positive for counter-clockwise, negative for clockwise, and 0 for a point.
// Circles that overlap by less than the tolerance count as touching.
func tangent(a vec, ka float64, b vec, kb float64) (p, q vec, ok bool) {
	e, k := b.minus(a), kb-ka
	d := e.length()
	if d == 0 || math.Abs(k) > d+1.5 {
		return p, q, false
	}
	e = e.times(1 / d)
	sin := max(-1, min(k/d, 1))
	v := e.times(math.Sqrt(1 - float64(sin*sin))).minus(e.left().times(sin))
	n := v.left()
	return a.minus(n.times(ka)), b.minus(n.times(kb)), true
}

// queued is a waiting hop, with a lower bound of the length of a whole way through it.
type queued struct {
	rest float64
	hop  int
}

// hopQueue is a heap of waiting hops, the most promising first.
type hopQueue []queued

func (q hopQueue) Len() int      { return len(q) }
func (q hopQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *hopQueue) Push(x any)   { *q = append(*q, x.(queued)) }

func (q hopQueue) Less(i, j int) bool {
	return q[i].rest < q[j].rest || q[i].rest == q[j].rest && q[i].hop < q[j].hop
}

func (q *hopQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

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
