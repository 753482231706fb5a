package plane

import "math"

// How much concealing terrain do all lines between two pieces cross at least? They cross two gates, one behind either
// piece, and the ends of a line on the gates are a weighted mean of the ends of the four lines at the corners. Where a
// line crosses a side of a convex part is a quotient of two linear functions of its ends. Such a quotient differs from
// the same mean of its four values by at most a quarter of the spread of the four, times the spread of the divisor,
// divided by the divisor (the inequality of Grüss): the slack. A line leaves a part at the first such crossing and enters
// it at the last. So it has inside at least the mean of what the four lines have, less the slack; and of all parts at
// least the least of the four sums, less all slack. The slack falls with the square of the size of the pieces, so few
// divisions suffice.

// bundle holds the lines between two pieces.
type bundle struct {
	a, b [2]vec  // the lowest and the highest point on either gate; both gates lie behind the pieces
	free stretch // where the four lines between these points run from the one piece to the other, as shares
	unit float64 // the least length of a line between the gates
}

// stretch holds where the four lines at the corners of a bundle run inside a convex part. Any other line enters no later
// and leaves no earlier than a weighted mean of the four, but for the slack.
type stretch struct {
	from, to           [4]float64
	slackFrom, slackTo float64
}

// long returns how much each of the four lines has inside, and the slack of that.
func (s *stretch) long() (l [4]float64, slack float64) {
	for k := range l {
		l[k] = s.to[k] - s.from[k]
	}
	return l, s.slackFrom + s.slackTo
}

// lower and upper are min and max for numbers that are not NaN, which costs them less.
func lower(a, b float64) float64 {
	if a < b {
		return a
	}
	return b
}

func upper(a, b float64) float64 {
	if a > b {
		return a
	}
	return b
}

func least4(v *[4]float64) float64 { return lower(lower(v[0], v[1]), lower(v[2], v[3])) }
func most4(v *[4]float64) float64  { return upper(upper(v[0], v[1]), upper(v[2], v[3])) }

// newBundle returns the bundle of the lines between the two outlines of the slab. far is where the second gate stands
// along the slab: behind all ends of lines.
func newBundle(l *slab, oa, ob *outline, far float64) (out bundle) {
	p, q := &l.pa, &l.pb
	gap := q.x0 - p.x1
	ka, kb := (p.x1-p.x0)/gap, (far-q.x0)/gap
	loA, hiA := p.y0-float64(max(0, q.y1-p.y0)*ka), p.y1-float64(min(0, q.y0-p.y1)*ka)
	loB, hiB := q.y0+float64(min(0, q.y0-p.y1)*kb), q.y1+float64(max(0, q.y1-p.y0)*kb)
	out.a = [2]vec{l.world(p.x0, loA), l.world(p.x0, hiA)}
	out.b = [2]vec{l.world(far, loB), l.world(far, hiB)}
	whole := far - p.x0
	least := max(0, loB-hiA, loA-hiB)
	out.unit = math.Sqrt(float64(whole*whole) + float64(least*least))
	out.free.from, out.free.slackFrom = out.rim(l, oa, (p.x1-p.x0)/whole, 1)
	out.free.to, out.free.slackTo = out.rim(l, ob, (q.x1-q.x0)/whole, -1)
	return out
}

// rim returns where the four lines are certainly beyond the outline from which they come (side 1), or still before the
// one to which they go (-1): at a border along the outline, or at an upright one where that has less slack. size is the
// outline's extent along the lines.
func (l *bundle) rim(frame *slab, o *outline, size, side float64) (at [4]float64, slack float64) {
	e := o.ends(frame.v)
	c := l.cross(o.border(e[1].minus(e[0]).right().times(-side)))
	if c.way != -side || c.slack > size {
		c = l.cross(o.border(frame.u.times(-side)))
	}
	return c.at, c.slack
}

// border returns the half-plane furthest along n that holds no point of the outline inside.
func (o *outline) border(n vec) halfPlane {
	h := halfPlane{n, n.dot(o.p[0])}
	for _, c := range o.p[1:o.n] {
		h.d = min(h.d, n.dot(c))
	}
	return h
}

// crossing says where the four lines cross the side of a part, as shares.
type crossing struct {
	at          [4]float64
	least, most float64
	slack       float64
	way         float64 // 1: they leave the part there, -1: they enter it, 0: neither
}

// cross returns where the four lines cross the border.
func (l *bundle) cross(h halfPlane) (c crossing) {
	a0, a1 := h.d-h.n.dot(l.a[0]), h.d-h.n.dot(l.a[1])
	b0, b1 := h.d-h.n.dot(l.b[0]), h.d-h.n.dot(l.b[1])
	c.set(a0, a1, b0, b1)
	return c
}

// set takes how far inside the border the ends of the lines on either gate lie.
func (c *crossing) set(a0, a1, b0, b1 float64) {
	lo, hi := lower(a0, a1)-upper(b0, b1), upper(a0, a1)-lower(b0, b1)
	slow := lo
	switch {
	case lo > 0:
		c.way = 1
	case hi < 0:
		c.way = -1
		slow = -hi
	default:
		c.way = 0
		return
	}
	c.at = [4]float64{a0 / (a0 - b0), a0 / (a0 - b1), a1 / (a1 - b0), a1 / (a1 - b1)}
	c.least, c.most = least4(&c.at), most4(&c.at)
	c.slack = float64((c.most-c.least)*(hi-lo)) / (4 * slow)
}

