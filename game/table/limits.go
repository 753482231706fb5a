package table

import (
	"fmt"
	"regexp"
	"strings"
)

// Limits of a store, in bytes unless they count something. A store refuses anything beyond them before it writes.
const (
	MaxID      = 40
	MaxCause   = 100
	MaxQueue   = 40
	MaxEffects = 64
	MaxEvents  = 1000
	MaxEvent   = 1 << 20
	MaxBody    = 64 << 10
	MaxKey     = 200
	MaxValue   = 64 << 10
)

var (
	idForm    = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)
	queueForm = regexp.MustCompile(`^[a-z0-9/-]{1,40}$`)
)

// Check returns an error that says why id is not a valid match id.
func (id ID) Check() error {
	if !idForm.MatchString(string(id)) {
		return fmt.Errorf("match id %q: expected 1 to %d of a-z, 0-9 and '-'", id, MaxID)
	}
	return nil
}

// Check returns an error that says why the record cannot be stored.
func (r Record) Check() error {
	if n := len(r.Key); n < 1 || n > MaxKey || strings.ContainsRune(r.Key, 0) {
		return fmt.Errorf("record key of %d bytes: expected 1 to %d, none of them zero", n, MaxKey)
	}
	if len(r.Value) > MaxValue {
		return fmt.Errorf("record %s of %d bytes: expected at most %d", r.Key, len(r.Value), MaxValue)
	}
	return nil
}

// CheckRecords returns an error that says why one of the records cannot be stored.
func CheckRecords(rs []Record) error {
	for _, r := range rs {
		if err := r.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Check returns an error that says why the commit cannot be stored.
func (c Commit) Check() error {
	if err := c.Match.Check(); err != nil {
		return err
	}
	if n := len(c.Cause); n < 1 || n > MaxCause {
		return fmt.Errorf("cause of %d bytes: expected 1 to %d", n, MaxCause)
	}
	if n := len(c.Events); n < 1 || n > MaxEvents {
		return fmt.Errorf("%d events: expected 1 to %d", n, MaxEvents)
	}
	for _, e := range c.Events {
		if len(e) > MaxEvent {
			return fmt.Errorf("event of %d bytes: expected at most %d", len(e), MaxEvent)
		}
	}
	if n := len(c.Send); n > MaxEffects {
		return fmt.Errorf("%d effects: expected at most %d", n, MaxEffects)
	}
	for _, e := range c.Send {
		if !queueForm.MatchString(e.Queue) {
			return fmt.Errorf("queue %q: expected 1 to %d of a-z, 0-9, '/' and '-'", e.Queue, MaxQueue)
		}
		if len(e.Body) > MaxBody {
			return fmt.Errorf("effect of %d bytes: expected at most %d", len(e.Body), MaxBody)
		}
	}
	if err := CheckRecords(c.Records); err != nil {
		return err
	}
	if len(c.Reply) > MaxBody {
		return fmt.Errorf("reply of %d bytes: expected at most %d", len(c.Reply), MaxBody)
	}
	return nil
}
