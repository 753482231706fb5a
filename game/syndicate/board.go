package syndicate

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/order"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// Label names a unit: A is the Operator of side 1, A1 and A2 are its Mercenaries; B, B1 and B2 are side 2's.
type Label string

// labels are all labels, in order.
var labels = [2][3]Label{{"A", "A1", "A2"}, {"B", "B1", "B2"}}

// Labels returns the labels of a side: its Operator's, then its Mercenaries'.
func Labels(s game.Seat) [3]Label { return labels[s-1] }

// Seat returns the unit's side, 0 for no label.
func (l Label) Seat() game.Seat {
	if l == "" || l[0] != 'A' && l[0] != 'B' {
		return 0
	}
	return game.Seat(l[0]-'A') + 1
}

// Operator reports whether the label belongs to an Operator.
func (l Label) Operator() bool { return len(l) == 1 }

// ParseLabel reads a label; case does not matter.
func ParseLabel(word string) (Label, error) {
	l := Label(strings.ToUpper(word))
	if !slices.Contains(labels[0][:], l) && !slices.Contains(labels[1][:], l) {
		return "", game.Errorf("%q is no unit; write one like A or B2", word)
	}
	return l, nil
}

// Phase is a phase of a match.
type Phase string

// Phases, in their order (S4.1).
const (
	Deploying      Phase = "deploy"
	Mulligans      Phase = "mulligan"
	Planning       Phase = "plan"
	Moving         Phase = "move"
	Using          Phase = "use" // Tactics
	MercsMoving    Phase = "mercs"
	Attacking      Phase = "attack"
	MercsAttacking Phase = "mercs-attack"
	Over           Phase = "over"
)

// board holds what everybody knows about a match.
type board struct {
	Terms    Terms
	env      *env // computed from Terms and the loadouts; not stored
	Began    bool `json:",omitempty"` // the match has been set up
	Round    int
	Priority game.Seat
	Sides    [2]side
	Units    []unit // units on the board or still to be deployed, by label; eliminated units are removed
	Objects  []object
	Placed   int     // number of objects placed so far
	Drawing  [2]bool // who has offered a draw this round
	Lost     [2]int  `json:",omitzero"` // HP that each side lost this round; kept only where they count (R-V3)
	Result   *game.Result
	cursor
}

// cursor is the point that a match has reached, so that every pause can be stored.
type cursor struct {
	Phase Phase
	Left  []game.Seat `json:",omitempty"` // who has yet to act in the phase, in order
	// Playing and Attack are the card and the attack under way. Their values are never written to, only replaced.
	Reached [2]bool  `json:",omitzero"` // whose Operator began the Attack sub-phase at the enemy's terminal
	Playing *playing `json:",omitempty"`
	Attack  *attack  `json:",omitempty"`
}

// side holds what everybody knows about one side.
type side struct {
	Operator    string
	Weapon      string
	Armor       string
	Mercenaries []string
	Gone        []string // discards, in order
	Committed   string   // this round's card; "" before both cards are in, and for none
	Revealed    bool     // both cards are in
	Mode        string   // of the Hydra: acc, rof
	Fizzled     bool     // its card had no effect
	Points      int
	Used        []string // abilities used this round
	Spent       []string // abilities used this match
	Targeted    bool     // its Operator has been attacked this round
}

// unit is an Operator or a Mercenary.
type unit struct {
	Label    Label
	At       grid.Space // zero: not yet deployed
	HP       int
	Statuses []status
	Changes  []change
	Moved    int  // spaces moved this round (S5.5)
	Closer   bool // its last move this round ended closer to an enemy
	Beside   bool // a move of this round ended beside an enemy
	Acted    bool // its movement this round is finished; for Mercenaries
	Attacked bool // its attack of this round is spent
	Struck   bool // it has attacked this round
	Near     bool // has attacked a target within 4 spaces this round
	Plated   bool // has been attacked this round
	Fired    bool // has attacked in this match
	// These fields tell of the last round.
	MovedBefore  int
	CloserBefore bool
	Before       []string `json:",omitempty"` // the statuses that it had as the last round ended
}

// status is a status on a unit (S9).
type status struct {
	Is    string `json:"is"`
	Until int    `json:"until,omitempty"` // the last round in which it holds; 0: no round's end ends it
}

// change is a temporary change of a unit's figures (S9.5).
type change struct {
	cards.Change
	From    string `json:"from"`         // the card, weapon or ability that causes it
	By      Label  `json:"by,omitempty"` // the unit that causes it; its effects end with it (S6.9)
	Since   int    `json:"since"`
	Until   int    `json:"until"`             // rounds in which it holds
	Against Label  `json:"against,omitempty"` // ACC only against this unit
}

// object is something placed on the board (S10).
type object struct {
	ID    int
	Is    string
	Seat  game.Seat
	At    grid.Space
	Until int // the last round in which it is there; 0: until it is used
}

// env holds what is computed once from the terms and loadouts of a match.
type env struct {
	cat    *cards.Catalogue
	ground *grid.Ground
	sides  [2]kit
}

// kit holds the cards that a side brought.
type kit struct {
	operator *cards.Operator
	weapon   *cards.Weapon
	armor    *cards.Armor
	mercs    [2]*cards.Mercenary
}

