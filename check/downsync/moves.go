package downsync

import (
	"math"
	"slices"
)

func moved(m *match, f struct {
	Base   string  `json:"base"`
	Path   []point `json:"path"`
	Action bool    `json:"action"`
	Slowed bool    `json:"slowed"`
}) {
	p, b := m.ref(f.Base)
	if b == nil {
		return
	}
	if len(f.Path) == 0 {
		m.differ("Q25", "%s has no way", f.Base)
		return
	}
	m.expect(dist(f.Path[0], b.point) <= Near, "Q25", "%s begins at %v and stands at %v", f.Base, f.Path[0], b.point)
	if f.Action {
		m.acts(p, b, true, 0, "move")
	} else {
		m.expect(m.phase == "move" && p.tf && p.seat == m.active, "R7.8", "%s moves in the phase %s", f.Base, m.phase)
		m.expect(!b.moved && !p.moved, "R7.8", "%s has moved already", f.Base)
		for _, o := range m.pieces {
			m.expect(o == p || !o.firstMoved || o.moved, "Q25", "%s moves while the move of %s is unfinished", f.Base, o.label)
		}
		b.moved, p.firstMoved = true, true
	}
	checkWay(m, p, b, f.Path, f.Slowed)
	b.point = f.Path[len(f.Path)-1]
	m.settled(p, b)
	if f.Action {
		m.moveEnded(p)
	}
}

// checkWay checks the length of a way and the terrain and pieces on it.
func checkWay(m *match, p *piece, b *base, way []point, told bool) {
	name := p.name(b)
	slowed := no
	if (!b.slowed || m.v42()) && (p.ping() || !p.unit.has("all-terrain")) { // Q27, Q29, V7
		for _, x := range m.ground.Areas {
			if x.slows() {
				slowed = max(slowed, m.ground.under(x.Shape.fromWay(way), b.r))
			}
		}
		m.expect(slowed == undecided || (slowed == yes) == told, "Q27", "%s is slowed: %t", name, told)
	}
	allowed := p.spd()
	if slowed == yes || slowed == undecided && told {
		allowed -= 2
		b.slowed = true
	}
	long := wayLength(way)
	m.expect(long <= allowed+Near, "R7.8", "%s moves %.3f\" of %.0f\"", name, long, allowed)

	for _, q := range way { // the table is convex, so its corners decide
		m.expect(q.X >= b.r-Near && q.Y >= b.r-Near && q.X <= m.long()-b.r+Near && q.Y <= wide-b.r+Near, "Q4", "%s leaves the table at %v", name, q)
	}
	m.each(func(o *piece, x *base) {
		if o.seat != p.seat {
			m.expect(fromWay(x.point, way) >= b.r+x.r-Near, "Q26", "%s passes through %s", name, o.name(x))
			unloaded := m.v42() && o.ping() && len(m.act) > 0 && m.now().one // V24
			if p.ping() || unloaded {
				keepsAway(m, p, b, way, o, x)
			}
		}
	})
	if !p.infantry() {
		for i, x := range m.ground.Buildings {
			m.expect(x.Shape.fromWay(way) >= b.r-Near, "Q35", "%s crosses building %d", name, i+1)
		}
	}
}

// keepsAway checks that a Ping stays more than 2" away from an enemy (R14.2, R14.3, Q30, Q31).
func keepsAway(m *match, p *piece, b *base, way []point, o *piece, x *base) {
	const zone = 2
	start, end := gap(b.disc, x.disc), gap(disc{way[len(way)-1], b.r}, x.disc)
	least := max(0, fromWay(x.point, way)-b.r-x.r)
	if least >= zone-Near {
		return
	}
	if start <= zone+Near { // Q31
		m.expect(least >= start-Near && end >= zone-Near, "Q31", "the Ping %s comes nearer to %s", p.label, o.name(x))
		return
	}
	if !o.ping() || m.v42() { // V12
		m.differ("R14.3", "the Ping %s comes within %.3f\" of %s", p.label, least, o.name(x))
		return
	}
	for i := 1; i < len(way); i++ {
		const step = 0.1
		n := int(math.Ceil(dist(way[i-1], way[i])/step)) + 1
		for k := range n + 1 {
			at := disc{between(way[i-1], way[i], float64(k)/float64(n)), b.r}
			if atMost(gap(at, x.disc), zone) == yes && m.ground.sees(body{disc: at}, m.body(o, x)) == yes {
				m.differ("R14.2", "the Ping %s comes within 2\" of %s, which it sees", p.label, o.name(x))
				return
			}
		}
	}
}

