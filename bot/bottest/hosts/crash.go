// Package hosts has what befalls the hosts of a bot in tests: one dies as it writes, another comes between what one reads and writes, two do
// the same at once, or their clocks differ.
package hosts

import (
	"context"
	"errors"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Life bounds what a host's process does before it dies: so many more calls to the store or to Discord. It dies before the last of them is
// done, or before it knows that it was. Later calls fail.
type Life struct {
	Left  int // 0: it does not end
	After bool
	Dead  bool
}

// errDead is the error of every call after the process has ended.
var errDead = errors.New("the process has ended")

func (l *Life) do(what func() error) error {
	if l.Dead {
		return errDead
	}
	if l.Left > 0 {
		if l.Left--; l.Left == 0 {
			if l.Dead = true; l.After {
				_ = what()
			}
			return errDead
		}
	}
	return what()
}

// MortalStore is the store of a host that may die as it writes.
type MortalStore struct {
	table.Store
	*Life
}

func (m MortalStore) Commit(ctx context.Context, c table.Commit) (r table.Receipt, err error) {
	err = m.do(func() error { r, err = m.Store.Commit(ctx, c); return err })
	return r, err
}

func (m MortalStore) Put(ctx context.Context, rs ...table.Record) error {
	return m.do(func() error { return m.Store.Put(ctx, rs...) })
}

func (m MortalStore) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	return m.do(func() error { return m.Store.Done(ctx, d, result, rs...) })
}

func (m MortalStore) Fail(ctx context.Context, d table.Delivery, at time.Time, result []byte, rs ...table.Record) error {
	return m.do(func() error { return m.Store.Fail(ctx, d, at, result, rs...) })
}

// read is do for what changes nothing, which no process dies of.
func (l *Life) read(what func() error) error {
	if l.Dead {
		return errDead
	}
	return what()
}

func (m MortalStore) Get(ctx context.Context, key string) (v []byte, err error) {
	err = m.read(func() error { v, err = m.Store.Get(ctx, key); return err })
	return v, err
}

func (m MortalStore) List(ctx context.Context, prefix, after string, most int) (rs []table.Record, err error) {
	err = m.read(func() error { rs, err = m.Store.List(ctx, prefix, after, most); return err })
	return rs, err
}

func (m MortalStore) Load(ctx context.Context, id table.ID) (l table.Loaded, err error) {
	err = m.read(func() error { l, err = m.Store.Load(ctx, id); return err })
	return l, err
}

func (m MortalStore) Head(ctx context.Context, id table.ID) (h table.Head, err error) {
	err = m.read(func() error { h, err = m.Store.Head(ctx, id); return err })
	return h, err
}

func (m MortalStore) Events(ctx context.Context, id table.ID, after uint64, most int) (es []table.Event, err error) {
	err = m.read(func() error { es, err = m.Store.Events(ctx, id, after, most); return err })
	return es, err
}

// MortalWire is the wire of a host that may die as it sends. It notes when each user was last called in the channel.
type MortalWire struct {
	wire.Wire
	*Life
	Called map[wire.UserID]time.Time
	Clock  func() time.Time
}

func (m MortalWire) Post(ctx context.Context, channel wire.ChannelID, x wire.Message, nonce string) (id wire.MessageID, err error) {
	err = m.do(func() error {
		if id, err = m.Wire.Post(ctx, channel, x, nonce); err == nil && channel == bottest.General {
			for _, u := range x.Mention {
				m.Called[u] = m.Clock()
			}
		}
		return err
	})
	return id, err
}

func (m MortalWire) Edit(ctx context.Context, channel wire.ChannelID, id wire.MessageID, x wire.Message) error {
	return m.do(func() error { return m.Wire.Edit(ctx, channel, id, x) })
}

func (m MortalWire) Delete(ctx context.Context, channel wire.ChannelID, id wire.MessageID) error {
	return m.do(func() error { return m.Wire.Delete(ctx, channel, id) })
}

func (m MortalWire) Thread(ctx context.Context, channel wire.ChannelID, message wire.MessageID, name string) (id wire.ChannelID, err error) {
	err = m.do(func() error { id, err = m.Wire.Thread(ctx, channel, message, name); return err })
	return id, err
}
