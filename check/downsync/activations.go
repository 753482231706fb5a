package downsync

import "slices"

// activation is a running Unit Activation (R7.12 to R7.14).
type activation struct {
	p       *piece
	one     bool     // of a squad just unloaded: one action a base (Q76)
	eye     *piece   // who observes for it (Q79)
	limited []int    // bases that are stunned (R27.9, Q58)
	ap      []int    // bases with their Action Point left
	over    []int    // bases after which another has acted (R13.4)
	last    int      // the base that acted last
	count   [5]int   // actions of each base
	once    []string // actions that are allowed once
	watched bool
	doing   *action
	by      *base
	left    int      // checks or attacks of the action that are left
	targets []string // of a Clustered action, named first (Q80)
	aim     *point
	fired   []*base // bases that have attacked out of Stealth (R27.12)
}

// now returns the innermost running activation.
func (m *match) now() *activation { return m.act[len(m.act)-1] }

func activationBegins(m *match, f struct {
	Piece string `json:"piece"`
	One   bool   `json:"one"`
	Eye   string `json:"eye"`
}) {
	p := m.known(f.Piece)
	if p == nil {
		return
	}
	a := &activation{p: p, one: f.One}
	m.expect(!p.acted, "R7.12", "%s is activated twice", f.Piece)
	switch {
	case f.Eye != "": // Q79
		a.eye, _ = m.ref(f.Eye)
		m.expect(m.calls() && m.now().p == a.eye && a.eye != p, "Q79", "%s does not call %s", f.Eye, f.Piece)
		m.expect(a.eye != nil && p.tf == a.eye.tf && m.inOneForce(p, a.eye), "Q79", "%s is not in the Taskforce of %s", f.Piece, f.Eye)
	case f.One: // Q76
		m.expect(len(m.act) > 0 && m.now().doing != nil && m.now().doing.ID == "unload", "Q76", "%s was not unloaded", f.Piece)
		m.expect(!p.activated, "Q76", "%s acts after it was unloaded with an Activated Token", f.Piece)
	case m.re != nil:
		m.expect(len(m.act) == 0, "R13.4", "%s is activated within another activation", f.Piece)
		m.expect(m.re.turn == p, "R24.11", "%s is activated and not called", f.Piece)
	default:
		m.expect(len(m.act) == 0, "R7.12", "%s is activated within another activation", f.Piece)
		m.expect(m.phase == "activate" && p.tf && p.seat == m.active && !p.activated, "R7.12", "%s is activated in the phase %s", f.Piece, m.phase)
	}
	if m.re != nil && m.re.has(p) {
		if p.seat != m.active && (!m.v42() || !p.fresh && !p.activated) { // V20
			m.expect(p.refreshed, "R24.14", "%s was not refreshed before its reaction", f.Piece)
		}
		p.overwatch = false // R24.15
	}
	for _, b := range p.bases {
		a.ap = append(a.ap, b.n)
		if b.stun && !b.fresh { // R24.16, Q60
			a.limited = append(a.limited, b.n)
		}
	}
	p.acted = true
	m.act = append(m.act, a)
}

// inOneForce reports whether the two are in the same Taskforce or Reaction Taskforce (R24.7).
func (m *match) inOneForce(a, b *piece) bool {
	return a.seat == b.seat && (a.tf && b.tf || m.re != nil && m.re.has(a) && m.re.has(b))
}

