package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// The bot stops past the time of a turn and starts again: nothing has lapsed, nothing counts as missed, the card and the consoles name
// the outage, and the deadline has moved by it.
func TestStoppedPastTheTurn(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.seams.attend = true
	h := s.start()
	s.challenge("size:small")
	s.untilAsked("player1", "the clocks to begin", func(local.View) bool {
		next, err := h.store.NextWake(t.Context())
		return err == nil && !next.IsZero()
	})
	card := lastCard(s.srv.User("player3").View())
	s.stop()
	s.srv.Clock().Advance(3 * time.Hour)
	h = s.start()
	v := s.await("player3", "the outage on the card", func(v local.View) bool { return strings.Contains(lastCard(v), "Nobody could reach me until") })
	if strings.Contains(lastCard(v), "missed") || strings.Contains(lastCard(v), "ran out") {
		t.Errorf("after the outage the card says\n%s\nbefore it said\n%s", lastCard(v), card)
	}
	for _, user := range []string{"player1", "player2"} {
		s.await(user, "the outage on the console", func(v local.View) bool {
			return strings.Contains(text(lastingConsole(v)), "Nobody could reach me until")
		})
	}
	next, err := h.store.NextWake(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if left := next.Sub(s.srv.Clock().Now()); left <= 0 {
		t.Errorf("a clock runs out in %s", left)
	}
	if why := h.counts.isReady(t.Context()); why != nil {
		t.Error(why)
	}
}

// The bot and the local Discord are processes of their own. The bot is killed, or stopped, and starts again 100 seconds after the time of
// every question has run out: both matches go on, and nobody has a missed turn.
func TestStoppedPastTheTurnInProcesses(t *testing.T) {
	t.Parallel()
	s := newStaging(t, "ahead 0s", 8)
	s.begin()
	s.challenge()
	const away = 10*time.Minute + 100*time.Second // the clock of the stage, and more
	for life, end := range []func(){s.kill, s.end} {
		if !s.live(2*life, 10) {
			t.Fatalf("nothing happens; the bot says\n%s", s.said.String())
		}
		end()
		s.ask("clock", map[string]any{"advance": away.String()}, nil)
		s.role = fmt.Sprintf("ahead %s", time.Duration(life+1)*away)
		s.begin()
		if !s.live(2*life+1, 20) {
			t.Fatalf("nothing happens after the outage; the bot says\n%s", s.said.String())
		}
		if said := s.said.String(); !strings.Contains(said, "clocks of matches do not count an outage") {
			t.Errorf("of the outage the bot says\n%s", said)
		}
	}
	s.end()
	store, err := storage.Open(filepath.Join(s.dir, "downsync.db"), storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	skipped := 0
	for _, p := range []*presser{s.people[0], s.people[2]} {
		events, err := store.Events(t.Context(), table.ID(p.id), 0, table.MaxEvents)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			rec, err := game.DecodeRecord(e.Data)
			if err != nil {
				t.Fatal(err)
			}
			if rec.Missed {
				t.Errorf("a turn was missed at %s: %s", e.At, e.Data)
			}
			if strings.HasPrefix(rec.MarkNote(), "outage ") {
				skipped++
			}
		}
	}
	if skipped == 0 {
		t.Error("no match notes an outage")
	}
}

// Players cannot reach a host whose gateway is closed, whose store accepts no writes, or whose messages have not gone out for a
// minute.
func TestReached(t *testing.T) {
	clock := tabletest.NewClock()
	h := &health{clock: clock, now: clock.Now, log: slog.New(slog.DiscardHandler), fault: func(table.FaultReason) {}}
	full := false
	h.probe = func(context.Context, int) error {
		if full {
			return &table.Fault{Reason: table.FaultFull, Err: errors.New("full")}
		}
		return nil
	}
	reached := func(what string, want bool) {
		t.Helper()
		if h.reached() != want {
			t.Errorf("%s: reached is %t", what, !want)
		}
	}
	reached("at a start", false)
	h.gateway(true)
	reached("with a session", true)
	full = true
	h.wrote(h.probe(t.Context(), 1), 1)
	reached("with a full disk", false)
	full = false
	reached("with space again", true)
	h.sent(errors.New("Discord is down"))
	reached("after one message that failed", true)
	clock.Advance(longestAway)
	reached("without a message for a minute", false)
	h.sent(nil)
	reached("with messages again", true)
	h.gateway(false)
	reached("without a session", false)
}
