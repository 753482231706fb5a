package cards

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// lens returns a modified starter.
func lens(change func(*Squad)) Squad {
	s, _ := FindStarter("lens-starter")
	q := s.Squad
	q.Deck = maps.Clone(q.Deck)
	q.Mercenaries = append([]string(nil), q.Mercenaries...)
	change(&q)
	return q
}

// moving returns a deck of Lens's with that many Movement cards.
func moving(n int) map[string]int {
	deck, spare := map[string]int{}, map[bool]int{true: n, false: DeckSize - n}
	for _, c := range Printed().Cards {
		if left := spare[c.Type == Movement]; left > 0 && (c.Color == Universal || c.Color == Focus) {
			deck[c.ID] = min(MostOfOne, left)
			spare[c.Type == Movement] -= deck[c.ID]
		}
	}
	return deck
}

// refused checks that a squad is refused for that reason; "": it is legal.
func refused(t *testing.T, s Squad, says string) {
	t.Helper()
	err := Printed().CheckSquad(s)
	if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("%v, want %q", err, says)
	}
}

// S1.1: one of each, two Mercenaries, forty cards.
func TestS1_1(t *testing.T) {
	refused(t, lens(func(*Squad) {}), "")
	refused(t, lens(func(s *Squad) { s.Operator = "nobody" }), "no Operator")
	refused(t, lens(func(s *Squad) { s.Weapon = "" }), "no weapon")
	refused(t, lens(func(s *Squad) { s.Armor = "coat" }), "no armor")
	refused(t, lens(func(s *Squad) { s.Mercenaries = s.Mercenaries[:1] }), "expected two different ones")
	refused(t, lens(func(s *Squad) { s.Mercenaries[1] = s.Mercenaries[0] }), "expected two different ones")
	refused(t, lens(func(s *Squad) { s.Deck["dash"]-- }), "39 cards")
	refused(t, lens(func(s *Squad) { s.Deck["tactical-uplink"]++ }), "41 cards")
}

// S1.2: any weapon and any armor, cards of one's own color.
func TestS1_2(t *testing.T) {
	refused(t, lens(func(s *Squad) { s.Weapon, s.Armor = "ironclad-lmg", "bulwark-exo-shell" }), "")
	refused(t, lens(func(s *Squad) { s.Deck["stim-shot"] = 3; delete(s.Deck, "predictive-counter") }), "another color")
}

// S1.3: at most four of one card; universal cards fit.
func TestS1_3(t *testing.T) {
	refused(t, lens(func(s *Squad) { s.Deck["dash"], s.Deck["withdraw"] = 5, 3 }), "5 of Dash")
	refused(t, lens(func(s *Squad) { s.Deck["dash"] = -1 }), "-1 of Dash")
	refused(t, lens(func(s *Squad) { s.Deck = moving(20) }), "") // four of each, and universal cards
	refused(t, lens(func(s *Squad) { s.Deck["no-card"] = 1 }), "no card")
}

// S1.4: the types, and which cards are Advanced Movement cards.
func TestS1_4(t *testing.T) {
	count := map[string]int{}
	for _, c := range Printed().Cards {
		count[c.Type]++
		if c.Advanced() {
			count["advanced"]++
		}
	}
	for what, n := range map[string]int{Movement: 13, "advanced": 8, Maneuver: 18, Utility: 27, Melee: 16} {
		if count[what] != n {
			t.Errorf("%d %s cards, want %d", count[what], what, n)
		}
	}
}

// R-C2: every card of a color belongs to that color alone.
func TestR_C2(t *testing.T) {
	razor, _ := FindStarter("razor-starter")
	q := razor.Squad
	q.Deck = maps.Clone(q.Deck)
	q.Deck["stim-shot"] = 2
	delete(q.Deck, "suppressor-module")
	refused(t, q, "Stim Shot is of another color")
}

// R-C3: the same for Mercenaries.
func TestR_C3(t *testing.T) {
	refused(t, lens(func(s *Squad) { s.Mercenaries[0] = "slip" }), "Slip is of another color")
}

