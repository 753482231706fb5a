package downsync

import "slices"

// hit is a hit whose effect is not settled.
type hit struct {
	ref     string
	p       *piece
	b       *base
	effect  string
	need    int  // of ordinary countermeasure dice
	tagged  bool // the target is to be marked first (Q56)
	stopped bool
}

// eyes returns the bodies that look for an attack or scan: the base, the observer (Q79), the point aimed at (Q80), or every base (Q81).
func (m *match) eyes(a *activation) []body {
	_, clustered := find(a.doing.Traits, "clustered")
	switch {
	case clustered && a.aim != nil:
		return []body{m.spot(*a.aim)}
	case a.eye != nil:
		return []body{m.body(a.eye, a.eye.bases[0])}
	case a.doing.has("infantry-network"):
		var all []body
		for _, b := range a.p.bases {
			all = append(all, m.body(a.p, b))
		}
		return all
	}
	return []body{m.body(a.p, a.by)}
}

// spot returns the point that a Clustered attack is aimed at, on the roof at its place (Q80).
func (m *match) spot(at point) body {
	b := body{disc: disc{at, 0}, bare: true}
	for i, x := range m.ground.Buildings {
		if x.Shape.holds(at) {
			b.in = i + 1
		}
	}
	return b
}

// sight returns whether the target is in sight, and whether it is concealed, from the best of the eyes (R8, R9).
func (m *match) sight(eyes []body, p *piece, b *base) (seen, concealed verdict) {
	target := m.body(p, b)
	open := no
	for _, e := range eyes {
		s := m.ground.sees(e, target)
		seen = max(seen, s)
		open = max(open, min(s, m.ground.hidden(e, target).not()))
		if s == undecided {
			open = max(open, min(undecided, m.ground.hidden(e, target).not()))
		}
	}
	return seen, max(open.not(), m.ground.covered(b.disc), m.shrouded(p, b))
}

// shrouded reports whether a Shroud Aura covers the base (Q83).
func (m *match) shrouded(p *piece, b *base) verdict {
	return m.inAura(p, b, func(o *piece) (float64, bool) {
		t, ok := o.unit.trait("shroud-aura")
		return t.Radius, ok
	})
}

// inAura reports whether a friendly Unit with that aura is near enough. Auras do not cover Pings.
func (m *match) inAura(p *piece, b *base, aura func(*piece) (radius float64, ok bool)) verdict {
	best := no
	if p.ping() {
		return no
	}
	m.each(func(o *piece, x *base) {
		if o.seat == p.seat && !o.ping() {
			if r, ok := aura(o); ok {
				best = max(best, atMost(gap(b.disc, x.disc), r))
			}
		}
	})
	return best
}

// inRange checks that a length is within the action's range (R18.3, Q3).
func (m *match) inRange(x *action, far float64, what string) {
	if !x.Unlimited {
		m.expect(atMost(far, x.Range) != no, "R18.3", "%s is %.3f\" away, range %.0f\"", what, far, x.Range)
	}
	m.expect(far >= x.MinRange-Near, "Q87", "%s is %.3f\" away, at least %.0f\" is needed", what, far, x.MinRange)
}

// aims checks the point and the targets of a Clustered action (Q80).
func (m *match) aims(a *activation) {
	if a.aim == nil {
		m.differ("Q80", "%s aims at no point", a.p.label)
		return
	}
	spot := m.spot(*a.aim)
	m.inRange(a.doing, gap(a.by.disc, spot.disc), "the point")
	eye := m.body(a.p, a.by)
	if a.eye != nil {
		eye = m.body(a.eye, a.eye.bases[0])
	}
	m.expect(m.ground.sees(eye, spot) != no, "Q80", "the point is out of sight")
	t, _ := find(a.doing.Traits, "clustered")
	for _, ref := range a.targets {
		p, b := m.ref(ref)
		if b == nil {
			continue
		}
		m.expect(p.seat != a.p.seat && !p.ping() && !b.stealth, "R21.3", "%s is no target", ref)
		m.expect(atMost(gap(spot.disc, b.disc), t.Radius) != no, "Q80", "%s is %.3f\" from the point", ref, gap(spot.disc, b.disc))
	}
}

