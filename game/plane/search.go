package plane

import "math"

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
	queue    []queued
	settled  [][]int // for each obstacle and direction: the hops that continue from there
	order    []int   // the same in one list
}

// explore finds all shortest ways within the bound.
func explore(s *space, from Point, bound float64) *finder {
	f := &finder{space: s, from: toVec(from), bound: bound, settled: make([][]int, 2*len(s.rounds))}
	f.expand(start)
	for len(f.queue) > 0 {
		f.step()
	}
	return f
}

// aim finds the last hop of the shortest way to a goal. It returns false if there is none within the bound.
func aim(s *space, from, to Point, bound float64) (*finder, int, bool) {
	f := &finder{space: s, from: toVec(from), to: toVec(to), aimed: true, bound: bound, settled: make([][]int, 2*len(s.rounds))}
	f.expand(start)
	for len(f.queue) > 0 {
		if i, done := f.step(); done {
			return f, i, true
		}
	}
	return f, 0, false
}

// step takes the most promising hop. Only then does it check whether the hop is free.
func (f *finder) step() (int, bool) {
	i := f.pop()
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
	f.push(queued{rest, len(f.hops) - 1})
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

func (q queued) before(o queued) bool { return q.rest < o.rest || q.rest == o.rest && q.hop < o.hop }

// push adds to the heap.
func (f *finder) push(q queued) {
	f.queue = append(f.queue, q)
	for i := len(f.queue) - 1; i > 0; {
		up := (i - 1) / 2
		if !f.queue[i].before(f.queue[up]) {
			return
		}
		f.queue[i], f.queue[up] = f.queue[up], f.queue[i]
		i = up
	}
}

// pop removes the hop with the lowest bound from the heap.
func (f *finder) pop() int {
	top, end := f.queue[0].hop, len(f.queue)-1
	f.queue[0] = f.queue[end]
	f.queue = f.queue[:end]
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < end; c++ {
			if f.queue[c].before(f.queue[least]) {
				least = c
			}
		}
		if least == i {
			return top
		}
		f.queue[i], f.queue[least] = f.queue[least], f.queue[i]
		i = least
	}
}
