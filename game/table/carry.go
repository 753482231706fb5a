package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
)

// Link returns the hash of an event in its match's chain. It is the SHA-256 of the previous hash (zeros for the first
// event), the event's number and its time in milliseconds since 1970, both as 8 bytes big-endian, and its data.
func Link(prev [sha256.Size]byte, e Event) [sha256.Size]byte {
	h := sha256.New()
	h.Write(prev[:])
	h.Write(binary.BigEndian.AppendUint64(nil, e.Seq))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(e.At.UnixMilli())))
	h.Write(e.Data)
	return [sha256.Size]byte(h.Sum(nil))
}

// Carried is a whole match as a file, for another host or for verification. It contains the truth.
type Carried struct {
	Form string `json:"form"`
	ID   ID     `json:"id"`
	Meta Meta   `json:"meta"`
	Seed string `json:"seed,omitempty"` // of the dice, while the match is not over
	// Salts holds the salts of the events' commitments to the players, by seat. It is missing if there are no commitments, and
	// "" for a user who was removed.
	Salts []string `json:"salts,omitempty"`
	// Beside holds the host's other records of the match, such as what moderators did in it. Only a file for another host has
	// it.
	Beside []CarriedRecord `json:"beside,omitempty"`
	Events []CarriedEvent  `json:"events"`
	Hash   string          `json:"hash"` // hexadecimal: the end of the chain
	// Digest is the SHA-256 of the file without this field, in hexadecimal.
	Digest string `json:"digest,omitempty"`

	evidence bool // it was read from a file of evidence
}

// CarriedEvent is an event. Its data is text, so that no byte of it changes on the way.
type CarriedEvent struct {
	At   time.Time `json:"at"`
	Hash string    `json:"hash,omitempty"` // of the chain up to this event
	Data string    `json:"data"`
}

// CarriedRecord is a record. Its value is text for the same reason.
type CarriedRecord struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// With returns the file with records beside the events.
func (c Carried) With(beside []Record) (Carried, error) {
	c.Beside = nil
	for _, r := range beside {
		c.Beside = append(c.Beside, CarriedRecord{r.Key, string(r.Value)})
	}
	digest, err := c.digest()
	c.Digest = digest
	return c, err
}

// Records returns the records beside the events.
func (c Carried) Records() (out []Record) {
	for _, r := range c.Beside {
		out = append(out, Record{Key: r.Key, Value: []byte(r.Value)})
	}
	return out
}

// Forms of carried matches. The first form had no hash per event and no digest.
const (
	carriedForm1 = "downsync match 1"
	carriedForm2 = "downsync match 2"
)

// EvidenceForm is the form of a file that holds a carried match as "match", together with what moderators need.
const EvidenceForm = "downsync evidence 1"

// RivalForm is the form of a file with what a program knew in its seat of a match, and what it considered.
const RivalForm = "downsync rival 1"

// Carry packs the events of a match into its file form. The ID, Meta, Seed and Salts are those of c.
func Carry(c Carried, events []Event) (Carried, error) {
	c.Form, c.Events = carriedForm2, nil
	var hash [sha256.Size]byte
	for _, e := range events {
		hash = Link(hash, e)
		c.Events = append(c.Events, CarriedEvent{e.At.UTC(), hex.EncodeToString(hash[:]), string(e.Data)})
	}
	c.Hash = hex.EncodeToString(hash[:])
	digest, err := c.digest()
	c.Digest = digest
	return c, err
}

// Write encodes the file.
func (c Carried) Write() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(c)
	return b.Bytes(), err
}

func (c Carried) digest() (string, error) {
	c.Digest = ""
	raw, err := c.Write()
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:]), err
}

// mostValues limits the commas of a file that are between values. An event has three and takes more than 96 bytes, so that no
// file of 64 MiB which Write wrote has as many.
const mostValues = 64 << 20 / 32

// crowded reports whether a file holds more values than any that Write wrote. Nearly empty ones would take many times its size
// in memory.
func crowded(raw []byte) bool {
	commas, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] == '"':
			quoted = !quoted
		case quoted && raw[i] == '\\':
			i++
		case !quoted && raw[i] == ',':
			commas++
		}
	}
	return commas > mostValues
}

// ReadCarried reads what Write wrote and checks it; an *Inconsistency names the first inconsistency. The match may be part of a
// file of evidence; then only the match is checked.
func ReadCarried(raw []byte) (c Carried, events []Event, err error) {
	if crowded(raw) {
		return c, nil, inconsistent(0, "not an exported match: it holds more values than any match has")
	}
	var evidence struct {
		Form  string          `json:"form"`
		Match json.RawMessage `json:"match"`
	}
	if json.Unmarshal(raw, &evidence) == nil && evidence.Form == EvidenceForm {
		raw, c.evidence = evidence.Match, true
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, nil, inconsistent(0, "not an exported match: %v", err)
	}
	if c.Form != carriedForm1 && c.Form != carriedForm2 {
		return c, nil, inconsistent(0, "not a whole match: expected the form %q, as export writes for a finished match or a referee", carriedForm2)
	}
	if events, err = c.chain(); err != nil || c.Form == carriedForm1 {
		return c, events, err
	}
	digest, err := c.digest()
	switch again, werr := c.Write(); {
	case err != nil || werr != nil:
		return c, nil, inconsistent(0, "it cannot be written again")
	case digest != c.Digest:
		return c, nil, inconsistent(0, "the file does not fit its digest: something beside the events was changed")
	case !bytes.Equal(bytes.TrimSpace(raw), bytes.TrimSpace(again)):
		return c, nil, inconsistent(0, "the file is not written as export writes it: something was added or changed")
	}
	return c, events, nil
}

// chain checks the events against their hashes.
func (c Carried) chain() ([]Event, error) {
	var events []Event
	var hash [sha256.Size]byte
	for i, e := range c.Events {
		event := Event{Seq: uint64(i) + 1, At: e.At, Data: []byte(e.Data)}
		hash = Link(hash, event)
		switch {
		case len(event.Data) > MaxEvent:
			return nil, inconsistent(event.Seq, "%d bytes; an event has at most %d", len(event.Data), MaxEvent)
		case c.Form != carriedForm1 && e.At.Location() != time.UTC || !e.At.Equal(e.At.Truncate(time.Millisecond)): // the hash covers no more than that
			return nil, inconsistent(event.Seq, "its time is not in whole milliseconds of UTC")
		}
		if c.Form != carriedForm1 && e.Hash != hex.EncodeToString(hash[:]) {
			return nil, inconsistent(event.Seq, "it does not fit its hash")
		}
		events = append(events, event)
	}
	if c.Hash != hex.EncodeToString(hash[:]) {
		return nil, inconsistent(0, "the events do not fit the hash of the match")
	}
	return slices.Clip(events), nil
}
