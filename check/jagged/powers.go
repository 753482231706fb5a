package jagged

import "slices"

// pushes checks Coordinated Push (J14.6).
func (m *match) pushes(x *model) {
	s := &m.sides[x.seat]
	m.expect(!s.pushed && x.unit.is("infantry"), "J14.6", "no Coordinated Push for %s", x.label)
	s.pushed = true
	if o := m.with(x.seat, "coordinated-push"); o == nil || atMost(gap(o.disc(), x.disc()), 6) == no {
		m.differ("J14.6", "no Officer is within 6\" of %s", x.label)
	}
}

// pulsed checks Warp Pulse (J14.13).
func (m *match) pulsed(f struct {
	By     string `json:"by"`
	Target string `json:"target"`
}) {
	x, target := m.model(f.By), m.model(f.Target)
	if x == nil || target == nil {
		return
	}
	m.inPart(x.seat, "J14.13", "move", "shoot")
	m.expect(x.unit.has("warp-pulse") && x.seat != target.seat, "J14.13", "no Warp Pulse of %s on %s", x.label, target.label)
	m.use(x.seat, "warp-pulse", "J14.13")
	m.expect(atMost(gap(x.disc(), target.disc()), 6) > no, "J14.13", "%s is not within 6\"", target.label)
	e, _ := m.lasting(change{Is: "threshold", Who: "target", N: 10, Lasts: "next-attack"}, "warp-pulse")
	target.effects = append(target.effects, e)
}

// hampers reports whether an effect is a modifier that Psionic Stabilize can end (J14.12, JQ34).
func (e effect) hampers() bool {
	return e.Is == "threshold" && e.N > 0 || (e.Is == "evade" || e.Is == "movement") && e.N < 0
}

// stabilized checks Psionic Stabilize outside of an attack (J14.12).
func (m *match) stabilized(f struct {
	Unit   string `json:"unit"`
	Effect string `json:"effect"`
	From   string `json:"from"`
	N      int    `json:"n"`
}) {
	x := m.model(f.Unit)
	if x == nil {
		return
	}
	m.inPart(x.seat, "J14.12", "move", "shoot")
	m.pay(x.seat, "J14.12")
	s := m.with(x.seat, "psionic-stabilize")
	m.expect(s != nil && s != x, "J14.12", "nobody stabilizes %s", x.label)
	found, greatest := false, 0
	for _, e := range x.effects {
		if e.Is == f.Effect && e.hampers() {
			found = found || e.From == f.From && e.N == f.N
			if e.Since <= m.round {
				greatest = max(greatest, e.N, -e.N)
			}
		}
	}
	m.expect(found, "J14.12", "%s has no %s of %s by %d", x.label, f.Effect, f.From, f.N)
	m.expect(max(f.N, -f.N) >= greatest, "J14.12", "a %s by %d is greater", f.Effect, greatest)
	x.ends(func(e effect) bool { return e.Is == f.Effect && e.From == f.From && e.hampers() })
}

// attackRerolled checks Stationary Anchor (J14.7).
func (m *match) attackRerolled(f struct {
	Unit string `json:"unit"`
	Was  int    `json:"was"`
	Face int    `json:"face"`
}) {
	m.rolled(100, f.Face)
	x, a := m.model(f.Unit), m.attack
	if x == nil || a == nil {
		m.differ("J14.7", "%s has no attack to roll again", f.Unit)
		return
	}
	m.expect(a.by == x && x.unit.has("stationary-anchor"), "J14.7", "%s has no Stationary Anchor", x.label)
	m.expect(!x.moved && !x.rerolled, "J14.7", "%s has moved or rolled again", x.label)
	m.expect(f.Was == a.face && outcome(a.face, a.need) == "miss", "J14.7", "the attack with %d of %d did not miss", a.face, a.need)
	x.rerolled, a.face, a.record = true, f.Face, m.record
}

// unasked notes what could have changed an attack and was not asked for (J14.7, J14.10).
func (m *match) unasked(a *attack) {
	other := 3 - a.by.seat
	switch outcome(a.face, a.need) {
	case "miss":
		m.expect(!a.by.unit.has("stationary-anchor") || a.by.moved || a.by.rerolled, "J14.7", "%s could roll again", a.by.label)
	case "hit":
		used := slices.Contains(m.sides[other].used, "seers-insight")
		m.expect(m.with(other, "seers-insight") == nil || used || a.face >= a.need+10, "J14.10", "the Seer could turn the hit into a miss")
	}
}

// insightUsed checks Seer's Insight (J14.10).
func (m *match) insightUsed(f struct {
	Seat int `json:"seat"`
	Need int `json:"need"`
}) {
	a := m.attack
	if a == nil {
		m.differ("J14.10", "there is no attack")
		return
	}
	m.expect(a.by.seat != f.Seat && m.with(f.Seat, "seers-insight") != nil, "J14.10", "side %d has no Seer's Insight", f.Seat)
	m.use(f.Seat, "seers-insight", "J14.10")
	m.expect(outcome(a.face, a.need) == "hit" && a.face < a.need+10, "J14.10", "%d of %d cannot be turned into a miss", a.face, a.need)
	m.expect(f.Need == a.need+10, "J14.10", "needs %d, expected %d", f.Need, a.need+10)
	a.need += 10
	a.record = -1 // nobody is asked again
}
