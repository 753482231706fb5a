package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"downsync/game"
)

// A snapshot goes with about every 64th decision, so that a match is loaded without replaying all of it. The host delays it,
// up to the 192nd decision, while some seat can undo a step, because an undo across a snapshot replays the events before it.
const (
	snapshotEvery = 64
	snapshotLate  = 192
)

// savedMatch is a hosted match in its snapshot.
type savedMatch struct {
	Match  json.RawMessage
	Groups map[string]times
	Dirty  bool
	Paces  map[game.Seat][]time.Duration
	Clocks Clocks                  `json:",omitzero"`
	Since  map[game.Seat]int       `json:",omitempty"`
	Prior  []prior                 `json:",omitempty"` // missing from snapshots of older programs
	Acted  map[game.Seat]time.Time `json:",omitempty"`
}

// snapshot encodes the match if a snapshot is due, and returns nil otherwise. version is the version to be committed.
func (t *hosted) snapshot(version uint64) ([]byte, error) {
	if since := version - t.base; since < snapshotEvery || since < snapshotLate && t.undoable() {
		return nil, nil
	}
	raw, err := t.match.Snapshot()
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedMatch{Match: raw, Groups: t.groups, Dirty: t.dirty, Paces: t.paces, Clocks: t.clocks, Since: t.since, Prior: t.prior, Acted: t.acted})
}

// undoable reports whether some seat can undo its last step.
func (t *hosted) undoable() bool {
	for s := game.Seat(1); int(s) <= t.match.Seats(); s++ {
		if t.match.CanUndo(s) {
			return true
		}
	}
	return false
}

// restore builds the match from its snapshot and the events after it, or from all events. used reports whether the
// snapshot was good.
func (t *hosted) restore(g game.Game, stored Loaded) (used bool, err error) {
	if stored.Snapshot != nil {
		err := t.thaw(g, stored)
		if err == nil {
			return true, t.replay(g, stored.Events)
		}
		if !errors.Is(err, game.ErrSnapshot) {
			return false, err
		}
	}
	events := make([]Event, 0, len(stored.Before)+len(stored.Events))
	return false, t.replay(g, append(append(events, stored.Before...), stored.Events...))
}

// thaw reads the snapshot.
func (t *hosted) thaw(g game.Game, stored Loaded) error {
	var s savedMatch
	if err := json.Unmarshal(stored.Snapshot, &s); err != nil {
		return fmt.Errorf("%w: %w", game.ErrSnapshot, err)
	}
	before := make([][]byte, len(stored.Before))
	for i, e := range stored.Before {
		before[i] = e.Data
	}
	m, err := g.Restore(s.Match, before)
	if err != nil {
		return err
	}
	t.match, t.groups, t.dirty, t.paces, t.clocks, t.since, t.prior, t.acted = m, s.Groups, s.Dirty, s.Paces, s.Clocks, s.Since, s.Prior, s.Acted
	t.base = stored.Base
	for _, e := range stored.Before {
		t.head = t.head.Next(e)
	}
	if n := len(stored.Before); n > 0 {
		last := stored.Before[n-1]
		rec, err := game.DecodeRecord(last.Data)
		if err != nil {
			return fmt.Errorf("event %d: %w", last.Seq, err)
		}
		t.seen, t.newest = happened(rec, last), last.At
	}
	return nil
}
