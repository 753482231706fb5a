package table

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"downsync/game"
)

// Inconsistency describes the first inconsistency in a stored match. It quotes stored data, so only those who may know the
// truth may see it.
type Inconsistency struct {
	Event uint64 // number of the event; 0: the match as a whole
	Why   string
}

func (i *Inconsistency) Error() string {
	if i.Event == 0 {
		return i.why()
	}
	return fmt.Sprintf("event %d: %s", i.Event, i.why())
}

// why returns Why without characters that a terminal would act on: it quotes a file that anybody may have written.
func (i *Inconsistency) why() string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, i.Why)
}

func inconsistent(event uint64, format string, args ...any) error {
	return &Inconsistency{Event: event, Why: fmt.Sprintf(format, args...)}
}

// Audited is the result of an audit.
type Audited struct {
	Events int
	Rolls  int // number of dice derived again
	Dice   Dice
	Result *game.Result // nil: the match has not ended
	// Players lists the players that the match's file names, each compared with its commitment. Committed is false if the
	// events hold no commitments, as in older matches: then nothing shows who played.
	Players   []Player
	Committed bool
}

// Audit decides every step of a match again, with dice derived from its seed, and compares the dice, the legality of each
// answer, and every resulting fact. A match that has not ended needs its seed as an argument; a finished match contains it. The
// steps of a match without a seed, from before dice could be derived, are only replayed, and its Dice are zero. The error is an
// *Inconsistency.
func Audit(g game.Game, events []Event, seed string) (a Audited, err error) {
	a, _, err = audit(g, events, seed, false)
	return a, err
}

// Audit audits a match that was read from a file, as the function Audit does. It also compares the users that the file names
// with the commitments in the events. Evidence of a match that has not ended has no seed: its dice are accepted as recorded.
func (c Carried) Audit(g game.Game, events []Event) (Audited, error) {
	if err := c.ID.Check(); err != nil {
		return Audited{}, inconsistent(0, "%v", err)
	}
	a, w, err := audit(g, events, c.Seed, c.evidence)
	switch {
	case err != nil:
		return a, err
	case c.Seed != "" && (w.terms == nil || a.Result != nil):
		return a, inconsistent(0, "it has a seed beside its events, and they need none")
	case !c.Meta.Timing.sane():
		return a, inconsistent(0, "its clocks are none: expected times and counts from 0 on, and at most 100 years")
	}
	a.Committed = w.players.commitments != nil
	a.Players, err = w.players.compare(c, w.match.Seats())
	return a, err
}

func audit(g game.Game, events []Event, seed string, seedless bool) (a Audited, w auditor, err error) {
	w = auditor{game: g, seed: seed, seedless: seedless, players: players{removed: map[game.Seat]bool{}, seated: map[game.Seat]uint64{}}}
	if opened := openedIn(events); opened != "" {
		w.seed = opened
	}
	defer func() {
		if p := recover(); p != nil { // a fact that does not fit the state
			a, err = w.Audited, inconsistent(w.at, "it does not fit what went before")
		}
	}()
	for _, e := range events {
		if err := w.event(e); err != nil {
			return w.Audited, w, err
		}
	}
	err = w.end()
	return w.Audited, w, err
}

// openedIn returns the seed that the match revealed when it ended, or "" if it has not ended.
func openedIn(events []Event) string {
	for _, e := range slices.Backward(events) {
		if rec, err := game.DecodeRecord(e.Data); err == nil && rec.Seed != "" {
			return rec.Seed
		}
	}
	return ""
}

// markForm matches every mark that a host makes.
var markForm = regexp.MustCompile(`^(shown|wake|refereed|release|resume|hold [a-z-]+|extend [0-9hms]+|part [0-9]+|want [0-9]+ [a-z]+ [0-9hms]+|away [0-9]+ [0-9]+|back [0-9]+|outage [0-9]+ [0-9]+)$`)

