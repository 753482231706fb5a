package plane

// Stand returns why the base may not stand there: it is over the edge, on another base, or on a building that does not
// allow it. It returns nil if it may. It checks the place only, as for a Unit that is revealed or unloaded, and not how
// the base came there.
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
