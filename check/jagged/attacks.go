package jagged

import (
	"maps"
	"slices"
)

// part is a modifier of a threshold.
type part struct {
	From string `json:"from"`
	N    int    `json:"n"`
}

// allowed has the amounts that the rules allow, by name. 0 is no modifier.
type allowed map[string][]int

func (a allowed) add(from string, n int) { a[from] = append(a[from], n) }

// attack is under way: rolled, and not resolved.
type attack struct {
	by, target *model
	weapon     *weapon
	face, need int
	record     int // of the last answer
}

// sumOf checks modifiers by name and amount and returns their sum.
func (m *match) sumOf(parts []part, want allowed, rule string) int {
	sum, seen := 0, map[string]bool{}
	for _, p := range parts {
		m.expect(slices.Contains(want[p.From], p.N) && p.N != 0, rule, "the modifier %s %+d does not apply, expected %v", p.From, p.N, want[p.From])
		m.expect(!seen[p.From], "J2.5", "the modifier %s counts twice", p.From)
		seen[p.From] = true
		sum += p.N
	}
	for _, from := range slices.Sorted(maps.Keys(want)) {
		m.expect(seen[from] || slices.Contains(want[from], 0), rule, "the modifier %s %v is missing", from, want[from])
	}
	return sum
}

// aura adds what Specialist Aura ignores of these modifiers (J14.2, JQ35).
func (t *table) aura(x *model, parts []part, want allowed) {
	s := t.with(x.seat, "specialist-aura")
	if s == nil {
		return
	}
	harder := 0
	for _, p := range parts {
		harder += max(0, p.N)
	}
	switch atMost(gap(s.disc(), x.disc()), 3) {
	case yes:
		want.add("specialist-aura", -min(10, harder))
	case undecided:
		want["specialist-aura"] = []int{0, -min(10, harder)}
	}
}

// evade returns the Evade of a model that the rules allow (J2.7, J14.9).
func (t *table) evade(x *model) []int {
	n := x.unit.EV
	for _, e := range t.active(x, "evade") {
		n += e.N
	}
	held := no
	if s := t.with(x.seat, "hold-the-line"); s != nil && x.unit.is("infantry") {
		held = min(atMost(gap(s.disc(), x.disc()), 3), t.engaged(x))
	}
	switch held {
	case yes:
		return []int{max(0, n+5)}
	case undecided:
		return []int{max(0, n), max(0, n+5)}
	}
	return []int{max(0, n)}
}

// threshold returns the modifiers of an attack that the rules allow, without Specialist Aura and Stabilizers (J2.4).
func (t *table) threshold(x, target *model, w *weapon) allowed {
	want := allowed{"evade": t.evade(target)}
	ranged := w.Kind != "melee"
	if ranged {
		want["cover"], _ = t.coverOf(x, target)
	}
	for _, e := range t.active(x, "threshold") {
		if e.Attack == "" || ranged {
			want.add(e.From, e.N)
		}
	}
	for _, p := range t.penalties(x.seat, "threshold") {
		if x.unit.is(p.Penalty.Tag) && (p.Penalty.Attack == "" || ranged) {
			want.add(p.ID, p.Penalty.N)
		}
	}
	return want
}

// mayShoot reports whether the model may make ranged attacks (J9.1, J12.6). why says what is against it.
func (t *table) mayShoot(x *model) (v verdict, why string) {
	switch {
	case x.shot:
		return no, "it has shot"
	case x.sprinted:
		return no, "it has sprinted"
	case t.forbidden(x, "no-shoot"):
		return no, "an effect forbids it"
	}
	return t.engaged(x).not(), "it is engaged"
}

// carries reports whether the model can attack with the weapon (J9.1, J11.2, JQ40).
func (t *table) carries(x *model, w *weapon) bool {
	switch w.Kind {
	case "ranged":
		return x.unit.Ranged == w.ID
	case "thrown":
		return x.grenade == w.ID && !(t.conf.Grenades == "once" && x.thrown)
	}
	return x.unit.Melee == w.ID
}

// hasTarget reports whether the model could shoot.
func (t *table) hasTarget(x *model) (v verdict) {
	may, _ := t.mayShoot(x)
	if may == no {
		return no
	}
	for _, id := range []string{x.unit.Ranged, x.grenade} {
		if w := t.cards.weapons[id]; w != nil && t.carries(x, w) {
			for _, e := range t.of(3 - x.seat) {
				if near := atMost(gap(x.disc(), e.disc()), w.Range); near > no {
					v = max(v, min(may, near, t.sees(x.disc(), e.disc())))
				}
			}
		}
	}
	return v
}

// mayStrike reports whether the model may make a melee attack in this part (J11.2, J11.3). why says what is against it.
func (m *match) mayStrike(x *model) (v verdict, why string) {
	rushers := len(m.left) > 2
	switch {
	case x.struck:
		return no, "it has struck"
	case x.disengaged:
		return no, "it has Disengaged"
	case x.rushed && !x.charged:
		return no, "its Rush failed"
	case m.forbidden(x, "no-melee"):
		return no, "an effect forbids it"
	case x.charged != rushers:
		return no, "it is the turn of others"
	}
	return yes, ""
}

