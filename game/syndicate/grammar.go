package syndicate

import (
	"cmp"
	"strconv"
	"strings"

	"downsync/game"
	"downsync/game/ending"
	"downsync/game/habit"
	"downsync/game/language"
	"downsync/game/order"
	"downsync/game/syndicate/grid"
)

// The language of orders has every verb once: how it is written, and the reply that it makes. Menus offer parts of it (offer), so
// that menus, completion and Parse agree.

// maxOrder is the length of the longest order accepted, in bytes.
const maxOrder = 200

// deploy puts the Operator and both Mercenaries on the board (S3.2).
type deploy struct{ At [3]grid.Space }

// mulligan returns the hand and draws another (S3.3).
type mulligan struct{}

// keep keeps the hand, or leaves the dice as they are.
type keep struct{}

// Commit chooses the card of the round (S4.2); Card "" is none. Mode is the Hydra's: acc or rof, "" without one (R-P6). Ahead holds
// the orders for the rest of the round (R-P9).
type Commit struct {
	Card, Mode string
	Ahead      Ahead
}

// Move goes to a space. Unit is a Mercenary in its sub-phase, otherwise "". Via lists spaces on the way, in order.
type Move struct {
	Unit Label
	To   grid.Space
	Via  []grid.Space
}

// Stay does not move.
type Stay struct{ Unit Label }

// done ends the movement of one's Mercenaries.
type done struct{}

// Use chooses the unit or the space that a card or a weapon works on.
type Use struct {
	On Label
	At grid.Space
}

// loseStatus takes a negative status off (Stim Shot).
type loseStatus struct{ Status string }

// push moves a unit of the other side.
type push struct{ To grid.Space }

// Attack attacks a unit (S6.2). By is a Mercenary, "" the Operator; Mark uses Predictive Mark.
type Attack struct {
	Target Label
	By     Label
	Mark   bool
}

// Hold does not attack (R-A12). Unit is one Mercenary; "": the Operator, or all Mercenaries that have not attacked.
type Hold struct{ Unit Label }

// jam forces a die to be rolled again, counted from 1 (Signal Jam).
type jam struct{ Die int }

// reduce lessens the damage by 1 (Hold the Line).
type reduce struct{}

// gel stops the damage (Ballistic Gel).
type gel struct{}

// take takes the damage.
type take struct{}

func (o deploy) Order() string {
	return "deploy " + strings.Join(spaces(o.At[:]), " ")
}
func (mulligan) Order() string { return "mulligan" }
func (keep) Order() string     { return "keep" }
func (o Commit) Order() string {
	line := "commit " + cmp.Or(o.Card, "none")
	if o.Mode != "" {
		line += " mode " + o.Mode
	}
	return line + o.Ahead.words()
}
func (o Move) Order() string {
	line := "move "
	if o.Unit != "" {
		line += string(o.Unit) + " "
	}
	line += "to " + o.To.String()
	if len(o.Via) > 0 {
		line += " via " + strings.Join(spaces(o.Via), " ")
	}
	return line
}
func (o Stay) Order() string { return strings.TrimSpace("stay " + string(o.Unit)) }
func (done) Order() string   { return "done" }
func (o Use) Order() string {
	if o.On != "" {
		return "use on " + string(o.On)
	}
	return "use at " + o.At.String()
}
func (o loseStatus) Order() string { return "lose " + o.Status }
func (o push) Order() string       { return "push to " + o.To.String() }
func (o Attack) Order() string {
	line := "attack " + string(o.Target)
	if o.By != "" {
		line += " by " + string(o.By)
	}
	if o.Mark {
		line += " mark"
	}
	return line
}
func (o Hold) Order() string { return strings.TrimSpace("hold " + string(o.Unit)) }
func (o jam) Order() string  { return "jam " + strconv.Itoa(o.Die) }
func (reduce) Order() string { return "reduce" }
func (gel) Order() string    { return "gel" }
func (take) Order() string   { return "take" }

// modes lists the modes of the Hydra (R-P6).
var modes = []string{"acc", "rof"}

