package plane

// Pairs returns Sees, and how many pairs of pieces of the two rims the search examined.
func (g *Ground) Pairs(a, b Body) (seen bool, pairs int) {
	var s search
	if g.before(b, a) {
		a, b = b, a
	}
	seen = s.run(g, a, b, false).Seen
	return seen, s.pairs
}
