package bottest

import (
	"context"
	"encoding/json"
	"testing"

	"downsync/bot/wire"
	"downsync/game/table"
)

// OpenTable holds the fields of a stored table that tests need.
type OpenTable struct {
	ID    string      `json:"id"`
	Host  wire.UserID `json:"host"`
	Seats []struct {
		User  wire.UserID `json:"user"`
		Force string      `json:"force"`
	} `json:"seats"`
	Invited []struct {
		User wire.UserID `json:"user"`
	} `json:"invited"`
	Message wire.MessageID `json:"message"`
	Seed    string         `json:"seed"`
	// Raw is its whole record.
	Raw string `json:"-"`
}

// Full reports whether every seat is taken.
func (o OpenTable) Full() bool { return len(o.Users()) == len(o.Seats) }

// Users returns the users with a seat.
func (o OpenTable) Users() (us []wire.UserID) {
	for _, s := range o.Seats {
		if s.User != "" {
			us = append(us, s.User)
		}
	}
	return us
}

// OpenTables reads the stored tables.
func OpenTables(t testing.TB, store table.Store) (out []OpenTable) {
	t.Helper()
	rs, err := store.List(context.Background(), "table/", "", 999)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		o := OpenTable{Raw: string(r.Value)}
		if err := json.Unmarshal(r.Value, &o); err != nil {
			t.Fatal(err)
		}
		out = append(out, o)
	}
	return out
}
