package plane

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Cut across any direction, the terrain is the same: a line has the same length in it.
func TestStrips(t *testing.T) {
	crossed := 0
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 4))
		g, _ := board(rnd)
		if seed%10 == 0 {
			g, _ = standard(seed)
		}
		size := float64(g.Table.Max.X)
		for range 30 {
			a, b := vec{size * rnd.Float64(), size * rnd.Float64()}, vec{size * rnd.Float64(), size * rnd.Float64()}
			want := lengthOf(g.ready.woods, a, b)
			for i := range across {
				if got := lengthOf(g.ready.cut[i], a, b); math.Abs(got-want) > 1e-3 {
					t.Fatalf("board %d, %v to %v: %v, cut across %v: %v", seed, a, b, want, across[i], got)
				}
			}
			if want > 0 {
				crossed++
			}
		}
	}
	if crossed < 200 {
		t.Errorf("only %d lines cross terrain", crossed)
	}
}

// lengthOf returns the length of the line in the parts.
func lengthOf(parts []part, a, b vec) float64 {
	sum := 0.0
	for i := range parts {
		if from, to, ok := parts[i].clip(a, b.minus(a), 0); ok {
			sum += to - from
		}
	}
	return sum * b.minus(a).length()
}

// A bundle is only ruled out for terrain if all of its lines cross too much, or a wall: the limit is set a hair below
// what the best of many lines crosses.
func TestBundleBound(t *testing.T) {
	ruled, kept := 0, 0
	for seed := range uint64(40) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		g, bodies := standard(seed % 20)
		x, y := g.body(bodies[rnd.IntN(len(bodies))], slack), g.body(bodies[rnd.IntN(len(bodies))], slack)
		if x.in > 0 && x.in == y.in || x.top < y.top {
			continue
		}
		s := search{ready: g.ready}
		s.collect(&x, &y, true)
		s.across(&x, &y)
		for _, c := range s.start(nil, &x, &y) {
			for range rnd.IntN(8) {
				c.a, _ = c.a.halves()
				_, c.b = c.b.halves()
			}
			oa, ob := c.a.outline(), c.b.outline()
			l, ok := newSlab(c.a.sample(), c.b.sample(), &oa, &ob)
			if !ok || !c.a.faces(&ob) || !c.b.faces(&oa) {
				continue
			}
			least := math.Inf(1)
			for i := range 9 {
				for j := range 9 {
					a, b := c.a.point(float64(i)/8), c.b.point(float64(j)/8)
					s.best = sample{}
					if s.try(a, s.end(a, b, &c.b)); s.best.building == 0 {
						least = min(least, float64(s.best.woods)/100)
					}
				}
			}
			if math.IsInf(least, 1) || least == 0 {
				continue
			}
			l.farOut = c.b.far(&l)
			back := c.b.back(c.a.sample(), c.b.sample())
			s.limit = least + 0.01
			if s.tooMuch(&l, &oa, &ob) || s.deep && s.under(&l, &oa, &ob, back) {
				t.Fatalf("board %d: %+v is ruled out, but a line crosses %v", seed, c, least)
			}
			s.limit = least * 0.8
			if s.tooMuch(&l, &oa, &ob) {
				ruled++
			} else {
				kept++
			}
		}
	}
	if ruled < 30 || ruled < kept/4 {
		t.Errorf("%d bundles are ruled out for much less than they cross, %d are not", ruled, kept)
	}
}

// point returns the point of the piece at that share of the way along it.
func (p *piece) point(at float64) vec {
	v := p.from.to(p.to, at)
	if p.r > 0 {
		v = v.times(p.r / v.length())
	}
	return p.mid.plus(v)
}

// Where too much terrain is in the way, the line that illustrates it crosses nearly the least.
func TestLightestLine(t *testing.T) {
	n := 0
	for seed := range uint64(2) {
		g, bodies := standard(seed)
		for i, a := range bodies[:12] {
			for _, b := range bodies[:i] {
				s := g.Sight(a, b)
				if s.Seen || s.Building > 0 {
					continue
				}
				n++
				o := newRays(g, a, b, 8)
				for _, p := range o.from {
					for _, q := range o.to {
						if o.free(p, q, float64(s.Woods)-2*spare, margin) {
							t.Errorf("board %d, %v to %v: the best line crosses %v, but %v to %v less", seed, a, b, s.Woods, p, q)
						}
					}
				}
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d lines are blocked by terrain", n)
	}
}
