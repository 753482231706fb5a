package syndicate

import "slices"

// hurt is the loss of HP by anything but an attack.
type hurt struct {
	Unit   string
	N      int
	Shield int
	Armor  int
	Cost   bool
	By     string
}

// shielded returns how much of n damage Shielded prevents; it is worth nothing to a Bleeding unit (S6.7, R-T10).
func shielded(u *unit, n int) int {
	if u.has("bleeding") > 0 {
		return 0
	}
	return min(n, u.has("shielded"))
}

// unshield takes so many Shielded off the unit.
func unshield(u *unit, n int) {
	for ; n > 0; n-- {
		k := slices.IndexFunc(u.statuses, func(s status) bool { return s.is == "shielded" })
		u.statuses = slices.Delete(u.statuses, k, k+1)
	}
}

// hurts returns damage that Shielded lessens and ARM does not (S8.3).
func (m *match) hurts(u *unit, n int, by string) []duty { return m.suffers(u, n, by, false) }

// wounds returns the damage of a Melee card. ARM lessens it, to not less than 1 (R-A8).
func (m *match) wounds(u *unit, n int, by string) []duty { return m.suffers(u, n, by, true) }

func (m *match) suffers(u *unit, n int, by string, armored bool) []duty {
	if u.hp <= 0 {
		return nil
	}
	return []duty{{u.label + " hurt by " + by, "S8.3", func() bool {
		f, ok := takeIf(m, "hurt", func(f hurt) bool { return f.Unit == u.label && f.By == by && !f.Cost })
		if !ok {
			return false
		}
		shield := shielded(u, n)
		armor := 0
		if left := n - shield; armored && left > 0 {
			armor = min(left-1, m.armorOf(u))
		}
		lost := n - shield - armor
		m.expect(f.N == lost && f.Shield == shield && f.Armor == armor, "S8.3", "%s loses %d, %d shielded and %d by armor, not %d, %d and %d", u.label, f.N, f.Shield, f.Armor, lost, shield, armor)
		unshield(u, shield)
		m.wound(u, f.N)
		return true
	}}}
}

// pays returns the loss of HP that are paid, which nothing prevents (S8.3).
func (m *match) pays(u *unit, n int, by string) []duty {
	return []duty{{u.label + " pays for " + by, "S8.3", func() bool {
		want := hurt{Unit: u.label, N: n, Cost: true, By: by}
		f, ok := takeIf(m, "hurt", func(f hurt) bool { return f == want })
		if ok {
			m.wound(u, f.N)
		}
		return ok
	}}}
}

// wound takes HP off a unit.
func (m *match) wound(u *unit, n int) {
	n = min(n, u.hp)
	u.hp -= n
	m.sides[u.side].lost += n
}

// armorOf is the ARM of a unit now: printed, Guarded, and what cards change (S6.7).
func (b *board) armorOf(u *unit) int {
	n := 0
	for _, x := range b.armorMods(u) {
		n += x.N
	}
	return max(0, n)
}

func (b *board) armorMods(u *unit) []mod {
	out := []mod{{"armor", u.arm}, {"guarded", u.has("guarded")}}
	for _, c := range u.changes {
		if c.Since <= b.round {
			out = append(out, mod{c.From, c.Change.ARM})
		}
	}
	return out
}

// buries takes the fact of a unit that has fallen, and reports whether there was one. Its effects end (S6.9).
func (m *match) buries() bool {
	f, ok := takeIf(m, "eliminated", func(f struct{ Unit string }) bool {
		u := m.unit(f.Unit)
		return u != nil && u.hp <= 0
	})
	if !ok {
		return false
	}
	u := m.unit(f.Unit)
	m.fell[u.side] = m.fell[u.side] || u.operator
	m.ending = m.ending || u.operator
	m.units = slices.DeleteFunc(m.units, func(x *unit) bool { return x == u })
	for _, x := range m.units {
		x.changes = slices.DeleteFunc(x.changes, func(c lasting) bool { return c.By == u.label })
	}
	return true
}

// afterFalls checks that no unit is left at 0 HP, and ends the match if an Operator fell.
func (m *match) afterFalls() {
	for _, u := range m.units {
		if u.hp <= 0 {
			m.lose("S6.9", "%s has fallen", u.label)
		}
	}
	if m.fell != [2]bool{} {
		m.operatorFell()
	}
}