func newEnv(t Terms, sides [2]side) (*env, error) {
	cat, err := t.catalogue()
	if err != nil {
		return nil, err
	}
	e := &env{cat: cat}
	if e.ground, err = t.ground(); err != nil {
		return nil, err
	}
	for i, s := range sides {
		k := &e.sides[i]
		var ok [3]bool
		k.operator, ok[0] = cat.Operator(s.Operator)
		k.weapon, ok[1] = cat.Weapon(s.Weapon)
		k.armor, ok[2] = cat.Armor(s.Armor)
		if ok != [3]bool{true, true, true} {
			return nil, game.Errorf("side %d: there is no %s, %s or %s", i+1, s.Operator, s.Weapon, s.Armor)
		}
		if len(s.Mercenaries) != len(k.mercs) {
			return nil, game.Errorf("side %d: %d {Mercenary|Mercenaries}", i+1, len(s.Mercenaries))
		}
		for j, id := range s.Mercenaries {
			if id == "" {
				continue // a lab may have fewer
			}
			if k.mercs[j], ok[0] = cat.Mercenary(id); !ok[0] {
				return nil, game.Errorf("side %d: there is no Mercenary %s", i+1, id)
			}
		}
	}
	return e, nil
}

func (b *board) kit(s game.Seat) kit { return b.env.sides[s-1] }

// merc returns the card of a Mercenary.
func (b *board) merc(l Label) *cards.Mercenary { return b.env.sides[l.Seat()-1].mercs[l[1]-'1'] }

// card finds a Tactics card that a fact or a hand names.
func (b *board) card(id string) *cards.Card {
	c, ok := b.env.cat.Card(id)
	if !ok {
		panic("syndicate: no card " + id)
	}
	return c
}

// unit finds a unit, nil if it has been eliminated.
func (b *board) unit(l Label) *unit {
	for i := range b.Units {
		if b.Units[i].Label == l {
			return &b.Units[i]
		}
	}
	return nil
}

// operator returns the label of a side's Operator.
func operator(s game.Seat) Label { return labels[s-1][0] }

// at returns the unit in that space, nil if there is none.
func (b *board) at(s grid.Space) *unit {
	for i := range b.Units {
		if b.Units[i].At == s {
			return &b.Units[i]
		}
	}
	return nil
}

func other(s game.Seat) game.Seat { return 3 - s }

// has reports whether the unit has that status.
func (u *unit) has(is string) bool { return u.count(is) > 0 }

// count returns how often the unit has that status; good statuses stack (S9.1).
func (u *unit) count(is string) int {
	n := 0
	for _, s := range u.Statuses {
		if s.Is == is {
			n++
		}
	}
	return n
}

// each calls do with every change that is in effect now.
func (b *board) each(u *unit, do func(change)) {
	for _, c := range u.Changes {
		if c.Since <= b.Round {
			do(c)
		}
	}
}

// any reports whether any change now in effect satisfies is.
func (b *board) any(u *unit, is func(change) bool) bool {
	return slices.ContainsFunc(u.Changes, func(c change) bool { return c.Since <= b.Round && is(c) })
}

// maxHP returns the unit's printed HP.
func (b *board) maxHP(l Label) int {
	if l.Operator() {
		return b.kit(l.Seat()).operator.HP
	}
	return b.merc(l).HP
}

// encumbered reports whether a side's armor is heavier than its Operator can carry (S1.6).
func (b *board) encumbered(s game.Seat) bool {
	k := b.kit(s)
	return k.armor.Load > k.operator.LD
}

// enemies returns the units of the other side that are on the board, in order.
func (b *board) enemies(s game.Seat) []*unit { return b.side(other(s)) }

// side returns the units of a side that are on the board, in order.
func (b *board) side(s game.Seat) []*unit {
	out := make([]*unit, 0, 3)
	for i := range b.Units {
		if u := &b.Units[i]; u.Label.Seat() == s && u.At.On() {
			out = append(out, u)
		}
	}
	return out
}

// terrain returns the terrain of a space, including Barriers (S10.2).
func (b *board) terrain(s grid.Space) grid.Terrain {
	for _, o := range b.Objects {
		if o.Is == "barrier" && o.At == s {
			return grid.Heavy
		}
	}
	return b.env.ground.At(s)
}

// used reports whether a side has used an ability this round.
func (b *board) used(s game.Seat, ability string) bool {
	return slices.Contains(b.Sides[s-1].Used, ability)
}

// synergy reports whether the Mercenary has that ability and is near enough to its Operator to use it (S6.11).
func (b *board) synergy(m *unit, ability string) bool {
	o := b.unit(operator(m.Label.Seat()))
	return !m.Label.Operator() && o != nil && b.merc(m.Label).Ability == ability && m.At.On() && grid.Distance(m.At, o.At) <= synergyRange
}

// synergyRange is the distance to its Operator within which a Mercenary's ability works (S6.11).
const synergyRange = 4

// spaces returns spaces as options of a menu.
func spaces(list []grid.Space) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = s.String()
	}
	return out
}

// spaceIn returns the space that the order names in the slot, or none.
func spaceIn(p order.Partial, slot string) grid.Space {
	s, err := grid.Parse(p.Value(slot))
	if err != nil {
		return grid.Space{} // the slot's kind has checked it: it is empty
	}
	return s
}
