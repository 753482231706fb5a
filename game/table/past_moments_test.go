package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// sight holds what a viewer was told and saw at one moment.
type sight struct {
	View    game.View
	Facts   []game.Fact
	Numbers []game.Number `json:"-"` // of a seat's facts
}

func written(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// diary records what everybody saw after each step that told them anything, read at that time.
type diary struct {
	public []sight
	seats  [4][]sight
	at     []time.Time // of the public ones
}

// write adds the new facts.
func (d *diary) write(t *testing.T, b *bench) {
	t.Helper()
	p, err := b.hall.Public(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(d.public); n == 0 || len(d.public[n-1].Facts) < len(p.Facts) {
		d.public, d.at = append(d.public, sight{View: p.View, Facts: p.Facts}), append(d.at, b.clock.Now())
	}
	for s := game.Seat(1); s <= 3; s++ {
		p, err := b.hall.Private(ctx, id, s)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(d.seats[s]); n == 0 || len(d.seats[s][n-1].Facts) < len(p.Facts) {
			d.seats[s] = append(d.seats[s], sight{p.View, p.Facts, p.Numbers})
		}
	}
}

// pastMatch plays steps of every kind: secret, sealed and undone ones, and one that ends the match.
func pastMatch(t *testing.T) (*bench, *diary) {
	b, d := newBench(t, table.Timing{}), &diary{}
	d.write(t, b)
	for _, x := range []struct {
		seat game.Seat
		line string
	}{{2, "note red"}, {1, "bid 3"}, {3, "note blue"}, {2, "bid 1"}, {3, "bid 2"}, {1, "tune"}, {1, "tune"}, {1, "undo"}, {2, "note rest"},
		{1, "done"}, {2, "claim"}, {1, "peek"}, {1, "bid 2"}, {2, "quit"}, {3, "quit"}} {
		b.clock.Advance(time.Minute)
		if x.line != "undo" {
			b.must(x.seat, x.line)
		} else if _, err := b.hall.Undo(ctx, "undo", id, x.seat); err != nil {
			t.Fatal(err)
		}
		d.write(t, b)
	}
	return b, d
}

// A reader of the past reads exactly what they were told then, at every event and every step of theirs.
func TestPast(t *testing.T) {
	b, d := pastMatch(t)
	if len(d.seats[2]) == len(d.public) {
		t.Fatal("nobody was told anything alone")
	}
	for i, want := range d.public {
		for _, at := range []table.Point{table.AtStep(i + 1), table.AtPublic(len(want.Facts))} {
			p, when, err := b.hall.PublicAt(ctx, id, at)
			if err != nil || written(t, sight{View: p.View, Facts: p.Facts}) != written(t, want) || p.Asked != nil {
				t.Errorf("public step %d: %v\n%s\nthen:\n%s", i+1, err, written(t, p), written(t, want))
			}
			if when.Step != i+1 || when.Last != len(want.Facts) || !when.At.Equal(d.at[i]) {
				t.Errorf("public step %d of %d facts at %s: %+v", i+1, len(want.Facts), d.at[i], when)
			}
		}
	}
	for s := game.Seat(1); s <= 3; s++ {
		for i, want := range d.seats[s] {
			p, when, err := b.hall.PrivateAt(ctx, id, s, table.AtEvent(want.Numbers[len(want.Facts)-1]))
			if err != nil || when.Step != i+1 || p.Seat != s || written(t, sight{View: p.View, Facts: p.Facts}) != written(t, want) {
				t.Errorf("seat %d step %d: %+v %v\n%s\nthen:\n%s", s, i+1, when, err, written(t, p), written(t, want))
			}
		}
	}
	// The first fact of a step is read with the rest of it.
	first := len(d.public[1].Facts) + 1
	if _, when, err := b.hall.PublicAt(ctx, id, table.AtPublic(first)); err != nil || when.First != first || when.Step != 3 {
		t.Errorf("event %d: %+v %v", first, when, err)
	}
}

// All viewers use the same numbers for what everybody was told. Events that a seat alone was told have letters between them, so a number that is
// missing for others does not show it. The numbers stay the same, also for a match that is loaded again.
func TestNumbersOfEvents(t *testing.T) {
	b, d := pastMatch(t)
	public, alone := len(b.public().Facts), 0
	for _, reload := range []bool{false, true} {
		if reload {
			b.cold()
		}
		for s := game.Seat(1); s <= 3; s++ {
			p := b.private(s)
			if len(p.Numbers) != len(p.Facts) {
				t.Fatalf("seat %d has %d numbers for %d facts", s, len(p.Numbers), len(p.Facts))
			}
			shared := 0
			for i, n := range p.Numbers {
				if i > 0 && !p.Numbers[i-1].Less(n) {
					t.Errorf("seat %d: %s comes before %s", s, p.Numbers[i-1], n)
				}
				if n.Alone > 0 {
					alone++
					continue
				}
				shared++
				_, mine, err := b.hall.PrivateAt(ctx, id, s, table.AtEvent(n))
				_, all, err2 := b.hall.PublicAt(ctx, id, table.AtPublic(n.Event))
				if err != nil || err2 != nil || !mine.At.Equal(all.At) {
					t.Errorf("seat %d's event %s happened at %s, everybody's at %s: %v %v", s, n, mine.At, all.At, err, err2)
				}
			}
			if shared != public {
				t.Errorf("seat %d shares %d of %d events", s, shared, public)
			}
			for _, was := range d.seats[s] {
				if !slices.Equal(was.Numbers, p.Numbers[:len(was.Numbers)]) {
					t.Errorf("seat %d: %v became %v", s, was.Numbers, p.Numbers)
				}
			}
		}
	}
	if alone == 0 {
		t.Error("nobody was told anything alone")
	}
}

// A missing point, a missing seat and a missing match have different errors, as does the truth of a running match.
func TestPastRefuses(t *testing.T) {
	b, d := pastMatch(t)
	last := d.public[len(d.public)-1]
	for _, at := range []table.Point{{}, table.AtPublic(0), table.AtPublic(-1), table.AtStep(0), table.AtPublic(len(last.Facts) + 1), table.AtEvent(game.Number{Event: 1, Alone: 1}), table.AtStep(len(d.public) + 1)} {
		_, _, err := b.hall.PublicAt(ctx, id, at)
		var no *table.NoPoint
		if !errors.As(err, &no) || no.Events != len(last.Facts) || no.Steps != len(d.public) {
			t.Errorf("at %+v: %v", at, err)
		}
	}
	for _, s := range []game.Seat{0, -1, 4} {
		if _, _, err := b.hall.PrivateAt(ctx, id, s, table.AtStep(1)); !errors.Is(err, table.ErrNoSeat) {
			t.Errorf("seat %d: %v", s, err)
		}
	}
	if _, _, err := b.hall.PublicAt(ctx, "nothing", table.AtStep(1)); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("no match: %v", err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := b.hall.PublicAt(gone, id, table.AtStep(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits for it: %v", err)
	}
	on := newBench(t, table.Timing{})
	if err := on.hall.Film(ctx, id, func(table.Frame) error { t.Error("a step of a running match"); return nil }); !errors.Is(err, table.ErrStillOn) {
		t.Errorf("the film of a running match: %v", err)
	}
}

// The film of a finished match has every step, as each seat saw it then, and as it really was.
func TestFilm(t *testing.T) {
	b, d := pastMatch(t)
	b.reopen()
	seen, facts := [4][]string{}, 0
	var frames []table.Frame
	err := b.hall.Film(ctx, id, func(f table.Frame) error {
		frames = append(frames, f)
		if n := len(frames); f.Step != n || f.First != facts+1 || len(f.Facts) != f.Last-f.First+1 || len(f.Sides) != 3 || !f.Truth.For().IsReferee() {
			t.Errorf("step %d: %+v", len(frames), f)
		}
		facts = f.Last
		for i, v := range f.Sides {
			if v.For() != game.Player(game.Seat(i+1)) {
				t.Errorf("step %d: side %d is the view of %s", f.Step, i+1, v.For())
			}
			seen[i+1] = append(seen[i+1], written(t, v))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range frames {
		o, when, err := b.hall.OpenedAt(ctx, id, table.AtStep(f.Step))
		if err != nil || written(t, o.View) != written(t, f.Truth) || len(o.Facts) != f.Last || when != f.Moment || f.Of != len(frames) {
			t.Errorf("step %d alone: %v", f.Step, err)
		}
	}
	for s := 1; s <= 3; s++ {
		var then []string
		for _, x := range d.seats[s] {
			then = append(then, written(t, x.View))
		}
		if got, want := slices.Compact(seen[s]), slices.Compact(then); !slices.Equal(got, want) {
			t.Errorf("seat %d saw %s\nin the film %s", s, want, got)
		}
	}
	stop := errors.New("enough")
	if err := b.hall.Film(ctx, id, func(table.Frame) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("a film that is ended: %v", err)
	}
}