// oneOf checks that a check or attack belongs to the running action, and takes it off.
func (m *match) oneOf(by, id string, effects ...string) *activation {
	if len(m.act) == 0 || m.now().doing == nil {
		m.differ("R7.12", "%s acts without an action", by)
		return nil
	}
	a := m.now()
	m.expect(a.p.name(a.by) == by, "R18.1", "%s acts, expected %s", by, a.p.name(a.by))
	m.expect(id == "" || a.doing.ID == id, "R18.1", "the action is %s, expected %s", id, a.doing.ID)
	m.expect(slices.Contains(effects, a.doing.Effect), "R21.1", "%s has the effect %s", a.doing.ID, a.doing.Effect)
	m.expect(a.left > 0, "R21.2", "%s has no checks or attacks left", a.doing.ID)
	a.left = max(0, a.left-1)
	return a
}

// boosts returns the Advantage of a roll of that side, and takes the CP (R17.2, Q5).
func (m *match) boosts(seat int, boost bool) int {
	if !boost {
		return 0
	}
	m.pay(seat, 1)
	return 1
}

// pingDEF returns the number to reach for a Ping (R20.4).
var pingDEF = map[string]int{"small": 14, "medium": 13, "large": 12}

func scanned(m *match, f struct {
	By      string `json:"by"`
	Target  string `json:"target"`
	Roll    roll   `json:"roll"`
	Mods    []mod  `json:"mods"`
	Total   int    `json:"total"`
	Need    int    `json:"need"`
	Hit     bool   `json:"hit"`
	Boost   bool   `json:"boost"`
	Against []mod  `json:"against"`
}) {
	a := m.oneOf(f.By, "", "scan")
	p, b := m.ref(f.Target)
	if a == nil || b == nil {
		return
	}
	m.expect(p.seat != a.p.seat, "R20.3", "%s scans its own %s", f.By, f.Target)
	m.expect(p.ping() || b.stealth, "Q52", "%s is no target of a scan", f.Target)
	m.inRange(a.doing, gap(a.by.disc, b.disc), f.Target)
	sum := m.rolled(f.Roll, 2, m.boosts(a.p.seat, f.Boost))

	seen, concealed := m.sight(m.eyes(a), p, b)
	if seen == no {
		concealed = yes
	}
	want, unsure := []mod{{"SCAN", a.p.unit.SCAN}}, []mod(nil)
	got := slices.Clone(f.Mods)
	minus := slices.IndexFunc(got, func(x mod) bool { return x == mod{"concealed", -1} || x == mod{"out of sight", -1 + m.blind(x)} })
	if minus >= 0 { // Q53: once
		m.expect(got[minus].Why == "concealed" || seen != yes, "R20.5", "%s is in sight", f.Target)
		m.expect(got[minus].Why == "out of sight" || seen != no || !m.v42(), "V15", "%s is out of sight", f.Target)
		got[minus] = mod{"concealed", -1}
		sum += m.blind(f.Mods[minus])
	}
	boolMod(concealed, mod{"concealed", -1}, &want, &unsure)
	sum += m.sameMods("R20.5", got, want, unsure)

	need := pingDEF[p.sig]
	if !p.ping() {
		need = m.defence(p, b, f.Against, boolean(minus >= 0))
	}
	m.result(sum, f.Total, need, f.Need, f.Hit, "R20.6")
	if f.Hit && p.ping() {
		m.owe("contact", f.Target, "R20.6", yes)
	} else if f.Hit {
		m.oweLoss(p, b, "Q52", yes)
	}
}

// blind returns how much more it costs to scan out of sight (V15).
func (m *match) blind(x mod) int {
	if m.v42() && x.Why == "out of sight" {
		return -1
	}
	return 0
}

