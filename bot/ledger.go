package bot

import (
	"context"
	"slices"
	"time"

	"downsync/bot/ledger"
	"downsync/bot/undelivered"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Entry returns the ledger with one more entry as a guarded record, or nothing if no entry is needed. Its caller writes
// the result, and calls it again after table.ErrChanged.
type Entry func(context.Context) []table.Record

// Entry returns an entry for showing the seat all of its news now. An unreadable ledger does not stop the message.
func (a *App) Entry(p table.Private, route game.Text) Entry {
	entry := ledger.Delivered{News: len(p.Facts), Route: route, At: a.Clock.Now().UTC().Truncate(time.Second)}
	return func(ctx context.Context) []table.Record {
		r := table.Record{Key: ledger.Key(p.ID, p.Seat), If: true}
		raw, err := a.Records.Get(ctx, r.Key)
		if err = NotFound(err); err == nil {
			r.Was = raw
			r.Value, err = ledger.With(raw, entry)
		}
		if err != nil {
			a.noLedger(p, err)
			return nil
		}
		if r.Value == nil {
			return nil
		}
		return []table.Record{r}
	}
}

// enter writes an entry. An unwritable ledger does not stop the message.
func (a *App) enter(ctx context.Context, p table.Private, entry Entry) {
	err := Retry(func() error {
		rs := entry(ctx)
		if len(rs) == 0 {
			return nil
		}
		return a.Records.Put(ctx, rs...)
	})
	if err != nil {
		a.noLedger(p, err)
	}
}

func (a *App) noLedger(p table.Private, err error) {
	a.Log.Warn("ledger not written", "match", p.ID, "seat", p.Seat, "error", err.Error())
}

// OwnLedger returns what was delivered to the seat's current player, oldest first, and nothing that went to earlier
// players.
func (a *App) OwnLedger(ctx context.Context, p table.Private) ([]ledger.Delivered, error) {
	all, err := a.Ledger(ctx, p.ID, p.Seat)
	began := lastReplaced(p.Facts, p.Seat)
	return slices.DeleteFunc(all, func(d ledger.Delivered) bool { return d.News < began }), err
}

// lastReplaced returns the number of the last fact that replaced the seat's player; 0: there is none. News with lower
// numbers went to earlier players.
func lastReplaced(facts []game.Fact, seat game.Seat) int {
	for n, f := range slices.Backward(facts) {
		if Replaced([]game.Fact{f}, seat) {
			return n + 1
		}
	}
	return 0
}

// Ledger returns a seat's ledger, including the entries for earlier players, oldest first.
func (a *App) Ledger(ctx context.Context, id table.ID, seat game.Seat) (out []ledger.Delivered, err error) {
	err = a.Read(ctx, ledger.Key(id, seat), &out)
	return out, err
}

// PutNote saves a note about an undelivered message, or deletes it if the note is "".
func (a *App) PutNote(ctx context.Context, key, note string) error {
	if note == "" {
		return a.Delete(ctx, key)
	}
	return a.Records.Put(ctx, table.Record{Key: key, Value: []byte(note)})
}

// Note returns the sentence for a note, "" if there is none.
func (c *Call) Note(ctx context.Context, key string) string {
	raw, err := c.Records.Get(ctx, key)
	if err != nil {
		return ""
	}
	text, lacks := undelivered.Read(string(raw))
	if lacks != 0 {
		return c.Say(text, c.Lacking(NeededToPlay, ^lacks&^wire.Administrator))
	}
	return c.Text(text)
}