// through returns where the bundle runs inside a part, within the given stretch. hit is false if nothing can be said, off
// is true if no line meets the part between the gates. room is memory to use.
func (l *bundle) through(p *part, within *stretch, room []crossing) (s stretch, hit, off bool) {
	n := 0
	s = *within
	for i := range p.sides {
		h := &p.sides[i]
		a0, a1 := h.d-h.n.dot(l.a[0]), h.d-h.n.dot(l.a[1])
		b0, b1 := h.d-h.n.dot(l.b[0]), h.d-h.n.dot(l.b[1])
		if a0 >= 0 && a1 >= 0 && b0 >= 0 && b1 >= 0 {
			continue
		}
		if a0 <= 0 && a1 <= 0 && b0 <= 0 && b1 <= 0 {
			return s, false, true
		}
		if n == len(room) {
			return s, false, false
		}
		c := &room[n]
		n++
		c.set(a0, a1, b0, b1)
		switch {
		case c.way > 0:
			for k := range s.to {
				s.to[k] = lower(s.to[k], c.at[k])
			}
		case c.way < 0:
			for k := range s.from {
				s.from[k] = upper(s.from[k], c.at[k])
			}
		default:
			return s, false, false
		}
	}
	late, early := most4(&s.to), least4(&s.from)
	for i := range room[:n] {
		if c := &room[i]; c.way > 0 {
			s.slackTo = upper(s.slackTo, lower(c.slack, late-c.least))
		} else {
			s.slackFrom = upper(s.slackFrom, lower(c.slack, c.most-early))
		}
	}
	return s, true, false
}

// tally is a lower bound of how much concealing terrain the lines of a bundle cross: a weighted mean of the counts
// for the four lines at its corners, less the slack.
type tally struct {
	sum   [4]float64
	slack float64
}

func (t *tally) least() float64 { return least4(&t.sum) - t.slack }

// plus returns the tally with that share of a part.
func (t *tally) plus(long *[4]float64, slack, share float64) tally {
	out := tally{slack: t.slack + float64(slack*share)}
	for k := range out.sum {
		out.sum[k] = t.sum[k] + float64(long[k]*share)
	}
	return out
}

// lean counts a part that only some of the lines cross. It takes the share, at most the given one, that makes the bound
// best: for lines that do not cross the part, that counts less than nothing, and the bound holds all the same.
func (t *tally) lean(long *[4]float64, slack, most float64) {
	best := *t
	for i := range 4 {
		for j := range i {
			if share := (t.sum[j] - t.sum[i]) / (long[i] - long[j]); share > 0 {
				if next := t.plus(long, slack, min(share, most)); next.least() > best.least() {
					best = next
				}
			}
		}
	}
	*t = best
}

// wooded reports whether every line of the bundle crosses too much concealing terrain or a wall.
func (s *search) wooded(l *bundle) bool {
	var t tally
	partly := s.partly[:0]
	most := s.limit / l.unit
	for i, p := range s.cut {
		if s.off>>i&1 == 1 {
			continue
		}
		c, hit, off := l.through(p, &l.free, s.room[:])
		if off {
			s.off |= 1 << i
		}
		if !hit {
			continue
		}
		switch long, slack := c.long(); {
		case least4(&long) > slack:
			t = t.plus(&long, slack, 1)
			if t.least() > most {
				return true
			}
		case most4(&long) > slack:
			partly = append(partly, c)
		}
	}
	for i := range partly {
		long, slack := partly[i].long()
		t.lean(&long, slack, 1)
	}
	if t.least() > most {
		return true
	}
	// A wall counts as any amount of terrain.
	for i := range s.walls {
		w := &s.walls[i]
		if w.over > 0 {
			continue
		}
		if c, hit, _ := l.through(w.part, &l.free, s.room[:]); hit {
			long, slack := c.long()
			t.lean(&long, slack, 1000)
		}
	}
	if t.least() > most {
		return true
	}
	s.light = 0
	for k := range t.sum {
		if t.sum[k] < t.sum[s.light] {
			s.light = k
		}
	}
	return false
}

// overWalls moves the ends of the lines to where they pass above a wall that all of them cross. pushed reports whether
// there is such a wall, barred whether that is beyond the border at which they leave the lower body.
func (s *search) overWalls(l *bundle, back halfPlane) (pushed, barred bool) {
	free, end := l.free, l.cross(back)
	whole := stretch{to: [4]float64{1, 1, 1, 1}}
	for i := range s.walls {
		w := &s.walls[i]
		if w.over == 0 {
			continue
		}
		c, hit, _ := l.through(w.part, &whole, s.room[:])
		if !hit {
			continue
		}
		if long, slack := c.long(); least4(&long) <= slack || most4(&c.from)+c.slackFrom > least4(&free.to)-free.slackTo {
			continue
		}
		// A line from f that ends at e is low beyond f + over (e - f).
		k := 1/w.over - 1
		next := free
		later, beyond := 0.0, math.Inf(1)
		for j := range next.to {
			next.to[j] = c.to[j]/w.over - float64(free.from[j]*k)
			later += next.to[j] - l.free.to[j]
			beyond = min(beyond, next.to[j]-end.at[j])
		}
		next.slackTo = c.slackTo/w.over + float64(free.slackFrom*k)
		if end.way == 1 && beyond > next.slackTo+end.slack {
			return true, true
		}
		if later > 0 {
			l.free, pushed = next, true
		}
	}
	return pushed, false
}
