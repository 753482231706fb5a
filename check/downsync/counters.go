package downsync

import "slices"

// settles returns the open hit on that target, or notes that there is none.
func (m *match) settles(ref string) *hit {
	if m.hit == nil || m.hit.ref != ref {
		m.differ("R22.1", "there is no hit on %s", ref)
		return nil
	}
	m.expect(!m.hit.tagged, "Q56", "%s is not tagged", ref)
	return m.hit
}

func counter(m *match, f struct {
	Target  string `json:"target"`
	Token   string `json:"token"`
	From    string `json:"from"`
	Roll    *roll  `json:"roll"`
	Mods    []mod  `json:"mods"`
	Need    int    `json:"need"`
	Stopped bool   `json:"stopped"`
}) {
	h := m.settles(f.Target)
	if h == nil {
		return
	}
	m.expect(!h.stopped, "R23.4", "%s counters what is stopped", f.Target)
	m.expect(h.effect != "stun" || !h.b.stun, "Q57", "%s counters a stun that does nothing", f.Target)
	if f.Token == "hardened" { // R23.5
		m.expect(f.From == "", "Q85", "a Hardened token is lent")
		m.expect(h.b.hardened > 0, "R23.5", "%s has no Hardened token", f.Target)
		m.expect(f.Stopped && f.Roll == nil, "R23.5", "a Hardened token always stops, without a roll")
		h.b.hardened, h.stopped = max(0, h.b.hardened-1), true
		return
	}
	m.expect(f.Token == "cm", "R23.1", "a token %q", f.Token)
	from := h.b
	if f.From != "" { // Q85
		l := m.known(f.From)
		if l == nil || l.ping() {
			return
		}
		t, ok := l.unit.trait("defend")
		m.expect(ok && l.seat == h.p.seat && h.p.infantry() && (!m.v42() || h.p.unit.CM == 0), "Q85", "%s cannot lend to %s", f.From, f.Target)
		from = l.bases[0]
		m.expect(atMost(gap(from.disc, h.b.disc), t.Radius) != no, "Q85", "%s is %.3f\" from %s", f.From, gap(from.disc, h.b.disc), f.Target)
	}
	m.expect(from.cm > 0, "R23.1", "%s has no CM Token", f.Target)
	from.cm = max(0, from.cm-1)
	if f.Roll == nil {
		m.differ("R23.3", "no roll")
		return
	}
	advantage := f.Roll.Advantage
	m.expect(advantage == 0 || advantage == 1, "Q5", "Advantage %d on a countermeasure", advantage)
	m.pay(h.p.seat, max(0, min(1, advantage)))
	var want, unsure []mod
	aura := m.inAura(h.p, h.b, func(o *piece) (float64, bool) {
		t, ok := o.unit.trait("defense-aura")
		return t.Radius, ok && o.aura
	})
	boolMod(aura, mod{m.cards.traits["defense-aura"], 1}, &want, &unsure)
	sum := m.rolled(*f.Roll, 1, advantage) + m.sameMods("Q83", f.Mods, want, unsure)
	m.expect(f.Need == h.need, "R23.3", "the check needs %d, expected %d", f.Need, h.need)
	m.expect(f.Stopped == (sum >= h.need), "R23.3", "%d against %d stops: %t", sum, h.need, f.Stopped)
	h.stopped = sum >= h.need
}

// counterPaid tells of CP that counter has taken already.
func counterPaid(m *match, f struct {
	Seat int `json:"seat"`
}) {
	m.expect(f.Seat == 1 || f.Seat == 2, "R23.4", "side %d pays", f.Seat)
}

func stopped(m *match, f struct {
	Target string `json:"target"`
}) {
	if h := m.settles(f.Target); h != nil {
		m.expect(h.stopped, "R23.3", "the effect on %s is stopped without a countermeasure", f.Target)
		m.hit = nil
	}
}

// noEffect tells of a stun on a stunned base (R22.3, Q57).
func noEffect(m *match, f struct {
	Target string `json:"target"`
}) {
	if h := m.settles(f.Target); h != nil {
		m.expect(h.effect == "stun" && h.b.stun, "Q57", "the hit on %s has no effect", f.Target)
		m.hit = nil
	}
}

func stunned(m *match, f struct {
	Target string `json:"target"`
}) {
	h := m.settles(f.Target)
	if h == nil {
		return
	}
	m.expect(h.effect == "stun" && !h.stopped && !h.b.stun, "R22.3", "%s is stunned", f.Target)
	h.b.stun, h.b.fresh = true, m.re != nil // R24.16
	h.b.moved = false                       // Q60: a move before the token does not count
	m.hit = nil
}

func destroyed(m *match, f struct {
	Target string   `json:"target"`
	Gone   bool     `json:"gone"`
	Aboard []string `json:"aboard"`
}) {
	h := m.settles(f.Target)
	if h == nil {
		return
	}
	m.expect(h.effect == "kill" && !h.stopped, "R22.2", "%s is destroyed", f.Target)
	m.hit = nil
	p := h.p
	p.bases = slices.DeleteFunc(p.bases, func(b *base) bool { return b == h.b }) // Q42
	m.expect(f.Gone == (len(p.bases) == 0), "Q42", "%s is gone: %t", p.label, f.Gone)
	if len(p.bases) > 0 {
		return
	}
	if p.aura { // Q24
		m.cp[p.seat-1]++
	}
	var aboard []string
	if p.carrying != nil && m.conf.BailOut == 0 { // Q78
		aboard = append(aboard, p.carrying.unit.Slug)
	}
	if p.drones != "" { // Q75
		aboard = append(aboard, p.drones)
	}
	if m.conf.BailOut == 0 {
		m.expect(slices.Equal(f.Aboard, aboard), "Q78", "%v are lost aboard, expected %v", f.Aboard, aboard)
	}
	m.remove(p)
	for seat := 1; seat <= 2; seat++ { // R25.6, Q91
		if len(m.of(seat, (*piece).onTable)) == 0 {
			m.ending = append(m.ending, "wipe-out")
		}
	}
}
