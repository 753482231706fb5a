package downsync

import (
	"math"
	"slices"
	"strings"
)

func revealed(m *match, f struct {
	Piece string  `json:"piece"`
	Unit  string  `json:"unit"`
	Bases []point `json:"bases"`
	Why   string  `json:"why"`
}) {
	p, u := m.known(f.Piece), m.cards.units[f.Unit]
	if p == nil || u == nil || !p.ping() {
		m.differ("R16.1", "%s cannot become %s", f.Piece, f.Unit)
		return
	}
	m.expect(u.Sig == p.sig, "R16.1", "the %s Ping %s becomes a %s Unit", p.sig, f.Piece, u.Sig)
	m.expect(m.takeReserve(p.seat, f.Unit), "R16.1", "%s is not in Reserve", f.Unit)
	forced := m.fulfil("revealed", f.Piece)
	switch f.Why {
	case "choice":
		m.expect(m.phase == "reveal" && p.tf && p.seat == m.active, "R7.4", "%s is revealed in the phase %s", f.Piece, m.phase)
	case "scan", "contact":
		m.expect(forced, "R16.2", "%s is revealed by %s without cause", f.Piece, f.Why)
	case "ambush": // Q74
		m.expect(u.has("ambush"), "Q74", "%s has no Ambush", f.Unit)
		m.expect(m.re != nil && len(m.re.dice) == 0, "Q74", "an ambush outside the declaration")
		p.activated = false
		if m.re != nil {
			p.tf = p.seat == m.active
			m.re.ambush = append(m.re.ambush, p)
		}
	default:
		m.differ("R16.2", "revealed by %s", f.Why)
	}
	from := p.bases[0].disc
	if !u.infantry() { // R16.4
		m.expect(len(f.Bases) == 1 && dist(f.Bases[0], from.point) <= Near, "R16.4", "%s appears elsewhere", f.Piece)
	}
	p.unit = u
	within := reach
	if !m.named() { // D1: the nearest free places, near or far
		within = math.Inf(1)
	}
	appear(m, p, f.Bases, from, within)
	for i, r := range m.mounted[p.seat-1] { // D8
		if r.in == f.Unit {
			p.carrying = &piece{seat: p.seat, sig: m.cards.units[r.unit].Sig, unit: m.cards.units[r.unit]}
			m.mounted[p.seat-1] = append(m.mounted[p.seat-1][:i:i], m.mounted[p.seat-1][i+1:]...)
			break
		}
	}
	if t, ok := u.trait("carrier"); ok {
		p.drones = t.Unit
	}
}

// named reports whether the order names the places of bases.
func (m *match) named() bool { return strings.Contains(m.order, " at ") }

// reach is how far from a Ping or carrier a base is placed (R16.5, Q75, Q76).
const reach = 3.0

// appear sets down a Unit with the tokens of its card, infantry within so much of the base that it comes from (R13.2, R16.5, Q21).
func appear(m *match, p *piece, at []point, from disc, within float64) {
	r, n := radius(p.sig), 1
	if p.infantry() {
		r, n = radius("infantry"), p.unit.Bases
	}
	m.expect(len(at) == n, "R13.1", "%s has %d bases, expected %d", p.label, len(at), n)
	p.bases = nil
	for i, q := range at {
		p.bases = append(p.bases, &base{n: i + 1, disc: disc{q, r}, cm: p.unit.CM, hardened: p.unit.Hardened})
	}
	for _, b := range p.bases {
		if p.infantry() {
			m.expect(atMost(gap(b.disc, from), within) != no, "R16.5", "%s is placed %.3f\" away", p.name(b), gap(b.disc, from))
		}
	}
	setBy(m, p)
	if p.unit.has("stealthy") {
		oweStealth(m, p)
	}
}

// oweStealth asks for the Stealth Tokens that a Unit now receives (R27.11).
func oweStealth(m *match, p *piece) {
	must := no
	for _, b := range p.bases {
		if !b.stealth {
			must = max(must, mayHide(m, p, b))
		}
	}
	m.owe("stealth", p.label, "R27.11", must)
}

// mayHide reports whether the base may receive a Stealth Token: no enemy Unit is within 2" of it, or in edition 4.2 of its Unit (R27.11, V11).
func mayHide(m *match, p *piece, b *base) verdict {
	near := no
	for _, x := range p.bases {
		if x == b || m.v42() {
			near = max(near, m.enemyNear(p, x))
		}
	}
	return near.not()
}

func stealthGained(m *match, f struct {
	Unit  string `json:"unit"`
	Bases []int  `json:"bases"`
}) {
	p := m.known(f.Unit)
	if p == nil {
		return
	}
	m.expect(m.fulfil("stealth", f.Unit), "R27.6", "%s receives Stealth without cause", f.Unit)
	for _, n := range f.Bases {
		b := p.base(n)
		if b == nil {
			m.differ("R27.6", "%s has no base %d", f.Unit, n)
			continue
		}
		m.expect(!b.stealth, "R27.6", "%s has Stealth already", p.name(b))
		m.expect(mayHide(m, p, b) != no, "R27.11", "%s receives Stealth with an enemy within 2\"", p.name(b))
		b.stealth = true
	}
	for _, b := range p.bases {
		m.expect(b.stealth || slices.Contains(f.Bases, b.n) || mayHide(m, p, b) != yes, "R27.6", "%s receives no Stealth", p.name(b))
	}
}

