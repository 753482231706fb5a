package table_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
)

// rule carries out a ruling that expects no other referee to have acted meanwhile.
func (b *bench) rule(r table.Ruling) error {
	b.t.Helper()
	b.n++
	if r.What == "" {
		r.What = "rule"
	}
	r.Expect = table.Rulings(b.public().Facts)
	_, err := b.hall.Referee(ctx, fmt.Sprintf("a:%d", b.n), id, r)
	return err
}

// rolled returns the numbers of the public dice of a finished match, in order.
func rolled(t *testing.T, c table.Carried) (out []int) {
	t.Helper()
	for _, e := range c.Events {
		rec, err := game.DecodeRecord([]byte(e.Data))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rec.Rolls {
			if r.Stream == 0 {
				out = append(out, r.Number)
			}
		}
	}
	return out
}

// A ruling is announced to everybody with its number, has its effect, and reads the same after a restart. A match with
// every kind of ruling passes its audit. Rewound dice are not rolled again.
func TestReferee(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 1)
	claimed := slices.IndexFunc(b.public().Facts, func(f game.Fact) bool { return fmt.Sprintf("%+v", f)[:11] == "{What:score" })
	if claimed < 0 {
		t.Fatal("nobody scored")
	}
	do := func(what string, r table.Ruling) {
		t.Helper()
		b.clock.Advance(time.Second)
		if err := b.rule(r); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		b.cold()
	}
	do("a dispute", table.Ruling{What: "dispute", Seat: 2, Hold: "dispute", Records: []table.Record{{Key: "mod/1", Value: []byte("why")}},
		Send: []table.Effect{{Queue: "note/1", Body: []byte("1")}}})
	refused(t, "a bid while it is held", b.say(1, "bid 3"), "held")
	if raw, err := b.store.Get(ctx, "mod/1"); err != nil || string(raw) != "why" {
		t.Errorf("its record: %s, %v", raw, err)
	}
	if !slices.Contains(b.queues(), "note/1") {
		t.Error("its effect is not there")
	}
	do("points", table.Ruling{Order: "points 2 7"})
	do("going on", table.Ruling{Release: true})
	do("an extension", table.Ruling{Extend: time.Hour})
	b.must(1, "bid 2")
	do("an answer for who is absent", table.Ruling{Lapse: 2})
	do("a rewind", table.Ruling{Before: claimed + 1})
	do("a replacement", table.Ruling{Seat: 3, Replace: "u9", Place: []byte(`{"where":"there"}`)})
	if s, err := b.hall.SeatOf(ctx, id, "u9"); err != nil || s != 3 {
		t.Errorf("u9 sits in %d, %v", s, err)
	}
	if _, err := b.hall.SeatOf(ctx, id, "u3"); !errors.Is(err, table.ErrNoSeat) {
		t.Errorf("u3 still sits: %v", err)
	}
	p := b.public()
	if n := table.Rulings(p.Facts); n != 7 {
		t.Errorf("%d acts are told", n)
	}
	if ok, err := b.hall.Legal(ctx, id, claimed+1); err != nil || !ok {
		t.Errorf("what was rewound was legal: %t, %v", ok, err)
	}
	if _, err := b.hall.Legal(ctx, id, 9999); !errors.As(err, new(*table.NoPoint)) {
		t.Errorf("no such event: %v", err)
	}
	do("the end", table.Ruling{End: &game.Result{Rank: []int{2, 1, 3}, Why: "ruling"}})
	do("a note after the end", table.Ruling{What: "note"})
	refused(t, "points after the end", b.rule(table.Ruling{Order: "points 1 1"}), "over")
	c := b.carried()
	a, err := audit(fileOf(t, c))
	if err != nil || a.Result == nil || a.Result.Why != "ruling" {
		t.Errorf("audited: %+v, %v", a, err)
	}
	numbers := rolled(t, c)
	for i := range numbers {
		if numbers[i] != i+1 {
			t.Errorf("dice are numbered %v", numbers)
		}
	}
}

