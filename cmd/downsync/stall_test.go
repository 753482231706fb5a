package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
	"downsync/storage/memory"
)

// Two people who answer at once finish a Small match of Downsync on a server with the default configuration without long waits, whatever
// the phase of the grid: none is longer than 20 s, and a window is open for 15 s on average. A match lasts one Round, or four with
// SOAK=1.
func TestNoMatchOverDaysStalls(t *testing.T) {
	t.Parallel()
	const phases = 200
	rounds := 1
	if gametest.Soak() {
		rounds = 4
	}
	c := defaults()
	timing := c.timings()[c.Clock.Default]
	timing.Strict = 0 // the natural pace, which is the usual one
	if timing.Brisk.Within == 0 {
		t.Fatalf("the default clock %s has no finer grid", c.Clock.Default)
	}
	var total, longest time.Duration
	windows := 0
	for n := range phases {
		for _, wait := range waitsOf(t, uint64(n), time.Duration(n)*15*time.Minute/phases+time.Duration(n*37)*time.Millisecond, timing, rounds) {
			total, longest, windows = total+wait, max(longest, wait), windows+1
		}
	}
	if windows < 4*phases {
		t.Fatalf("%d matches had %d windows", phases, windows)
	}
	if mean := total / time.Duration(windows); longest > 20*time.Second || mean > 15*time.Second {
		t.Errorf("%d windows were open for %s on average, and for %s at most; expected 15s and 20s", windows, mean, longest)
	} else {
		t.Logf("%d matches: %d windows, open for %s on average, and for %s at most", phases, windows, mean, longest)
	}
}

// waitsOf plays a match from that phase of the grid to its end and returns how long each of its windows was open. Players who
// are asked answer within a second.
func waitsOf(t *testing.T, seed uint64, phase time.Duration, timing table.Timing, rounds int) (waits []time.Duration) {
	t.Helper()
	ctx, id, dice := context.Background(), table.ID("match"), gametest.NewDice(seed+1)
	clock := tabletest.NewClock()
	clock.Advance(phase)
	hall := table.New(memory.New(), clock, table.Options{Games: []game.Game{rules.Rules()}, Moot: true, Dice: func(table.ID) game.Dice { return gametest.NewDice(seed) }})
	conf := rules.Defaults()
	conf.Map, conf.MaxRounds = "harrow-down", rounds
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

// answers makes the first seat that is asked answer at random; it returns false if nobody is asked.
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
				if try < 19 && dice.N(3) > 0 { // random orders alone take each other back without end
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

// Two people who answer at once do not wait in a match on the program itself, which runs as a process beside the local Discord with the
// clocks of its default configuration. It measures the stored events. SOAK=1 plays two Rounds, to the end of the match: nobody shoots, so
// it would have no end without that limit.
func TestNoMatchOverDaysStallsInProcesses(t *testing.T) {
	t.Parallel()
	most, more := 2, ""
	if gametest.Soak() {
		most, more = 1000, " max_rounds:2"
	}
	s := newStaging(t, "serve -config", 5)
	s.configure("")
	s.begin()
	id := s.sitDown(s.people[0], s.people[1], more)
	for windows := 0; windows <= most && s.answerTyped(&windows); {
	}
	s.end()
	store, err := storage.Open(filepath.Join(s.dir, "downsync.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	events, err := store.Events(t.Context(), table.ID(id), 0, table.MaxEvents)
	if err != nil {
		t.Fatal(err)
	}
	closed, answered, total, longest := 0, time.Time{}, time.Duration(0), time.Duration(0) // too few for a mean, which TestNoMatchOverDaysStalls takes over all phases of the grid
	for _, e := range events {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case rec.Group == "react" && rec.Sealed():
			answered = e.At
		case rec.Closes("react"):
			closed++
			wait := e.At.Sub(answered)
			total, longest = total+wait, max(longest, wait)
		}
	}
	if closed < 2 || longest > 20*time.Second {
		t.Fatalf("%d windows closed, at most %s after their answers; expected two or more, and 20s", closed, longest)
	}
	t.Logf("%d windows closed, on average %s after their answers, at most %s", closed, total/time.Duration(closed), longest)
}

// sitDown brings a match over days of two people, with more options, to its first question and returns its id.
func (s *staging) sitDown(a, b *presser, more string) string {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), limit)
	defer stop()
	press := func(p *presser, prefix string) string {
		s.t.Helper()
		var at *pressable
		if !s.wait(ctx, p, func() bool { at = button(s.view(p), prefix); return at != nil }) {
			s.t.Fatalf("%s is not offered %s", p.name, prefix)
		}
		values := someOf(control(s.view(p).Message(at.message), prefix), s.r)
		s.insist(ctx, p, "click", map[string]any{"message": at.message.String(), "custom_id": at.id, "values": values})
		return strings.Split(at.id, "|")[1]
	}
	s.insist(ctx, a, "slash", map[string]any{"channel": "#general", "text": "/match challenge opponent:@" + b.name + " size:small clock:correspondence" + more})
	id := press(b, "accept|")
	press(b, "force|")
	press(a, "ready|")
	return id
}

// typedOrders holds orders for seat A, by the match card's text of the question.
var typedOrders = map[string][]string{"chooses who deploys first": {"first"}, " deploys": {"deploy rest", "done"},
	"designates a Taskforce": {"designate A1", "designate A2", "designate A3", "designate A4", "designate A5", "designate A6"},
	"may reveal contacts":    {"done"}, " moves": {"done"}, "has the reaction window": {"pass"}, "activates Units": {"done"}, "refreshes Units": {"done"}}

// answerTyped waits until one of the first two people is asked and makes them answer. It counts the windows answered; it
// returns false when the match has ended.
func (s *staging) answerTyped(windows *int) bool {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), limit)
	defer stop()
	for ctx.Err() == nil {
		toA, toB := s.people[0].next(), s.people[1].next()
		for n, p := range s.people[:2] {
			m := lastingConsole(s.view(p))
			if m != nil && tells(m.Components, "match over") {
				return false
			}
			if m == nil || !asks(m) {
				continue
			}
			card := lastCard(s.view(p))
			for asked, lines := range typedOrders {
				if !strings.Contains(card, asked) {
					continue
				}
				for _, line := range lines {
					if n == 1 {
						line = strings.Replace(line, " A", " B", 1)
					}
					o := s.insist(ctx, p, "slash", map[string]any{"channel": "dm", "text": "/order line:" + line})
					if answer := s.view(p).Message(o.Message); answer != nil && strings.Contains(text(answer), "✔️") {
						if line == "pass" {
							*windows++
						}
						return true
					}
				}
			}
		}
		select {
		case <-toA:
		case <-toB:
		case <-ctx.Done():
		}
	}
	s.t.Fatalf("nobody is asked anything they can answer; they see\n%s\nand\n%s\n%s", text(lastingConsole(s.view(s.people[0]))), text(lastingConsole(s.view(s.people[1]))), s.said.String())
	return false
}