// strikes reports whether the model could strike.
func (m *match) strikes(x *model) verdict {
	may, _ := m.mayStrike(x)
	return min(may, m.engaged(x))
}

// aim is an attack as it was computed.
type aim struct {
	By     string  `json:"by"`
	Target string  `json:"target"`
	Weapon string  `json:"weapon"`
	Gap    float64 `json:"gap"`
	Cover  string  `json:"cover"`
	Piece  int     `json:"piece"`
	SR     int     `json:"sr"`
	Parts  []part  `json:"parts"`
	Left   string  `json:"left"`
	Need   int     `json:"need"`
}

// attackRolled checks that an attack may be made, and its threshold (J9, J11).
func (m *match) attackRolled(f struct {
	Aim        aim    `json:"aim"`
	Face       int    `json:"face"`
	Stabilized string `json:"stabilized"`
}) {
	m.rolled(100, f.Face)
	x, target, w := m.model(f.Aim.By), m.model(f.Aim.Target), m.cards.weapons[f.Aim.Weapon]
	if x == nil || target == nil || w == nil {
		return
	}
	m.expect(x.seat != target.seat, "J9.2", "%s attacks a friend", x.label)
	m.expect(m.carries(x, w), "J9.1", "%s has no %s", x.label, w.ID)
	apart := gap(x.disc(), target.disc())
	m.expect(f.Aim.Gap <= apart+Near && f.Aim.Gap >= apart-Near, "J1.5", "a gap of %g\", expected %.3f\"", f.Aim.Gap, apart)
	if w.Kind == "melee" {
		m.inPart(x.seat, "J5.1", "melee")
		may, why := m.mayStrike(x)
		m.expect(may > no, "J11.2", "%s may not strike: %s", x.label, why)
		m.expect(m.reaches(x, target) > no, "J11.2", "%s is not within 1\" of %s", target.label, x.label)
		m.expect(f.Aim.Cover == "", "J11.4", "Cover in Melee")
		x.struck = true
	} else {
		m.inPart(x.seat, "J5.1", "shoot")
		may, why := m.mayShoot(x)
		m.expect(may > no, "J9.1", "%s may not shoot: %s", x.label, why)
		m.expect(m.sees(x.disc(), target.disc()) > no, "J9.1", "%s does not see %s", x.label, target.label)
		m.expect(atMost(apart, w.Range) > no, "J9.1", "%s is %.3f\" away, %s reaches %g\"", target.label, apart, w.ID, w.Range)
		m.covers(x, target, f.Aim)
		x.shot, x.thrown = true, x.thrown || w.Kind == "thrown"
	}
	want := m.threshold(x, target, w)
	m.stabilizes(x, f.Stabilized, f.Aim.Left, want)
	m.aura(x, slices.DeleteFunc(slices.Clone(f.Aim.Parts), func(p part) bool { return p.From == "specialist-aura" }), want)
	m.expect(f.Aim.SR == x.unit.SR, "J2.1", "SR %d, expected %d", f.Aim.SR, x.unit.SR)
	need := x.unit.SR + m.sumOf(f.Aim.Parts, want, "J2.4")
	m.expect(f.Aim.Need == need, "J2.1", "needs %d, expected %d", f.Aim.Need, need)
	m.attack = &attack{x, target, w, f.Face, need, m.record}
	if !m.chosen(x) {
		m.aims(x, m.attack)
	}
	x.ends(func(e effect) bool { // J12.5
		return e.Lasts == "next-attack" && e.Since <= m.round && (e.Attack == "" || w.Kind != "melee")
	})
}

// covers checks what an attack says of Cover (J7.5).
func (m *match) covers(x, target *model, a aim) {
	sums, counts := m.coverOf(x, target)
	n := map[string]int{"light": 10, "heavy": 20}[a.Cover]
	m.expect(slices.Contains(sums, n), "J7.5", "Cover %+d, expected %v", n, sums)
	switch {
	case a.Piece > len(m.pieces):
		m.differ("J7.5", "no piece %d", a.Piece)
	case a.Piece > 0:
		m.expect(counts[a.Piece-1] > no && m.pieces[a.Piece-1].Class == a.Cover, "J7.5", "%s gives no %s Cover", m.pieces[a.Piece-1].Name, a.Cover)
	case n > 0:
		m.expect(n == 10 && m.shrouded(target) > no, "J14.14", "no piece gives Cover")
	}
}

// stabilizes checks Warp Stabilize and Psionic Stabilize in an attack (J14.1, J14.12).
func (m *match) stabilizes(x *model, rule, left string, want allowed) {
	if rule == "" {
		m.expect(left == "", "J14.12", "%s is left out without a Flare", left)
		return
	}
	m.pay(x.seat, "J14.1")
	s := m.with(x.seat, rule)
	m.expect(s != nil && s != x, "JQ3", "nobody has %s for %s", rule, x.label)
	switch rule {
	case "warp-stabilize":
		want.add("warp-stabilize", -10)
	case "psionic-stabilize":
		m.expect(slices.ContainsFunc(want[left], func(n int) bool { return n > 0 }), "J14.12", "%q does not make the attack harder", left)
		delete(want, left)
		x.ends(func(e effect) bool { return e.From == left && e.Is == "threshold" && e.hampers() })
	default:
		m.differ("J14.12", "%q is no Stabilizer", rule)
	}
}

