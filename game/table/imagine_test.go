package table_test

import (
	"errors"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/table"
)

// A seat's match can be imagined as it was when it was read, also after it has gone on; a finished match cannot.
func TestImagine(t *testing.T) {
	b := newBench(t, table.Timing{})
	p, err := b.hall.Private(ctx, id, 2)
	if err != nil || p.Imagine == nil {
		t.Fatal("not to be imagined", err)
	}
	for seat := game.Seat(1); seat <= 3; seat++ {
		if err := b.say(seat, "bid 2"); err != nil {
			t.Fatal(err)
		}
	}
	source := chance.Source(1)
	sim, err := p.Imagine(&source)
	if err != nil || gametest.Text(sim.View(game.Player(2))) != gametest.Text(p.View) {
		t.Errorf("imagined %v, %v; seen %v", sim.View(game.Player(2)), err, p.View)
	}
	if err := errors.Join(b.say(1, "quit"), b.say(3, "quit")); err != nil {
		t.Fatal(err)
	}
	if p, err = b.hall.Private(ctx, id, 2); err != nil || p.Imagine != nil {
		t.Error("a match that is over can be imagined", err)
	}
}