// result checks total, number to reach and outcome.
func (m *match) result(total, told, need, needed int, hit bool, rule string) {
	m.expect(total == told, rule, "the total is %d, expected %d", told, total)
	m.expect(need == needed, rule, "the number to reach is %d, expected %d", needed, need)
	m.expect(hit == (total >= need), rule, "%d against %d is a hit: %t", total, need, hit)
}

// defence returns the DEF of a base with what changes it (Adaptive Camo, Tagged, Target Lock).
func (m *match) defence(p *piece, b *base, told []mod, concealed verdict) int {
	var want, unsure []mod
	if t, ok := p.unit.trait("adaptive-camo"); ok {
		boolMod(concealed, mod{m.cards.traits[t.ID], t.Value}, &want, &unsure)
	}
	boolMod(boolean(b.tagged), mod{m.cards.traits["tagged"], -2}, &want, &unsure) // Q84
	boolMod(boolean(b.locked), mod{m.cards.traits["target-lock"], -2}, &want, &unsure)
	return p.unit.DEF + m.sameMods("R21.4", told, want, unsure)
}

func attacked(m *match, f struct {
	By      string `json:"by"`
	Action  string `json:"action"`
	Target  string `json:"target"`
	Effect  string `json:"effect"`
	Roll    roll   `json:"roll"`
	Mods    []mod  `json:"mods"`
	Total   int    `json:"total"`
	Need    int    `json:"need"`
	Hit     bool   `json:"hit"`
	Boost   bool   `json:"boost"`
	Against []mod  `json:"against"`
	Counter int    `json:"counter"`
}) {
	a := m.oneOf(f.By, f.Action, "kill", "stun")
	p, b := m.ref(f.Target)
	if a == nil || b == nil {
		return
	}
	x := a.doing
	m.expect(p.seat != a.p.seat && !p.ping(), "R21.1", "%s attacks %s", f.By, f.Target)
	if p.ping() {
		return
	}
	m.expect(!b.stealth, "R27.10", "%s has Stealth", f.Target)
	m.expect(x.OnlyVS == "" || x.OnlyVS == p.unit.kindOf(), "R18.3", "%s is aimed at %s", x.ID, f.Target)
	nextTarget(m, a, f.Target)
	far := gap(a.by.disc, b.disc)
	_, clustered := find(x.Traits, "clustered")
	if clustered {
		m.expect(far >= x.MinRange-Near, "Q80", "%s is %.3f\" away", f.Target, far)
	} else {
		m.inRange(x, far, f.Target)
	}
	seen, concealed := m.sight(m.eyes(a), p, b)
	m.expect(seen != no, "R21.3", "%s is out of sight of %s", f.Target, f.By)
	if x.has("close-combat") {
		concealed = no
	}
	advantage := m.boosts(a.p.seat, f.Boost)
	want, unsure := modsOf(m, a, p, b, far, concealed)
	total := m.rolled(f.Roll, 2, advantage) + m.sameMods("R21.5", f.Mods, want, unsure)
	if concealed == undecided { // the same answer in both places
		concealed = boolean(slices.Contains(f.Mods, mod{"concealed", -1}))
	}
	need := m.defence(p, b, f.Against, concealed)
	m.result(total, f.Total, need, f.Need, f.Hit, "R21.4")

	effect := x.Effect
	if t, ok := find(x.Traits, "deadly"); ok && t.VS == p.unit.kindOf() || x.has("double-tap") && b.stun {
		effect = "kill"
	}
	m.expect(f.Effect == effect, "R22.1", "the effect is %s, expected %s", f.Effect, effect)
	m.expect(f.Counter == x.counterNeed(), "Q56", "countermeasures need %d, expected %d", f.Counter, x.counterNeed())
	if a.by.stealth && !x.has("silent") {
		a.fired = append(a.fired, a.by)
	}
	if f.Hit {
		m.hit = &hit{ref: f.Target, p: p, b: b, effect: effect, need: x.counterNeed(), tagged: x.has("tagged") && !b.tagged}
	}
}

