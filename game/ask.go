package game

import (
	"fmt"

	"downsync/game/order"
)

// Close says when a group of asks closes.
type Close int

const (
	// WhenAll: every ask of the group is answered; until then the replies are sealed. An ask without a group is
	// a group of its own.
	WhenAll Close = iota
	// WhenAny: the first reply that is not the ask's Default closes the group; Defaults are sealed passes.
	WhenAny
)

// Ask is an open question to one seat: derived from the state, never stored.
type Ask struct {
	// Name says what kind of question it is ("designate"). Unique among one seat's open asks; letters and '-'.
	Name string
	// ID is given by the kernel: Name and a number that grows with each answer of that seat. Within a seat it changes
	// once answered and never comes back, so a button drawn for an old question is known as old.
	ID    string
	Group string
	Seat  Seat
	Close Close
	// Quiet: nobody else may learn that this seat is being asked.
	Quiet bool
	// Standing: what a seat may do at any time (a private plan, conceding). One a seat, named StandingName by the
	// kernel, Quiet, without group, clock or default; it never holds anything up.
	Standing bool
	// Window: the group's closing is the host's to time (a window of constant shape); a full group waits for
	// Match.CloseWindow. Needs a Group.
	Window bool
	Menu   Menu
	// Default is played when the clock runs out; nil only for a Standing ask.
	Default Reply
	// Early: the seat wants its Default played without being waited for, as it has ordered in private. The host plays it
	// after a delay like those of its own answers, so that the moment tells nothing; until then the seat may answer.
	Early bool
	// Moot: nothing is left to decide, and everybody can tell: the Default is the only answer, or whatever else there is comes to the
	// same. A host may give it at once where the seat has nothing to take back; it is no missed turn and is not taken back.
	Moot bool
	// Turn: it is the seat's own turn to play. To let it lapse is a missed turn, which hosts may count; everybody sees
	// that it is asked, and the reactions to others' turns are none (A2).
	Turn bool
	// Clock names the time limit ("turn", "react"); durations are the host's. "" is none.
	Clock string
}

// StandingName is the Name of every standing ask.
const StandingName = "standing"

// key names the ask among all seats' asks.
func (a Ask) key() askKey { return askKey{a.Seat, a.ID} }

type askKey struct {
	seat Seat
	id   string
}

// group is the key of the ask's group among the open asks.
func (a Ask) group() string {
	if a.Group != "" {
		return a.Group
	}
	return fmt.Sprintf("%d:%s", a.Seat, a.ID)
}

// Reply is an answer to an ask. A reply is always private; others learn only the facts it causes.
type Reply interface {
	// Order writes the reply as one line that Parse reads back.
	Order() string
}

// Menu says what may be answered as a small grammar, without saying how it is drawn; see package order. A menu is computed
// from what its seat knows; Check has the last word.
type (
	Menu   = order.Menu
	Choice = order.Choice
	Slot   = order.Slot
)

// Next lists the words that may come next in an order begun as text; see order.Next.
func Next(menus []Menu, text string) []string {
	var out []string
	for _, w := range order.Next(menus, text) {
		out = append(out, w.Text)
	}
	return out
}

// Meant is the order that a line most likely means; see order.Meant.
func Meant(menus []Menu, line string) (meant string, slips int, ok bool) {
	return order.Meant(menus, line)
}

// Follow is the start of an order that a line begins with; see order.Follow.
func Follow(menus []Menu, line string) string { return order.Follow(menus, line) }

// Refusal is the rules' no. Code is a stable word of the ruleset's table, Rule its source ("R7.8"). What it says is kept
// apart from what it speaks of, so that it can be said in another language: Text is plain English, and with Args a
// format that they fill.
type Refusal struct {
	Code string
	Rule string
	Text string
	Args []any
}

func (r *Refusal) Error() string {
	switch {
	case r.Text == "":
		return r.Code
	case len(r.Args) == 0:
		return r.Text
	}
	return fmt.Sprintf(r.Text, r.Args...)
}

// Said is the English format and what fills it.
func (r *Refusal) Said() (format string, args []any) {
	if r.Text == "" {
		return r.Code, nil
	}
	return r.Text, r.Args
}

// Phrase is a text, or a part of one, kept apart from what it speaks of as a Refusal's is. It is an error where it says
// what was expected.
type Phrase struct {
	Text string
	Args []any
}

// Phrasef is a Phrase.
func Phrasef(format string, args ...any) Phrase { return Phrase{format, args} }

// Word is a Phrase without arguments.
func Word(text string) Phrase { return Phrase{Text: text} }

// Errorf is a Phrase that is an error. It wraps the first of its arguments that is one.
func Errorf(format string, args ...any) error { return Phrase{format, args} }

// String is the phrase in English.
func (p Phrase) String() string {
	if len(p.Args) == 0 {
		return p.Text
	}
	return fmt.Sprintf(p.Text, p.Args...)
}

func (p Phrase) Error() string { return p.String() }

// Said is the English format and what fills it.
func (p Phrase) Said() (format string, args []any) { return p.Text, p.Args }

// Unwrap is the error that the phrase speaks of, if it does.
func (p Phrase) Unwrap() error {
	for _, a := range p.Args {
		if err, ok := a.(error); ok {
			return err
		}
	}
	return nil
}
