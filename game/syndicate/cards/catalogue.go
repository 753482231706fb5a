package cards

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"downsync/game"
)

// Set is a file of cards. A server's own file may have any of these kinds.
type Set struct {
	Operators   []*Operator  `toml:"operator" json:"operators,omitempty"`
	Weapons     []*Weapon    `toml:"weapon" json:"weapons,omitempty"`
	Armors      []*Armor     `toml:"armor" json:"armors,omitempty"`
	Mercenaries []*Mercenary `toml:"mercenary" json:"mercenaries,omitempty"`
	Cards       []*Card      `toml:"card" json:"cards,omitempty"`
}

func (s Set) and(t Set) Set {
	return Set{slices.Concat(s.Operators, t.Operators), slices.Concat(s.Weapons, t.Weapons), slices.Concat(s.Armors, t.Armors),
		slices.Concat(s.Mercenaries, t.Mercenaries), slices.Concat(s.Cards, t.Cards)}
}

// size returns the number of entries in the set.
func (s Set) size() int {
	return len(s.Operators) + len(s.Weapons) + len(s.Armors) + len(s.Mercenaries) + len(s.Cards)
}

// IDs returns the ids of all entries.
func (s Set) IDs() []string {
	var out []string
	for _, x := range s.Operators {
		out = append(out, x.ID)
	}
	for _, x := range s.Weapons {
		out = append(out, x.ID)
	}
	for _, x := range s.Armors {
		out = append(out, x.ID)
	}
	for _, x := range s.Mercenaries {
		out = append(out, x.ID)
	}
	for _, x := range s.Cards {
		out = append(out, x.ID)
	}
	return out
}

// Catalogue holds the cards of a match: the printed ones, then a server's own. It never changes once made and may be shared.
type Catalogue struct {
	Set
	own   *Set // the server's own cards, which are also in Set
	taken map[string]bool
	cards map[string]*Card
}

func newCatalogue(s Set) *Catalogue {
	c := &Catalogue{Set: s, taken: map[string]bool{}, cards: map[string]*Card{}}
	for _, id := range s.IDs() {
		c.taken[id] = true
	}
	for _, x := range s.Cards {
		c.cards[x.ID] = x
	}
	return c
}

// With returns the catalogue together with a server's own cards. The error says which id is taken.
func (c *Catalogue) With(own *Set) (*Catalogue, error) {
	if own == nil || own.size() == 0 {
		return c, nil
	}
	seen := map[string]bool{}
	for _, id := range own.IDs() {
		if c.taken[id] || seen[id] {
			return nil, fmt.Errorf("id %q: another entry has it", id)
		}
		seen[id] = true
	}
	all := newCatalogue(c.Set.and(*own))
	all.own = own
	return all, nil
}

// Own returns the server's own cards of the catalogue, nil if it has none.
func (c *Catalogue) Own() *Set { return c.own }

func find[T any](list []*T, id func(*T) string, want string) (*T, bool) {
	i := slices.IndexFunc(list, func(x *T) bool { return id(x) == want })
	if i < 0 {
		return nil, false
	}
	return list[i], true
}

// Operator finds an Operator.
func (c *Catalogue) Operator(id string) (*Operator, bool) {
	return find(c.Operators, func(x *Operator) string { return x.ID }, id)
}

// Weapon finds a weapon.
func (c *Catalogue) Weapon(id string) (*Weapon, bool) {
	return find(c.Weapons, func(x *Weapon) string { return x.ID }, id)
}

// Armor finds an armor.
func (c *Catalogue) Armor(id string) (*Armor, bool) {
	return find(c.Armors, func(x *Armor) string { return x.ID }, id)
}

// Mercenary finds a Mercenary.
func (c *Catalogue) Mercenary(id string) (*Mercenary, bool) {
	return find(c.Mercenaries, func(x *Mercenary) string { return x.ID }, id)
}

// Card finds a Tactics card.
func (c *Catalogue) Card(id string) (*Card, bool) {
	x, ok := c.cards[id]
	return x, ok
}

