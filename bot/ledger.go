package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// The ledger: for each seat, which of the news told to it was delivered, by which route and when. It is the seat's own to
// see, and settles "I was never told".

// delivered is an entry: everything up to that number of the seat's news.
type delivered struct {
	News  int       `json:"n"`
	Route string    `json:"r"`
	At    time.Time `json:"t"`
}

// mostEntries bounds a ledger; the oldest go first.
const mostEntries = 800

func ledgerKey(id table.ID, seat game.Seat) string { return fmt.Sprintf("ledger/%s/%d", id, seat) }

// enter notes that the seat has been shown its news up to that number. A ledger that cannot be written holds nothing up.
func (b *Bot) enter(ctx context.Context, p table.Private, route string) {
	mu := b.locks.of(ledgerKey(p.ID, p.Seat))
	mu.Lock()
	defer mu.Unlock()
	entries, err := b.ledger(ctx, p.ID, p.Seat)
	if err == nil && len(entries) > 0 && entries[len(entries)-1].News >= len(p.Facts) {
		return
	}
	if err == nil {
		entries = append(entries, delivered{len(p.Facts), route, b.Clock.Now().UTC().Truncate(time.Second)})
		var raw []byte
		if raw, err = json.Marshal(entries[max(0, len(entries)-mostEntries):]); err == nil {
			err = b.Records.Put(ctx, table.Record{Key: ledgerKey(p.ID, p.Seat), Value: raw})
		}
	}
	if err != nil {
		b.Log.Warn("ledger not written", "match", p.ID, "seat", p.Seat, "error", err.Error())
	}
}

func (b *Bot) ledger(ctx context.Context, id table.ID, seat game.Seat) ([]delivered, error) {
	raw, err := b.Records.Get(ctx, ledgerKey(id, seat))
	if errors.Is(err, table.ErrNoMatch) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []delivered
	err = json.Unmarshal(raw, &out)
	return out, err
}

// shownEntries is how many lines of a ledger one answer holds.
const shownEntries = 40

// ledgerCmd is /match ledger: the user's own.
func (b *Bot) ledgerCmd(ctx context.Context, i Interaction, id table.ID) Answer {
	seat, err := b.Hall.SeatOf(ctx, id, table.User(i.User))
	switch {
	case errors.Is(err, table.ErrNoSeat):
		return b.say(wordNoLedger)
	case err != nil:
		return b.trouble(id, err)
	}
	entries, err := b.ledger(ctx, id, seat)
	if err != nil {
		return b.trouble(id, err)
	}
	lines := []string{b.text(wordLedger)}
	from := 1
	for n, e := range entries {
		if n >= len(entries)-shownEntries {
			lines = append(lines, b.sayf(wordLedgerLine, from, e.News, b.text(e.Route), e.At.Unix()))
		}
		from = e.News + 1
	}
	return b.say("%s", strings.Join(lines, "\n"))
}
