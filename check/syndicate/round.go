package syndicate

import "slices"

// order returns the sides in the order of Priority.
func (b *board) order() [2]int { return [2]int{b.priority, 1 - b.priority} }

// playRound checks a round (S4.1, R-T1).
func (m *match) playRound() {
	m.begins()
	m.reveals()
	m.resolves(true)
	m.resolves(false)
	for _, i := range m.order() {
		m.mercenariesMove(i)
	}
	m.attackPhase()
	m.scores()
	m.reloads()
}

// begins checks that Priority goes to the other side in each further round (S3.4).
func (m *match) begins() {
	f := take[struct{ Round, Priority int }](m, "round-began", "S4.1")
	m.round++
	if m.round > 1 {
		m.priority = 1 - m.priority
	}
	m.expect(f.Round == m.round && f.Priority == m.priority+1, "S3.4", "round %d with Priority for side %d, not round %d for side %d", f.Round, f.Priority, m.round, m.priority+1)
	for _, s := range m.sides {
		s.used, s.lost = map[string]bool{}, 0
	}
}

// reveals checks the cards that both chose (S4.2) and who becomes Hidden as they are shown (S4.3).
func (m *match) reveals() {
	f := take[struct{ Cards, Modes [2]string }](m, "committed", "S4.2")
	for i, s := range m.sides {
		s.card, s.mode = f.Cards[i], f.Modes[i]
		hydra := s.weapon.Trait == "modular-rail"
		m.expect((s.mode != "") == hydra && (!hydra || s.mode == "acc" || s.mode == "rof"), "R-P6", "mode %q of a %s", s.mode, s.weapon.ID)
		if s.card == "" {
			m.expect(!slices.ContainsFunc(s.hand, func(id string) bool { return !m.barred(s, id) }), "R-P8", "side %d commits no card", i+1)
			continue
		}
		k := slices.Index(s.hand, s.card)
		if k < 0 {
			m.differ("S4.2", "%s is not in the hand of side %d", s.card, i+1)
			continue
		}
		m.expect(!m.barred(s, s.card), "S1.6", "an Encumbered Operator commits %s", s.card)
		s.hand = slices.Delete(s.hand, k, k+1)
	}
	var due []duty
	for i, s := range m.sides {
		op := m.leader(i)
		terrain := m.ground.terrain(op.at)
		if s.armor.Trait == "stealth-weave" && (terrain == light || terrain == heavy || m.barrier(op.at)) {
			due = append(due, m.status(op, "hidden", m.round, "stealth-weave")...)
		}
	}
	m.perform(due)
}

// barred reports whether the side may not commit the card: an Encumbered Operator no Advanced Movement (S1.6).
func (b *board) barred(s *side, id string) bool {
	k := b.cards.tactics[id]
	return s.encumbered() && k.movement() && k.Color != "universal"
}

// resolves checks the Movement cards, or the Tactics, in the order of Priority (S4.4, S4.5).
func (m *match) resolves(movement bool) {
	m.movement = movement
	for _, i := range m.order() {
		if s := m.sides[i]; s.card != "" && m.cards.tactics[s.card].movement() == movement {
			m.plays(s)
		}
	}
	m.movement = false
}

// mercenariesMove checks that each Mercenary of a side moves at most once (S4.6).
func (m *match) mercenariesMove(i int) {
	m.movement = true
	for {
		own := func(label string) bool { return m.known(label).side == i }
		if f, ok := takeIf(m, "stayed", func(f struct{ Units []string }) bool { return len(f.Units) > 0 && own(f.Units[0]) }); ok {
			for _, l := range f.Units {
				m.acts(m.known(l), i)
			}
			continue
		}
		f, ok := takeIf(m, "moved", func(f moved) bool { return f.By == "mercs" && own(f.Unit) })
		if !ok {
			break
		}
		u := m.known(f.Unit)
		m.acts(u, i)
		m.expect(!m.rooted(u), "S5.7", "%s moves although it is held or Immobilized", u.label)
		most := 2
		if u.merc.Role == "runner" {
			most = 3
		}
		m.goes(u, f, way{most: m.slowed(u, most), own: true})
	}
	for _, u := range m.of(i) {
		m.expect(u.operator || u.acted || m.rooted(u), "S4.6", "%s neither moves nor stays", u.label)
	}
	m.movement = false
}

// acts checks that it is the Mercenary's turn to move.
func (m *match) acts(u *unit, i int) {
	m.expect(!u.operator && u.side == i && !u.acted, "S4.6", "%s moves", u.label)
	u.acted = true
}

// reloads checks the end of a round: discards, what ends, and the cards drawn (S4.8).
func (m *match) reloads() {
	f := take[struct {
		Round     int
		Discarded [2]string
	}](m, "reloaded", "S4.8")
	m.expect(f.Round == m.round, "S4.8", "round %d ends", f.Round)
	for i, s := range m.sides {
		m.expect(f.Discarded[i] == s.card, "S4.8", "side %d discards %q, not %q", i+1, f.Discarded[i], s.card)
		if s.card != "" {
			s.gone = append(s.gone, s.card)
		}
	}
	for _, u := range m.units {
		m.lapses(u)
	}
	m.objects = slices.DeleteFunc(m.objects, func(o object) bool { return o.Until != 0 && o.Until <= m.round })
	m.endsByRounds()
	for _, i := range m.order() {
		m.draws(i, 1, "reload")
	}
}

// lapses ends what lasts until the end of the round, and forgets what counts within one (S4.8).
func (m *match) lapses(u *unit) {
	u.before = map[string]bool{}
	for _, s := range u.statuses {
		u.before[s.is] = true
	}
	u.statuses = slices.DeleteFunc(u.statuses, func(s status) bool { return s.until != 0 && s.until <= m.round })
	u.changes = slices.DeleteFunc(u.changes, func(c lasting) bool { return c.Until <= m.round })
	u.stepsBefore, u.movedBefore = u.steps, u.moved
	if !u.moved {
		u.closer = false
	}
	u.steps, u.moved, u.beside, u.acted, u.attacked, u.struck, u.struckNear, u.plated, u.targeted = 0, false, false, false, false, false, false, false, false
}
