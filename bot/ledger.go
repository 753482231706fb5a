package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// The ledger records for each seat which of its news was delivered, by which route and when. Only the seat's player may
// see it. It settles the claim "I was never told".

// Delivered is an entry: the seat's news up to that number was delivered.
type Delivered struct {
	News  int       `json:"n"`
	Route game.Text `json:"r"`
	At    time.Time `json:"t"`
}

// mostEntries bounds a ledger; the oldest entries are dropped first.
const mostEntries = 800

// LedgerKey returns the key of the record of a seat's ledger.
func LedgerKey(id table.ID, seat game.Seat) string { return fmt.Sprintf("ledger/%s/%d", id, seat) }

// Entry returns the ledger with one more entry as a guarded record, or nothing if no entry is needed. Its caller writes
// the result, and calls it again after table.ErrChanged.
type Entry func(context.Context) []table.Record

// Entry returns an entry for showing the seat all of its news now. An unreadable ledger does not stop the message.
func (a *App) Entry(p table.Private, route game.Text) Entry {
	entry := Delivered{len(p.Facts), route, a.Clock.Now().UTC().Truncate(time.Second)}
	return func(ctx context.Context) []table.Record {
		r := table.Record{Key: LedgerKey(p.ID, p.Seat), If: true}
		raw, err := a.Records.Get(ctx, r.Key)
		if err = NotFound(err); err == nil {
			r.Was = raw
			r.Value, err = entered(raw, entry)
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

// entered returns a stored ledger with one more entry; nil if it already covers these news. Of a long ledger it reads
// only the last entry.
func entered(raw []byte, entry Delivered) ([]byte, error) {
	var all []Delivered
	if bytes.Count(raw, []byte("{")) < mostEntries && bytes.HasSuffix(raw, []byte("}]")) {
		var last Delivered
		if at := bytes.LastIndexByte(raw, '{'); json.Unmarshal(raw[at:len(raw)-1], &last) == nil {
			if last.News >= entry.News {
				return nil, nil
			}
			more, err := json.Marshal(entry)
			return slices.Concat(raw[:len(raw)-1], []byte(","), more, []byte("]")), err
		}
	}
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &all); err != nil {
			return nil, fmt.Errorf("%T", err)
		}
	}
	if n := len(all); n > 0 && all[n-1].News >= entry.News {
		return nil, nil
	}
	all = append(all, entry)
	return json.Marshal(all[max(0, len(all)-mostEntries):])
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
func (a *App) OwnLedger(ctx context.Context, p table.Private) ([]Delivered, error) {
	all, err := a.Ledger(ctx, p.ID, p.Seat)
	began := lastReplaced(p.Facts, p.Seat)
	return slices.DeleteFunc(all, func(d Delivered) bool { return d.News < began }), err
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
func (a *App) Ledger(ctx context.Context, id table.ID, seat game.Seat) (out []Delivered, err error) {
	err = a.Read(ctx, LedgerKey(id, seat), &out)
	return out, err
}

// Notes tell a player in private about messages that were not delivered. They are records because a failed delivery and
// a later answer share nothing else.

const (
	NoteClosed = "closed" // the user's direct messages
	noteDenied = "denied" // the match's card
	noteGone   = "gone"   // the match's card
	noteLocked = "locked" // the match's thread
)

var noteWords = map[string]game.Text{NoteClosed: "bot.dm-closed", noteDenied: "bot.card-denied", noteGone: "bot.card-gone",
	noteLocked: "bot.card-locked"}

// DMNote returns the key of the note about a user's direct messages.
func DMNote(u wire.UserID) string { return "dm/" + string(u) }

// CardNote returns the key of the note about a match's public card.
func CardNote(match table.ID) string { return "card/" + string(match) }

// PutNote saves a note, or deletes it if the note is "".
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
	return c.Text(noteWords[string(raw)])
}

// CardFault returns the note for an error that stopped a match's card; "" if a later try may succeed.
func CardFault(err error) string {
	switch {
	case errors.Is(err, wire.ErrLocked):
		return noteLocked
	case errors.Is(err, wire.ErrDenied):
		return noteDenied
	case errors.Is(err, wire.ErrGone):
		return noteGone
	}
	return ""
}

// The routes of news to a seat, as the ledger records them.
const (
	RouteDM     game.Text = "direct message"
	RouteAnswer game.Text = "answer in the channel"
)
