package plane

// Stand says why the base may not stand there: over the edge, on another base, or not as buildings allow; nil if it may.
// It is the verdict on a place, as for a Unit that is revealed or unloaded; how it came there does not matter.
func (g *Ground) Stand(m Mover, at Point) *Stop {
	if !g.Table.Holds(Disc{at, m.R}) {
		return &Stop{Why: StopTable, At: at}
	}
	if !m.Infantry {
		for i, b := range g.Buildings {
			if legCloser(at, at, b.Shape, m.R-Thou) {
				return &Stop{Why: StopWall, At: at, Index: i}
			}
		}
	}
	return g.ends(m, at)
}
