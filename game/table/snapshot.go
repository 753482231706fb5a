package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"downsync/game"
)

// A snapshot goes with every 64th decision or so, so that a cold match opens without replaying all of it. The host waits
// until no seat can take a step back, as far as oftenest: a step back beyond a snapshot replays what is before it.
const (
	snapshotEvery = 64
	snapshotLate  = 192
)

// shot is a hosted match as its snapshot holds it.
type shot struct {
	Match  json.RawMessage
	Groups map[string]times
	Dirty  bool
	Paces  map[game.Seat][]time.Duration
	Clocks Clocks `json:",omitzero"`
}

// snapshot writes the match as it stands if it is time to, else nil. The version is the one to be.
func (t *hosted) snapshot(version uint64) ([]byte, error) {
	if since := version - t.base; since < snapshotEvery || since < snapshotLate && t.undoable() {
		return nil, nil
	}
	raw, err := t.match.Snapshot()
	if err != nil {
		return nil, err
	}
	return json.Marshal(shot{Match: raw, Groups: t.groups, Dirty: t.dirty, Paces: t.paces, Clocks: t.clocks})
}

// undoable tells whether some seat can take its last step back.
func (t *hosted) undoable() bool {
	for s := game.Seat(1); int(s) <= t.match.Seats(); s++ {
		if t.match.CanUndo(s) {
			return true
		}
	}
	return false
}

// restore builds the match as stored: from its snapshot and the events after it, else from all events. used tells whether the
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
		t.forget()
	}
	events := make([]Event, 0, len(stored.Before)+len(stored.Events))
	return false, t.replay(g, append(append(events, stored.Before...), stored.Events...))
}

// thaw reads the snapshot.
func (t *hosted) thaw(g game.Game, stored Loaded) error {
	var s shot
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
	t.match, t.groups, t.dirty, t.paces, t.clocks = m, s.Groups, s.Dirty, s.Paces, s.Clocks
	t.version, t.base = stored.Base, stored.Base
	return nil
}