// outcome reads an attack's die (J2.1, J2.3).
func outcome(face, need int) string {
	switch {
	case face <= 5:
		return "critical-miss"
	case face >= 96:
		return "critical-hit"
	case face >= need:
		return "hit"
	}
	return "miss"
}

// harm returns the DAM of a hit, and whether it ignores the Wound Threshold (J12.2, J12.4).
func (t *table) harm(a *attack) (dam int, ignores bool) {
	dam = a.weapon.DAM
	if t.conf.Cannon == "codex" && a.weapon.Codex > 0 { // JQ42
		dam = a.weapon.Codex
	}
	if outcome(a.face, a.need) != "critical-hit" || t.noEffect(a) {
		return dam, false
	}
	switch a.weapon.Success.Is {
	case "damage-bonus":
		dam += a.weapon.Success.N
	case "damage-set":
		dam = a.weapon.Success.N
	case "ignore-wound-threshold":
		ignores = true
	case "ignore-cover", "ignore-evade":
		if t.conf.EmptyCrits == "plus-one" { // JQ12
			dam++
		}
	}
	return dam, ignores
}

// noEffect reports whether a Position takes the effect of a Critical Success away.
func (t *table) noEffect(a *attack) bool {
	return a.weapon.Crystal && len(t.penalties(a.by.seat, "no-crit-effect")) > 0
}

// woundThreshold returns a model's Wound Threshold now (JQ50).
func (t *table) woundThreshold(x *model) int {
	w := x.unit.W
	for _, p := range t.penalties(x.seat, "wound-threshold") {
		if x.unit.is(p.Penalty.Tag) {
			w += p.Penalty.N
		}
	}
	return w
}

// attackResolved checks what an attack does (J12).
func (m *match) attackResolved(f struct {
	By        string `json:"by"`
	Target    string `json:"target"`
	Weapon    string `json:"weapon"`
	Face      int    `json:"face"`
	Need      int    `json:"need"`
	Outcome   string `json:"outcome"`
	DAM       int    `json:"dam"`
	W         int    `json:"w"`
	Ignores   bool   `json:"ignores"`
	Sum       int    `json:"sum"`
	Wound     bool   `json:"wound"`
	Destroyed bool   `json:"destroyed"`
}) {
	a := m.attack
	if a == nil {
		m.differ("J9.3", "no attack was rolled")
		return
	}
	m.attack = nil
	m.expect(f.By == a.by.label && f.Target == a.target.label && f.Weapon == a.weapon.ID, "J9.3", "another attack was rolled")
	m.expect(f.Face == a.face && f.Need == a.need, "J9.3", "%d of %d, expected %d of %d", f.Face, f.Need, a.face, a.need)
	result := outcome(a.face, a.need)
	if a.record == m.record {
		m.unasked(a)
	}
	m.expect(f.Outcome == result, "J2.3", "%s, expected %s", f.Outcome, result)
	switch result {
	case "miss":
		m.expect(!f.Wound && !f.Destroyed, "J12.3", "a miss takes a Wound")
		return
	case "critical-miss":
		m.expect(!f.Wound && !f.Destroyed, "J12.3", "a miss takes a Wound")
		m.owe(a, a.weapon.Failure)
		return
	}
	dam, ignores := m.harm(a)
	w := m.woundThreshold(a.target)
	m.expect(f.DAM == dam && f.W == w && f.Ignores == ignores, "J12.1", "DAM %d against %d, ignored %t, expected %d against %d, %t", f.DAM, f.W, f.Ignores, dam, w, ignores)
	wound := ignores || dam >= w
	if m.conf.Wounds == "combined" { // JQ53
		if !ignores {
			a.target.sum += dam
			if wound = a.target.sum >= w; wound {
				a.target.sum = 0
			}
		} else {
			a.target.sum = 0
		}
		m.expect(f.Sum == a.target.sum, "JQ53", "a sum of %d, expected %d", f.Sum, a.target.sum)
	}
	m.expect(f.Wound == wound, "J12.1", "a Wound %t, expected %t", f.Wound, wound)
	if wound {
		a.target.wounds--
	}
	m.expect(f.Destroyed == (a.target.wounds == 0), "J12.1", "destroyed %t with %d Wounds", f.Destroyed, a.target.wounds)
	m.owe(a, a.weapon.Hit)
	if result == "critical-hit" && !m.noEffect(a) {
		m.owe(a, a.weapon.Success)
	}
	if a.target.wounds == 0 {
		m.remove(a.target)
	}
}

// remove takes a destroyed model from the table (J12.1).
func (m *match) remove(x *model) {
	s := &m.sides[x.seat]
	s.lost, s.lostFR = append(s.lost, x.unit.ID), s.lostFR+x.unit.FR
	m.models = slices.DeleteFunc(m.models, func(o *model) bool { return o == x })
}
