package jagged

import (
	"slices"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Label names a model: A1, A2 and so on are the Attacker's, B1 and so on the Defender's.
type Label string

// Seat returns the model's side, 0 for no label.
func (l Label) Seat() game.Seat {
	if l == "" || l[0] != 'A' && l[0] != 'B' {
		return 0
	}
	return game.Seat(l[0]-'A') + 1
}

// number returns the model's number in its Force.
func (l Label) number() int {
	n, _ := strconv.Atoi(string(l[min(1, len(l)):]))
	return n
}

// labelOf returns the n-th model of a side.
func labelOf(seat game.Seat, n int) Label { return Label(string(rune('A'+seat-1)) + strconv.Itoa(n)) }

// maxLabel is the highest number of a model, including the Reinforcements.
const maxLabel = MaxModels + MaxReinforcements

// ParseLabel reads a label; case does not matter.
func ParseLabel(word string) (Label, error) {
	l := Label(strings.ToUpper(word))
	if n := l.number(); l.Seat() == 0 || n < 1 || n > maxLabel || l != labelOf(l.Seat(), n) {
		return "", game.Errorf("%q is no model; write one like A1 or B2", word)
	}
	return l, nil
}

// other returns the other seat.
func other(seat game.Seat) game.Seat { return 3 - seat }

// Phase is a phase of a battle.
type Phase string

// Phases, in their order (J4.1, J5.1).
const (
	Boarding   Phase = "board" // a Position lets the side that took it choose the board
	Listing    Phase = "lists"
	Placing    Phase = "objectives"
	Deploying  Phase = "deploy"
	Stealing   Phase = "steal"
	Glimpsing  Phase = "glimpse"
	Commanding Phase = "command" // Tactical Insight
	Reinforce  Phase = "reinforce"
	Moving     Phase = "move"
	Shooting   Phase = "shoot"
	Rushing    Phase = "rush"
	Fighting   Phase = "melee"
	Over       Phase = "over"
)

// board holds what everybody knows about a battle. This is all of its state: the kernel keeps what is under seal.
type board struct {
	Terms      Terms
	env        *env // computed from Terms; not stored
	Began      bool `json:",omitempty"`
	Round      int
	Initiative game.Seat // 0 before Round 1
	Stolen     bool      `json:",omitempty"` // the Defender took the Initiative of Round 1
	Sides      [2]side
	Models     []model // on the table, or still to be deployed, by label
	Objectives []objective
	Drawing    [2]bool // who offers a draw this Round
	Result     *game.Result
	cursor
}

// cursor is the point that a battle has reached, so that every pause can be stored. Its values are never written to, only replaced.
type cursor struct {
	Phase  Phase
	Left   []game.Seat `json:",omitempty"` // the sides of the parts of the phase that are still to be played
	Going  *going      `json:",omitempty"` // a model that must finish its move
	Attack *attack     `json:",omitempty"` // under way
	Charge *charge     `json:",omitempty"` // a Rush that the other side may answer
	Faces  [2]int      `json:",omitzero"`  // the Initiative rolls of this Round
	All    bool        `json:",omitempty"` // the rest of the part's attacks follow automatically, …
	Best   bool        `json:",omitempty"` // … each where it does the most harm (JQ60)
}

// going is a model that has begun to move: after a Sprint's die or a Disengage.
type going struct {
	Unit Label
	Max  plane.Inch
}

// charge is a successful Rush.
type charge struct{ By, Target Label }

// side is one Force.
type side struct {
	Units  []Pick // as brought to the battle
	Listed bool
	Flares int
	Kept   int // BP for Reinforcements (J3.4)
	FR     int // Force Rating of the models that began (JQ21)
	VP     int
	Came   int      // number of Reinforcements so far
	Called []string `json:",omitempty"` // their units, in the order of their labels
	Last   int      // the highest number of a label
	Lost   []string // units destroyed
	LostFR int
	Used   []string // special rules used up for the battle
	Pushed bool     // Coordinated Push was used this Round
	Held   bool     // it makes no Rush in this Round
	Skips  []string `json:",omitempty"` // the questions that it is not asked (J5.6)
	Said   []string `json:",omitempty"` // the orders about skipping that it has given this Round
}

// Pick is a model of a list: its unit and its grenade.
type Pick struct {
	Unit    string `json:"unit"`
	Grenade string `json:"grenade,omitempty"`
}

// used reports whether a side has used up a special rule.
func (p player) used(rule string) bool {
	return slices.Contains(p.b.Sides[p.seat-1].Used, rule)
}

// model is a model of a Force.
type model struct {
	Label      Label
	Unit       string
	card       *cards.Unit // found by Unit; not stored
	Grenade    string      `json:",omitempty"`
	At         plane.Point
	Placed     bool `json:",omitempty"` // it is on the table
	Wounds     int
	Sum        int      `json:",omitempty"` // DAM of this Round's hits that took no Wound (JQ53)
	Effects    []effect `json:",omitempty"`
	Escaped    bool     `json:",omitempty"` // it has used its automatic Disengage (J8.7)
	Thrown     bool     `json:",omitempty"` // it has thrown its grenade in this battle
	roundFlags          // of this Round
}

// roundFlags records what a model has done in a Round.
type roundFlags struct {
	Acted      bool `json:",omitempty"` // its turn to move has ended
	Moved      bool `json:",omitempty"` // it has left its place by a move or a Rush
	Sprinted   bool `json:",omitempty"`
	Tried      bool `json:",omitempty"` // it tried to Disengage
	Disengaged bool `json:",omitempty"`
	Shot       bool `json:",omitempty"`
	Rushed     bool `json:",omitempty"`
	Charged    bool `json:",omitempty"` // its Rush succeeded
	Struck     bool `json:",omitempty"`
	Aided      bool `json:",omitempty"` // Specialist Aura has helped it; since rulings 2 it may again
	Rerolled   bool `json:",omitempty"` // Stationary Anchor
}

// effect is a lasting effect on a model (J12.5).
type effect struct {
	cards.Effect
	From  string `json:"from"` // the weapon or special rule
	Since int    `json:"since"`
	Until int    `json:"until"`         // the last Round in which it holds
	Bio   bool   `json:"bio,omitempty"` // from a biological weapon
}

// objective is a marker (J4.4).
type objective struct {
	At        plane.Point
	Owner     game.Seat
	Contested bool
}

func (m *model) seat() game.Seat   { return m.Label.Seat() }
func (m *model) unit() *cards.Unit { return m.card }
func (m *model) disc() plane.Disc  { return plane.Disc{At: m.At, R: radius(m.unit())} }
func (m *model) is(tag string) bool {
	return m.unit().Is(tag)
}
func (m *model) has(rule string) bool { return m.unit().Has(rule) }

// radius returns the radius of a unit's base (JQ1).
func radius(u *cards.Unit) plane.Inch { return plane.Radius(u.Base) }

// model returns a model, nil if it is not there.
func (b *board) model(l Label) *model {
	for i := range b.Models {
		if b.Models[i].Label == l {
			return &b.Models[i]
		}
	}
	return nil
}

// onTable returns a model that is on the table, otherwise nil.
func (b *board) onTable(l Label) *model {
	if m := b.model(l); m != nil && m.Placed {
		return m
	}
	return nil
}

// side lists a side's models on the table, by label.
func (b *board) side(seat game.Seat) []*model {
	var out []*model
	for i := range b.Models {
		if m := &b.Models[i]; m.seat() == seat && m.Placed {
			out = append(out, m)
		}
	}
	return out
}

// with returns the side's first model on the table that has the special rule, nil if none has it (J1.7).
func (b *board) with(seat game.Seat, rule string) *model {
	for i := range b.Models {
		if m := &b.Models[i]; m.seat() == seat && m.Placed && m.has(rule) {
			return m
		}
	}
	return nil
}

// discs returns the bases of a side's models on the table.
func (b *board) discs(seat game.Seat, but ...Label) []plane.Disc {
	out := make([]plane.Disc, 0, maxLabel)
	for i := range b.Models {
		if m := &b.Models[i]; m.seat() == seat && m.Placed && !slices.Contains(but, m.Label) {
			out = append(out, m.disc())
		}
	}
	return out
}

// These are the bounds of a battle (J1.2, J3, J6.4).
const (
	Rounds            = 5
	Table             = 48 // inches
	MinModels         = 4
	MaxModels         = 8
	MaxReinforcements = 2
	StealFace         = 70
)

// roleOf returns a seat's role: seat 1 attacks.
func roleOf(seat game.Seat) string {
	if seat == 1 {
		return cards.Attacker
	}
	return cards.Defender
}

// Budget returns the BP that a side may spend (J3.1).
func Budget(seat game.Seat) int { return [2]int{100, 125}[seat-1] }

// Flares returns how many Warp Flares a side begins with (J3.1).
func Flares(seat game.Seat) int { return [2]int{3, 2}[seat-1] }

// specialistOf returns the kind of Specialist that a side must have (J3.1).
func specialistOf(seat game.Seat) string { return [2]string{"warp", "shock"}[seat-1] }