// acts checks that the base may take an action, and what it costs.
func (m *match) acts(p *piece, b *base, ap bool, cp int, what string) {
	if len(m.act) == 0 || m.now().p != p {
		m.differ("R7.12", "%s acts (%s) and is not activated", p.name(b), what)
		return
	}
	a := m.now()
	m.closeAction()
	m.expect(!m.v42() || len(a.limited) == 0, "V16", "%s acts before its Stun Tokens are paid for", p.name(b))
	m.expect(!m.v42() || m.re == nil || !a.watched, "V21", "%s acts after its Overwatch Action", p.name(b))
	m.expect(!a.watched || !ap, "Q46", "%s acts after its Overwatch Action", p.name(b))
	m.expect(!slices.Contains(a.over, b.n), "R13.4", "%s acts again after another base", p.name(b))
	if a.last != 0 && a.last != b.n && !slices.Contains(a.over, a.last) {
		a.over = append(a.over, a.last)
	}
	a.last = b.n
	if ap {
		i := slices.Index(a.ap, b.n)
		m.expect(i >= 0, "R7.13", "%s has no Action Point for %s", p.name(b), what)
		if i >= 0 {
			a.ap = append(a.ap[:i:i], a.ap[i+1:]...)
		}
	}
	if p.ping() {
		m.expect(what == "move", "R15.1", "the Ping %s acts: %s", p.label, what)
	}
	if slices.Contains(a.limited, b.n) { // Q58
		m.expect(!b.moved, "Q58", "%s is stunned, has moved, and acts: %s", p.name(b), what)
		m.expect(a.count[b.n] == 0, "Q58", "%s is stunned and takes a second action: %s", p.name(b), what)
	}
	if a.one {
		m.expect(a.count[b.n] == 0, "Q76", "%s takes a second action after it was unloaded", p.name(b))
	}
	if a.eye != nil {
		m.expect(a.count[b.n] == 0, "Q79", "%s takes a second action on call", p.name(b))
	}
	a.count[b.n]++
	m.pay(p.seat, cp)
}

// closeAction checks that the action before is over: its attacks are made or dropped, and Stealth is lost (R18.1, R27.12).
func (m *match) closeAction() {
	a := m.now()
	m.expect(a.left == 0, "R18.1", "%d checks or attacks of %s are left", a.left, a.p.label)
	a.left, a.doing, a.targets, a.aim = 0, nil, nil, nil
	for _, b := range a.p.bases {
		fired := m.firedFromStealth(a.p, b)
		m.expect(!fired || !b.stealth, "R27.12", "%s keeps its Stealth after an attack", a.p.name(b))
	}
	a.fired = nil
}

// firedFromStealth reports whether the base has attacked and so loses its Stealth.
func (m *match) firedFromStealth(p *piece, b *base) bool {
	for _, a := range m.act {
		if a.p == p && (slices.Contains(a.fired, b) || m.v42() && len(a.fired) > 0) { // V11
			return true
		}
	}
	return false
}

func actionBegins(m *match, f struct {
	Unit    string   `json:"unit"`
	By      int      `json:"by"`
	Action  string   `json:"action"`
	ROF     int      `json:"rof"`
	NoAP    bool     `json:"no_ap"`
	CP      int      `json:"cp"`
	Aim     *point   `json:"aim"`
	Targets []string `json:"targets"`
}) {
	p := m.known(f.Unit)
	if p == nil || p.ping() {
		m.differ("R15.1", "%s cannot act", f.Unit)
		return
	}
	b, x := p.base(f.By), p.unit.action(f.Action)
	if b == nil || x == nil {
		m.differ("R18.2", "%s has no base %d or no %s", f.Unit, f.By, f.Action)
		return
	}
	m.expect(len(x.Teams) == 0 || slices.Contains(x.Teams, f.By), "R13.5", "base %d of %s uses %s", f.By, f.Unit, f.Action)
	costs := map[string][]struct { // R18.4, R18.5
		noAP bool
		cp   int
	}{"A": {{false, 0}}, "C": {{true, 1}}, "A/C": {{false, 0}, {true, 1}}, "A+C": {{false, 1}}, "FREE": {{true, 0}}}[x.Cost]
	paid := false
	for _, c := range costs {
		paid = paid || c.noAP == f.NoAP && c.cp == f.CP
	}
	m.expect(paid, "R18.4", "%s pays for %s of %s: AP %t, %d CP", f.Unit, f.Action, x.Cost, !f.NoAP, f.CP)
	m.acts(p, b, !f.NoAP, f.CP, f.Action)
	if len(m.act) == 0 || m.now().p != p {
		return
	}
	a := m.now()
	a.doing, a.by, a.left, a.targets, a.aim = x, b, f.ROF, f.Targets, f.Aim
	_, clustered := find(x.Traits, "clustered")
	switch {
	case clustered:
		m.expect(f.ROF == len(f.Targets) && f.ROF <= x.ROF, "R21.2", "%d attacks at %d targets, ROF %d", f.ROF, len(f.Targets), x.ROF)
		m.aims(a)
	default:
		m.expect(f.ROF == x.ROF, "R20.1", "%d checks or attacks of ROF %d", f.ROF, x.ROF)
	}
	if a.eye != nil {
		m.expect(x.has("fire-support"), "Q79", "%s uses %s on call", f.Unit, f.Action)
	}
	if slices.Contains([]string{"target-lock", "forward-observe", "deploy-drones", "sprint"}, f.Action) { // Q49
		m.expect(!slices.Contains(a.once, f.Action), "Q49", "%s uses %s twice", f.Unit, f.Action)
		a.once = append(a.once, f.Action)
	}
	if f.Action == "go-dark" {
		oweStealth(m, p)
	}
	if f.Action == "load" || f.Action == "unload" {
		other := map[string]string{"load": "unload", "unload": "load"}[f.Action]
		m.expect(!slices.Contains(a.once, other), "Q77", "%s loads and unloads", f.Unit)
		a.once = append(a.once, f.Action)
	}
}