// These are the slots of orders. Menus narrow them to the possible choices.
var (
	slotOperator = order.Slot{Name: "operator", Kind: spaceKind, Min: 1, Max: 1}
	slotFirst    = order.Slot{Name: "first", Kind: spaceKind, Min: 1, Max: 1}
	slotSecond   = order.Slot{Name: "second", Kind: spaceKind, Min: 1, Max: 1}
	slotCard     = order.Slot{Name: "card", Kind: language.Name("a card of your hand, like dash"), Min: 1, Max: 1}
	slotMode     = order.Slot{Name: "mode", Mark: "mode", Options: modes, Max: 1}
	slotMerc     = order.Slot{Name: "unit", Kind: labelKind, Max: 1}
	slotTo       = order.Slot{Name: "to", Mark: "to", Kind: spaceKind, Min: 1, Max: 1}
	slotVia      = order.Slot{Name: "via", Mark: "via", Kind: spaceKind, Max: 6}
	slotOn       = order.Slot{Name: "on", Mark: "on", Kind: labelKind, Min: 1, Max: 1}
	slotAt       = order.Slot{Name: "at", Mark: "at", Kind: spaceKind, Min: 1, Max: 1}
	slotStatus   = order.Slot{Name: "status", Kind: language.Name("a status like marked"), Min: 1, Max: 1}
	slotTarget   = order.Slot{Name: "target", Kind: labelKind, Min: 1, Max: 1}
	slotBy       = order.Slot{Name: "by", Mark: "by", Kind: labelKind, Max: 1}
	slotMark     = order.Flag("mark")
	slotDie      = order.Slot{Name: "die", Options: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"}, Min: 1, Max: 1}
)

var verbs = []language.Verb{
	language.With("deploy", func(p order.Partial) game.Reply {
		return deploy{[3]grid.Space{spaceIn(p, "operator"), spaceIn(p, "first"), spaceIn(p, "second")}}
	}, slotOperator, slotFirst, slotSecond),
	language.Plain("mulligan", mulligan{}),
	habit.Verb("keep", keep{}),
	language.With("commit", func(p order.Partial) game.Reply {
		o := Commit{p.Value("card"), p.Value("mode"), aheadOf(p)}
		if o.Card == "none" {
			o.Card = ""
		}
		return o
	}, slotCard, slotMode, aheadTo, aheadFirst, aheadSecond, aheadOn, aheadAt, aheadAttack, aheadNever, aheadUsual, aheadNearly),
	language.With("move", func(p order.Partial) game.Reply {
		o := Move{Unit: Label(p.Value("unit")), To: spaceIn(p, "to")}
		for _, w := range p.Values("via") {
			s, _ := grid.Parse(w) // its kind has checked it
			o.Via = append(o.Via, s)
		}
		return o
	}, slotMerc, slotTo, slotVia),
	language.With("stay", func(p order.Partial) game.Reply { return habit.Of(p, Stay{Label(p.Value("unit"))}) }, slotMerc, habit.Flag),
	language.Plain("done", done{}),
	language.With("use", func(p order.Partial) game.Reply { return Use{On: Label(p.Value("on"))} }, slotOn),
	language.With("use", func(p order.Partial) game.Reply { return Use{At: spaceIn(p, "at")} }, slotAt),
	language.With("lose", func(p order.Partial) game.Reply { return loseStatus{p.Value("status")} }, slotStatus),
	language.With("push", func(p order.Partial) game.Reply { return push{spaceIn(p, "to")} }, slotTo),
	language.With("attack", func(p order.Partial) game.Reply {
		return Attack{Label(p.Value("target")), Label(p.Value("by")), p.Has("mark")}
	}, slotBy, slotTarget, slotMark),
	language.With("hold", func(p order.Partial) game.Reply { return Hold{Label(p.Value("unit"))} }, slotMerc),
	language.With("jam", func(p order.Partial) game.Reply {
		n, _ := strconv.Atoi(p.Value("die")) // it is one of the options
		return jam{n}
	}, slotDie),
	habit.Verb("reduce", reduce{}),
	language.Plain("gel", gel{}),
	habit.Verb("take", take{}),
	habit.VerbAsk,
	ending.VerbDraw,
	ending.VerbConcede,
}

// smallWords lists words of the game that players put before a label.
var smallWords = []string{"unit", "operator", "mercenary", "card", "space"}

// grammar is the whole language.
var grammar *language.Language

func init() {
	grammar = language.New(maxOrder, "an order begins with a word like commit, move or attack", smallWords, verbs...)
}

// offer returns the verb's order for a menu, with its first slots filled in and only the given slots open.
func offer(name string, given []string, slots ...order.Slot) order.Choice {
	return grammar.Offer(name, given, slots...)
}

// Parse reads one order; case does not matter. The error is a *game.Refusal with code "no-order" that says what was expected.
func Parse(line string) (game.Reply, error) { return grammar.Parse(line) }

// These are the kinds of values.

// labelKind reads a unit.
var labelKind = language.Word("unit", "a unit like B1", "", func(word string) (string, error) {
	l, err := ParseLabel(word)
	return string(l), err
})

// spaceKind reads a space.
var spaceKind = language.Word("space", "a space like 5,7", ", like 5,7", func(word string) (string, error) {
	at, err := grid.Parse(word)
	return at.String(), err
})
