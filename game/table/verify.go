package table

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"downsync/game"
)

// errSnapshotDiffers: the replayed events do not produce the snapshot. The events are valid; the snapshot must go.
var errSnapshotDiffers = errors.New("its snapshot differs from its replayed events")

// Verify replays a stored match and compares the result with its snapshot. Its errors name versions, never what happened.
// told is the number of facts that everybody was told.
func (h *Hall) Verify(ctx context.Context, id ID) (told int, err error) {
	meta, err := h.Meta(ctx, id)
	if err != nil {
		return 0, fmt.Errorf("match %s: %w", id, err)
	}
	stored, err := h.store.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	m, err := replayed(h, meta.Game, append(stored.Before, stored.Events...), func(m game.Match, e Event) (bool, error) {
		if e.Seq != stored.Base {
			return true, nil
		}
		var s savedMatch
		if err := json.Unmarshal(stored.Snapshot, &s); err != nil {
			return false, fmt.Errorf("version %d: %w: %w", stored.Base, errSnapshotDiffers, err)
		}
		if _, err := h.games[meta.Game].Restore(s.Match, nil); errors.Is(err, game.ErrOtherForm) {
			return true, nil // programs no longer read it: only the events count
		}
		raw, err := m.Snapshot()
		if err != nil {
			return false, err
		}
		if !bytes.Equal(raw, s.Match) {
			return false, fmt.Errorf("version %d: %w", stored.Base, errSnapshotDiffers)
		}
		return true, nil
	})
	if err != nil {
		return 0, fmt.Errorf("match %s: %w", id, h.orNewer(ctx, meta.Game, err))
	}
	if m.Version() != int(stored.Version) {
		return 0, fmt.Errorf("match %s: %d events replay to version %d", id, stored.Version, m.Version())
	}
	return m.Count(game.Onlooker()), nil
}

// Arriving replays the events of a match from another host, and returns the records that go with it. ErrSeed: its dice
// cannot continue.
func (h *Hall) Arriving(c Carried, events []Event) ([]Record, error) {
	m, err := replayed(h, c.Meta.Game, events, func(game.Match, Event) (bool, error) { return true, nil })
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", c.ID, err)
	}
	if m == nil || len(c.Meta.Users) != m.Seats() {
		return nil, fmt.Errorf("match %s: it has %d users; expected one for each seat of a match that began", c.ID, len(c.Meta.Users))
	}
	rs, err := c.Meta.records(c.ID)
	if err != nil {
		return nil, err
	}
	t := hosted{id: c.ID, meta: c.Meta, match: m}
	if t.luck, err = luckFrom(Loaded{Events: events}, cmp.Or(openedIn(events), c.Seed)); err != nil {
		return nil, fmt.Errorf("match %s: %w", c.ID, err)
	}
	if len(c.Salts) == len(c.Meta.Users) {
		_, salts, err := commitPlayers(c.ID, c.Meta.Users, c.Salts)
		if err != nil {
			return nil, err
		}
		rs = append(rs, salts)
	}
	return append(append(rs, t.luck.records(c.ID)...), t.seatRecords(game.Seating{})...), nil
}

// Audit audits a stored match; see the function Audit. The error may be an *Inconsistency, which only those who may know the
// truth may see.
func (h *Hall) Audit(ctx context.Context, id ID) (Audited, error) {
	done, err := reading(ctx, h)
	if err != nil {
		return Audited{}, err
	}
	defer done()
	c, events, err := whole(ctx, h, id)
	if err != nil {
		return Audited{}, err
	}
	g, ok := h.games[c.Meta.Game]
	if !ok {
		return Audited{}, fmt.Errorf("match %s: no ruleset %q", id, c.Meta.Game)
	}
	return c.Audit(g, events)
}

// Carried packs a whole finished match. If Options.Referee is set, it packs any match.
func (h *Hall) Carried(ctx context.Context, id ID) (Carried, error) {
	if !h.opts.Referee {
		p, err := h.Public(ctx, id)
		if err != nil {
			return Carried{}, err
		}
		if p.Result == nil {
			return Carried{}, ErrStillOn
		}
	}
	c, _, err := whole(ctx, h, id)
	return c, err
}

// whole reads everything stored of a match.
func whole(ctx context.Context, h *Hall, id ID) (Carried, []Event, error) {
	meta, err := h.Meta(ctx, id)
	if err != nil {
		return Carried{}, nil, err
	}
	stored, err := h.store.Load(ctx, id)
	if err != nil {
		return Carried{}, nil, err
	}
	seed, err := h.store.Get(ctx, seedKey(id))
	if err != nil && !errors.Is(err, ErrNoRecord) {
		return Carried{}, nil, err
	}
	events := append(slices.Clone(stored.Before), stored.Events...)
	if openedIn(events) != "" {
		seed = nil // the events contain it
	}
	salts, err := saltsOf(ctx, h, id)
	if err != nil {
		return Carried{}, nil, err
	}
	c, err := Carry(Carried{ID: id, Meta: meta, Seed: string(seed), Salts: salts}, events)
	return c, events, err
}

// replayed builds the match from its events, and calls visit after each event until visit returns false.
func replayed(h *Hall, ruleset string, events []Event, visit func(game.Match, Event) (more bool, err error)) (m game.Match, err error) {
	g, ok := h.games[ruleset]
	if !ok {
		return nil, fmt.Errorf("no ruleset %q", ruleset)
	}
	defer func() {
		if p := recover(); p != nil { // a fact that does not fit; its text may be secret
			m, err = nil, fmt.Errorf("%w: replay panicked: %T", ErrFrozen, p)
		}
	}()
	for _, e := range events {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		if m == nil {
			m, err = g.Resume([]game.Record{rec})
		} else {
			err = m.Replay(rec)
		}
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		if more, err := visit(m, e); err != nil || !more {
			return m, err
		}
	}
	return m, nil
}
