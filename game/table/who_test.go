package table_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// whole reads the match as a file, at any point of the match.
func (b *bench) whole() (table.Carried, []table.Event) {
	b.t.Helper()
	hall := table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Referee: true})
	c, err := hall.Carried(ctx, id)
	if err != nil {
		b.t.Fatal(err)
	}
	_, events, err := table.ReadCarried(fileOf(b.t, c))
	if err != nil {
		b.t.Fatal(err)
	}
	return c, events
}

// The events of a match commit to its players, also after a referee seats another and after one has had their name
// removed. No event names a user, and what is left of a removed one tells nobody who it was.
func TestWhoPlayed(t *testing.T) {
	b := dealt(t)
	users := func(what string, want ...table.Player) {
		t.Helper()
		c, events := b.whole()
		a, err := c.Audit(toy.Rules(), events)
		if err != nil || !a.Committed || !slices.Equal(a.Players, want) {
			t.Errorf("%s: %+v, %v", what, a, err)
		}
		for _, e := range events {
			for _, u := range []string{"u1", "u2", "u3", "u4", "gone.x"} {
				if strings.Contains(string(e.Data), `"`+u+`"`) {
					t.Errorf("%s: event %d names a user: %s", what, e.Seq, e.Data)
				}
			}
		}
		if _, err := b.hall.Audit(ctx, id); err != nil {
			t.Errorf("%s: in the store: %v", what, err)
		}
	}
	b.rounds(0, 1)
	users("under way", table.Player{User: "u1"}, table.Player{User: "u2"}, table.Player{User: "u3"})
	if _, err := b.hall.Referee(ctx, "seat", id, table.Ruling{What: "replace", Seat: 2, Replace: "u4"}); err != nil {
		t.Fatal(err)
	}
	p, err := b.hall.Public(ctx, id)
	if err != nil || table.Rulings(p.Facts) != 1 {
		t.Fatalf("%+v, %v", p.Facts, err)
	}
	_, events := b.whole()
	at := uint64(len(events))
	users("another seated", table.Player{User: "u1"}, table.Player{User: "u4", Seated: at}, table.Player{User: "u3"})
	b.rounds(1, 3)
	if _, err := b.hall.RemoveUser(ctx, "part", id, 3, "gone.x", note(`{"where":"here"}`)); err != nil {
		t.Fatal(err)
	}
	last := []table.Player{{User: "u1"}, {User: "u4", Seated: at}, {User: "gone.x", Removed: true}}
	users("one removed", last...)
	c, events := b.whole()
	if c.Salts[2] != "" || c.Salts[0] == "" {
		t.Errorf("salts after one user's removal: %q", c.Salts)
	}
	// The match goes to another host with all of this.
	there := table.New(memory.New(), b.clock, table.Options{Games: []game.Game{toy.Rules()}})
	rs, err := there.Arriving(c, events)
	if err != nil || !slices.ContainsFunc(rs, func(r table.Record) bool { return r.Key == "salts/"+string(id) }) {
		t.Errorf("taken in with %+v, %v", rs, err)
	}
}