// settled checks where a base has ended its move. The other bases of its Unit may still move.
func (m *match) settled(p *piece, b *base) {
	others := p.bases
	if m.phase == "move" && p.firstMoved && !p.moved {
		p.bases = []*base{b}
	}
	m.stands(p, b)
	p.bases = others
}

func moveDone(m *match, f struct {
	Piece string `json:"piece"`
}) {
	p := m.known(f.Piece)
	if p == nil {
		return
	}
	m.expect(m.phase == "move" && p.tf && !p.moved, "R7.8", "the move of %s ends", f.Piece)
	p.moved = true
	for _, b := range p.bases {
		m.stands(p, b)
	}
	m.moveEnded(p)
}

func moveTaken(m *match, f struct {
	Unit  string `json:"unit"`
	Bases []struct {
		N  int   `json:"n"`
		At point `json:"at"`
	} `json:"bases"`
}) {
	p := m.known(f.Unit)
	if p == nil {
		return
	}
	m.expect(m.phase == "move" && p.firstMoved && !p.moved, "D5", "%s takes back its move", f.Unit)
	for _, at := range f.Bases {
		b := p.base(at.N)
		if b == nil || !b.moved {
			m.differ("D5", "base %d of %s has not moved", at.N, f.Unit)
			continue
		}
		b.point, b.moved, b.slowed = at.At, false, false
	}
	for _, b := range p.bases {
		m.expect(!b.moved, "D5", "%s stays moved", p.name(b))
		m.stands(p, b)
	}
	p.firstMoved = false
}

// moveEnded checks coherency, and asks for what a finished move reveals (Q32, Q44, Q55).
func (m *match) moveEnded(p *piece) {
	coherent(m, p)
	if p.ping() {
		return
	}
	m.each(func(o *piece, x *base) {
		near := no
		for _, b := range p.bases {
			near = max(near, atMost(gap(b.disc, x.disc), 2))
		}
		switch {
		case o.seat == p.seat:
		case o.ping():
			m.owe("contact", o.label, "R16.2", near) // Q34: no line of sight is needed
		case x.stealth:
			m.oweLoss(o, x, "R27.12", near)
		}
	})
	for _, b := range p.bases {
		if b.stealth {
			m.oweLoss(p, b, "R27.12", m.enemyNear(p, b))
		}
	}
}

// coherent checks that a Unit's bases are together (R13.3, Q44).
func coherent(m *match, p *piece) {
	most := 12.0
	if m.v42() {
		most = 6 // V10
	}
	var at []point
	for i, b := range p.bases {
		at = append(at, b.point)
		for _, o := range p.bases[:i] {
			m.expect(atMost(gap(b.disc, o.disc), most) != no, "R13.3", "%s and %s are %.3f\" apart", p.name(b), p.name(o), gap(b.disc, o.disc))
		}
	}
	if len(at) > 1 && !m.conf.NoCircle {
		r := circleAround(at) + p.bases[0].r
		m.expect(2*r <= most+Near, "Q44", "%s needs a circle of %.3f\"", p.label, 2*r)
	}
}

func contact(m *match, f struct {
	Pings []string `json:"pings"`
	Why   string   `json:"why"`
}) {
	for _, label := range f.Pings {
		if m.known(label) == nil {
			continue
		}
		m.expect(m.fulfil("contact", label), "R16.2", "%s is revealed without cause", label)
		m.owe("revealed", label, "R16.1", yes)
	}
	m.expect(slices.Contains([]string{"scan", "contact"}, f.Why), "R16.2", "revealed by %s", f.Why)
	for _, d := range m.due {
		m.expect(d.kind != "contact" || d.must != yes, d.rule, "%s is not revealed", d.what)
	}
}
