package downsync

import "slices"

// open reports whether the piece can still be activated this Round.
func open(p *piece) bool { return p.onTable() && !p.activated }

func roundBegins(m *match, f struct {
	Round int `json:"round"`
}) {
	m.expect(m.done == 2, "Q9", "the Round begins before both sides have deployed")
	m.expect(f.Round == m.round+1, "R6.2", "Round %d after Round %d", f.Round, m.round)
	for _, p := range m.pieces {
		m.expect(m.round == 0 || !open(p), "R6.2", "the Round ended before %s was activated", p.label)
	}
	m.round, m.scoring = f.Round, false
	m.cp = [2]int{m.conf.capacity(), m.conf.capacity()} // R6.1, R17.1
	for _, p := range m.all() {
		p.activated, p.fresh = false, false
		if p.aura { // Q24
			m.cp[p.seat-1]--
		}
	}
	if m.round == 1 {
		m.active = m.first // R5.3; later R6.3, Q16: turnEnds has set it
	}
	m.expect(m.conf.MaxRounds == 0 || m.round <= m.conf.MaxRounds, "Q19", "Round %d of at most %d", m.round, m.conf.MaxRounds)
}

// all returns every piece, those aboard too.
func (m *match) all() (out []*piece) {
	for _, p := range m.pieces {
		out = append(out, p)
		if p.carrying != nil {
			out = append(out, p.carrying)
		}
	}
	return out
}

func turnBegins(m *match, f struct {
	Turn   int `json:"turn"`
	Active int `json:"active"`
}) {
	m.expect(f.Turn == m.turn+1, "R3.5", "Turn %d after Turn %d", f.Turn, m.turn)
	// m.active is the side whose Turn it is by R6.2, R6.3; it is skipped if it has nothing left (Q15).
	want := m.active
	if len(m.of(want, open)) == 0 {
		want = 3 - want
	}
	m.expect(f.Active == want, "R6.2", "side %d is active, expected %d", f.Active, want)
	m.turn, m.active, m.phase = f.Turn, f.Active, "designate"
	for _, p := range m.all() {
		p.tf, p.refreshed, p.moved, p.acted, p.firstMoved = false, false, false, false, false
		for _, b := range p.bases {
			b.moved, b.slowed, b.fresh = false, false, false
		}
	}
}

func designated(m *match, f struct {
	Pieces []string `json:"pieces"`
}) {
	m.expect(m.phase == "designate", "R7.2", "designated in the phase %s", m.phase)
	m.expect(len(f.Pieces) > 0, "Q14", "nothing is designated")
	for _, label := range f.Pieces {
		p := m.known(label)
		if p == nil {
			continue
		}
		m.expect(p.seat == m.active, "R7.3", "%s is not of side %d", label, m.active)
		m.expect(!p.activated, "R27.7", "%s has an Activated Token", label)
		m.expect(!p.tf, "R7.3", "%s is named twice", label)
		p.tf = true
		if p.carrying != nil {
			p.carrying.overwatch = false // D17
		}
	}
	if len(m.of(3-m.active, open)) == 0 && !m.conf.NoSweep {
		for _, p := range m.of(m.active, open) {
			m.expect(p.tf, "Q15", "%s is left out, and the other side has nothing left", p.label)
		}
	}
}

// phases are the phases of a Turn, in order (R7.2, Q13).
var phases = []string{"designate", "reveal", "refresh", "move", "react", "activate"}

func phaseBegins(m *match, f struct {
	Phase string `json:"phase"`
}) {
	at := slices.Index(phases, f.Phase)
	m.expect(at > 0 && phases[at-1] == m.phase, "R7.2", "the phase %s after %s", f.Phase, m.phase)
	switch m.phase {
	case "refresh":
		for _, p := range m.taskforce() {
			m.expect(p.ping() || p.refreshed, "R7.5", "%s was not refreshed", p.label)
		}
	case "react":
		m.expect(m.re == nil, "R24.17", "the engagement has not ended")
	}
	m.phase = f.Phase
}

// taskforce returns the members of the Taskforce that are left.
func (m *match) taskforce() []*piece {
	return m.of(m.active, func(p *piece) bool { return p.tf && p.onTable() })
}

func refreshed(m *match, f struct {
	Unit      string   `json:"unit"`
	Unstunned []int    `json:"unstunned"`
	Paid      []string `json:"paid"`
}) {
	p := m.known(f.Unit)
	if p == nil {
		return
	}
	m.expect(!p.ping(), "Q22", "the Ping %s is refreshed", f.Unit)
	if p.ping() {
		return
	}
	m.expect(!p.refreshed, "R7.5", "%s is refreshed twice", f.Unit)
	m.expect(len(f.Unstunned) == 0 || !m.v42(), "V3", "%s pays for a Stun Token", f.Unit)
	if m.re != nil { // R24.14, Q63
		m.expect(p.seat != m.active && m.re.has(p), "Q63", "%s is refreshed in the engagement", f.Unit)
		m.expect(m.re.turn == p || m.calls(), "R24.14", "%s is refreshed before its time", f.Unit)
		m.expect(!m.v42() || !p.fresh && !p.activated, "V20", "%s is refreshed again", f.Unit)
	} else {
		m.expect(m.phase == "refresh" && p.tf && p.seat == m.active, "R7.5", "%s is refreshed in the phase %s", f.Unit, m.phase)
	}
	p.refreshed, p.fresh, p.overwatch = true, true, false // R7.6
	if p.aura {                                           // Q24
		p.aura = false
		m.cp[p.seat-1]++
	}
	for _, b := range p.bases {
		b.cm = p.unit.CM // R23.6, R13.2
	}
	for _, n := range f.Unstunned { // R17.3, Q59
		b := p.base(n)
		if b == nil || !b.stun {
			m.differ("R17.3", "base %d of %s has no Stun Token", n, f.Unit)
			continue
		}
		b.stun, b.fresh = false, false
		m.pay(p.seat, 1)
	}
	for _, id := range f.Paid {
		m.expect(id == "defense-aura" && p.unit.has(id), "R7.6", "%s pays for %s", f.Unit, id)
		p.aura = true
		m.pay(p.seat, 1)
	}
}

// calls reports whether the running activation may call another Unit by Forward Observe (Q79).
func (m *match) calls() bool {
	return len(m.act) > 0 && m.now().doing != nil && m.now().doing.ID == "forward-observe"
}

func turnEnds(m *match, f struct {
	Turn int `json:"turn"`
}) {
	m.expect(f.Turn == m.turn, "R3.5", "Turn %d ends in Turn %d", f.Turn, m.turn)
	m.expect(m.phase == "activate", "R7.2", "the Turn ends in the phase %s", m.phase)
	m.expect(len(m.act) == 0, "R7.12", "the Turn ends in an activation")
	for _, p := range m.taskforce() {
		m.expect(p.activated, "R7.14", "%s of the Taskforce has no Activated Token", p.label)
	}
	m.each(func(_ *piece, b *base) { b.tagged, b.locked = false, false }) // Q84
	if m.v42() {
		scoreGoals(m)
	} else {
		m.score()
	}
	m.active = 3 - m.active // R6.2
	m.phase = "ended"
}
