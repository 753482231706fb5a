package table

import (
	"context"
	"errors"
	"fmt"
)

// Hosts that share a store (Options.Shared) hold the same matches in memory. No message tells a host of another's decisions: a
// message can be late, a read of the store cannot. So a match in memory is compared with the store before each use.

// ErrSetBack: the store does not hold all of a match that this process has seen, as after a backup replaced it, or after an
// incomplete standby took over. Others may have gone on from there, even further. It is an ErrFrozen.
var ErrSetBack = fmt.Errorf("%w: the store was set back behind what this process has seen", ErrFrozen)

// brokenKey is the key of the record that a match is frozen on all hosts; its value is the version at which that happened.
func brokenKey(id ID) string { return brokenPrefix + string(id) }

const brokenPrefix = "broken/"

// renew brings a match in memory up to the stored one.
func renew(ctx context.Context, h *Hall, t *hosted) error {
	if errors.Is(t.broken, ErrSetBack) {
		return t.broken
	}
	if t.match == nil || t.broken != nil {
		t.broken = nil
		return frozenElsewhere(ctx, h, t)
	}
	stored, err := h.store.Head(ctx, t.id)
	switch {
	case err != nil && !errors.Is(err, ErrNoMatch):
		return err
	case stored == t.head:
		return nil
	case stored.Version <= t.head.Version:
		return setBack(h, t, stored)
	}
	events, err := h.store.Events(ctx, t.id, t.head.Version, MaxEvents)
	if err != nil {
		return err
	}
	meta, err := h.Meta(ctx, t.id) // read after the events: one of them may seat another player
	if err != nil {
		return err
	}
	more := int(stored.Version - t.head.Version) // others may have been added since
	if meta.Game != t.meta.Game || len(events) < more || len(events) == MaxEvents || events[0].Seq != t.head.Version+1 {
		t.forget() // the whole match is loaded again
		return nil
	}
	head := t.head
	for _, e := range events[:more] {
		head = head.Next(e)
	}
	if head != stored {
		return setBack(h, t, stored)
	}
	t.meta = meta
	if err := t.replay(h.games[meta.Game], events); err != nil {
		t.forget()
	}
	return nil
}

// setBack stops the match on this host: the store has other events than the match in memory.
func setBack(h *Hall, t *hosted, stored Head) error {
	h.opts.Log.Error("match set back in the store", "match", t.id, "version", t.head.Version, "stored", stored.Version)
	t.broken = fmt.Errorf("%w: match %s at version %d of %d", ErrSetBack, t.id, stored.Version, t.head.Version)
	return t.broken
}

// freeze stops the match after a fault: on this host, and through a record on those that share the store.
func freeze(ctx context.Context, h *Hall, t *hosted) error {
	version := t.head.Version
	t.forget()
	t.broken = fmt.Errorf("%w: match %s at version %d", ErrFrozen, t.id, version)
	if h.opts.Shared {
		r := Record{Key: brokenKey(t.id), Value: fmt.Append(nil, version)}
		if err := h.store.Put(context.WithoutCancel(ctx), r); err != nil {
			h.opts.Log.Error("match frozen on this host alone", "match", t.id, "error", err.Error())
		}
	}
	return t.broken
}

// frozenElsewhere returns an error if a host has frozen the match.
func frozenElsewhere(ctx context.Context, h *Hall, t *hosted) error {
	version, err := h.store.Get(ctx, brokenKey(t.id))
	switch {
	case errors.Is(err, ErrNoRecord):
		return nil
	case err != nil:
		return err
	}
	t.broken = fmt.Errorf("%w: match %s at version %s", ErrFrozen, t.id, version)
	return t.broken
}

// Thaw lets the hosts that share the store try the frozen matches again. A host calls it when it starts: its program may have
// repaired the fault.
func (h *Hall) Thaw(ctx context.Context) error {
	for {
		frozen, err := h.store.List(ctx, brokenPrefix, "", MaxEvents)
		if err != nil || len(frozen) == 0 {
			return err
		}
		for i := range frozen {
			h.opts.Log.Info("match tried again after a fault", "match", frozen[i].Key[len(brokenPrefix):])
			frozen[i].Value = nil
		}
		if err := h.store.Put(ctx, frozen...); err != nil {
			return err
		}
	}
}
