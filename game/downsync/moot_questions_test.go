package downsync

import (
	"fmt"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/plane"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// scanner is a Unit that scans; with these dice it finds nothing.
const scanner = "gsv-aurora"

// brisk is a hosted match whose host does not wait for moot answers.
type brisk struct {
	t     *testing.T
	store *memory.Store
	clock *tabletest.Clock
	hall  *table.Hall
	n     int
}

// ones are dice that always show one.
type ones struct{}

func (ones) Roll(game.Seat, int, int) (int, error) { return 1, nil }

// activating returns a match of seat 1's at the activation of A1, a Unit of that kind, with an enemy contact in reach.
func activating(t *testing.T, unit string, timing table.Timing) *brisk {
	t.Helper()
	b := &brisk{t: t, store: memory.New(), clock: tabletest.NewClock()}
	b.reopen()
	at := func(x, y int) []LabBase { return []LabBase{{At: plane.Point{X: plane.In(x), Y: plane.In(y)}}} }
	c := Defaults()
	c.Lab = &Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"virago"}}, Pieces: []LabPiece{
		{Label: "A1", Unit: unit, Bases: at(20, 10)}, {Label: "A2", Sig: "medium", Bases: at(30, 10)}, {Label: "B1", Sig: "medium", Bases: at(20, 14)}}}
	if err := b.hall.Open(t.Context(), "open", "m", table.Opening{Game: "downsync", Config: c.Encode(), Users: []table.User{"ann", "ben"}, Timing: timing}); err != nil {
		t.Fatal(err)
	}
	b.order(1, "designate A1 A2")
	for b.asked(1).ID != "" { // reveals, refreshes and moves nothing
		b.order(1, "done")
	}
	b.order(2, "pass")
	return b
}

// reopen drops everything in memory, as a restart does.
func (b *brisk) reopen() { b.open(true) }

func (b *brisk) open(moot bool) {
	b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{Rules()}, Moot: moot, Dice: func(table.ID) game.Dice { return ones{} }})
}

func (b *brisk) order(seat game.Seat, lines ...string) {
	b.t.Helper()
	for _, line := range lines {
		r, err := b.hall.Parse(b.t.Context(), "m", line)
		if err == nil {
			b.n++
			_, err = b.hall.Act(b.t.Context(), fmt.Sprint(b.n), "m", seat, b.asked(seat).ID, r)
		}
		if err != nil {
			b.t.Fatalf("%s: %v", line, err)
		}
	}
}

// asked returns what the seat is asked, apart from its standing ask.
func (b *brisk) asked(seat game.Seat) table.OpenAsk {
	b.t.Helper()
	p, err := b.hall.Private(b.t.Context(), "m", seat)
	if err != nil {
		b.t.Fatal(err)
	}
	if p.Asks[0].Standing {
		return table.OpenAsk{}
	}
	return p.Asks[0]
}

func (b *brisk) expect(ask string) {
	b.t.Helper()
	if got := b.asked(1).Name; got != ask {
		b.t.Errorf("asked %q, expected %q", got, ask)
	}
}

// If everybody can see that nothing is left of an activation, its end is not asked for. It counts as no missed turn, and cannot
// be taken back.
func TestMootEndIsNotAsked(t *testing.T) {
	b := activating(t, scanner, table.Timing{Misses: 1})
	b.order(1, "activate A1", "act scan B1")
	b.expect("next")
	p, err := b.hall.Private(t.Context(), "m", 1)
	if err != nil || p.CanUndo || len(p.Clocks.Missed) > 0 {
		t.Errorf("%v, undo %t, missed %v", err, p.CanUndo, p.Clocks.Missed)
	}
}

// The end is asked for if the seat may still take something back, and if the menu depends on a secret.
func TestEndIsAsked(t *testing.T) {
	b := activating(t, scanner, table.Timing{})
	b.order(1, "activate A2", "act move to 30,13")
	b.expect("act")
	b.order(1, "end", "activate A1", "act overwatch")
	b.expect("act")
	if m := b.asked(1).Menu; len(m) != 1 || b.asked(1).Moot {
		t.Errorf("%v, moot %t", m, b.asked(1).Moot)
	}
}

// The end of a transport's activation is asked for, whoever is aboard.
func TestEndOfTransportIsAsked(t *testing.T) {
	b := activating(t, "courier", table.Timing{})
	b.order(1, "activate A1", "act scan B1")
	b.expect("act")
}

// halfway returns a match in which A1 has scanned under a host that waits for every answer. then runs under that host; the
// match goes on under a host that answers moot questions.
func halfway(t *testing.T, then func(*brisk)) *brisk {
	t.Helper()
	b := activating(t, scanner, table.Timing{})
	b.open(false)
	b.order(1, "activate A1", "act scan B1")
	then(b)
	b.reopen()
	b.expect("act")
	if err := b.hall.Shown(t.Context(), "shown", "m"); err != nil { // which sets the timer
		t.Fatal(err)
	}
	return b
}

func (b *brisk) fire() {
	b.t.Helper()
	if _, err := b.hall.Timers().Fire(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	b.clock.Advance(time.Minute)
}

// The timers answer a moot question that was stored open, once.
func TestMootEndByTimer(t *testing.T) {
	b := halfway(t, func(*brisk) {})
	told := func() int {
		p, err := b.hall.Private(t.Context(), "m", 1)
		if err != nil {
			t.Fatal(err)
		}
		return len(p.Facts)
	}
	before := told()
	b.fire()
	b.fire()
	b.expect("next")
	if n := told() - before; n != 1 {
		t.Errorf("%d facts more, expected one", n)
	}
}

// Nothing is played while the match is held.
func TestMootEndWaitsWhileHeld(t *testing.T) {
	b := halfway(t, func(b *brisk) {
		if _, err := b.hall.Hold(t.Context(), "hold", "m", "dispute"); err != nil {
			t.Fatal(err)
		}
	})
	b.fire()
	b.expect("act")
	if _, err := b.hall.Release(t.Context(), "release", "m"); err != nil {
		t.Fatal(err)
	}
	b.fire()
	b.expect("next")
}
