package match

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// A reminder is sent for its own question, even under another id after a secret step, and for no other.
func TestStillOwed(t *testing.T) {
	by := time.Unix(1000, 0)
	owes := func(id string, by time.Time, standing bool) table.Private {
		return table.Private{Asks: []table.OpenAsk{{Ask: game.Ask{ID: id, Name: "move", Standing: standing}, By: by, Limit: 40 * time.Second}}}
	}
	x := reminder{at: by.Add(-10 * time.Second), ask: "move.7", last: -1} // in the format of an older program
	for what, c := range map[string]struct {
		p    table.Private
		want bool
	}{
		"the same":                         {owes("move.7", by, false), true},
		"another id, the same deadline":    {owes("move.8", by, false), true},
		"another id, a later deadline":     {owes("move.8", by.Add(time.Second), false), false},
		"another question, no deadline":    {owes("move.8", time.Time{}, false), false},
		"a standing question alone":        {owes("move.7", by, true), false},
		"nothing, as the match is settled": {table.Private{}, false},
	} {
		if got := stillOwed(c.p, x); got != c.want {
			t.Errorf("%s: %t", what, got)
		}
		early := reminder{at: by.Add(-30 * time.Second), ask: "move.7", last: by.Add(-10 * time.Second).Unix()}
		if got := stillOwed(c.p, early); got != c.want {
			t.Errorf("%s, of an early one: %t", what, got)
		}
	}
}
