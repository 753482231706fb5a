package plane

// ascent is a choice of buildings to climb: a bit each, and what going up onto them costs at most.
type ascent struct {
	open uint32
	cost Inch
}

// maxAscents bounds the buildings that a search climbs or walks around, as it tries every choice of them. On a board with more of
// them within reach, it walks around the others.
const maxAscents = 4

// ascents returns the choices of buildings that a way of at most that length may climb. Those that the base is on at either end
// are part of each choice, and the first is no more than these.
func (g *Ground) ascents(m Mover, from, to Point, reach Inch) []ascent {
	base := ascent{}
	var more []int
	for i := range g.Buildings {
		b := &g.Buildings[i]
		on := func(p Point) bool { return legCloser(p, p, b.Shape, m.R-Thou) }
		switch {
		case !g.climbed(i):
		case on(from):
			base.open |= 1 << i // to go down and up again is never worth it
		case on(to):
			base.open |= 1 << i
			base.cost += b.Height
		case b.Height <= reach && legCloser(from, from, b.Shape, reach+m.R) && len(more) < maxAscents:
			more = append(more, i)
		}
	}
	out := []ascent{base}
	for _, i := range more {
		for _, c := range out {
			if c.cost += g.Buildings[i].Height; c.cost <= reach {
				out = append(out, ascent{c.open | 1<<i, c.cost})
			}
		}
	}
	return out
}