func stealthLost(m *match, f struct {
	Base string `json:"base"`
}) {
	p, b := m.ref(f.Base)
	if b == nil {
		return
	}
	m.expect(b.stealth, "R27.12", "%s has no Stealth", f.Base)
	m.expect(m.fulfil("stealth-lost", f.Base) || m.firedFromStealth(p, b), "R27.12", "%s loses its Stealth without cause", f.Base)
	b.stealth = false
}

// placed checks a Unit that its carrier or transport sets down (Q75, Q76).
func placed(m *match, f struct {
	Unit  string  `json:"unit"`
	Slug  string  `json:"slug"`
	From  string  `json:"from"`
	Bases []point `json:"bases"`
	Joins bool    `json:"joins"`
}) {
	from, u := m.known(f.From), m.cards.units[f.Slug]
	if from == nil || u == nil {
		return
	}
	doing := ""
	if len(m.act) > 0 && m.now().p == from && m.now().doing != nil {
		doing = m.now().doing.ID
	}
	switch {
	case m.hit != nil && m.conf.BailOut > 0: // Q78
		p := from.carrying
		if p == nil || p.unit != u || m.hit.p != from || m.hit.effect != "kill" || m.hit.stopped {
			m.differ("Q78", "%s bails out of %s", f.Slug, f.From)
			return
		}
		from.carrying = nil
		setDown(m, p, f.Unit, f.Bases, from, m.conf.BailOut)
		m.expect(!f.Joins, "Q78", "%s joins a Taskforce as it bails out", f.Unit)
	case doing == "deploy-drones":
		m.expect(from.drones == f.Slug, "Q75", "%s carries no %s", f.From, f.Slug)
		m.expect(m.piece(f.Unit) == nil, "Q75", "there is a %s already", f.Unit)
		from.drones = ""
		p := &piece{label: f.Unit, seat: from.seat, sig: "small", unit: u}
		m.pieces = append(m.pieces, p)
		appear(m, p, f.Bases, from.bases[0].disc, reach)
	case doing == "unload":
		p := from.carrying
		if p == nil || p.unit != u {
			m.differ("Q76", "%s carries no %s", f.From, f.Slug)
			return
		}
		m.expect(p.label == "" || p.label == f.Unit, "Q76", "%s is now called %s", p.label, f.Unit)
		from.carrying = nil
		setDown(m, p, f.Unit, f.Bases, from, reach)
		p.tf = from.tf
		m.expect(f.Joins == (p.seat == m.active), "Q76", "%s joins the Taskforce: %t", f.Unit, f.Joins)
		p.overwatch = false // D17
	default:
		m.differ("Q75", "%s sets down %s during %q", f.From, f.Unit, doing)
	}
}

// setDown puts a squad out of a transport, with the tokens that it had.
func setDown(m *match, p *piece, label string, at []point, from *piece, within float64) {
	before := p.bases
	p.label = label
	m.pieces = append(m.pieces, p)
	if before == nil {
		appear(m, p, at, from.bases[0].disc, within)
		return
	}
	m.expect(len(at) == len(before), "Q76", "%d bases of %s leave, expected %d", len(at), label, len(before))
	for i, b := range before[:min(len(at), len(before))] {
		b.point = at[i]
	}
	for _, b := range before {
		m.expect(atMost(gap(b.disc, from.bases[0].disc), within) != no, "Q76", "%s is placed too far away", p.name(b))
	}
	setBy(m, p)
}

// loaded checks a squad that boards a transport (Q77).
func loaded(m *match, f struct {
	Unit string `json:"unit"`
	In   string `json:"in"`
}) {
	p, in := m.known(f.Unit), m.known(f.In)
	if p == nil || in == nil || p.ping() || in.ping() {
		return
	}
	t, ok := p.unit.trait("mechanized")
	m.expect(ok && t.Unit == in.unit.Slug && in.unit.has("transport"), "Q77", "%s cannot ride in %s", f.Unit, f.In)
	m.expect(len(m.act) > 0 && m.now().p == in && m.now().doing != nil && m.now().doing.ID == "load", "Q77", "%s does not load", f.In)
	m.expect(in.carrying == nil, "Q77", "%s is not empty", f.In)
	m.expect(p.tf && in.tf, "Q77", "%s and %s are not in one Taskforce", f.Unit, f.In)
	moved := false
	for _, b := range p.bases {
		moved = moved || b.moved
		m.expect(atMost(gap(b.disc, in.bases[0].disc), 3) != no, "Q77", "%s is too far from %s", p.name(b), f.In)
	}
	m.expect(!moved || !p.acted, "Q77", "%s has moved and acted", f.Unit)
	p.activated, p.acted = true, true
	if m.re != nil && m.re.has(p) { // D17
		p.overwatch = false
	}
	m.remove(p)
	in.carrying = p
}
