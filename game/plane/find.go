package plane

// Way is the shortest allowed way to a point, at most 0.05" longer than need be. If there is none the Trip's Stop says
// why: the end is not allowed, or the way there is too long (it is returned all the same), or something closes it off:
// then what stands first on the straight line is named.
func (g *Ground) Way(m Mover, from, to Point) (Path, Trip) {
	straight := Path{from, to}
	t := g.Judge(m, straight)
	if from == to || t.Stop == nil && t.Slowed == 0 {
		return straight, t
	}
	if s := g.never(m, from, to); s != nil {
		t.Stop = s
		return nil, t
	}
	w := wayfinder{newShadows(g, &m), from, to}
	if p, t, ok := w.best(m.Allowance); ok && t.Stop == nil {
		return p, t
	}
	// So far beyond the allowance it is still of interest by how much a way is too long.
	const beyond = 6000
	if p, t, ok := w.best(max(m.Allowance, Dist(from, to)) + beyond); ok {
		return p, t
	}
	t.Stop = g.hinders(m, straight)
	return nil, t
}

// never is why no way at all can lead from there to there, however long.
func (g *Ground) never(m Mover, from, to Point) *Stop {
	for _, stay := range [2]Path{{to, to}, {from, from}} {
		if (&Trip{}).offTable(g, m, stay) {
			return &Stop{Why: StopTable, At: stay[0]}
		}
		if s := g.blocks(m, from, stay[0], stay[0]); s != nil {
			return s
		}
	}
	for i, z := range m.Zones {
		if g.in(z, m, to) {
			return &Stop{Why: StopZone, At: to, Index: i}
		}
	}
	return g.ends(m, to)
}

// wayfinder looks for the best way from a point to another.
type wayfinder struct {
	*shadows
	from, to Point
}

// best is the way no longer than reach that leaves most of the allowance, be it too long: the shortest one, or a longer
// one that goes round terrain that slows (R10.1).
func (w *wayfinder) best(reach Inch) (Path, Trip, bool) {
	wet, wetTrip, ok := w.shortest(reach, false)
	if !ok || wetTrip.Slowed == 0 {
		return wet, wetTrip, ok
	}
	if w.g.slows(*w.m, Path{w.from}) || w.g.slows(*w.m, Path{w.to}) {
		return wet, wetTrip, true
	}
	dry, dryTrip, ok := w.shortest(wetTrip.Length+w.m.Slow, true)
	if !ok || dryTrip.Left < wetTrip.Left {
		return wet, wetTrip, true
	}
	return dry, dryTrip, true
}

// shortest is the shortest way no longer than reach, on dry ground only or anywhere.
func (w *wayfinder) shortest(reach Inch, dry bool) (Path, Trip, bool) {
	for _, sight := range w.handlings() {
		// A way that touches things may fail the exact verdict by a thousandth; then one that keeps off a little will do.
		for _, pad := range [...]float64{0, 3} {
			f, last, ok := aim(w.surveyed(w.from, w.to, terms{reach, pad, dry, sight}), w.from, w.to, float64(reach+Thou))
			if !ok {
				break
			}
			if p, t, ok := w.drawn(f, last, dry); ok {
				return p, t, true
			}
		}
	}
	return nil, Trip{}, false
}

// drawn is a way that was found as legs that stand up to the verdict.
func (w *wayfinder) drawn(f *finder, last int, dry bool) (Path, Trip, bool) {
	for i, step := range fineness {
		p := f.path(last, w.from, w.to, step)
		t := w.g.measure(*w.m, p)
		if dry && t.Slowed != 0 || w.g.hinders(*w.m, p) != nil {
			continue
		}
		if t.tooFar(p) && i+1 < len(fineness) && t.Length-t.Stop.By >= Inch(f.hops[last].length) {
			continue
		}
		return p, t, true
	}
	return nil, Trip{}, false
}
