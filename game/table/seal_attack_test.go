package table_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// known returns everything that everybody and seat 2 can read of the match.
func (b *bench) known() string {
	b.t.Helper()
	p, all := b.private(2), b.public()
	raw, err := json.Marshal([]any{all.View, all.Facts, all.Asked, all.Clocks, p.View, p.Facts, p.Asks, p.Asked, p.CanUndo})
	if err != nil {
		b.t.Fatal(err)
	}
	return string(raw)
}

func (b *bench) private(s game.Seat) table.Private {
	b.t.Helper()
	p, err := b.hall.Private(ctx, id, s)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

// prying lists what seat 2 and a referee can do while seat 1 is asked for a sealed answer or has given it.
var prying = []func(b *bench, cause string, n int) error{
	func(b *bench, _ string, n int) error { // no clock runs out
		b.clock.Advance([]time.Duration{time.Second, 16 * time.Second, 7 * time.Minute}[n%3])
		return nil
	},
	func(b *bench, cause string, _ int) error { _, err := b.hall.Undo(ctx, cause, id, 2); return err },
	func(b *bench, cause string, n int) error {
		_, err := b.hall.Propose(ctx, cause, id, 2, []table.Proposal{table.ProposeExtend, table.ProposePause, table.ProposeNone}[n%3], time.Hour)
		return err
	},
	func(b *bench, cause string, n int) error {
		_, err := b.hall.Leave(ctx, cause, id, game.Seat(1+n%2), 1)
		return err
	},
	func(b *bench, cause string, n int) error {
		_, err := b.hall.Return(ctx, cause, id, game.Seat(1+n%2))
		return err
	},
	func(b *bench, cause string, n int) error {
		if n%2 == 0 {
			_, err := b.hall.Release(ctx, cause, id)
			return err
		}
		_, err := b.hall.Hold(ctx, cause, id, "dispute")
		return err
	},
	func(b *bench, cause string, _ int) error {
		_, err := b.hall.Extend(ctx, cause, id, time.Hour)
		return err
	},
	func(b *bench, _ string, n int) error {
		return b.say(2, []string{"note red", "note rest", "note blue"}[n%3])
	},
	func(b *bench, cause string, n int) error {
		_, err := b.hall.TryRuling(ctx, id, table.Ruling{What: "rewind", Before: 1 + n%4})
		return err
	},
	func(b *bench, _ string, _ int) error { b.reopen(); return nil },
}

// In one of two matches seat 1 has answered under seal. Whatever the others do meanwhile, by whatever clock, and a restart too,
// tells them the same in both, and causes the same deliveries.
func TestCheatByPryingAtASeal(t *testing.T) {
	for seed := range uint64(50) {
		lot := rand.New(rand.NewPCG(seed, 1))
		timing := table.Timing{Clocks: map[string]time.Duration{"turn": []time.Duration{0, 48 * time.Hour}[lot.IntN(2)], "react": 24 * time.Hour}, Misses: 2, Vacation: 7,
			Tick: []time.Duration{0, 15 * time.Second, 15 * time.Minute}[lot.IntN(3)], MinWindow: []time.Duration{0, 20 * time.Second}[lot.IntN(2)], Strict: []time.Duration{0, 2 * time.Hour}[lot.IntN(2)]}
		both := [2]*bench{newBench(t, timing), newBench(t, timing)}
		two := lot.IntN(2) == 0 // seat 2 has answered as well, and waits for seat 3
		done := []string{fmt.Sprintf("match %d, seat 2 answers: %t", seed, two)}
		for i, b := range both {
			b.must(1, "note blue")
			b.must(3, "note low")
			b.shown()
			if two {
				b.must(2, "bid 3")
			}
			b.queues()
			if i == 0 {
				b.must(1, "bid 2")
			}
		}
		for step := range 8 {
			var said [2]string
			what, n := lot.IntN(len(prying)), lot.IntN(100)
			for i, b := range both {
				if step > 0 {
					said[i] = fmt.Sprint(prying[what](b, fmt.Sprint("pry", step), n))
				}
				b.fire()
				said[i] += b.known() + fmt.Sprint(slices.DeleteFunc(b.queues(), func(q string) bool { return q == table.SeatQueue(1) }))
			}
			if done = append(done, fmt.Sprintf("%d/%d", what, n)); said[0] != said[1] {
				t.Fatalf("%s: with the answer\n%s\nwithout it\n%s", strings.Join(done, " "), said[0], said[1])
			}
		}
	}
}
