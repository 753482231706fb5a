package table_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/table"
)

// A player who leaves a finished match is no longer named in it, also after a restart. The other players are.
func TestPart(t *testing.T) {
	b := newBench(t, table.Timing{})
	part := func(seat game.Seat) error {
		_, err := b.hall.RemoveUser(ctx, "part", id, seat, "gone", note(`{"where":"nowhere"}`))
		return err
	}
	var no *game.Refusal
	if err := part(2); !errors.As(err, &no) || no.Code != "running" {
		t.Errorf("out of a running match: %v", err)
	}
	b.must(3, "quit")
	b.must(2, "quit")
	for _, seat := range []game.Seat{0, 4} {
		if err := part(seat); !errors.Is(err, table.ErrNoSeat) {
			t.Errorf("seat %d of 3: %v", seat, err)
		}
	}
	if err := part(2); err != nil {
		t.Fatal(err)
	}
	for _, again := range []bool{false, true} {
		if again {
			b.reopen()
		}
		p := b.public()
		if !slices.Equal(p.Meta.Users, []table.User{"u1", "gone", "u3"}) || string(p.Meta.Place) != `{"where":"nowhere"}` {
			t.Errorf("restarted %t: %+v", again, p.Meta)
		}
		for user, want := range map[table.User]int{"u1": 1, "u2": 0, "u3": 1} {
			if ms, err := b.hall.MatchesOf(ctx, user); err != nil || len(ms) != want {
				t.Errorf("restarted %t: matches of %s: %+v %v", again, user, ms, err)
			}
		}
	}
}

// note returns a host's note of a match, whatever it was.
func note(text string) func(table.Meta) (json.RawMessage, error) {
	return func(table.Meta) (json.RawMessage, error) { return json.RawMessage(text), nil }
}
