package game

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kinds of records.
const (
	recordStart  = "start"  // the match was set up
	recordStep   = "step"   // a reply closed its group
	recordSealed = "sealed" // a reply waits for the rest of its group
	recordClosed = "closed" // the host closed a full window
	recordUndo   = "undo"   // a seat undid its last step, or a referee rewound
	recordMark   = "mark"   // a note of the host without facts, such as the start of a clock
	recordEnd    = "end"    // the host ended the match, for missed turns or by a ruling
	recordRuling = "ruling" // a referee changed the position; Order is the ruling
	recordDrop   = "drop"   // the host took a seat out, for missed turns or by a ruling; Note says why
)

var recordKinds = []string{recordStart, recordStep, recordSealed, recordClosed, recordUndo, recordMark, recordEnd, recordRuling, recordDrop}

// Record is one decision as stored: the answer, and the facts it caused. It belongs to the truth.
type Record struct {
	Kind  string `json:"kind"`
	Card  *Card  `json:"card,omitempty"`
	Seats int    `json:"seats,omitempty"`
	Conf  Config `json:"config,omitempty"`
	Seat  Seat   `json:"seat,omitempty"`
	Ask   string `json:"ask,omitempty"`
	Group string `json:"group,omitempty"`
	Span  string `json:"span,omitempty"` // of the ask
	Order string `json:"order,omitempty"`
	Lapse bool   `json:"lapse,omitempty"`
	// Missed is set if the seat let its own turn lapse.
	Missed bool `json:"missed,omitempty"`
	Bound  bool `json:"bound,omitempty"`
	// Joined is set if the step and the seat's last step before it are one act, which one undo takes back.
	Joined bool   `json:"joined,omitempty"`
	Back   int    `json:"back,omitempty"` // undo: the version to go back to
	Note   string `json:"note,omitempty"` // mark: the note; drop: the reason
	// Rolls holds the dice rolled in the step, in order.
	Rolls []Rolled `json:"rolls,omitempty"`
	// Dice holds the terms of the match's dice, in the first record. Without them the dice cannot be derived again.
	Dice *DiceTerms `json:"dice,omitempty"`
	// Players holds the host's commitments to the players, by seat: in the first record, and in one that seats another user.
	Players []string `json:"players,omitempty"`
	// Seed is the seed of the dice. The host reveals it in the record that ends the match.
	Seed  string       `json:"seed,omitempty"`
	Facts []StoredFact `json:"facts,omitempty"`
	// Behind counts the milliseconds by which the deciding host's clock was behind the time stored with the event. Events keep
	// the order of their times, so it is more than 0 after a fast clock was corrected.
	Behind int64 `json:"behind,omitempty"`
}

// StoredFact is an encoded fact with its kind.
type StoredFact struct {
	Kind string          `json:"k"`
	Data json.RawMessage `json:"d"`
}

func storeFacts(fs []Fact) ([]StoredFact, error) {
	out := make([]StoredFact, len(fs))
	for i, f := range fs {
		b, err := json.Marshal(f)
		if err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.Kind(), err)
		}
		out[i] = StoredFact{f.Kind(), b}
	}
	return out, nil
}

// Encode encodes the record for the store.
func (r Record) Encode() ([]byte, error) { return json.Marshal(r) }

// DecodeRecord decodes a stored record.
func DecodeRecord(b []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return r, fmt.Errorf("record: %w", err)
	}
	return r, nil
}

// Start reports whether the record sets up a match.
func (r Record) Start() bool { return r.Kind == recordStart }

// IsMark reports whether the record is the host's mark with that note.
func (r Record) IsMark(note string) bool { return r.Kind == recordMark && r.Note == note }

// MarkNote returns the note of a host's mark, or "" for any other record.
func (r Record) MarkNote() string {
	if r.Kind != recordMark {
		return ""
	}
	return r.Note
}

// Timed reports whether the record answers a question that holds up the match, or undoes such an answer.
func (r Record) Timed() bool {
	return !isStanding(r) && (r.Kind == recordStep || r.Kind == recordSealed || r.Kind == recordUndo)
}

// Overrules reports whether a referee changed the position. Then every question is asked again, and sealed replies are void.
func (r Record) Overrules() bool {
	return r.Kind == recordRuling && !r.withdraws() || r.Kind == recordUndo && r.Seat == 0
}

// withdraws reports whether the record is a Withdrawal. No question depends on a seat's offers: all stay open, and answers
// under seal stay valid.
func (r Record) withdraws() bool {
	words := strings.Fields(r.Order)
	return r.Kind == recordRuling && len(words) > 0 && strings.EqualFold(words[0], withdrawal)
}

// Sealed reports whether the record is a reply that waits for the rest of its group.
func (r Record) Sealed() bool { return r.Kind == recordSealed }

// Closes reports whether the record closed the shared group with that key. If a group with the key is open after it, its
// questions are new.
func (r Record) Closes(key string) bool {
	return r.Group != "" && r.Group == key && (r.Kind == recordStep || r.Kind == recordClosed)
}
