package downsync

import (
	"context"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// An older program wrote these options, which name no version of the rulings. Its match keeps its rulings, also after it is
// loaded again. A match that begins today with the same options has the newest rulings.
func TestKeptRulings(t *testing.T) {
	const kept = `{"rules":"2023-03","printed":"B3.3","size":"small","secrecy":"veiled","map":"plain","forces":[null,null],"lab":{"pieces":[
		{"label":"A1","unit":"vector-squad","bases":[{"at":{"x":18,"y":10}},{"at":{"x":20,"y":10}},{"at":{"x":22,"y":10}}]},
		{"label":"B1","unit":"virago","bases":[{"at":{"x":20,"y":40}}]}],"reserve":[null,null],"active":1}}`
	today, err := decodeConfig([]byte(kept))
	if err != nil {
		t.Fatal(err)
	}
	today.Rulings = NewestRulings
	for _, c := range []struct {
		name  string
		conf  game.Config
		watch bool // Overwatch is for the bases that have not acted (Q46)
	}{{"kept", game.Config(kept), false}, {"new", today.Encode(), true}} {
		b := &brisk{t: t, store: memory.New(), clock: tabletest.NewClock()}
		b.reopen()
		if err := b.hall.Open(t.Context(), "open", "m", table.Opening{Game: "downsync", Config: c.conf, Users: []table.User{"ann", "ben"}}); err != nil {
			t.Fatal(err)
		}
		b.fire() // there is one piece to designate
		b.order(1, "done")
		b.order(2, "pass")
		b.order(1, "activate A1", "act move by A1.1 to 18,11")
		b.reopen()
		if got := slices.ContainsFunc(b.asked(1).Menu, func(c game.Choice) bool { return c.Words == "act overwatch" }); got != c.watch {
			t.Errorf("%s: Overwatch is offered: %t", c.name, got)
		}
		p, err := b.hall.Public(context.Background(), "m")
		if err != nil {
			t.Fatal(err)
		}
		if began := p.Facts[0].(Began); began.Older == c.watch {
			t.Errorf("%s: %+v", c.name, began)
		}
	}
}

// A version of the rulings that this program does not have is refused: a match is not played on by another version.
func TestRulingsUnknown(t *testing.T) {
	for _, n := range []int{-1, NewestRulings + 1} {
		c := Defaults()
		c.Rulings = n
		if err := c.CheckVersions(); err == nil {
			t.Errorf("rulings %d are taken", n)
		}
	}
	if c := Defaults(); c.Rulings != NewestRulings || c.Printed != cards.Version {
		t.Errorf("a new match begins with %+v", c)
	}
}
