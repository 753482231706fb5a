package plane

import (
	"cmp"
	"container/heap"
	"slices"
)

// Nearest returns a path to the point nearest to to at which the mover may end. The result is accurate to about 0.02", but
// may miss a gap narrower than an eighth of an inch. It returns false if no such point is nearer than the mover's position.
func (g *Ground) Nearest(m Mover, from, to Point) (Path, bool) {
	p, t := g.Way(m, from, to)
	if t.Stop == nil {
		return p, true
	}
	n := nearby{realm: g.realm(m, from), to: to}
	if len(p) > 0 {
		n.offer(p.after(p.Length() + t.Left)) // as far as the allowance goes on the way there
	}
	n.scatter()
	slices.SortStableFunc(n.found, func(a, b Point) int { return cmp.Compare(dist2(a, to), dist2(b, to)) })
	for _, q := range n.found {
		if dist2(q, to) >= dist2(from, to) {
			break
		}
		if p, t := g.Way(m, from, q); t.Stop == nil {
			return p, true
		}
	}
	return nil, false
}

// nearby collects points near a goal at which a move may end.
type nearby struct {
	*realm
	to    Point
	found []Point
}

// offer adds a point, moved as near to the goal as possible.
func (n *nearby) offer(p Point) {
	if n.margin(toVec(p)) < 0 {
		return
	}
	const widest = 512
	for step := Inch(widest); step > 0; {
		if q, ok := n.nearer(p, step); ok {
			p = q
			continue
		}
		// Keep an earlier point that lies a little further off: the last may touch something too closely.
		if step <= 8 {
			n.found = append(n.found, p)
		}
		step /= 2
	}
}

// compass holds sixteen directions.
var compass = [...]Point{{2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {-1, 2}, {-1, 1}, {-2, 1},
	{-2, 0}, {-2, -1}, {-1, -1}, {-1, -2}, {0, -2}, {1, -2}, {1, -1}, {2, -1}}

// nearer returns the best point one step away that is nearer by more than a trifle.
func (n *nearby) nearer(p Point, step Inch) (Point, bool) {
	best, found := p, false
	for _, c := range compass {
		q := Point{p.X + c.X*step/2, p.Y + c.Y*step/2}
		if dist2(q, n.to) < dist2(best, n.to) && n.margin(toVec(q)) >= 0 {
			best, found = q, true
		}
	}
	return best, found
}

// scatter offers a few of the nearest lattice points, no two of them side by side.
func (n *nearby) scatter() {
	const enough, apart = 4, 6 * lattice
	k := int(max(n.m.Allowance, 0)/lattice) + 1
	all := make(nearFirst, 0, (2*k+1)*(2*k+1))
	for y := -k; y <= k; y++ {
		for x := -k; x <= k; x++ {
			if x*x+y*y <= k*k {
				p := Point{n.from.X + Inch(x*lattice), n.from.Y + Inch(y*lattice)}
				all = append(all, goalward{p, dist2(p, n.to)})
			}
		}
	}
	var taken []Point
	for heap.Init(&all); len(all) > 0 && len(taken) < enough; heap.Pop(&all) {
		p := all[0].Point
		if !slices.ContainsFunc(taken, func(q Point) bool { return dist2(p, q) < apart*apart }) && n.margin(toVec(p)) >= 0 {
			taken = append(taken, p)
			n.offer(p)
		}
	}
}

// goalward is a point with the square of its distance from the goal.
type goalward struct {
	Point
	far int64
}

// nearFirst is a heap of points: few of many are wanted.
type nearFirst []goalward

func (s nearFirst) Len() int { return len(s) }
func (s nearFirst) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(s[i].far, s[j].far), cmp.Compare(s[i].Y, s[j].Y), cmp.Compare(s[i].X, s[j].X)) < 0
}
func (s nearFirst) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *nearFirst) Push(p any)   { *s = append(*s, p.(goalward)) }
func (s *nearFirst) Pop() any {
	*s = (*s)[:len(*s)-1]
	return nil
}