func overwatch(m *match, f struct {
	Unit string `json:"unit"`
}) {
	p := m.known(f.Unit)
	if p == nil || len(m.act) == 0 || m.now().p != p {
		m.differ("R19.2", "%s takes Overwatch and is not activated", f.Unit)
		return
	}
	a := m.now()
	m.closeAction()
	able := false
	for _, n := range a.ap { // Q46
		b := p.base(n)
		if b == nil {
			continue
		}
		limit := slices.Contains(a.limited, n) && (b.moved || a.count[n] > 0)
		able = able || !limit && !((a.one || a.eye != nil) && a.count[n] > 0)
	}
	m.expect(!m.v42() || len(a.limited) == 0, "V16", "%s acts before its Stun Tokens are paid for", f.Unit)
	m.expect(!m.v42() || m.re == nil || a.last == 0, "V21", "%s acts before its Overwatch Action", f.Unit)
	m.expect(able, "Q46", "%s has no Action Point for Overwatch", f.Unit)
	m.expect(!p.ping(), "R15.1", "the Ping %s takes Overwatch", f.Unit)
	for _, b := range p.bases {
		a.count[b.n]++
	}
	a.ap, a.watched, p.overwatch = nil, true, true
}

func dropped(m *match, f struct {
	Unit string `json:"unit"`
}) {
	if len(m.act) == 0 || m.now().p.label != f.Unit {
		m.differ("Q51", "%s drops attacks and is not activated", f.Unit)
		return
	}
	m.expect(m.now().left > 0, "Q51", "%s has no attacks left", f.Unit)
	m.now().left = 0
}

func activationEnds(m *match, f struct {
	Piece     string `json:"piece"`
	Unstunned []int  `json:"unstunned"`
	Activated bool   `json:"activated"`
}) {
	p := m.known(f.Piece)
	if p == nil || len(m.act) == 0 || m.now().p != p {
		m.differ("R7.12", "the activation of %s ends and another is running", f.Piece)
		return
	}
	a := m.now()
	m.closeAction()
	m.act = m.act[:len(m.act)-1]
	var want []int
	for _, n := range a.limited { // Q59
		m.expect(!m.v42(), "V16", "base %d of %s has not paid for its Stun Token", n, f.Piece)
		if b := p.base(n); b != nil && b.stun {
			want = append(want, n)
			b.stun = false
		}
	}
	m.expect(slices.Equal(f.Unstunned, want), "Q59", "%s loses the Stun Tokens of %v, expected %v", f.Piece, f.Unstunned, want)
	inRE := m.re != nil && m.re.has(p)
	m.expect(f.Activated != inRE, "R7.14", "%s receives an Activated Token: %t", f.Piece, f.Activated) // Q69
	if f.Activated {
		p.activated = true
	}
	if m.re != nil && m.re.turn == p {
		m.re.turn = nil
	}
}
