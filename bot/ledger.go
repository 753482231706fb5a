package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// The ledger: for each seat, which of the news told to it was delivered, by which route and when. It is the player's own to
// see, and settles "I was never told".

// Delivered is an entry: everything up to that number of the seat's news.
type Delivered struct {
	News  int       `json:"n"`
	Route game.Text `json:"r"`
	At    time.Time `json:"t"`
}

// mostEntries bounds a ledger; the oldest go first.
const mostEntries = 800

// LedgerKey is the key of the record of a seat's ledger.
func LedgerKey(id table.ID, seat game.Seat) string { return fmt.Sprintf("ledger/%s/%d", id, seat) }

// Entry returns the ledger with one entry more as a guarded record, or nothing if there is none to be made. Whoever writes it calls it
// again after table.ErrChanged.
type Entry func(context.Context) []table.Record

// Entry is the entry that the seat has now been shown all of its news. A ledger that cannot be read holds nothing up.
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

// entered returns a stored ledger with one entry more; nil: it has these news. Of a long one only the last entry is read.
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

// enter writes an entry. A ledger that cannot be written holds nothing up.
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

// OwnLedger reads what the seat's player was delivered, oldest first: nothing of what went to players whom they replaced.
func (a *App) OwnLedger(ctx context.Context, p table.Private) ([]Delivered, error) {
	all, err := a.Ledger(ctx, p.ID, p.Seat)
	began := lastReplaced(p.Facts, p.Seat)
	return slices.DeleteFunc(all, func(d Delivered) bool { return d.News < began }), err
}

// lastReplaced is the number of the last fact that tells of another player in the seat; 0: there is none. News up to a lower
// number went to players before.
func lastReplaced(facts []game.Fact, seat game.Seat) int {
	for n, f := range slices.Backward(facts) {
		if Replaced([]game.Fact{f}, seat) {
			return n + 1
		}
	}
	return 0
}

// Ledger reads a seat's ledger, of all who sat there, oldest first.
func (a *App) Ledger(ctx context.Context, id table.ID, seat game.Seat) (out []Delivered, err error) {
	err = a.Read(ctx, LedgerKey(id, seat), &out)
	return out, err
}

// Notes tell a player in private of messages that were not delivered. They are records, because a failed delivery and a later
// answer share nothing else.

const (
	NoteClosed = "closed" // the user's direct messages
	noteDenied = "denied" // the match's card
	noteGone   = "gone"   // the match's card
	noteLocked = "locked" // the match's thread
)

var noteWords = map[string]game.Text{NoteClosed: "bot.dm-closed", noteDenied: "bot.card-denied", noteGone: "bot.card-gone",
	noteLocked: "bot.card-locked"}

// DMNote is the key of the note on a user's direct messages.
func DMNote(u UserID) string { return "dm/" + string(u) }

// CardNote is the key of the note on a match's public card.
func CardNote(match table.ID) string { return "card/" + string(match) }

// PutNote saves a note, or deletes it if it is "".
func (a *App) PutNote(ctx context.Context, key, note string) error {
	if note == "" {
		return a.Delete(ctx, key)
	}
	return a.Records.Put(ctx, table.Record{Key: key, Value: []byte(note)})
}

// Note is the sentence of a note, "" if there is none.
func (c *Call) Note(ctx context.Context, key string) string {
	raw, err := c.Records.Get(ctx, key)
	if err != nil {
		return ""
	}
	return c.Text(noteWords[string(raw)])
}

// CardFault is the note for an error that kept a match's card from being sent; "" for an error that a later try may mend.
func CardFault(err error) string {
	switch {
	case errors.Is(err, ErrLocked):
		return noteLocked
	case errors.Is(err, ErrDenied):
		return noteDenied
	case errors.Is(err, ErrGone):
		return noteGone
	}
	return ""
}
