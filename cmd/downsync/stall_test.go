package main

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// Two people who answer at once finish a Small match of Downsync on a server with the default configuration without long waits, whatever
// the phase of the grid: none is longer than 20 s, and a window is open for 15 s on average.
func TestNoMatchOverDaysStalls(t *testing.T) {
	const phases = 200
	c := defaults()
	timing := c.timings()[c.Clock.Default]
	timing.Strict = 0 // the natural pace, which is the usual one
	if timing.Brisk.Within == 0 {
		t.Fatalf("the default clock %s has no finer grid", c.Clock.Default)
	}
	var total, longest time.Duration
	windows := 0
	for n := range phases {
		for _, wait := range waitsOf(t, uint64(n), time.Duration(n)*15*time.Minute/phases+time.Duration(n*37)*time.Millisecond, timing) {
			total, longest, windows = total+wait, max(longest, wait), windows+1
		}
	}
	if windows < 4*phases {
		t.Fatalf("%d matches had %d windows", phases, windows)
	}
	if mean := total / time.Duration(windows); longest > 20*time.Second || mean > 15*time.Second {
		t.Errorf("%d windows were open for %s on average, and for %s at most; expected 15s and 20s", windows, mean, longest)
	}
}

// waitsOf plays a match from that phase of the grid to its end and returns how long each of its windows was open. Whoever is asked answers
// within a second.
func waitsOf(t *testing.T, seed uint64, phase time.Duration, timing table.Timing) (waits []time.Duration) {
	t.Helper()
	ctx, id, dice := context.Background(), table.ID("match"), gametest.NewDice(seed+1)
	clock := tabletest.NewClock()
	clock.Advance(phase)
	hall := table.New(memory.New(), clock, table.Options{Games: []game.Game{rules.Rules()}, Moot: true, Dice: func(table.ID) game.Dice { return gametest.NewDice(seed) }})
	conf := rules.Defaults()
	conf.Map, conf.MaxRounds = "harrow-down", 1
	for i, army := range []string{"coalition-starter", "republic-starter"} {
		units, err := conf.ForceOf([]string{army})
		if err != nil {
			t.Fatal(err)
		}
		conf.Forces[i] = units
	}
	if err := hall.Open(ctx, "open", id, table.Opening{Game: rules.Rules().Card().ID, Config: conf.Encode(), Users: []table.User{"u1", "u2"}, Timing: timing}); err != nil {
		t.Fatal(err)
	}
	var opened time.Time
	for n := 0; ; n++ {
		if n > 5000 {
			t.Fatal("the match has no end")
		}
		if err := hall.Shown(ctx, fmt.Sprint("s", n), id); err != nil {
			t.Fatal(err)
		}
		p, err := hall.Public(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		open := len(p.Asked) == 1 && p.Asked[0].Window
		switch {
		case open && opened.IsZero():
			opened = clock.Now()
		case !open && !opened.IsZero():
			waits, opened = append(waits, clock.Now().Sub(opened)), time.Time{}
		}
		if p.Result != nil {
			return waits
		}
		clock.Advance(time.Second)
		if answers(t, hall, id, dice, fmt.Sprint("a", n)) {
			continue
		}
		clock.Advance(-time.Second)
		next, err := hall.Timers().Fire(ctx)
		if err != nil || next.IsZero() {
			t.Fatalf("nobody is asked, and nothing is due: %v", err)
		}
		clock.Set(next)
		if _, err := hall.Timers().Fire(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// answers has the first seat that is asked answer at random; false if nobody is asked.
func answers(t *testing.T, hall *table.Hall, id table.ID, dice *gametest.Dice, cause string) bool {
	t.Helper()
	ctx := context.Background()
	for seat := game.Seat(1); seat <= 2; seat++ {
		p, err := hall.Private(ctx, id, seat)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range p.Asks {
			if a.Standing {
				continue
			}
			for try := range 20 {
				r := a.Default
				if try < 19 && dice.N(3) > 0 { // orders alone, some of which take others back, would have no end
					line := gametest.Line(dice, p.View, a.WithMenu(), func(d *gametest.Dice, _ game.View, _ game.Ask, _ string, _ game.Slot) string {
						return fmt.Sprintf("%d,%d", 1+d.N(36), 1+d.N(36))
					})
					if r, err = hall.Parse(ctx, id, line); err != nil {
						continue
					}
				}
				_, err := hall.Act(ctx, fmt.Sprint(cause, try), id, seat, a.ID, r)
				if err == nil {
					return true
				}
				if no := (*game.Refusal)(nil); !errors.As(err, &no) {
					t.Fatal(err)
				}
			}
			t.Fatalf("seat %d is refused everything at %s", seat, a.Name)
		}
	}
	return false
}
