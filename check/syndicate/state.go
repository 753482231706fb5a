package syndicate

import "slices"

// match is a match as the rules have it, and what was found so far.
type match struct {
	story
	board

	placed int     // the number of objects ever placed
	ending bool    // an end is due
	fell   [2]bool // whose Operator has fallen
}

// story holds the facts of a match and the differences.
type story struct {
	found  []Difference
	facts  []fact
	rolls  map[int][]roll // by record, those that no fact has told of
	at     int
	record int
	kind   string // of the fact taken last
}

// board is the position of a match.
type board struct {
	cards   Cards
	conf    conf
	ground  ground
	sides   [2]*side
	units   []*unit // those on the board
	objects []object

	round    int
	priority int  // the side that has it, 0 or 1
	attacks  bool // the Attack sub-phase is on
	movement bool // Movement or Mercenary Movement is on, in which held units stay
}

// conf holds the options of a match.
type conf struct {
	Size       string   `json:"size"`
	Secrecy    string   `json:"secrecy"`
	Ground     []string `json:"ground"`
	Rulings    int      `json:"rulings"`
	Mission    string   `json:"mission"`
	ScoresFrom int      `json:"scores_from"`
	Ties       string   `json:"ties"`
	MaxRounds  int      `json:"max_rounds"`
	Mulligan   bool     `json:"mulligan"`
	Lasting    bool     `json:"lasting"`
	NoFloor    bool     `json:"no_floor"`
	Squads     [2]squad `json:"squads"`
	Salts      [2]string
	Lab        any `json:"lab"`
	Cards      any `json:"cards"`
}

type squad struct {
	Operator    string         `json:"operator"`
	Weapon      string         `json:"weapon"`
	Armor       string         `json:"armor"`
	Mercenaries []string       `json:"mercenaries"`
	Deck        map[string]int `json:"deck"`
}

// side holds the loadout and the cards of a side, and what it has used and scored.
type side struct {
	index    int
	operator operator
	weapon   weapon
	armor    armor

	deck, hand, gone []string // gone are the discards
	card             string   // the one chosen in this round
	mode             string
	points           int
	lost             int             // HP in this round
	used             map[string]bool // in this round
	spent            map[string]bool // in this match
	fired            bool            // the Operator has attacked in this match
}

func (s *side) seat() int { return s.index + 1 }

// encumbered reports whether the armor has more load than the Operator has LD (S1.6).
func (s *side) encumbered() bool { return s.armor.Load > s.operator.LD }

// unit is an Operator or a Mercenary on the board.
type unit struct {
	label    string
	side     int
	operator bool
	merc     mercenary
	acc, dod int // as printed
	arm      int
	hp, full int
	at       space

	statuses []status
	changes  []lasting

	steps, stepsBefore int  // spaces moved in this round and in the last
	moved, movedBefore bool // in this round and in the last
	closer             bool // the last move ended closer to an enemy; kept for the next round
	beside             bool // a move of this round ended beside an enemy
	acted              bool // a Mercenary has moved or stayed
	attacked           bool
	struck, struckNear bool            // attacked an enemy in this round; one within 4 spaces
	plated             bool            // Reinforced Plating has been used up
	targeted           bool            // attacked in this round
	before             map[string]bool // statuses at the end of the last round
}

type status struct {
	is    string
	until int // the last round; 0: no round's end ends it
}

// lasting is a change of figures with its cause.
type lasting struct {
	Unit    string `json:"unit"`
	Change  change `json:"change"`
	From    string `json:"from"`
	By      string `json:"by"`
	Since   int    `json:"since"`
	Until   int    `json:"until"`
	Against string `json:"against"`
}

// mod is a modifier of a figure, with its cause.
type mod struct {
	From string `json:"from"`
	N    int    `json:"n"`
}

func (b *board) unit(label string) *unit {
	for _, u := range b.units {
		if u.label == label {
			return u
		}
	}
	return nil
}

// known returns the unit that a fact names; without one the match cannot be followed.
func (m *match) known(label string) *unit {
	u := m.unit(label)
	if u == nil {
		m.differ("S6.9", "%q is not on the board", label)
		panic(stop{})
	}
	return u
}

// leader returns the Operator of a side, which is on the board as long as the match goes on.
func (b *board) leader(side int) *unit { return b.unit(string(rune('A' + side))) }

// of returns the units of a side; enemies are of(1-side).
func (b *board) of(side int) (out []*unit) {
	for _, u := range b.units {
		if u.side == side {
			out = append(out, u)
		}
	}
	return out
}

// standing returns the unit in a space, or nil.
func (b *board) standing(s space) *unit {
	for _, u := range b.units {
		if u.at == s {
			return u
		}
	}
	return nil
}

// has returns the number of times that the unit has a status.
func (u *unit) has(is string) int {
	n := 0
	for _, s := range u.statuses {
		if s.is == is {
			n++
		}
	}
	return n
}

// helper returns the Mercenary of a side with that ability if it is on the board and within 4 spaces of its Operator (S6.11).
func (b *board) helper(side int, ability string) *unit {
	for _, u := range b.of(side) {
		if u.merc.Ability == ability && distance(u.at, b.leader(side).at) <= 4 {
			return u
		}
	}
	return nil
}

// trait reports whether the unit's weapon has the trait and may use it: a Jammed unit may not (R-A14).
func (b *board) trait(u *unit, trait string) bool {
	return u.operator && b.sides[u.side].weapon.Trait == trait && u.has("jammed") == 0
}

// beforeEnemy reports whether an enemy of the unit is adjacent to the space.
func (b *board) besideEnemy(side int, s space) bool {
	return slices.ContainsFunc(b.of(1-side), func(e *unit) bool { return beside(e.at, s) })
}
