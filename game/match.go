package game

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Game is a ruleset whose state type is hidden.
type Game interface {
	Card() Card
	// Parse reads one order of the ruleset's language.
	Parse(line string) (Reply, error)
	// Start decides the set-up of a new match. It returns the match and its first step, which is not applied yet.
	Start(seats int, c Config, d Dice) (Match, Step, error)
	// Resume builds a match from its stored records. It refuses records of another ruleset or version.
	Resume(rs []Record) (Match, error)
	// Restore builds a match from its snapshot and the encoded records before the snapshot, which it decodes only when
	// they are needed. ErrSnapshot means that the records must be replayed instead.
	Restore(snapshot []byte, before [][]byte) (Match, error)
}

// ErrSnapshot: the snapshot cannot be used, for example because another version of the program wrote it. The records
// are enough.
var ErrSnapshot = errors.New("unusable snapshot")

// ErrOtherForm is an ErrSnapshot: another version of the program wrote the snapshot, in another form.
var ErrOtherForm = fmt.Errorf("%w: written by another version of the program", ErrSnapshot)

// Match is one match in memory. It decides and applies separately: a Step is decided on the current version, stored by
// the host, then applied. It is not safe for concurrent use. Every reading method takes a viewer.
type Match interface {
	Readable
	Decider
	Ruled
	// Replay applies one more stored record, as Resume does.
	Replay(Record) error
	// Snapshot encodes what Restore needs to continue from the current version. It belongs to the truth.
	Snapshot() ([]byte, error)
	// Apply applies a step that was decided on the current version and is now stored.
	Apply(Step)
}

// Questions returns the questions that a match asks now.
type Questions interface {
	// Asks returns the open questions of a seat in a stable order, without those it has answered under seal.
	Asks(Seat) []Ask
	// Open is Asks without menus that nobody has read yet: these asks have their Offer.
	Open(Seat) []Ask
	// Groups returns the open groups of questions, for the host's clocks.
	Groups() []Group
}

// Telling returns what viewers were told. Callers must not change it.
type Telling interface {
	// Told returns what the viewer was told from their fact number after+1 on.
	Told(v Viewer, after int) []Fact
	// Standing returns everything that the viewer was told, in the same order; what was taken back since is Void.
	Standing(v Viewer) []Fact
	// Numbers returns the number of each fact that the viewer was told, in the same order.
	Numbers(v Viewer) []Number
	// Count returns how many facts the viewer was told.
	Count(Viewer) int
}

// Readable reads a match, each method as a viewer or as the host.
type Readable interface {
	Questions
	Telling
	Card() Card
	// Seats returns the number of seats, and Seating which of them are still in.
	Seats() int
	Seating() Seating
	// Version counts the applied records. It is for the host only, because it reveals secret steps.
	Version() int
	// View returns what the viewer knows. It stays the same value until that changes, so nobody may write to its contents.
	View(Viewer) View
	Result() (Result, bool)
	// Imagine returns a function that imagines the match from what the viewer knows of it now. It refuses a referee, a finished
	// match and a game that is no Imaginer, with ErrNotImagined.
	Imagine(v Viewer) (Imagining, error)
}

// Decider decides what players do, and what happens when they do nothing.
type Decider interface {
	// Answer decides a seat's reply to the ask with that id. A *Refusal means that the rules forbid it, or that the ask
	// is closed (code "stale"). Other errors come from the dice.
	Answer(s Seat, ask string, r Reply, d Dice) (Step, error)
	// Lapse decides the ask's default, as when the clock has run out.
	Lapse(s Seat, ask string, d Dice) (Step, error)
	// CloseWindow decides the closing of a full Window group.
	CloseWindow(group string, d Dice) (Step, error)
	// CanUndo reports whether Undo would succeed. It uses only what that seat knows.
	CanUndo(Seat) bool
	// Undo decides to take back the seat's own last step, with those that it was joined to. It is refused once another
	// seat has answered, or if the step rolled or revealed anything. Standing acts since then stay, whoever did them.
	Undo(Seat) (Step, error)
	// Join makes the step one act with its seat's last step, so that one Undo takes back both. It returns the step
	// unchanged if either of them cannot be taken back.
	Join(Step) Step
	// Redo decides again, on the current version, what the record decided. The first record of a match is Start's. A
	// *Refusal means that the record breaks the rules.
	Redo(r Record, d Dice) (Step, error)
}

