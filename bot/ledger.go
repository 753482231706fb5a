package bot

import (
	"context"
	"downsync/game"
	"downsync/game/table"
	"fmt"
	"time"
)

// The ledger: for each seat, which of the news told to it was delivered, by which route and when. It is the seat's own to
// see, and settles "I was never told".

// Delivered is an entry: everything up to that number of the seat's news.
type Delivered struct {
	News  int       `json:"n"`
	Route string    `json:"r"`
	At    time.Time `json:"t"`
}

// mostEntries bounds a ledger; the oldest go first.
const mostEntries = 800

// LedgerKey is of the record of a seat's ledger.
func LedgerKey(id table.ID, seat game.Seat) string { return fmt.Sprintf("ledger/%s/%d", id, seat) }

// Enter notes that the seat has been shown its news up to that number. A ledger that cannot be written holds nothing up.
func (a *App) Enter(ctx context.Context, p table.Private, route string) {
	key := LedgerKey(p.ID, p.Seat)
	defer a.Locks.Lock(key)()
	entries, err := a.Ledger(ctx, p.ID, p.Seat)
	if err == nil && len(entries) > 0 && entries[len(entries)-1].News >= len(p.Facts) {
		return
	}
	if err == nil {
		entries = append(entries, Delivered{len(p.Facts), route, a.Clock.Now().UTC().Truncate(time.Second)})
		err = a.Write(ctx, key, entries[max(0, len(entries)-mostEntries):])
	}
	if err != nil {
		a.Log.Warn("ledger not written", "match", p.ID, "seat", p.Seat, "error", err.Error())
	}
}

// Ledger reads a seat's ledger, oldest first.
func (a *App) Ledger(ctx context.Context, id table.ID, seat game.Seat) (out []Delivered, err error) {
	err = a.Read(ctx, LedgerKey(id, seat), &out)
	return out, err
}