// A file with changed users, salts or commitments is refused, although all its hashes were computed again.
func TestForgedPlayers(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 1)
	if _, err := b.hall.Referee(ctx, "seat", id, table.Ruling{What: "replace", Seat: 2, Replace: "u4"}); err != nil {
		t.Fatal(err)
	}
	b.rounds(1, 3)
	_, events := b.whole()
	seated := slices.IndexFunc(events, func(e table.Event) bool { return e.Seq > 1 && strings.Contains(string(e.Data), `"players"`) })
	data := func(n int, change func(*game.Record)) func(*table.Carried) {
		return func(c *table.Carried) {
			rec, err := game.DecodeRecord([]byte(c.Events[n].Data))
			if err != nil {
				t.Fatal(err)
			}
			change(&rec)
			raw, err := rec.Encode()
			if err != nil {
				t.Fatal(err)
			}
			c.Events[n].Data = string(raw)
		}
	}
	zero := strings.Repeat("0", 64)
	for what, x := range map[string]struct {
		change func(*table.Carried)
		says   string
	}{
		"users swapped":      {func(c *table.Carried) { c.Meta.Users[0], c.Meta.Users[2] = c.Meta.Users[2], c.Meta.Users[0] }, "u3 is not who the events commit to"},
		"another user":       {func(c *table.Carried) { c.Meta.Users[1] = "u2" }, "u2 is not who the events commit to"},
		"users fewer":        {func(c *table.Carried) { c.Meta.Users = c.Meta.Users[:2] }, "2 users; expected one for each of 3 seats"},
		"a user like a line": {func(c *table.Carried) { c.Meta.Users[0] = "u1\n  steps" }, "is no user"},
		"salts swapped":      {func(c *table.Carried) { c.Salts[0], c.Salts[2] = c.Salts[2], c.Salts[0] }, "not who the events commit to"},
		"no salt":            {func(c *table.Carried) { c.Salts[0] = "" }, "u1 is not who the events commit to"},
		"no salts":           {func(c *table.Carried) { c.Salts = nil }, "0 salts for 3 commitments"},
		"another match":      {func(c *table.Carried) { c.ID = "another" }, "not who the events commit to"},
		"no id":              {func(c *table.Carried) { c.ID = "a\x1b[2Jb" }, "expected 1 to 40 of a-z"},
		"no commitments":     {data(0, func(r *game.Record) { r.Players = nil }), "no referee's act changes it"},
		"fewer commitments":  {data(0, func(r *game.Record) { r.Players = r.Players[:2] }), "64 hexadecimal digits for each of 3 seats"},
		"no commitment":      {data(0, func(r *game.Record) { r.Players[1] = "u1" }), "64 hexadecimal digits for each of 3 seats"},
		"nobody seated":      {data(seated, func(r *game.Record) { r.Players = nil }), "u4 is not who the events commit to"},
		"two seated":         {data(seated, func(r *game.Record) { r.Players[0] = zero }), "the commitment to seat 1 does not say so"},
		"seated by nobody":   {data(seated+1, func(r *game.Record) { r.Players = slices.Repeat([]string{zero}, 3) }), "no referee's act changes it"},
		"removed too early":  {data(seated+1, func(r *game.Record) { *r = game.Record{Kind: "mark", Note: "part 1"} }), "which no host does there"},
		"removed seat":       {data(len(events)-1, func(r *game.Record) { *r = game.Record{Kind: "mark", Note: "part 4"} }), ""},
	} {
		c, _ := b.whole()
		x.change(&c)
		bent := slices.Clone(events)
		for n := range bent {
			bent[n].Data = []byte(c.Events[n].Data)
		}
		forged, err := table.Carry(c, bent)
		if err != nil {
			t.Fatal(err)
		}
		_, err = audit(fileOf(t, forged))
		if wrong := (*table.Inconsistency)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), x.says) || strings.ContainsAny(err.Error(), "\n\x1b") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A match of an older program, whose events commit to nobody, is audited as before; its audit says that nothing shows who
// played.
func TestUncommittedPlayers(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 3)
	c, events := b.whole()
	first, err := game.DecodeRecord(events[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	first.Players, c.Salts = nil, nil
	if events[0].Data, err = first.Encode(); err != nil {
		t.Fatal(err)
	}
	a, err := c.Audit(toy.Rules(), events)
	if err != nil || a.Committed || len(a.Players) != 3 || a.Rolls == 0 {
		t.Errorf("%+v, %v", a, err)
	}
	c.Salts = []string{"", "", ""}
	if _, err := c.Audit(toy.Rules(), events); err == nil {
		t.Error("salts without commitments pass")
	}
}

// Nothing is read as a seat for somebody who does not have it, or no longer has it: neither the match, nor its past, nor how
// much the seat was told. A referee reads as the seats that were opened to them.
func TestCheatByReadingAReplacedSeat(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 1)
	reads := func(as context.Context) map[string]error {
		_, own := b.hall.Private(as, id, 2)
		_, position := b.hall.Position(as, id, 2)
		_, _, past := b.hall.PrivateAt(as, id, 2, table.AtStep(1))
		_, _, beyond := b.hall.PrivateAt(as, id, 2, table.AtPublic(999))
		var none *table.NoPoint
		if errors.As(beyond, &none) {
			beyond = nil
		}
		return map[string]error{"own": own, "position": position, "past": past, "beyond": beyond}
	}
	holds := func(who string, as context.Context, may bool) {
		t.Helper()
		for what, err := range reads(as) {
			if may && err != nil || !may && !errors.Is(err, table.ErrNoSeat) {
				t.Errorf("%s, %s: %v", who, what, err)
			}
		}
	}
	holds("a host", ctx, true)
	holds("the player", table.As(ctx, "u2"), true)
	holds("another player", table.As(ctx, "u1"), false)
	if _, err := b.hall.Referee(ctx, "seat", id, table.Ruling{What: "replace", Seat: 2, Replace: "u4"}); err != nil {
		t.Fatal(err)
	}
	holds("who was replaced", table.As(ctx, "u2"), false)
	holds("the new player", table.As(ctx, "u4"), true)
	judge := table.As(ctx, "u9")
	holds("a referee who has not looked", table.Opened{ID: id}.Reading(judge), false)
	for seat, may := range map[game.Seat]bool{0: true, 1: false, 2: true} {
		what := table.DisclosedSeat
		if seat == 0 {
			what = table.DisclosedAll
		}
		o, err := b.hall.Disclose(ctx, fmt.Sprint("look", seat), id, table.Ruling{What: what, Seat: seat, Expect: table.Rulings(b.public().Facts)})
		if err != nil {
			t.Fatal(err)
		}
		holds(fmt.Sprint("a referee who has looked at seat ", seat), o.Reading(judge), may)
		o.ID = "another"
		holds("a referee who has looked at another match", o.Reading(judge), false)
	}
}