// nextTarget checks that Clustered attacks follow the order in which they were named (Q80).
func nextTarget(m *match, a *activation, ref string) {
	if _, clustered := find(a.doing.Traits, "clustered"); clustered {
		m.expect(len(a.targets) > 0 && a.targets[0] == ref, "Q80", "%s is attacked, named were %v", ref, a.targets)
		if len(a.targets) > 0 {
			a.targets = a.targets[1:]
		}
	}
}

// modsOf returns the modifiers of an attack, and those that depend on a measurement too near to its limit.
func modsOf(m *match, a *activation, p *piece, b *base, far float64, concealed verdict) (want, unsure []mod) {
	const short, long = 6, 16
	x, u := a.doing, a.p.unit
	want = []mod{{"TARG", u.TARG}}
	named := func(id string, v verdict, by int) { boolMod(v, mod{m.cards.traits[id], by}, &want, &unsure) }
	near := atMost(short, far).not()                                                           // strictly less
	if (x.Unlimited || x.Range > short) && !x.has("close-combat") && !x.has("extreme-range") { // R21.6
		boolMod(near, mod{"short range", 1}, &want, &unsure)
	}
	if !x.has("extreme-range") {
		boolMod(atMost(far, long).not(), mod{"long range", -1}, &want, &unsure)
	}
	boolMod(concealed, mod{"concealed", -1}, &want, &unsure)
	if t, ok := u.trait("close-and-personal"); ok {
		named(t.ID, near, t.Value)
	}
	if t, ok := u.trait("finisher"); ok { // Q86
		named(t.ID, boolean(b.cm == 0 && b.hardened == 0), t.Value)
	}
	if t, ok := u.trait("predator"); ok {
		named(t.ID, boolean(b.stun), t.Value)
	}
	if t, ok := find(x.Traits, "specialized"); ok {
		named(t.ID, boolean(t.VS == p.unit.kindOf()), t.Value)
	}
	return want, unsure
}

// attackLost checks a Clustered attack whose target is gone, or has Stealth, when its turn comes (D12).
func attackLost(m *match, f struct {
	By     string `json:"by"`
	Target string `json:"target"`
}) {
	a := m.oneOf(f.By, "", "kill", "stun")
	if a == nil {
		return
	}
	nextTarget(m, a, f.Target)
	before := len(m.found)
	_, b := m.ref(f.Target)
	if b == nil {
		m.found = m.found[:before] // gone, as it must be
		return
	}
	m.expect(b.stealth, "D12", "%s is there and the attack on it is lost", f.Target)
}

func marked(m *match, f struct {
	Target string `json:"target"`
	As     string `json:"as"`
}) {
	p, b := m.ref(f.Target)
	if b == nil {
		return
	}
	switch f.As {
	case "tagged":
		m.expect(m.hit != nil && m.hit.b == b && m.hit.tagged, "Q84", "%s is tagged without a hit", f.Target)
		if m.hit != nil {
			m.hit.tagged = false
		}
		b.tagged = true
	case "target-lock":
		ok := len(m.act) > 0 && m.now().doing != nil && m.now().doing.ID == "target-lock"
		m.expect(ok, "R18.2", "%s is locked without an action", f.Target)
		m.expect(!b.locked, "Q84", "%s is locked twice", f.Target)
		m.expect(!p.ping() && !b.stealth, "Q54", "%s cannot be locked", f.Target)
		if ok {
			m.expect(p.seat != m.now().p.seat, "Q54", "%s is locked by its own side", f.Target)
			seen, _ := m.sight(m.eyes(m.now()), p, b)
			m.expect(seen != no, "R21.3", "%s is out of sight", f.Target)
		}
		b.locked = true
	default:
		m.differ("Q84", "%s is marked as %s", f.Target, f.As)
	}
}
