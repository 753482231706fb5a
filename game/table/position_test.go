package table_test

import (
	"errors"
	"testing"

	"downsync/game"
	"downsync/game/table"
)

// An answer chosen in a position is accepted in that position: until the seat knows or is asked something else, whatever others
// do in secret meanwhile. The same cause is applied once.
func TestActOn(t *testing.T) {
	for name, x := range map[string]struct {
		between func(*bench)
		stale   bool
	}{
		"at once":                  {func(*bench) {}, false},
		"others under seal":        {func(b *bench) { b.must(2, "bid 3"); b.must(3, "note red") }, false},
		"after a restart":          {func(b *bench) { b.must(2, "bid 3"); b.reopen() }, false},
		"its own note":             {func(b *bench) { b.must(1, "note red") }, true},
		"it has answered":          {func(b *bench) { b.must(1, "bid 1") }, true},
		"a referee has ruled":      {func(b *bench) { b.ruled("points 2 1") }, true},
		"the match has been ended": {func(b *bench) { b.must(2, "quit") }, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, table.Timing{})
			p, err := b.hall.Position(ctx, id, 1)
			if err != nil {
				t.Fatal(err)
			}
			x.between(b)
			r, err := b.hall.Parse(ctx, id, "bid 2")
			if err != nil {
				t.Fatal(err)
			}
			_, err = b.hall.ActOn(ctx, "r:1", id, 1, p.Mark, p.Asks[0].ID, r)
			var no *game.Refusal
			if x.stale != (errors.As(err, &no) && no.Code == "stale") || !x.stale && err != nil {
				t.Errorf("answered with %v", err)
			}
			if x.stale {
				return
			}
			if out, err := b.hall.ActOn(ctx, "r:1", id, 1, p.Mark, p.Asks[0].ID, r); err == nil && !out.Repeat {
				t.Error("it was played twice")
			}
		})
	}
}

// An answer is given unnoticed only if no other seat and no onlooker sees anything of it, and the seat is asked on. A refused one leaves
// the match as it was, and it can be given in public.
func TestActUnnoticed(t *testing.T) {
	bids := func(b *bench) { b.must(1, "bid 1"); b.must(2, "bid 2"); b.must(3, "bid 3") }
	for name, x := range map[string]struct {
		before    func(*bench)
		seat      game.Seat
		order     string
		unnoticed bool
	}{
		"told to its seat, and asked on":    {bids, 1, "tune", true},
		"told to all":                       {bids, 1, "done", false},
		"under seal, and not asked on":      {func(*bench) {}, 1, "bid 2", false},
		"under seal, and it closes a round": {func(b *bench) { b.must(2, "bid 3"); b.must(3, "bid 1") }, 1, "bid 2", false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, table.Timing{})
			x.before(b)
			p, err := b.hall.Position(ctx, id, x.seat)
			if err != nil {
				t.Fatal(err)
			}
			r, err := b.hall.Parse(ctx, id, x.order)
			if err != nil {
				t.Fatal(err)
			}
			_, err = b.hall.ActUnnoticed(ctx, "r:1", id, x.seat, p.Mark, p.Asks[0].ID, r)
			var no *game.Refusal
			if x.unnoticed != (err == nil) || err != nil && (!errors.As(err, &no) || no.Code != table.Noticed) {
				t.Fatalf("answered with %v", err)
			}
			out, err := b.hall.ActOn(ctx, "r:1", id, x.seat, p.Mark, p.Asks[0].ID, r)
			if played := err == nil && !out.Repeat; played == x.unnoticed {
				t.Errorf("given in public: %+v, %v", out, err)
			}
		})
	}
}

func (b *bench) ruled(order string) {
	b.t.Helper()
	if err := b.rule(table.Ruling{What: "rule", Order: order}); err != nil {
		b.t.Fatal(err)
	}
}

// A match that is abandoned is a draw, and a second time is refused. Its record can be decided again.
func TestAbandon(t *testing.T) {
	b := dealt(t)
	b.must(2, "bid 3")
	told := len(b.public().Facts)
	for code, try := range map[string]func() error{
		"seat":  func() error { _, err := b.hall.Abandon(table.As(ctx, "u2"), "other", id, 1, 0, told); return err },
		"stale": func() error { _, err := b.hall.Abandon(table.As(ctx, "u1"), "early", id, 1, 0, told-1); return err },
	} {
		var no *game.Refusal
		if err := try(); !errors.As(err, &no) || no.Code != code {
			t.Errorf("%v; expected %s", err, code)
		}
	}
	if _, err := b.hall.Abandon(table.As(ctx, "u1"), "idle", id, 1, 0, told); err != nil {
		t.Fatal(err)
	}
	if r := b.public().Result; r == nil || r.Why != table.WhyIdle || r.Rank[0] != 1 || r.Rank[2] != 1 {
		t.Errorf("the result is %+v", r)
	}
	var no *game.Refusal
	if _, err := b.hall.Abandon(ctx, "idle again", id, 1, 0, told); !errors.As(err, &no) || no.Code != "over" {
		t.Errorf("abandoned twice: %v", err)
	}
	if _, err := b.hall.Audit(ctx, id); err != nil {
		t.Errorf("audit: %v", err)
	}
}
