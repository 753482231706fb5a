package table_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
)

// tally counts deliveries by queue and number.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *tally) Deliver(_ context.Context, d table.Delivery) (table.Kept, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n[fmt.Sprintf("%s %d", d.Queue, d.Seq)]++
	return table.Kept{}, nil
}

// Two hosts share one store, as when two bots have one token. Both receive every interaction, and both make deliveries.
// Each decision is applied once, the other host finds it applied, and nothing is delivered twice.
func TestTwoHosts(t *testing.T) {
	b := newBench(t, table.Timing{})
	other := table.New(b.store, b.clock, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
	sent := &tally{n: map[string]int{}}
	boxes := []*table.Outbox{{Hall: b.hall, To: sent}, {Hall: other, To: sent}}
	for round := range 30 {
		p, err := b.hall.Private(ctx, id, 1)
		if err != nil {
			t.Fatal(err)
		}
		ask := ""
		for _, a := range p.Asks {
			if a.Standing {
				ask = a.ID
			}
		}
		r, err := b.hall.Parse(ctx, id, fmt.Sprintf("note n%d", round))
		if err != nil {
			t.Fatal(err)
		}
		before, err := b.store.Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		outs, errs := make([]table.Outcome, 2), make([]error, 2)
		var wg sync.WaitGroup
		for n, h := range []*table.Hall{b.hall, other} {
			wg.Go(func() { outs[n], errs[n] = h.Act(ctx, fmt.Sprintf("i:%d", round), id, 1, ask, r) })
		}
		wg.Wait()
		applied := 0
		for n := range outs {
			var no *game.Refusal
			switch {
			case errs[n] == nil && !outs[n].Repeat:
				applied++
			case errs[n] != nil && (!errors.As(errs[n], &no) || no.Code != "stale"): // loaded when it was answered already
				t.Fatalf("round %d: %v", round, errs[n])
			}
		}
		after, err := b.store.Load(ctx, id)
		if err != nil || after.Version != before.Version+1 || applied != 1 {
			t.Errorf("round %d: version %d, then %d: %+v %v %v", round, before.Version, after.Version, outs, errs, err)
		}
		for _, o := range boxes {
			wg.Go(func() {
				if _, err := o.Send(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	if len(sent.n) < 30 {
		t.Errorf("only %d deliveries", len(sent.n))
	}
	for what, n := range sent.n {
		if n != 1 {
			t.Errorf("%s was delivered %d times", what, n)
		}
	}
}