// R-C4: sixteen Movement cards are too few, and there is no upper bound.
func TestR_C4(t *testing.T) {
	refused(t, lens(func(s *Squad) { s.Deck = moving(LeastMovement - 1) }), "16 Movement cards")
	for n := LeastMovement; n <= 24; n++ {
		refused(t, lens(func(s *Squad) { s.Deck = moving(n) }), "")
	}
}

// R-C8: cards printed in §7 alone are legal.
func TestR_C8(t *testing.T) {
	for _, c := range Printed().Cards {
		if c.Color == Focus && !strings.Contains(c.Source, "A") {
			refused(t, lens(func(s *Squad) { s.Deck[c.ID] = max(1, s.Deck[c.ID]); s.Deck["dash"] -= max(0, len(s.List())-DeckSize) }), "")
		}
	}
}

// R-C6: cards that the book prints twice, or without a type, are of the type that it names last; whatever has a contest is Melee.
func TestR_C6(t *testing.T) {
	for id, kind := range map[string]string{"adrenal-surge": Maneuver, "quick-draw": Maneuver, "hardpoint": Maneuver, "vector-pulse": Maneuver,
		"signal-scrambler": Utility, "displacement-pulse": Utility, "shock-grenade": Utility, "shockline-drive": Melee} {
		if c, ok := Printed().Card(id); !ok || c.Type != kind {
			t.Errorf("%s is a %s card, want %s", id, c.Type, kind)
		}
	}
	for _, c := range Printed().Cards {
		if fights := slices.ContainsFunc(c.Do, func(o Op) bool { return o.Op == "contest" }); fights != (c.Type == Melee) {
			t.Errorf("%s is a %s card", c.ID, c.Type)
		}
	}
}

// R-C7: if two colors have cards of one name, a deck may hold only the card of its own color.
func TestR_C7(t *testing.T) {
	for id, other := range map[string]string{"flashbang-verge": "flashbang-system", "flashbang-system": "flashbang-verge", "adrenal-injector-verge": "adrenal-injector-force", "adrenal-injector-force": "adrenal-injector-verge"} {
		c, _ := Printed().Card(id)
		for _, s := range Starters() {
			if o, _ := Printed().Operator(s.Operator); o.Color != c.Color {
				continue
			}
			q := s.Squad
			q.Deck = maps.Clone(q.Deck)
			delete(q.Deck, id)
			for n := len(q.List()) + 2 - DeckSize; n > 0; n-- { // room for two
				for _, x := range q.List() {
					if k, _ := Printed().Card(x); k.Type != Movement {
						if q.Deck[x]--; q.Deck[x] == 0 {
							delete(q.Deck, x)
						}
						break
					}
				}
			}
			q.Deck[id] = DeckSize - len(q.List())
			refused(t, q, "")
			q.Deck[other] = q.Deck[id]
			delete(q.Deck, id)
			refused(t, q, "another color")
		}
	}
}

// R-G5: ranges of Mercenaries' weapons, by the kind of weapon.
func TestR_G5(t *testing.T) {
	reach := map[string]int{"Heavy Baton": 1, "Shock Baton": 1, "Shotgun": 3, "Light Pistol": 3, "Machine Pistol": 3, "Scoped Pistol": 4, "Marksman Pistol": 4, "Light SMG": 4, "Carbine": 5, "LMG": 5}
	for _, m := range Printed().Mercenaries {
		if n, ok := reach[m.Weapon]; !ok || m.Range != n {
			t.Errorf("%s with a %s reaches %d spaces, want %d", m.Name, m.Weapon, m.Range, n)
		}
	}
}

// R-G6: three Mercenaries have no printed role.
func TestR_G6(t *testing.T) {
	for id, role := range map[string]string{"glyph": "tech", "wall": "enforcer", "havoc": "enforcer"} {
		if m, ok := Printed().Mercenary(id); !ok || m.Role != role {
			t.Errorf("%s is a %s, want %s", id, m.Role, role)
		}
	}
}