// Fitting lists the cards that a deck of that color may hold: its own and universal ones (S1.2, S1.3).
func (c *Catalogue) Fitting(color string) []*Card {
	var out []*Card
	for _, x := range c.Cards {
		if x.Color == color || x.Color == Universal {
			out = append(out, x)
		}
	}
	return out
}

// These are the requirements of a deck (S1.3).
const (
	DeckSize      = 40
	MostOfOne     = 4
	LeastMovement = 17
)

// checkLoadout says what is wrong with a squad apart from its deck, if anything (S1.1, S1.2).
func (c *Catalogue) checkLoadout(s Squad) error {
	switch {
	case s.Operator == "":
		return game.Errorf("the squad has no Operator yet: choose one first")
	case s.Weapon == "":
		return game.Errorf("the squad has no weapon yet: choose one first")
	case s.Armor == "":
		return game.Errorf("the squad has no armor yet: choose one first")
	}
	o, ok := c.Operator(s.Operator)
	if !ok {
		return game.Errorf("there is no Operator %q", s.Operator)
	}
	if _, ok := c.Weapon(s.Weapon); !ok {
		return game.Errorf("there is no weapon %q", s.Weapon)
	}
	if _, ok := c.Armor(s.Armor); !ok {
		return game.Errorf("there is no armor %q", s.Armor)
	}
	if len(s.Mercenaries) != 2 || s.Mercenaries[0] == s.Mercenaries[1] {
		return game.Errorf("%d {Mercenary|Mercenaries}: expected two different ones", len(s.Mercenaries))
	}
	for _, id := range s.Mercenaries {
		m, ok := c.Mercenary(id)
		switch {
		case !ok:
			return game.Errorf("there is no Mercenary %q", id)
		case m.Color != o.Color: // R-C3
			return game.Errorf("%s is of another color than %s; a squad has one", m.Name, o.Name)
		}
	}
	return nil
}

// CheckSquad says what is wrong with a squad, if anything (S1.1 to S1.3).
func (c *Catalogue) CheckSquad(s Squad) error {
	if err := c.checkLoadout(s); err != nil {
		return err
	}
	o, _ := c.Operator(s.Operator)
	all, movement := 0, 0
	for _, id := range sortedKeys(s.Deck) {
		n := s.Deck[id]
		x, ok := c.Card(id)
		switch {
		case !ok:
			return game.Errorf("there is no card %q", id)
		case x.Color != Universal && x.Color != o.Color: // R-C2
			return game.Errorf("%s is of another color than %s; a deck holds its own and universal cards", x.Name, o.Name)
		case n < 1 || n > MostOfOne:
			return game.Errorf("%d of %s: expected 1 to %d", n, x.Name, MostOfOne)
		}
		all += n
		if x.Type == Movement {
			movement += n
		}
	}
	switch {
	case all != DeckSize:
		return game.Errorf("%d {card|cards} in the deck: expected %d", all, DeckSize)
	case movement < LeastMovement: // R-C4
		return game.Errorf("%d Movement {card|cards} in the deck: expected at least %d", movement, LeastMovement)
	}
	return nil
}

func sortedKeys(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// Named lists the ids that a typed name fits: an id, a name, or several things of one name (R-X10).
func (c *Catalogue) Named(typed string) []string {
	want := slug(typed)
	var out []string
	add := func(id, name string) {
		if id == want || slug(name) == want {
			out = append(out, id)
		}
	}
	for _, x := range c.Operators {
		add(x.ID, x.Name)
	}
	for _, x := range c.Weapons {
		add(x.ID, x.Name)
	}
	for _, x := range c.Armors {
		add(x.ID, x.Name)
	}
	for _, x := range c.Mercenaries {
		add(x.ID, x.Name)
	}
	for _, x := range c.Cards {
		add(x.ID, x.Name)
	}
	for _, x := range meanings {
		add(x.ID, x.Name)
	}
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return slices.Compact(out)
}

// slug returns a name in the spelling of ids.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return strings.Join(words, "-")
}
