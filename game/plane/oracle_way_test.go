package plane

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
)

// An oracle for ways that shares no code with the search. It tries positions of the centre on a grid and pulls the way
// found there tight. It never finds a way shorter than the shortest, and seldom one much longer.

// crowd returns a board with obstacles near its middle, a mover there and a destination.
func crowd(r *rand.Rand) (g *Ground, m Mover, from, to Point) {
	mid := func(spread int) Point {
		return at(Inch(20000+r.IntN(2*spread)-spread), Inch(20000+r.IntN(2*spread)-spread))
	}
	var areas []Area
	for range r.IntN(4) {
		areas = append(areas, Area{[]Kind{Forest, Rough, Urban}[r.IntN(3)], star(r, mid(6000), 3+r.IntN(7), 400, 3500)})
	}
	var buildings []Building
	for range r.IntN(4) {
		b := Building{block(r, mid(6000)), In(2), r.IntN(3)}
		if !slices.ContainsFunc(buildings, func(o Building) bool { return o.Shape.Overlap(b.Shape) }) {
			buildings = append(buildings, b)
		}
	}
	g, err := New(Rect{Max: Point{In(40), In(40)}}, areas, buildings)
	if err != nil {
		panic(err)
	}
	if r.IntN(4) == 0 {
		g.Table = Rect{at(15000, 16000), at(26000, 24000)} // the edge is near
	}
	radii := []Inch{Radius(40), Radius(60), Radius(70), Radius(80)}
	m = Mover{R: radii[r.IntN(4)], Allowance: In(4 + r.IntN(5)), Slow: In(2 * r.IntN(2))}
	m.Infantry = m.R == radii[0]
	for range r.IntN(9) {
		m.Enemies = append(m.Enemies, Disc{mid(7000), radii[r.IntN(4)]})
	}
	for range r.IntN(5) {
		m.Others = append(m.Others, Disc{mid(7000), radii[r.IntN(4)]})
	}
	if !m.Infantry && r.IntN(2) == 0 {
		for _, e := range m.Enemies {
			m.Zones = append(m.Zones, Zone{Body: Body{Disc: e}, Gap: In(2), Sight: r.IntN(2) == 0})
		}
	}
	// Most pairs of points are uninteresting: an end is blocked, or the straight line is free.
	for try := range 100 {
		from, to = mid(2500), mid(6000)
		if g.never(m, from, to) == nil && (try > 50 || dist2(from, to) < 49e6 && g.hinders(m, Path{from, to}) != nil) {
			break
		}
	}
	return g, m, from, to
}

// block returns a rotated rectangle.
func block(r *rand.Rand, c Point) Polygon {
	return plank(r, c, 500+1500*r.Float64(), 500+2000*r.Float64())
}

// plank returns a rotated rectangle with the given half width and half length.
func plank(r *rand.Rand, c Point, w, d float64) Polygon {
	var out Polygon
	a := math.Pi * r.Float64()
	for _, k := range [4][2]float64{{-w, -d}, {w, -d}, {w, d}, {-w, d}} {
		out = append(out, vec{float64(c.X) + k[0]*math.Cos(a) - k[1]*math.Sin(a), float64(c.Y) + k[0]*math.Sin(a) + k[1]*math.Cos(a)}.point())
	}
	return out
}

// oracle knows where the centre may be.
type oracle struct {
	g    *Ground
	m    Mover
	from vec
	dry  bool
	out  []vec // of the zones in which it starts: no step may lead nearer to these
}

func newOracle(g *Ground, m Mover, from Point) *oracle {
	o := &oracle{g: g, m: m, from: toVec(from)}
	o.m.Zones = nil
	for _, z := range m.Zones {
		if g.in(z, m, from) {
			o.out = append(o.out, toVec(z.Body.At))
		} else {
			o.m.Zones = append(o.m.Zones, z)
		}
	}
	return o
}

// nears reports whether the step comes nearer to something that the mover must only leave.
func (o *oracle) nears(a, b vec) bool {
	return slices.ContainsFunc(o.out, func(c vec) bool { return b.minus(a).dot(a.minus(c)) < 0 })
}

// depth returns how far the point lies inside the outline, negative outside.
func depth(p vec, shape Polygon) float64 {
	d, in := math.Inf(1), false
	for i, c := range shape {
		a, b := toVec(shape[(i+len(shape)-1)%len(shape)]), toVec(c)
		t := 0.0
		if l := b.minus(a).len2(); l > 0 {
			t = math.Max(0, math.Min(1, p.minus(a).dot(b.minus(a))/l))
		}
		d = math.Min(d, p.minus(a.plus(b.minus(a).times(t))).length())
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			in = !in
		}
	}
	if in {
		return d
	}
	return -d
}

func (o *oracle) ok(p vec) bool {
	r := float64(o.m.R)
	t := o.g.Table
	if p.x < float64(t.Min.X)+r || p.y < float64(t.Min.Y)+r || p.x > float64(t.Max.X)-r || p.y > float64(t.Max.Y)-r {
		return false
	}
	for _, e := range o.m.Enemies {
		if p.minus(toVec(e.At)).length() < r+float64(e.R) {
			return false
		}
	}
	for _, b := range o.g.Buildings {
		if !o.m.Infantry && depth(p, b.Shape) > -r {
			return false
		}
	}
	for _, a := range o.g.Areas {
		if o.dry && a.Kind.Slows() && depth(p, a.Shape) > -r {
			return false
		}
	}
	for _, z := range o.m.Zones {
		if d := r + float64(z.Body.R+z.Gap); p.minus(toVec(z.Body.At)).length() < d+2 && (!z.Sight || o.sees(p, z)) {
			return false
		}
	}
	return true
}

