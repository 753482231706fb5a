package downsync

import (
	"math"
	"slices"
)

// area is a piece of area terrain (R10).
type area struct {
	Kind  string
	Shape shape
	box   box
}

// conceals reports whether the terrain conceals (R10.1).
func (a area) conceals() bool { return a.Kind != "rough" }

// slows reports whether moving through the terrain costs 2" (R10.1).
func (a area) slows() bool { return a.Kind == "forest" || a.Kind == "rough" }

// building is a block on the table (R11).
type building struct {
	Shape  shape
	Height float64
	Room   int
	box    box
}

// ground is the battlefield.
type ground struct {
	Areas     []area     `json:"areas"`
	Buildings []building `json:"buildings"`
}

// body is an end of a line of sight.
type body struct {
	disc
	in int // the building that it fills or whose roof it is on, from 1; 0: on the ground
	// bare: it is a point without volume, and looks from its place on the roof (Q80).
	bare bool
}

// height returns the top of the body: 1", or the roof of its building (R8.1, Q36).
func (g *ground) height(b body) float64 {
	if b.in > 0 {
		return g.Buildings[b.in-1].Height
	}
	return 1
}

// rays is the number of points on an outline between which lines of sight are tried.
const rays = 64

// sampleMargin is the length in inches by which the best line found must be in terrain that blocks before there is surely none.
const sampleMargin = 0.1

// outline returns points on the rim of the body, which is made larger by grow.
func (g *ground) outline(b body, grow float64) []point {
	if b.in > 0 && !b.bare {
		s := g.Buildings[b.in-1].Shape
		middle := point{}
		for _, p := range s {
			middle = middle.plus(p.times(1 / float64(len(s))))
		}
		around := 0.0
		s.edges(func(a, c point) { around += dist(a, c) })
		var out []point
		s.edges(func(a, c point) {
			n := max(1, int(math.Round(rays*dist(a, c)/around)))
			for i := range n {
				p := between(a, c, float64(i)/float64(n))
				from := p.minus(middle)
				out = append(out, p.plus(from.times(grow/max(grow, from.length()))))
			}
		})
		return out
	}
	if b.r+grow <= 0 || b.bare {
		return []point{b.point}
	}
	out := make([]point, rays)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / rays)
		out[i] = b.point.plus(point{cos, sin}.times(b.r + grow))
	}
	return out
}

// inBuilding returns the building on whose roof the base stands, from 1; 0: none (R11.5). Only infantry can.
func (g *ground) inBuilding(d disc, infantry bool) int {
	if infantry {
		for i, b := range g.Buildings {
			if b.Shape.wholly(d) {
				return i + 1
			}
		}
	}
	return 0
}

// blocked returns the length in inches of the line that is inside buildings at their height or less (Q36). The buildings of both ends do not count.
func (g *ground) blocked(a, b point, from, to float64, ends [2]int) float64 {
	sum, long := 0.0, dist(a, b)
	around := boxOf([]point{a, b})
	for i, x := range g.Buildings {
		if i+1 == ends[0] || i+1 == ends[1] || x.box.apart(around) {
			continue
		}
		for _, s := range x.Shape.inside(a, b) {
			// The line is at from + t*(to-from) above t.
			low, high := s.from, s.to
			switch over := from - x.Height; {
			case from == to && over > 0:
				continue
			case from > to:
				low = max(low, over/(from-to))
			case from < to:
				high = min(high, -over/(to-from))
			}
			sum += max(0, high-low) * long
		}
	}
	return sum
}

// wooded returns the length in inches of the line that is in concealing area terrain (Q37).
func (g *ground) wooded(a, b point) float64 {
	var in []span
	around := boxOf([]point{a, b})
	for _, x := range g.Areas {
		if x.conceals() && !x.box.apart(around) {
			in = append(in, x.Shape.inside(a, b)...)
		}
	}
	return total(in) * dist(a, b)
}