// auditor walks through a match.
type auditor struct {
	Audited
	game game.Game
	seed string // the seed of the dice; "": unknown
	// seedless allows the seed of an unfinished match to be unknown.
	seedless bool
	match    game.Match
	terms    *game.DiceTerms
	dice     *recording
	last     Event
	at       uint64
	open     string // the seed that the match revealed
	players
}

// recording counts derived dice. Without a seed it returns the dice of the record that is decided again, and counts none.
type recording struct {
	derived
	n      int
	rolled []game.Rolled
}

func (r *recording) Roll(stream game.Seat, number, sides int) (int, error) {
	if r.seed != (Seed{}) {
		r.n++
		return r.derived.Roll(stream, number, sides)
	}
	for _, x := range r.rolled {
		if x.Stream == stream && x.Number == number && x.Sides == sides && 1 <= x.Face && x.Face <= sides {
			return x.Face, nil
		}
	}
	return 0, fmt.Errorf("die %d of %d sides is missing, or shows what it cannot", number, sides)
}

func (w *auditor) event(e Event) error {
	w.at = e.Seq
	if e.Seq != w.last.Seq+1 {
		return inconsistent(e.Seq, "expected event %d here", w.last.Seq+1)
	}
	if e.At.Before(w.last.At) {
		return inconsistent(e.Seq, "it is dated before the event before it")
	}
	w.last = Event{Seq: e.Seq, At: e.At}
	rec, err := game.DecodeRecord(e.Data)
	if err != nil {
		return inconsistent(e.Seq, "it cannot be read: %v", err)
	}
	if w.match == nil {
		if err := w.start(e, rec); err != nil {
			return err
		}
	} else if err := w.step(e, rec); err != nil {
		return err
	}
	w.Events++
	_, over := w.match.Result()
	if err := w.players.note(e, rec, w.match.Seats()); err != nil {
		return err
	}
	if err := w.players.remove(e, rec, w.match.Seats(), over); err != nil {
		return err
	}
	return w.result(rec)
}

// start decides the set-up again.
func (w *auditor) start(e Event, rec game.Record) error {
	if !rec.Start() {
		return inconsistent(e.Seq, "a match begins with its set-up")
	}
	if w.terms = rec.Dice; w.terms == nil {
		if err := plain(e, rec); err != nil {
			return err
		}
		m, err := w.game.Resume([]game.Record{rec})
		if err != nil {
			return inconsistent(e.Seq, "%v", err)
		}
		w.match = m
		return nil
	}
	w.Dice = Dice{DiceTerms: *w.terms}
	if err := checkTerms(w.terms, rec.Seats); err != nil {
		return inconsistent(e.Seq, "%v", err)
	}
	seed, err := ParseSeed(w.seed)
	unknown := w.seed == "" && w.seedless
	if err != nil && !unknown {
		return inconsistent(0, "the seed of the dice is missing: the match is not over, or its end was cut off")
	}
	if !unknown {
		if err := checkSeed(w.terms, seed); err != nil {
			return inconsistent(e.Seq, "%v", err)
		}
	}
	w.dice = &recording{derived: derived{seed, w.terms.Entropy}, rolled: rec.Rolls}
	m, again, err := w.game.Start(rec.Seats, rec.Conf, w.dice)
	if err != nil {
		return inconsistent(e.Seq, "the set-up is none: %v", err)
	}
	if err := same(e, rec, again.Record, rec.Seats); err != nil {
		return err
	}
	m.Apply(again)
	w.match = m
	return nil
}

// plain checks a record of a match from before dice could be derived.
func plain(e Event, rec game.Record) error {
	if len(rec.Rolls) > 0 || rec.Players != nil {
		return inconsistent(e.Seq, "it has numbered dice or players committed to, and what the dice are drawn from is left out at the start")
	}
	if raw, err := rec.Encode(); err != nil || !bytes.Equal(raw, e.Data) {
		return inconsistent(e.Seq, "it is not written as a host writes it")
	}
	return nil
}

