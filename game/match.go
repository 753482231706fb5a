package game

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Game is a ruleset with its state type hidden.
type Game interface {
	Card() Card
	// Parse reads one order of the ruleset's language.
	Parse(line string) (Reply, error)
	// Start decides the set-up of a new match and returns the match with its first step, not yet applied.
	Start(seats int, c Config, d Dice) (Match, Step, error)
	// Resume builds a match from its stored records. Refuses records of another ruleset or version.
	Resume(rs []Record) (Match, error)
	// Restore builds a match from a snapshot of it and the records before that, encoded, which it decodes only when they
	// are asked for. ErrSnapshot: replay the records instead.
	Restore(snapshot []byte, before [][]byte) (Match, error)
}

// ErrSnapshot: the snapshot cannot be used, as one of another version of the program. The records stand for themselves.
var ErrSnapshot = errors.New("unusable snapshot")

// Match is one match in memory. It decides and applies separately: a Step is decided on the present version,
// stored by the host, then applied. It is not safe for concurrent use. Every reading method takes a viewer.
type Match interface {
	Card() Card
	// Seats is how many play.
	Seats() int
	// Version counts the records applied. It is the host's: it tells of secret steps.
	Version() int
	// Asks are the open questions of a seat, in a stable order, without those it has answered under seal.
	Asks(Seat) []Ask
	// Groups are the open groups of questions, for the host's clocks.
	Groups() []Group
	View(Viewer) View
	// Told is what the viewer was told from fact number after+1 on, numbered by that viewer's own count.
	Told(v Viewer, after int) []Fact
	// Count is how many facts the viewer was told.
	Count(Viewer) int
	Result() (Result, bool)
	// Answer decides a seat's reply to its ask with that id. *Refusal: the rules say no, or the ask is closed
	// (code "stale"). Other errors are faults of the dice.
	Answer(s Seat, ask string, r Reply, d Dice) (Step, error)
	// Lapse decides the ask's default, as when the clock has run out.
	Lapse(s Seat, ask string, d Dice) (Step, error)
	// CloseWindow decides the closing of a full Window group.
	CloseWindow(group string, d Dice) (Step, error)
	// CanUndo tells whether Undo would be accepted, from what that seat knows.
	CanUndo(Seat) bool
	// Undo decides to take back the seat's last step: its own, before any other seat answered, and nothing rolled
	// or revealed. Standing acts since then stay, whoever did them.
	Undo(Seat) (Step, error)
	// Rewind decides to go back to version to, a boundary of whole steps. Dice are never rewound.
	Rewind(to int) (Step, error)
	// End decides to end the match by the host's word, as for missed turns or by a ruling; refused (code "over") when it
	// has ended.
	End(Result) (Step, error)
	// Rule decides a referee's ruling, an order of the ruleset's own for them. *Refusal: it would not be consistent
	// ("inconsistent"), or the match is over ("over").
	Rule(line string, d Dice) (Step, error)
	// Mark is a step that records a note of the host's and changes nothing.
	Mark(note string) Step
	// Redo decides anew what the record decided, on the present version; the first record of a match is Start's. A *Refusal
	// says that it is against the rules here.
	Redo(r Record, d Dice) (Step, error)
	// Replay adopts one more stored record, as Resume does.
	Replay(Record) error
	// Snapshot writes what Restore needs to go on from the present version. It belongs to the truth.
	Snapshot() ([]byte, error)
	// Apply adopts a step that was decided on the present version and is now stored.
	Apply(Step)
}

// Group is a set of asks that close together.
type Group struct {
	// Key stays the same while the group does, and in the eyes of everybody: a seat's secret answers change it no more
	// than the public sight, so that a clock kept by it tells of none.
	Key    string
	Clock  string
	Window bool
	Asks   []Ask // all of them, answered or not
	// Open are the seats that still owe an answer.
	Open []Seat
}

// Step is a decided step: its record, and what applying it leads to.
type Step struct {
	Record Record
	facts  []Fact
	next   any   // the state after the step; nil when the state stays
	on     int   // the version it was decided on
	asks   []Ask // what is asked then, without ids; nil: not worked out
}

// Seal hides a ruleset's state type.
func Seal[S any](r Ruleset[S]) Game { return sealed[S]{r, formOf(r)} }

type sealed[S any] struct {
	rules Ruleset[S]
	form  string // of its snapshots
}

func (g sealed[S]) Card() Card                       { return g.rules.Card() }
func (g sealed[S]) Parse(line string) (Reply, error) { return g.rules.Parse(line) }

func (g sealed[S]) Start(seats int, c Config, d Dice) (Match, Step, error) {
	card := g.rules.Card()
	if seats < card.MinSeats || seats > card.MaxSeats {
		return nil, Step{}, fmt.Errorf("%s is for %d to %d seats, not %d", card.ID, card.MinSeats, card.MaxSeats, seats)
	}
	m := newMatch(g, seats)
	tx := m.begin(d)
	if err := g.rules.Open(tx, seats, c); err != nil {
		return nil, Step{}, err
	}
	st, err := m.finish(tx, Record{Kind: recordStart, Card: &card, Seats: seats, Conf: c, Bound: true})
	return m, st, err
}

func (g sealed[S]) Resume(rs []Record) (Match, error) {
	if len(rs) == 0 || rs[0].Kind != recordStart || rs[0].Card == nil {
		return nil, fmt.Errorf("a match begins with its start record")
	}
	card := g.rules.Card()
	if got := *rs[0].Card; got.ID != card.ID || got.Version != card.Version {
		return nil, fmt.Errorf("the match was begun under %s %s; this ruleset is %s %s", got.ID, got.Version, card.ID, card.Version)
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
