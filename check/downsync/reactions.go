package downsync

import "slices"

// engagement is a Reaction Engagement (R24).
type engagement struct {
	units    []*piece // participants, also those that are gone
	ambush   []*piece // revealed by Ambush and not yet counted
	declared bool
	joined   bool
	boosted  map[*piece]bool
	sealed   int // sides whose boosts are open
	dice     map[*piece]int
	turn     *piece // whose time has come
}

func (e *engagement) has(p *piece) bool { return slices.Contains(e.units, p) }

func engagementBegins(m *match, _ struct{}) {
	m.expect(m.phase == "react" && m.re == nil, "R24.2", "an engagement in the phase %s", m.phase)
	m.re = &engagement{boosted: map[*piece]bool{}, dice: map[*piece]int{}}
	for _, p := range m.taskforce() { // R24.4, Q61
		if !p.ping() {
			m.re.units = append(m.re.units, p)
		}
	}
}

// inEngagement reports whether one is under way, and notes if not.
func (m *match) inEngagement() bool {
	m.expect(m.re != nil, "R24.2", "there is no engagement")
	return m.re != nil
}

// joined adds the Active Player's Units (R24.4, Q64).
func joined(m *match, f struct {
	Units []string `json:"units"`
}) {
	if !m.inEngagement() {
		return
	}
	m.expect(!m.re.joined && !m.re.declared, "Q62", "Units join at the wrong time")
	m.re.joined = true
	for _, label := range f.Units {
		p := m.known(label)
		if p == nil {
			continue
		}
		ambush := takeAmbush(m, p)
		m.expect(p.seat == m.active && !p.ping() && !m.re.has(p), "R24.4", "%s joins", label)
		m.expect(ambush || p.overwatch, "R24.4", "%s joins without an Overwatch Token", label)
		p.tf = true
		m.re.units = append(m.re.units, p)
	}
	leftAmbush(m)
}

// takeAmbush reports whether the Unit was just revealed by Ambush (Q74).
func takeAmbush(m *match, p *piece) bool {
	n := len(m.re.ambush)
	m.re.ambush = slices.DeleteFunc(m.re.ambush, func(o *piece) bool { return o == p })
	return len(m.re.ambush) < n
}

// leftAmbush adds Units revealed by Ambush that the declaration does not name.
func leftAmbush(m *match) (n int) {
	n = len(m.re.ambush)
	m.re.units = append(m.re.units, m.re.ambush...)
	m.re.ambush = nil
	return n
}

// declared adds the Non-Active Player's Units and takes CP for those beyond the Active Player's number (R24.5, R24.6).
func declared(m *match, f struct {
	Units []string `json:"units"`
	CP    int      `json:"cp"`
}) {
	if !m.inEngagement() {
		return
	}
	m.expect(!m.re.declared, "R24.4", "Units are declared twice")
	m.re.declared = true
	active := len(m.re.units)
	n := len(f.Units)
	for _, label := range f.Units {
		p := m.known(label)
		if p == nil {
			continue
		}
		ambush := takeAmbush(m, p)
		m.expect(p.seat != m.active && !p.ping() && !m.re.has(p), "R24.5", "%s reacts", label)
		m.expect(ambush || !p.activated || p.overwatch, "R24.3", "%s reacts and is activated without an Overwatch Token", label)
		m.re.units = append(m.re.units, p)
		p.tf = true // R24.7
	}
	n += leftAmbush(m)
	m.expect(n > 0, "Q62", "no Unit reacts")
	cp := max(0, n-active)
	m.expect(f.CP == cp, "R24.6", "%d CP for %d Units against %d, expected %d", f.CP, n, active, cp)
	m.pay(3-m.active, f.CP)
}

func boosted(m *match, f struct {
	Seat  int      `json:"seat"`
	Units []string `json:"units"`
}) {
	if !m.inEngagement() {
		return
	}
	m.expect(m.re.declared && m.re.sealed < 2, "R24.8", "boosts at the wrong time")
	want := m.active
	if (m.re.sealed > 0) != m.v42() { // V19
		want = 3 - want
	}
	m.expect(f.Seat == want, "R24.8", "side %d boosts out of turn", f.Seat)
	m.re.sealed++
	for _, label := range f.Units {
		p := m.known(label)
		if p == nil {
			continue
		}
		m.expect(m.re.has(p) && p.seat == f.Seat && !m.re.boosted[p], "R24.8", "side %d boosts %s", f.Seat, label)
		m.re.boosted[p] = true
		m.pay(f.Seat, 1)
	}
}