// sees reports whether some line joins the two (R8.2, R10.2, Q36, Q37). Units never block (R8.3).
func (g *ground) sees(a, b body) verdict {
	if a.in > 0 && a.in == b.in {
		return yes
	}
	far := gap(a.disc, b.disc)
	if len(g.Areas) == 0 && len(g.Buildings) == 0 {
		return yes
	}
	const through = 2.0
	from, to, ends := g.height(a), g.height(b), [2]int{a.in, b.in}
	// over returns by how much the line breaks the rules; 0 or less: it joins the two.
	over := func(p, q point) float64 {
		wood := 0.0
		if far > 6 {
			wood = g.wooded(p, q) - through
		}
		return max(wood, g.blocked(p, q, from, to, ends))
	}
	ps, qs := g.outline(a, 0), g.outline(b, 0)
	var best lines
	for i, p := range ps {
		for j, q := range qs {
			o := over(p, q)
			if o <= -Near || o <= 0 && far <= 6-Near {
				return yes
			}
			best.add(line{o, float64(i), float64(j)})
		}
	}
	least := math.Inf(1)
	for _, l := range best {
		for step := 0.5; step > 1e-4; step /= 2 {
			l = l.climb(step, func(i, j float64) float64 { return over(along(ps, i), along(qs, j)) })
		}
		least = min(least, l.over)
	}
	switch {
	case least <= -Near && far > 6+Near, least <= 0 && far <= 6-Near:
		return yes
	case least > sampleMargin && (far > 6+Near || far <= 6-Near):
		return no
	}
	return undecided
}

// line is a line of sight between two outlines, by the places of its ends among their points.
type line struct{ over, i, j float64 }

// lines holds the best lines of a search.
type lines []line

func (ls *lines) add(l line) {
	const most = 12
	at := len(*ls)
	for at > 0 && (*ls)[at-1].over > l.over {
		at--
	}
	if at < most {
		*ls = slices.Insert(*ls, at, l)
		*ls = (*ls)[:min(len(*ls), most)]
	}
}

// climb returns the best of the line and those beside it, one step away.
func (l line) climb(step float64, over func(i, j float64) float64) line {
	best := l
	for _, di := range []float64{-step, 0, step} {
		for _, dj := range []float64{-step, 0, step} {
			if o := over(l.i+di, l.j+dj); o < best.over {
				best = line{o, l.i + di, l.j + dj}
			}
		}
	}
	return best
}

// along returns the point of an outline at a place between its points.
func along(ps []point, at float64) point {
	n := len(ps)
	whole := math.Floor(at)
	i := ((int(whole) % n) + n) % n
	return between(ps[i], ps[(i+1)%n], at-whole)
}

// hidden reports whether terrain in between conceals b from a, from the best point of a (R9.2, R9.3, Q39 to Q41).
func (g *ground) hidden(a, b body) verdict {
	if a.in > 0 && a.in == b.in || len(g.Areas) == 0 && len(g.Buildings) == 0 {
		return no
	}
	const fine = 0.004
	small, large := g.outline(b, -0.02), g.outline(b, fine)
	middle := b.point
	from, ends := g.height(a), [2]int{a.in, b.in}
	best := yes
	for _, p := range g.outline(a, 0) {
		d := middle.minus(p)
		if d.length() < 1e-6 {
			return undecided
		}
		u := d.times(1 / d.length())
		if !g.crosses(hull(append([]point{p.minus(u.times(fine))}, large...)), p, from, ends, large, false) {
			return no
		}
		// Points between two sampled ones see past what is nearer than this.
		ahead := min(d.length()/2, 0.1+0.1*d.length())
		near := p.plus(u.times(ahead))
		if !g.crosses(hull(append([]point{near}, small...)), p, from, ends, small, true) {
			best = undecided
		}
	}
	return best
}

// crosses reports whether terrain is in the region between a point and a target. Buildings lower than the point only hide what they are
// high enough for; with sure, only what is surely crossed counts.
func (g *ground) crosses(region shape, p point, from float64, ends [2]int, targets []point, sure bool) bool {
	around := boxOf(region)
	for _, x := range g.Areas {
		if x.conceals() && !x.box.apart(around) && region.overlaps(x.Shape) {
			return true
		}
	}
	for i, x := range g.Buildings {
		if i+1 == ends[0] || i+1 == ends[1] || x.box.apart(around) || !region.overlaps(x.Shape) {
			continue
		}
		if from <= x.Height {
			return true
		}
		for _, q := range targets { // the lowest points of the target count
			for _, s := range x.Shape.inside(p, q) {
				long := (s.to - max(s.from, 1-x.Height/from)) * dist(p, q)
				if sure && long > 0.05 || !sure && long > -0.05 {
					return true
				}
			}
		}
	}
	return false
}

// covered reports whether concealing terrain lies under some part of the base (R9.1, Q28).
func (g *ground) covered(d disc) verdict {
	best := no
	for _, x := range g.Areas {
		if x.conceals() {
			best = max(best, g.under(x.Shape.from(d.point), d.r))
		}
	}
	return best
}

// under reports whether a base that is so far from area terrain is in it (Q28).
func (g *ground) under(far, r float64) verdict {
	switch {
	case far < r-Near:
		return yes
	case far > r+Near:
		return no
	}
	return undecided
}
