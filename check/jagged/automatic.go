package jagged

import "strings"

// choice is an attack that a model could make.
type choice struct {
	target *model
	need   int
	faces  int // the faces of the die that take a Wound, or count towards one (JQ60)
}

// chosen reports whether the order of this record names the model's attack. All others are automatic (J5.5).
func (m *match) chosen(x *model) bool {
	words := strings.Fields(m.order)
	return m.seat == x.seat && len(words) > 1 && (words[0] == "shoot" || words[0] == "strike") && words[1] == x.label
}

// choices returns the attacks that the model can certainly make, if nothing about their thresholds is undecided.
func (m *match) choices(x *model) (out []choice) {
	for _, id := range []string{x.unit.Melee, x.unit.Ranged, x.grenade} {
		w := m.cards.weapons[id]
		if w == nil || !m.carries(x, w) || (w.Kind == "melee") != (m.phase == "melee") {
			continue
		}
		for _, e := range m.of(3 - x.seat) {
			can := min(atMost(gap(x.disc(), e.disc()), w.Range), m.sees(x.disc(), e.disc()))
			if w.Kind == "melee" {
				can = m.reaches(x, e)
			}
			if can < yes {
				continue
			}
			if need, certain := m.needs(x, e, w); certain {
				out = append(out, choice{e, need, m.harmful(&attack{by: x, target: e, weapon: w, need: need})})
			}
		}
	}
	return out
}

// needs returns the threshold of an attack, if nothing about it is undecided.
func (t *table) needs(x, target *model, w *weapon) (need int, certain bool) {
	var parts []part
	want := t.threshold(x, target, w)
	for from, n := range want {
		if len(n) != 1 {
			return 0, false
		}
		parts = append(parts, part{from, n[0]})
	}
	t.aura(x, parts, want)
	need = x.unit.SR
	for _, n := range want {
		if len(n) != 1 {
			return 0, false
		}
		need += n[0]
	}
	return need, true
}

// harmful counts the faces with which the attack takes a Wound, or with the option counts towards one (J12.1, JQ53).
func (t *table) harmful(a *attack) (faces int) {
	for a.face = 1; a.face <= 100; a.face++ {
		if result := outcome(a.face, a.need); result == "miss" || result == "critical-miss" {
			continue
		}
		dam, ignores := t.harm(a)
		if ignores || dam >= t.woundThreshold(a.target) || t.conf.Wounds == "combined" && dam > 0 {
			faces++
		}
	}
	return faces
}

// aims checks the target of an automatic attack: the easiest, or the one that is harmed most (JQ58, JQ60).
func (m *match) aims(x *model, a *attack) {
	took := choice{a.target, a.need, m.harmful(&attack{by: a.by, target: a.target, weapon: a.weapon, need: a.need})}
	best := m.best || m.phase == "shoot" && m.sides[x.seat].best
	if best && m.phase == "shoot" {
		m.expect(took.faces > 0, "JQ60", "%s shoots at %s and can harm nobody", x.label, a.target.label)
	}
	for _, c := range m.choices(x) {
		if best && c.moreHarmed(took) || !best && c.easier(took) {
			rule := "JQ60"
			if !best && c.need == took.need {
				rule = "JQ58" // of equals the one with fewest Wounds
			}
			m.differ(rule, "%s attacks %s, which needs %d and has %d Wounds, harmed by %d faces; %s needs %d and has %d, harmed by %d", x.label, a.target.label,
				took.need, took.target.wounds, took.faces, c.target.label, c.need, c.target.wounds, c.faces)
			return
		}
	}
}

func (c choice) easier(than choice) bool {
	return c.need < than.need || c.need == than.need && c.target.wounds < than.target.wounds
}

func (c choice) moreHarmed(than choice) bool {
	switch {
	case c.faces != than.faces:
		return c.faces > than.faces
	case c.target.wounds != than.target.wounds:
		return c.target.wounds < than.target.wounds
	}
	return c.need < than.need
}

// couldHarm reports whether the model has a shot that can harm somebody.
func (m *match) couldHarm(x *model) verdict {
	may, _ := m.mayShoot(x)
	if may == no {
		return no
	}
	for _, c := range m.choices(x) {
		if c.faces > 0 {
			return may
		}
	}
	return no
}