func (o *oracle) sees(p vec, z Zone) bool {
	return o.g.Sees(Body{Disc: Disc{p.point(), o.m.R}}, z.Body)
}

// clear samples the leg so densely that no corner is cut by more than a fraction of a thousandth.
func (o *oracle) clear(a, b vec) bool {
	if o.nears(a, b) {
		return false
	}
	n := math.Ceil(b.minus(a).length()/40) + 1
	for i := range int(n) + 1 {
		if !o.ok(a.plus(b.minus(a).times(float64(i) / n))) {
			return false
		}
	}
	return true
}

const (
	mesh  = 150.0 // the grid of the oracle
	tiles = 64    // in each direction from the start
)

type tile struct {
	x, y int
	d    float64
}
type tileHeap []tile

func (h tileHeap) Len() int           { return len(h) }
func (h tileHeap) Less(i, j int) bool { return h[i].d < h[j].d }
func (h tileHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *tileHeap) Push(x any)        { *h = append(*h, x.(tile)) }
func (h *tileHeap) Pop() any {
	old := *h
	c := old[len(old)-1]
	*h = old[:len(old)-1]
	return c
}

// knights holds the steps on the grid.
var knights = [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
	{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}

// way returns the length of the way that the oracle finds, or +Inf if there is none.
func (o *oracle) way(to vec) float64 {
	const side = 2*tiles + 1
	o2 := func(x, y int) vec { return o.from.plus(vec{float64(x) * mesh, float64(y) * mesh}) }
	free := make([]int8, side*side)
	isFree := func(x, y int) bool {
		if x < -tiles || y < -tiles || x > tiles || y > tiles {
			return false
		}
		f := &free[(y+tiles)*side+x+tiles]
		if *f == 0 {
			*f = -1
			if o.ok(o2(x, y)) {
				*f = 1
			}
		}
		return *f > 0
	}
	dist := make([]float64, side*side)
	last := make([]int, side*side)
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	home := tiles*side + tiles
	dist[home], last[home] = 0, -1
	h := &tileHeap{{0, 0, 0}}
	for h.Len() > 0 {
		c := heap.Pop(h).(tile)
		i := (c.y+tiles)*side + c.x + tiles
		if c.d > dist[i] {
			continue
		}
		if c.d > 1.1*float64(o.m.Allowance)+6000 {
			break
		}
		if p := o2(c.x, c.y); p.minus(to).length() < 2.5*mesh && o.clear(p, to) {
			way := []vec{to}
			for ; i >= 0; i = last[i] {
				way = append(way, o2(i%side-tiles, i/side-tiles))
			}
			slices.Reverse(way)
			return o.tight(way)
		}
		for _, k := range knights {
			x, y := c.x+k[0], c.y+k[1]
			if !isFree(x, y) || o.nears(o2(c.x, c.y), o2(x, y)) || !o.ok(o2(c.x, c.y).plus(o2(x, y)).times(0.5)) {
				continue
			}
			j := (y+tiles)*side + x + tiles
			if d := c.d + o2(c.x, c.y).minus(o2(x, y)).length(); d < dist[j]-1e-9 {
				dist[j], last[j] = d, i
				heap.Push(h, tile{x, y, d})
			}
		}
	}
	return math.Inf(1)
}

// tight returns the length of the way pulled tight, or +Inf if some leg of it fails a finer test.
func (o *oracle) tight(p []vec) float64 {
	for i := 1; i < len(p); i++ {
		if !o.clear(p[i-1], p[i]) {
			return math.Inf(1)
		}
	}
	for range 3 {
		for i := 0; i+2 < len(p); i++ {
			for j := len(p) - 1; j > i+1; j-- {
				if o.clear(p[i], p[j]) {
					p = append(p[:i+1], p[j:]...)
					break
				}
			}
		}
		p = o.pull(p)
	}
	l := 0.0
	for i := 1; i < len(p); i++ {
		l += p[i].minus(p[i-1]).length()
	}
	return l
}

// pull cuts the way's corners.
func (o *oracle) pull(p []vec) []vec {
	for f := 0.5; f > 0.02; f /= 2 {
		var out []vec
		for i := range p {
			if i == 0 || i == len(p)-1 {
				out = append(out, p[i])
				continue
			}
			a := p[i].plus(out[len(out)-1].minus(p[i]).times(f))
			b := p[i].plus(p[i+1].minus(p[i]).times(f))
			if o.clear(a, b) && o.clear(out[len(out)-1], a) {
				out = append(out, a, b)
			} else {
				out = append(out, p[i])
			}
		}
		p = out
	}
	return p
}

// left returns how much of the allowance the best way leaves, or -Inf if there is none.
func (o *oracle) left(to vec) float64 {
	o.dry = false
	wet := o.way(to)
	slow := float64(o.m.Slow)
	if slow == 0 {
		return float64(o.m.Allowance) - wet
	}
	o.dry = true
	dry := math.Inf(1)
	if o.ok(o.from) && o.ok(to) {
		dry = o.way(to)
	}
	return float64(o.m.Allowance) - math.Min(dry, wet+slow)
}
