package storetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"downsync/game/table"
)

// History records what was asked of a store and what it answered, through crashes and faults. Check decides in one pass
// over each log whether the store kept promises P1 to P4 and P6 of package storage. History is safe for concurrent use.
type History struct {
	mu       sync.Mutex
	clock    int
	attempts map[string]*Attempt // by cause, which is unique over all matches here
}

// Fate is the outcome of an attempt, from its sender's knowledge.
type Fate int

const (
	// unknown: no answer yet, or table.ErrUnknown.
	Unknown Fate = iota
	// Accepted: the store reported success.
	Accepted
	// refused: the store reported that it did not apply the commit.
	Refused
)

// Attempt is one commit.
type Attempt struct {
	Match   table.ID
	Cause   string
	Expect  uint64
	Events  int
	Fate    Fate
	Version uint64 // of an accepted attempt
	Began   int
	Ended   int // 0: not yet
}

// CommitOf returns the attempt's commit. Its events name their cause, so that the log shows where each event came from.
func (a Attempt) CommitOf() table.Commit {
	c := table.Commit{Match: a.Match, Expect: a.Expect, Cause: a.Cause, At: t0, Reply: []byte("reply to " + a.Cause),
		Send: []table.Effect{{Queue: "public", Body: []byte(a.Cause), Coalesce: true}}, Wake: t0}
	for i := range a.Events {
		c.Events = append(c.Events, fmt.Appendf(nil, "%s %d %d %s", a.Cause, i, a.Events, strings.Repeat("x", 50*i)))
	}
	if a.Expect%3 == 2 {
		c.State = []byte("after " + a.Cause)
	}
	return c
}

// Begin notes that the attempt is about to be sent.
func (h *History) Begin(a Attempt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.attempts == nil {
		h.attempts = map[string]*Attempt{}
	}
	h.clock++
	a.Began = h.clock
	h.attempts[a.Cause] = &a
}

// End notes the store's answer.
func (h *History) End(cause string, version uint64, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clock++
	a := h.attempts[cause]
	a.Ended = h.clock
	switch {
	case err == nil:
		a.Fate, a.Version = Accepted, version
	case errors.Is(err, table.ErrConflict), errors.Is(err, table.ErrNoMatch):
		a.Fate = Refused
	}
}

// Do sends the attempt, with Begin before it and End after it.
func (h *History) Do(s table.Store, a Attempt) error {
	h.Begin(a)
	r, err := s.Commit(ctx, a.CommitOf())
	h.End(a.Cause, r.Version, err)
	return err
}

// Count returns the number of attempts, and how many of them were accepted.
func (h *History) Count() (all, accepted int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.attempts {
		if a.Fate == Accepted {
			accepted++
		}
	}
	return len(h.attempts), accepted
}

// At returns the history as it was known at an earlier moment, which is taken as the moment of a crash.
func (h *History) At(now int) *History {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := &History{clock: now, attempts: map[string]*Attempt{}}
	for cause, a := range h.attempts {
		if a.Began > now {
			continue
		}
		b := *a
		if b.Ended > now {
			b.Fate, b.Version, b.Ended = Unknown, 0, 0
		}
		out.attempts[cause] = &b
	}
	return out
}

// Between returns the history that a copy made between two moments must contain: everything accepted by the first
// moment, and possibly what began by the second.
func (h *History) Between(first, second int) *History {
	known, begun := h.At(first), h.At(second)
	for cause, a := range begun.attempts {
		if known.attempts[cause] == nil || a.Fate != Refused && known.attempts[cause].Fate == Unknown {
			a.Fate, a.Version, a.Ended = Unknown, 0, 0
			known.attempts[cause] = a
		}
	}
	return known
}

// Now returns the current moment, which counts the calls of Begin and End.
func (h *History) Now() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clock
}

// Unresolved returns the attempts whose fate is unknown.
func (h *History) Unresolved() []Attempt {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []Attempt
	for _, a := range h.attempts {
		if a.Fate == Unknown {
			out = append(out, *a)
		}
	}
	return out
}

// Check reads the store's logs and returns an error that names the broken promise.
func (h *History) Check(ctx context.Context, s table.Store) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	matches := map[table.ID]bool{}
	for _, a := range h.attempts {
		matches[a.Match] = true
	}
	found := map[string]bool{}
	for id := range matches {
		l, err := s.Load(ctx, id)
		if errors.Is(err, table.ErrNoMatch) {
			continue
		}
		if err != nil {
			return fmt.Errorf("P6: %w", err)
		}
		if err := h.log(id, append(l.Before, l.Events...), found); err != nil {
			return err
		}
		if n := uint64(len(l.Before) + len(l.Events)); n != l.Version || l.Base != uint64(len(l.Before)) {
			return fmt.Errorf("P1: match %s is at version %d with %d events", id, l.Version, n)
		}
	}
	for cause, a := range h.attempts {
		switch {
		case a.Fate == Accepted && !found[cause]:
			return fmt.Errorf("P1: %s of %s was accepted and is not there", cause, a.Match)
		case a.Fate == Refused && found[cause]:
			return fmt.Errorf("P4: %s of %s was refused and is there", cause, a.Match)
		}
	}
	return nil
}

// log checks the events of one match.
func (h *History) log(id table.ID, events []table.Event, found map[string]bool) error {
	latest := 0 // when the latest attempt so far began
	for i := 0; i < len(events); {
		cause, at, of, err := parse(events[i].Data)
		if err != nil {
			return fmt.Errorf("P6: match %s: event %d: %w", id, i+1, err)
		}
		a := h.attempts[cause]
		switch {
		case a == nil || a.Match != id || a.Events != of:
			return fmt.Errorf("P1: match %s: event %d is of %s, which nobody sent", id, i+1, cause)
		case found[cause]:
			return fmt.Errorf("P2: match %s: %s was applied twice", id, cause)
		case a.Expect != uint64(i):
			return fmt.Errorf("P3: match %s: %s was made on version %d and applied at %d", id, cause, a.Expect, i)
		case a.Fate == Accepted && a.Version != uint64(i+of):
			return fmt.Errorf("P1: match %s: %s was accepted as version %d and is at %d", id, cause, a.Version, i+of)
		case a.Ended > 0 && a.Fate == Accepted && a.Ended < latest:
			return fmt.Errorf("P1: match %s: %s was accepted before one ahead of it was sent", id, cause)
		}
		for k := range of {
			if i+k >= len(events) {
				return fmt.Errorf("P1: match %s: %s is there in part", id, cause)
			}
			if c, n, _, err := parse(events[i+k].Data); err != nil || c != cause || n != at+k || at != 0 {
				return fmt.Errorf("P1: match %s: %s is not whole at event %d", id, cause, i+k+1)
			}
		}
		found[cause] = true
		latest = max(latest, a.Began)
		i += of
	}
	return nil
}

// parse reads an event of a CommitOf commit.
func parse(b []byte) (cause string, at, of int, err error) {
	w := strings.Split(string(b), " ")
	if len(w) != 4 {
		return "", 0, 0, fmt.Errorf("%q was not sent", b)
	}
	at, err = strconv.Atoi(w[1])
	if err != nil {
		return "", 0, 0, err
	}
	of, err = strconv.Atoi(w[2])
	return w[0], at, of, err
}
