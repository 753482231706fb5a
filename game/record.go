package game

import (
	"encoding/json"
	"fmt"
)

// Kinds of records.
const (
	recordStart  = "start"  // the match was set up
	recordStep   = "step"   // a reply closed its group
	recordSealed = "sealed" // a reply that waits for the rest of its group
	recordClosed = "closed" // the host closed a full window
	recordUndo   = "undo"   // a seat took back its last step
	recordMark   = "mark"   // the host's own note, no fact: a clock began
	recordEnd    = "end"    // the host ended the match: missed turns, a ruling
	recordRuling = "ruling" // a referee changed the position; Order is the ruling
)

// Record is one decision as stored: what was answered and the facts it caused. It belongs to the truth.
type Record struct {
	Kind  string `json:"kind"`
	Card  *Card  `json:"card,omitempty"`
	Seats int    `json:"seats,omitempty"`
	Conf  Config `json:"config,omitempty"`
	Seat  Seat   `json:"seat,omitempty"`
	Ask   string `json:"ask,omitempty"`
	Group string `json:"group,omitempty"`
	Order string `json:"order,omitempty"`
	Lapse bool   `json:"lapse,omitempty"`
	// Missed: the seat let its own turn lapse.
	Missed bool   `json:"missed,omitempty"`
	Bound  bool   `json:"bound,omitempty"`
	Back   int    `json:"back,omitempty"` // undo: how many records the match had before the step taken back
	Note   string `json:"note,omitempty"` // mark
	// Rolls are the dice rolled in the step, in order.
	Rolls []Rolled `json:"rolls,omitempty"`
	// Dice are the host's terms of the match's dice, in the first record; none: the dice cannot be worked out again.
	Dice *DiceTerms `json:"dice,omitempty"`
	// Seed is what the commitment was made to, opened by the host in the record that ends the match.
	Seed  string       `json:"seed,omitempty"`
	Facts []StoredFact `json:"facts,omitempty"`
}

// StoredFact is a fact with its kind.
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

// Encode writes the record for the store.
func (r Record) Encode() ([]byte, error) { return json.Marshal(r) }

// DecodeRecord reads a stored record.
func DecodeRecord(b []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return r, fmt.Errorf("record: %w", err)
	}
	return r, nil
}

// Start tells whether the record sets a match up.
func (r Record) Start() bool { return r.Kind == recordStart }

// IsMark tells whether the record is the host's mark with that note.
func (r Record) IsMark(note string) bool { return r.Kind == recordMark && r.Note == note }

// MarkNote is the note of a host's mark, "" of any other record.
func (r Record) MarkNote() string {
	if r.Kind != recordMark {
		return ""
	}
	return r.Note
}

// Timed tells whether the record answers a question that holds the match up, or takes such an answer back.
func (r Record) Timed() bool {
	return !isStanding(r) && (r.Kind == recordStep || r.Kind == recordSealed || r.Kind == recordUndo)
}

// overrules tells whether a referee changed the position: every question is asked anew, and what was under seal is void.
func (r Record) overrules() bool {
	return r.Kind == recordRuling || r.Kind == recordUndo && r.Seat == 0
}

// Sealed tells whether the record is a reply that waits for the rest of its group.
func (r Record) Sealed() bool { return r.Kind == recordSealed }