// step decides a step again.
func (w *auditor) step(e Event, rec game.Record) error {
	if note := rec.MarkNote(); note != "" && !markForm.MatchString(note) {
		return inconsistent(e.Seq, "a mark that no host makes")
	}
	if w.dice == nil {
		if err := plain(e, rec); err != nil {
			return err
		}
		if err := w.match.Replay(rec); err != nil {
			return inconsistent(e.Seq, "%v", err)
		}
		return nil
	}
	w.dice.rolled = rec.Rolls
	again, err := w.match.Redo(rec, w.dice)
	var no *game.Refusal
	switch {
	case errors.As(err, &no):
		return inconsistent(e.Seq, "seat %d, %q: against the rules: %s %s", rec.Seat, rec.Order, no.Error(), no.Rule)
	case err != nil:
		return inconsistent(e.Seq, "%v", err)
	}
	if err := same(e, rec, again.Record, w.match.Seats()); err != nil {
		return err
	}
	w.match.Apply(again)
	return nil
}

// result checks that the seed is revealed exactly with the end.
func (w *auditor) result(rec game.Record) error {
	r, over := w.match.Result()
	if over && w.Result == nil {
		w.Result = &r
		if w.terms != nil && rec.Seed == "" {
			return inconsistent(w.at, "the match ends here and the seed is not revealed")
		}
		w.open = rec.Seed
	} else if rec.Seed != "" {
		return inconsistent(w.at, "a seed is revealed where the match does not end")
	}
	return nil
}

func (w *auditor) end() error {
	if w.match == nil {
		return inconsistent(0, "there are no events")
	}
	if w.dice != nil {
		w.Rolls, w.Dice.Seed = w.dice.n, w.open
	}
	return nil
}

// same compares a stored record of a match of that many seats with the same record decided again, and names the first
// difference.
func same(e Event, was, now game.Record, seats int) error {
	for i := range max(len(was.Rolls), len(now.Rolls)) {
		switch {
		case i >= len(was.Rolls):
			return inconsistent(e.Seq, "a die is missing: %s", named(now.Rolls[i], seats))
		case i >= len(now.Rolls):
			return inconsistent(e.Seq, "a die too many: %s", named(was.Rolls[i], seats))
		case was.Rolls[i] != now.Rolls[i]:
			return inconsistent(e.Seq, "%s: the seed and the rules give %s", named(was.Rolls[i], seats), named(now.Rolls[i], seats))
		}
	}
	for i := range max(len(was.Facts), len(now.Facts)) {
		switch {
		case i >= len(was.Facts):
			return inconsistent(e.Seq, "a fact is missing: %q", now.Facts[i].Kind)
		case i >= len(now.Facts):
			return inconsistent(e.Seq, "a fact too many: %q", was.Facts[i].Kind)
		case was.Facts[i].Kind != now.Facts[i].Kind || !bytes.Equal(was.Facts[i].Data, now.Facts[i].Data):
			return inconsistent(e.Seq, "fact %d, %q, is not what the rules make of %q", i+1, was.Facts[i].Kind, was.Order)
		}
	}
	now.Dice, now.Seed, now.Players, now.Behind = was.Dice, was.Seed, was.Players, was.Behind
	raw, err := now.Encode()
	if err != nil {
		return inconsistent(e.Seq, "%v", err)
	}
	if !bytes.Equal(raw, e.Data) {
		was.Facts, now.Facts, was.Rolls, now.Rolls = nil, nil, nil, nil
		if reflect.DeepEqual(was, now) {
			return inconsistent(e.Seq, "it is not written as a host writes it")
		}
		return inconsistent(e.Seq, "who decided what, or when it may be taken back, is not as the rules have it")
	}
	return nil
}

// named describes a die in words.
func named(r game.Rolled, seats int) string {
	stream := "the public dice"
	switch r.Stream {
	case 0:
	case game.NobodysDice(seats):
		stream = "the dice that nobody sees"
	default:
		stream = fmt.Sprintf("seat %d's own dice", r.Stream)
	}
	return fmt.Sprintf("die %d of %s (%s, %d sides) shows %d", r.Number, stream, r.For, r.Sides, r.Face)
}
