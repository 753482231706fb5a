package table_test

import (
	"context"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
)

// running is a clock that moves on by a millisecond whenever it is read.
type running struct{ *tabletest.Clock }

func (c running) Now() time.Time {
	c.Advance(time.Millisecond)
	return c.Clock.Now()
}

// early is a store that names a match as due before it is, as one does whose clock was set back.
type early struct{ table.Store }

func (s early) Due(ctx context.Context, now time.Time, most int) ([]table.Due, error) {
	return s.Store.Due(ctx, now.Add(time.Minute), most)
}

// A time that runs out while its match is looked at is no fault, at whichever reading of the clock it does. The next look finds it.
func TestTimeRunsOutMeanwhile(t *testing.T) {
	for ahead := range 8 {
		b := newBench(t, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}})
		if err := b.hall.Shown(ctx, "s", id); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(time.Hour - time.Duration(ahead)*time.Millisecond)
		hall := table.New(early{b.store}, running{b.clock}, table.Options{Games: []game.Game{toy.Rules()}, Dice: func(table.ID) game.Dice { return gametest.NewDice(5) }})
		before, err := b.store.Head(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := hall.Timers().Fire(ctx); err != nil {
				t.Errorf("%d ms ahead: %v", ahead, err)
			}
			b.clock.Advance(10 * time.Millisecond)
		}
		if after, err := b.store.Head(ctx, id); err != nil || after.Version == before.Version {
			t.Errorf("%d ms ahead: nothing was done: %+v %v", ahead, after, err)
		}
	}
}
