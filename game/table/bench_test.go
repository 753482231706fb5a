package table_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// BenchmarkReplyToViews measures one reply with its commit in memory, and the resulting views of two seats and an onlooker.
func BenchmarkReplyToViews(b *testing.B) {
	ctx := context.Background()
	hall := table.New(memory.New(), tabletest.NewClock(), table.Options{Games: []game.Game{toy.Rules()},
		Dice: func(table.ID) game.Dice { return gametest.NewDice(1) }})
	const id table.ID = "bench"
	if err := hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"1", "2"}}); err != nil {
		b.Fatal(err)
	}
	note, err := toy.Rules().Parse("note red")
	if err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	for i := range b.N {
		p, err := hall.Private(ctx, id, 1)
		if err != nil {
			b.Fatal(err)
		}
		ask := p.Asks[slices.IndexFunc(p.Asks, func(a table.OpenAsk) bool { return a.Standing })]
		began := time.Now()
		if _, err := hall.Act(ctx, fmt.Sprint(i), id, 1, ask.ID, note); err != nil {
			b.Fatal(err)
		}
		for _, read := range []func() error{
			func() error { _, err := hall.Private(ctx, id, 1); return err },
			func() error { _, err := hall.Private(ctx, id, 2); return err },
			func() error { _, err := hall.Public(ctx, id); return err },
		} {
			if err := read(); err != nil {
				b.Fatal(err)
			}
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
}
