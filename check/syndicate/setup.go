package syndicate

import (
	"fmt"
	"maps"
	"slices"
)

const (
	deckSize  = 40 // S1.3
	mostOfOne = 4
	fewMoves  = 17
	handSize  = 5 // S3.3
	rulings   = 2 // the version that is checked
)

// setUp checks what is brought (S1), deployment, hands and the roll for Priority (S3).
func (m *match) setUp() {
	began := take[struct{ Conf conf }](m, "began", "S3.1")
	m.conf = began.Conf
	c := m.conf
	if c.Rulings != rulings || c.Lab != nil || c.Cards != nil {
		panic(stop{fmt.Errorf("rulings %d, lab %v, own cards %v: not checked", c.Rulings, c.Lab != nil, c.Cards != nil)})
	}
	m.ground = c.Ground
	edge := map[string]int{"small": 12, "standard": 24}[c.Size]
	m.expect(len(m.ground) == edge, "S2.1", "a battlefield of the size %s has %d rows", c.Size, len(m.ground))
	for i, q := range c.Squads {
		m.brings(i, q)
	}
	for i := range m.sides {
		m.deploys(i)
	}
	for i := range m.sides {
		m.draws(i, handSize, "start")
	}
	if c.Mulligan {
		m.mulligans()
	}
	rolled := take[struct {
		Dice  [][2]int
		First int
	}](m, "priority-rolled", "S3.4")
	for i, d := range rolled.Dice {
		m.rolled("S3.4", 0, 6, d[:]...)
		m.expect((d[0] == d[1]) == (i+1 < len(rolled.Dice)), "S3.4", "%v is rolled again, or is not", d)
	}
	last := rolled.Dice[len(rolled.Dice)-1]
	m.priority = 0
	if last[1] > last[0] {
		m.priority = 1
	}
	m.expect(rolled.First == m.priority+1, "S3.4", "side %d has Priority after %v", rolled.First, last)
}

// brings checks a squad and its deck (S1.1 to S1.3).
func (m *match) brings(i int, q squad) {
	s := &side{index: i, operator: m.cards.operators[q.Operator], weapon: m.cards.weapons[q.Weapon], armor: m.cards.armors[q.Armor], spent: map[string]bool{}}
	m.sides[i] = s
	m.expect(s.operator.ID != "" && s.weapon.ID != "" && s.armor.ID != "", "S1.1", "side %d brings %q, %q and %q", i+1, q.Operator, q.Weapon, q.Armor)
	m.expect(len(q.Mercenaries) == 2 && q.Mercenaries[0] != q.Mercenaries[1], "S1.1", "side %d brings %v", i+1, q.Mercenaries)
	op := &unit{label: string(rune('A' + i)), side: i, operator: true, acc: s.operator.ACC, dod: s.operator.DOD, arm: s.armor.ARM, hp: s.operator.HP, full: s.operator.HP}
	m.units = append(m.units, op)
	for n, id := range q.Mercenaries {
		x := m.cards.mercenaries[id]
		m.expect(x.Color == s.operator.Color, "R-C3", "%s goes with %s", id, q.Operator)
		m.units = append(m.units, &unit{label: fmt.Sprintf("%s%d", op.label, n+1), side: i, merc: x, acc: x.ACC, dod: x.DOD, arm: x.ARM, hp: x.HP, full: x.HP})
	}
	moving := 0
	for _, id := range slices.Sorted(maps.Keys(q.Deck)) {
		n, k := q.Deck[id], m.cards.tactics[id]
		m.expect(k.Color == "universal" || k.Color == s.operator.Color, "S1.2", "%s in a deck of %s", id, s.operator.Color)
		m.expect(n <= mostOfOne, "S1.3", "%d of %s", n, id)
		if k.movement() {
			moving += n
		}
		s.deck = append(s.deck, slices.Repeat([]string{id}, n)...)
	}
	m.expect(len(s.deck) == deckSize, "S1.3", "a deck of %d cards", len(s.deck))
	m.expect(moving >= fewMoves, "R-C4", "a deck with %d Movement cards", moving)
}

// deploys checks that a side's units are in its zone (S2.6, S3.2).
func (m *match) deploys(i int) {
	f := take[struct {
		Seat int
		At   []space
	}](m, "deployed", "S3.2")
	m.expect(f.Seat == i+1, "S3.2", "side %d deploys", f.Seat)
	own := m.of(i)
	if len(f.At) != len(own) {
		m.lose("S3.2", "%d spaces for %d units", len(f.At), len(own))
	}
	edge := len(m.ground)
	for n, at := range f.At {
		inZone := i == 0 && at.y >= 1 && at.y <= 2 || i == 1 && at.y >= edge-1 && at.y <= edge
		m.expect(inZone, "S2.6", "%s deploys at %s", own[n].label, at)
		m.expect(!m.ground.solid(at) && m.standing(at) == nil, "S3.2", "%s deploys at %s, which is not free", own[n].label, at)
		own[n].at = at
	}
}

// mulligans checks who returns a hand (S3.3).
func (m *match) mulligans() {
	for i, s := range m.sides {
		f := take[struct {
			Seat int
			New  bool
		}](m, "mulliganed", "S3.3")
		m.expect(f.Seat == s.seat(), "S3.3", "side %d decides about its hand", f.Seat)
		if f.New {
			s.deck = slices.Sorted(slices.Values(append(s.deck, s.hand...)))
			s.hand = nil
			m.draws(i, handSize, "mulligan")
		}
	}
}

// draws takes the facts of n cards that a side draws. An empty deck is made of the discards (S4.9, R-T4).
func (m *match) draws(i, n int, why string) {
	s := m.sides[i]
	for n > 0 {
		if len(s.deck) == 0 {
			if len(s.gone) == 0 {
				return
			}
			f := take[struct{ Seat int }](m, "reshuffled", "S4.9")
			m.expect(f.Seat == s.seat(), "S4.9", "side %d reshuffles", f.Seat)
			s.deck, s.gone = slices.Sorted(slices.Values(s.gone)), nil
		}
		f := take[struct {
			Seat, N int
			Why     string
			Cards   []string
		}](m, "drew", "S4.8")
		m.expect(f.Seat == s.seat() && f.Why == why && f.N == len(f.Cards), "S4.8", "side %d draws %d for %q, and %v", f.Seat, f.N, f.Why, f.Cards)
		if f.N < 1 || f.N > n || f.N > len(s.deck) {
			m.differ("S4.8", "%d cards are drawn, and %d are due", f.N, n)
			panic(stop{})
		}
		for _, id := range f.Cards {
			k := slices.Index(s.deck, id)
			if k < 0 {
				m.differ("S4.8", "%s is not in the deck", id)
				continue
			}
			m.fromDeck(s, id)
		}
		n -= f.N
	}
}

// fromDeck moves a drawn card to the hand. The die that drew it counts through the sorted deck.
func (m *match) fromDeck(s *side, id string) {
	first := slices.Index(s.deck, id)
	if left := m.rolls[m.record]; len(s.deck) == 1 {
		// the last card needs no die
	} else if len(left) > 0 && left[0].Seat == s.seat() {
		face := left[0].Face
		m.expect(face >= 1 && face <= len(s.deck) && s.deck[face-1] == id, "S4.8", "%s is drawn with %d of %d", id, face, len(s.deck))
		m.rolled("S4.8", s.seat(), len(s.deck), face)
	} else {
		m.differ("S4.8", "%s is drawn without a die", id)
	}
	s.deck = slices.Delete(s.deck, first, first+1)
	s.hand = append(s.hand, id)
}