// priority checks a Reaction Priority Roll (R24.9, R24.10, Q47).
func priority(m *match, f struct {
	Unit string `json:"unit"`
	Roll roll   `json:"roll"`
	Mods []mod  `json:"mods"`
	Die  int    `json:"die"`
}) {
	p := m.known(f.Unit)
	if !m.inEngagement() || p == nil {
		return
	}
	_, again := m.re.dice[p]
	m.expect(m.re.has(p) && !again, "R24.9", "%s rolls for priority", f.Unit)
	m.expect(m.re.sealed == 2, "R24.8", "%s rolls before the boosts", f.Unit)
	for o := range m.re.dice { // Q73
		m.expect(o.seat == m.active || p.seat != m.active, "Q73", "%s rolls after the other side", f.Unit)
	}
	advantage := 0
	if m.v42() { // V1, V2
		m.expect(!p.overwatch || !m.re.boosted[p], "V1", "%s is boosted twice", f.Unit)
		if p.overwatch || m.re.boosted[p] {
			advantage = 1
		}
	} else {
		advantage = m.swing(p)
	}
	var want []mod
	if t, ok := p.unit.trait("sentry"); ok {
		want = append(want, mod{m.cards.traits[t.ID], t.Value})
	}
	die := m.rolled(f.Roll, 1, advantage) + m.sameMods("R24.10", f.Mods, want, nil)
	m.expect(f.Die == die, "R24.9", "the die of %s is %d, expected %d", f.Unit, f.Die, die)
	m.re.dice[p] = die
}

// swing returns the Advantage on a Reaction Priority Roll (R24.10, Q47).
func (m *match) swing(p *piece) (advantage int) {
	if p.overwatch {
		advantage++
	}
	if p.stunned() {
		advantage--
	}
	if m.re.boosted[p] {
		advantage++
	}
	return advantage
}

// isNext checks that it is the Unit's time: the highest die first, on a tie the Active Player's, and the owner's choice among their own (R24.11, Q65).
func isNext(m *match, p *piece) {
	m.expect(m.re.turn == nil && len(m.act) == 0, "R24.11", "%s comes while another Unit acts", p.label)
	for _, o := range m.re.units {
		if !o.onTable() {
			continue // Q67
		}
		_, rolled := m.re.dice[o]
		m.expect(rolled, "R24.9", "%s has no die", o.label)
	}
	m.expect(m.re.has(p) && !p.acted, "R24.12", "%s has acted", p.label)
	mine := m.re.dice[p]
	for _, o := range m.re.units {
		if o == p || !o.onTable() || o.acted || m.piece(o.label) != o {
			continue
		}
		first := m.re.dice[o] > mine || m.re.dice[o] == mine && o.seat == m.active && p.seat != m.active
		m.expect(!first, "R24.11", "%s with %d comes before %s with %d", p.label, mine, o.label, m.re.dice[o])
	}
}

func held(m *match, f struct {
	Unit string `json:"unit"`
	Die  int    `json:"die"`
}) {
	p := m.known(f.Unit)
	if !m.inEngagement() || p == nil {
		return
	}
	isNext(m, p)
	m.expect(m.re.dice[p] > 1, "Q65", "%s holds at 1", f.Unit)
	m.expect(f.Die == m.re.dice[p]-1, "R24.13", "the die of %s goes from %d to %d", f.Unit, m.re.dice[p], f.Die)
	m.re.dice[p]--
}

// called checks the fact that a participant acts now.
func called(m *match, f struct {
	Unit string `json:"unit"`
}) {
	p := m.known(f.Unit)
	if !m.inEngagement() || p == nil {
		return
	}
	isNext(m, p)
	m.re.turn = p
}

func engagementEnds(m *match, f struct {
	Units []string `json:"units"`
}) {
	if !m.inEngagement() {
		return
	}
	var want []string
	for _, p := range m.re.units {
		if !p.onTable() || m.piece(p.label) != p {
			continue
		}
		want = append(want, p.label)
		m.expect(p.acted, "R24.12", "%s has not acted", p.label)
		p.activated = true // R24.17
	}
	m.expect(slices.Equal(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(f.Units))), "R24.17", "the participants are %v, expected %v", f.Units, want)
	for _, p := range m.pieces { // the Reaction Taskforce ends; Stun Tokens count from now on (Q60)
		p.tf = p.tf && p.seat == m.active
		for _, b := range p.bases {
			b.fresh = false
		}
	}
	m.re = nil
}
