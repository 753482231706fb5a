// Package ledger records for each seat which of its news was delivered, by which route and when. Only the seat's player may see it. It
// settles the claim "I was never told".
package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// Delivered is an entry: the seat's news up to that number was delivered.
type Delivered struct {
	News  int       `json:"n"`
	Route game.Text `json:"r"`
	At    time.Time `json:"t"`
}

// mostEntries bounds a ledger; the oldest entries are dropped first.
const mostEntries = 800

// Key returns the key of the record of a seat's ledger.
func Key(id table.ID, seat game.Seat) string { return fmt.Sprintf("ledger/%s/%d", id, seat) }

// With returns a stored ledger with one more entry; nil if it already covers these news. Of a long ledger it reads
// only the last entry.
func With(raw []byte, entry Delivered) ([]byte, error) {
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

// The routes of news to a seat, as the ledger records them.
const (
	RouteDM     game.Text = "direct message"
	RouteAnswer game.Text = "answer in the channel"
)