// Ruled decides what the host and its referees do.
type Ruled interface {
	// Rewind decides to go back to the version to, which must lie between whole steps. Dice are never rewound.
	Rewind(to int) (Step, error)
	// End decides to end the match, as for missed turns or by a ruling. It is refused with the code "over" if the match
	// has ended.
	End(Result) (Step, error)
	// Rule decides a referee's ruling, in the ruleset's language for rulings. A *Refusal means that it would be inconsistent
	// ("inconsistent") or that the match has ended ("over").
	Rule(line string, d Dice) (Step, error)
	// Drop decides to take a seat out of a match that goes on (Card.OnForfeit: Drops), without it or with the program in it. why is a word. It is refused
	// with "over" if the match has ended, with "out" if the seat is out, and with "end" if fewer than two sides would be left:
	// then the match ends.
	Drop(seat Seat, why string, d Dice) (Step, error)
	// Mark returns a step that records a note of the host and changes nothing.
	Mark(note string) Step
}

// Group is a set of asks that close together.
type Group struct {
	// Key identifies the group while it is open. The group that follows one at once may have the same key, see Record.Closes. It
	// changes only with what everybody sees, so that a clock stored under it reveals no secret answer.
	Key    string
	Clock  string
	Window bool
	Asks   []Ask // all of them, answered or not; with its Offer if nobody has read its menu
	// Open lists the seats that have not answered.
	Open []Seat
	// Span is the Span of its ask.
	Span string
	// Lasts is the exact time in seconds for which the window stays open; 0: the host decides.
	Lasts int
}

// Step is a decided step: its record, and the result of applying it.
type Step struct {
	Record Record
	facts  []Fact
	next   any   // the state after the step; nil if it is unchanged
	on     int   // the version it was decided on
	asks   []Ask // the asks after the step, without ids; nil: not computed
}

// Seal hides a ruleset's state type.
func Seal[S any](r Ruleset[S]) Game { return sealed[S]{r, formOf(r)} }

type sealed[S any] struct {
	rules Ruleset[S]
	form  string // form of its snapshots
}

func (g sealed[S]) Card() Card                       { return g.rules.Card() }
func (g sealed[S]) Parse(line string) (Reply, error) { return g.rules.Parse(line) }

func (g sealed[S]) Start(seats int, c Config, d Dice) (Match, Step, error) {
	card := g.rules.Card()
	if err := card.fits(seats); err != nil {
		return nil, Step{}, err
	}
	m := newMatch(g, seats)
	tx := begin(m, d)
	if err := g.rules.Open(tx, seats, c); err != nil {
		return nil, Step{}, err
	}
	card.OnForfeit = Ends // not stored
	st, err := finish(m, tx, Record{Kind: recordStart, Card: &card, Seats: seats, Conf: c, Bound: true})
	return m, st, err
}

// fits returns an error if the game is for another number of seats.
func (c Card) fits(seats int) error {
	if seats < c.MinSeats || seats > c.MaxSeats {
		return fmt.Errorf("%s is for %d to %d seats, not %d", c.ID, c.MinSeats, c.MaxSeats, seats)
	}
	return nil
}

func (g sealed[S]) Resume(rs []Record) (Match, error) {
	if len(rs) == 0 || rs[0].Kind != recordStart || rs[0].Card == nil {
		return nil, fmt.Errorf("a match begins with its start record")
	}
	card := g.rules.Card()
	if got := *rs[0].Card; !got.same(card) {
		return nil, fmt.Errorf("the match was begun under %s %s; this ruleset is %s %s", got.ID, got.Version, card.ID, card.Version)
	}
	if err := card.known(rs[0]); err != nil {
		return nil, err
	}
	if err := card.fits(rs[0].Seats); err != nil {
		return nil, err
	}
	m := newMatch(g, rs[0].Seats)
	for _, r := range rs {
		if err := m.Replay(r); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func decodeFacts[S any](r Ruleset[S], stored []StoredFact) ([]Fact, error) {
	var out []Fact
	for _, f := range stored {
		fact, err := decodeFact(r, f)
		if err != nil {
			return nil, err
		}
		out = append(out, fact)
	}
	return out, nil
}

func decodeFact[S any](r Ruleset[S], f StoredFact) (Fact, error) {
	switch f.Kind {
	case refereedKind:
		var r Refereed
		err := json.Unmarshal(f.Data, &r)
		return r, err
	case tookBackKind:
		return decodeTookBack(f.Data)
	}
	return r.Decode(f.Kind, f.Data)
}
