package game

import (
	"encoding/json"
	"fmt"

	"downsync/game/order"
	"downsync/game/text"
)

// Close says when a group of asks closes.
type Close int

const (
	// WhenAll closes the group when every ask is answered; until then the replies are sealed. An ask without a group is
	// a group of its own.
	WhenAll Close = iota
	// WhenAny closes the group at the first reply that differs from the ask's Default. Defaults are sealed passes.
	WhenAny
)

// Ask is an open question to one seat. It is derived from the state and never stored.
type Ask struct {
	// Name is the kind of question ("designate"). It is unique among one seat's open asks and consists of letters and '-'.
	Name string
	// ID is set by the kernel: Name and a number that grows with each answer of the seat. It changes once the ask is
	// answered and is never used again, so that a button for an old question is recognized.
	ID    string
	Group string
	Seat  Seat
	Close Close
	// Quiet means that nobody else may learn that this seat is being asked.
	Quiet bool
	// Standing marks what a seat may do at any time, such as a private plan or conceding. A seat has at most one standing ask.
	// The kernel names it StandingName. It is Quiet, has no group, clock or default, and holds nothing up.
	Standing bool
	// Window means that the host decides when the group closes, so that the time reveals nothing. A full group waits
	// for Match.CloseWindow. A window needs a Group.
	Window bool
	Menu   Menu
	// Offer, if set, returns the Menu. The kernel calls it when the seat reads its questions, as most menus are never read.
	Offer func() Menu `json:"-"`
	// Default is played when the clock runs out. It is nil only for a Standing ask.
	Default Reply
	// Early means that the seat has privately ordered its Default in advance. The host plays it after a delay like those before
	// the seat's own answers, so that the moment reveals nothing. Until then the seat may answer.
	Early bool
	// Given means that the seat has given its Default already, with an earlier answer. The group waits only for its other asks,
	// and there must be one; nobody else can tell it from a sealed reply.
	Given bool
	// Moot means that nothing is left to decide, and that everybody can tell: the Default is the only answer, or every
	// other answer has the same effect. A host may play it at once if the seat has nothing to undo. It is no missed
	// turn and cannot be undone.
	Moot bool
	// Turn marks the seat's own turn to play. Letting it lapse is a missed turn, which hosts may count. Everybody sees
	// that it is asked. Reactions to other seats' turns are not turns (A2).
	Turn bool
	// Span names what the time limit is for, such as one turn of the seat, if that is several questions, each asked as the one before
	// is answered. The clock runs on from one to the next. Letting one lapse is a missed turn only if everybody has seen the seat do
	// nothing in the whole span. It follows from what everybody knows, and is unique in the match. An ask with a Span has no Group.
	// "": the question has a limit of its own.
	Span string
	// Lasts is the exact time in seconds for which a Window stays open, whatever is answered; 0: the host's rule holds.
	Lasts int
	// Clock names the time limit ("turn", "react"), whose duration the host sets; "" means none.
	Clock string
}

// WithMenu returns the ask with its Menu computed.
func (a Ask) WithMenu() Ask {
	if a.Offer != nil {
		a.Menu, a.Offer = a.Offer(), nil
	}
	return a
}

// StandingName is the Name of every standing ask.
const StandingName = "standing"

// key identifies the ask among all seats' asks.
func (a Ask) key() askKey { return askKey{a.Seat, a.ID} }

type askKey struct {
	seat Seat
	id   string
}

// group returns the key of the ask's group among the open asks.
func (a Ask) group() string {
	if a.Group != "" {
		return a.Group
	}
	return fmt.Sprintf("%d:%s", a.Seat, a.ID)
}

// Reply is an answer to an ask. It is always private; others learn only the facts it causes.
type Reply interface {
	// Order returns the reply as one line that Parse reads back.
	Order() string
}

// Menu is a small grammar of the possible answers, without saying how it is drawn; see package order. A menu is computed from
// what its seat knows; Check has the last word.
type (
	Menu   = order.Menu
	Choice = order.Choice
	Slot   = order.Slot
)

// Refusal is an error that the rules return. Code is a stable word from the ruleset's table, and Rule is its source ("R7.8").
// Text is plain English or, with Args, a format for them. The two are separate so that the text can be translated. Say, if set,
// returns the two when the refusal is read: for suggestions that take long to compute, because few refusals are read.
type Refusal struct {
	Code string
	Rule string
	Text Text
	Args []any
	Say  func() (Text, []any)
}

func (r *Refusal) Error() string {
	format, args := r.Said()
	return format.Format(args...)
}

// Said returns the English format and its arguments.
func (r *Refusal) Said() (format Text, args []any) {
	switch {
	case r.Say != nil:
		return r.Say()
	case r.Text == "":
		return Text(r.Code), nil
	}
	return r.Text, r.Args
}

// MarshalJSON writes the text that is said, computed if necessary.
func (r *Refusal) MarshalJSON() ([]byte, error) {
	text, args := r.Text, r.Args
	if r.Say != nil {
		text, args = r.Say()
	}
	return json.Marshal(struct {
		Code, Rule string
		Text       Text
		Args       []any
	}{r.Code, r.Rule, text, args})
}

// Text is English that people read; see package text.
type Text = text.Text

// Phrase is a text with its arguments kept separate, so that it can be translated. As an error it says what was expected.
type Phrase struct {
	Text Text
	Args []any
}

// Phrasef returns a Phrase.
func Phrasef(format Text, args ...any) Phrase { return Phrase{format, args} }

// Word returns a Phrase without arguments.
func Word(text Text) Phrase { return Phrase{Text: text} }

// Errorf returns a Phrase as an error. It wraps the first of its arguments that is an error.
func Errorf(format Text, args ...any) error { return Phrase{format, args} }

// String returns the phrase in English.
func (p Phrase) String() string { return p.Text.Format(p.Args...) }

func (p Phrase) Error() string { return p.String() }

// Said returns the English format and its arguments.
func (p Phrase) Said() (format Text, args []any) { return p.Text, p.Args }

// Unwrap returns the first argument that is an error, or nil.
func (p Phrase) Unwrap() error {
	for _, a := range p.Args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}

// MostOrders limits the orders of one act, for pieces that move together: enough for a whole side's.
const MostOrders = 48