// An impossible ruling is refused and changes nothing. A trial changes nothing either.
func TestRefereeRefusals(t *testing.T) {
	b := dealt(t)
	b.rounds(0, 1)
	before := b.public()
	for _, c := range []struct {
		r    table.Ruling
		code string
	}{
		{table.Ruling{Order: "points 9 9"}, "no-order"}, {table.Ruling{Replace: "u2", Seat: 1}, "seated"}, {table.Ruling{Replace: "u7"}, "nobody"},
		{table.Ruling{Lapse: 9}, "nobody"}, {table.Ruling{Extend: time.Second}, "length"},
	} {
		refused(t, fmt.Sprintf("%+v", c.r), b.rule(c.r), c.code)
		if _, err := b.hall.TryRuling(ctx, id, c.r); err == nil {
			t.Errorf("%+v can be tried", c.r)
		}
	}
	var none *table.NoPoint
	if err := b.rule(table.Ruling{Before: 999}); !errors.As(err, &none) || none.Events != len(before.Facts) {
		t.Errorf("a rewind to nowhere: %v", err)
	}
	told, err := b.hall.TryRuling(ctx, id, table.Ruling{Order: "points 1 5"})
	if err != nil || len(told) != 1 {
		t.Errorf("tried: %v, %v", told, err)
	}
	if _, err := b.hall.Referee(ctx, "late", id, table.Ruling{What: "rule", Order: "points 1 1", Expect: 3}); err == nil {
		t.Error("a ruling on what another has ruled on is taken")
	}
	if after := b.public(); len(after.Facts) != len(before.Facts) {
		t.Errorf("%d facts, before %d", len(after.Facts), len(before.Facts))
	}
}

// Neither a trial nor a lapse shows a referee whether somebody has answered under seal.
func TestRefereeLearnsNoSeal(t *testing.T) {
	var told [2]string
	for n, sealed := range []bool{false, true} {
		b := dealt(t)
		if sealed {
			b.must(1, "bid 2")
		}
		_, err := b.hall.TryRuling(ctx, id, table.Ruling{What: "answer", Seat: 1, Lapse: 1})
		told[n] = fmt.Sprint(err, b.rule(table.Ruling{What: "answer", Seat: 1, Lapse: 1}), b.public().Facts, b.public().Asked)
	}
	if told[0] != told[1] {
		t.Errorf("without a sealed answer\n%s\nwith one\n%s", told[0], told[1])
	}
}

// dying is a store that stops before or after it has stored the record of a disclosure.
type dying struct {
	table.Store
	before bool
}

var errPower = errors.New("power lost")

func (d dying) Commit(x context.Context, c table.Commit) (table.Receipt, error) {
	if !d.before {
		if _, err := d.Store.Commit(x, c); err != nil {
			return table.Receipt{}, err
		}
	}
	return table.Receipt{}, errPower
}

// Disclose shows what its viewer sees, and is announced to everybody. If power is lost, nobody has seen anything without a
// trace.
func TestLook(t *testing.T) {
	b := dealt(t)
	b.must(2, "note blue")
	for _, c := range []struct {
		seat game.Seat
		what string
	}{{0, "look-all"}, {2, "look-seat"}} {
		o, err := b.hall.Disclose(ctx, "l:"+c.what, id, table.Ruling{What: c.what, Seat: c.seat, Expect: table.Rulings(b.public().Facts)})
		want := game.Referee()
		if c.seat > 0 {
			want = game.Player(c.seat)
		}
		if err != nil || o.View.For() != want {
			t.Fatalf("%s: %+v, %v", c.what, o.View, err)
		}
		facts := b.public().Facts
		if f, ok := facts[len(facts)-1].(game.Refereed); !ok || f.What != c.what || f.Seat != c.seat {
			t.Errorf("told is %+v", facts[len(facts)-1])
		}
	}
	for _, r := range []table.Ruling{{}, {What: "look"}, {What: table.DisclosedSeat}, {What: "note", Seat: 2}, {What: table.DisclosedAll, Seat: 2},
		{What: table.DisclosedSeat, Seat: 9}, {What: "note", End: &game.Result{Rank: []int{1, 2}, Why: "ruling"}}} {
		before := table.Rulings(b.public().Facts)
		r.Expect = before
		if o, err := b.hall.Disclose(ctx, "odd", id, r); err == nil || o.View != nil {
			t.Errorf("the ruling %+v opens %+v, %v", r, o.View, err)
		}
		if got := table.Rulings(b.public().Facts); got != before {
			t.Errorf("the ruling %+v was carried out", r)
		}
	}
	for _, before := range []bool{true, false} {
		acts := table.Rulings(b.public().Facts)
		broken := table.New(dying{b.store, before}, b.clock, table.Options{Games: []game.Game{toy.Rules()}})
		o, err := broken.Disclose(ctx, fmt.Sprint("crash ", before), id, table.Ruling{What: table.DisclosedAll, Expect: acts})
		if !errors.Is(err, errPower) || o.View != nil {
			t.Errorf("a disclosure whose commit failed shows %+v, %v", o.View, err)
		}
		b.cold()
		if got := table.Rulings(b.public().Facts); got != acts && before || got != acts+1 && !before {
			t.Errorf("lost before the commit %t: %d acts, before %d", before, got, acts)
		}
	}
}
