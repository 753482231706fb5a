package table_test

import (
	"downsync/game"
	"downsync/game/table"
	"fmt"
	"slices"
	"testing"
	"time"
)

func (b *bench) leave(s game.Seat, days int) error {
	b.n++
	_, err := b.hall.Leave(ctx, fmt.Sprintf("i:%d", b.n), id, s, days)
	return err
}

// A vacation stops the clocks of its own seat's questions only. It counts days begun, and cannot save a clock that has all but run out.
func TestVacation(t *testing.T) {
	timing := table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7}
	b := tuning(t, timing)
	deadline := b.public().Asked[0].By
	b.clock.Advance(36*time.Hour + time.Millisecond)
	refused(t, "with a quarter of the time left", b.leave(1, 1), "vacation")
	b.must(1, "tune") // a secret step, which starts no clock
	refused(t, "after a secret step", b.leave(1, 1), "vacation")

	b = tuning(t, timing)
	b.clock.Advance(24 * time.Hour)
	for _, days := range []int{0, -1, 8} {
		refused(t, fmt.Sprint(days, " days"), b.leave(1, days), "vacation")
	}
	if err := b.leave(1, 5); err != nil {
		t.Fatal(err)
	}
	if err := b.leave(2, 3); err != nil { // seat 2 is asked nothing
		t.Fatal(err)
	}
	refused(t, "away already", b.leave(1, 1), "vacation")
	b.shown()
	b.clock.Advance(30 * time.Hour)
	b.fire()
	if got := b.public().Asked[0]; got.Left != 24*time.Hour || !got.By.IsZero() {
		t.Errorf("on vacation: %+v", got)
	}
	b.reopen()
	if _, err := b.hall.Return(ctx, "home", id, 1); err != nil { // after 30 hours: two days are used
		t.Fatal(err)
	}
	if got := b.public().Asked[0].By; !got.Equal(deadline.Add(30 * time.Hour)) {
		t.Errorf("after the vacation until %s, expected %s", got, deadline.Add(30*time.Hour))
	}
	c := b.public().Clocks
	if c.Taken[1] != 2 || c.Trips[1] != 1 || c.Taken[2] != 3 || len(c.Away) != 1 {
		t.Errorf("counted: %+v", c)
	}
	if err := b.leave(1, 5); err != nil {
		t.Fatal(err)
	}
	if _, err := b.hall.Return(ctx, "back", id, 1); err != nil {
		t.Fatal(err)
	}
	refused(t, "a third vacation", b.leave(1, 1), "vacation")
	_, err := b.hall.Return(ctx, "back2", id, 1)
	refused(t, "back twice", err, "vacation")
	b.clock.Advance(100 * time.Hour)
	b.fire()
	if c := b.public().Clocks; len(c.Away) != 0 || c.Taken[2] != 3 {
		t.Errorf("the second seat's vacation has run out: %+v", c)
	}
	refused(t, "without vacations", tuning(t, table.Timing{}).leave(1, 1), "vacation")
}

// A vacation does not reveal who is asked a quiet question.
func TestVacationKeepsSecrets(t *testing.T) {
	closes := map[game.Seat]time.Time{}
	for _, away := range everybody {
		b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7})
		b.must(1, "done")
		b.must(2, "claim")
		b.shown()
		if err := b.leave(away, 5); err != nil {
			t.Fatal(err)
		}
		b.clock.Advance(time.Hour)
		closes[away] = b.fire()
	}
	if closes[1] != closes[2] || closes[1] != closes[3] {
		t.Errorf("the match wakes at %v, by who is away", closes)
	}
}

// Nor does it end with an answer that nobody else learns of, or with its undo. It ends with one that everybody sees.
func TestVacationOutlastsSecretAnswers(t *testing.T) {
	b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7})
	if err := b.leave(1, 5); err != nil {
		t.Fatal(err)
	}
	b.queues()
	was := fmt.Sprint(b.public())
	for _, act := range []string{"tune", "tune", "undo"} {
		b.clock.Advance(time.Hour)
		if act == "undo" {
			if _, err := b.hall.Undo(ctx, "undo", id, 1); err != nil {
				t.Fatal(err)
			}
		} else {
			b.must(1, act)
		}
		if got, want := b.queues(), []string{table.SeatQueue(1)}; !slices.Equal(got, want) || fmt.Sprint(b.public()) != was {
			t.Errorf("a secret %s on vacation goes to %v", act, got)
		}
	}
	b.must(1, "done")
	if c := b.public().Clocks; len(c.Away) != 0 || c.Taken[1] != 1 {
		t.Errorf("after an answer that everybody sees: %+v", c)
	}
}

// A match with a player on vacation is not ended because nobody plays on.
func TestVacationIsNotIdle(t *testing.T) {
	b := tuning(t, table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7})
	if err := b.leave(1, 5); err != nil {
		t.Fatal(err)
	}
	_, err := b.hall.Abandon(table.As(ctx, "u2"), "idle", id, 2, 1, len(b.public().Facts))
	refused(t, "somebody is on vacation", err, "stale")
}
