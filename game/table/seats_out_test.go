package table_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// opened hosts a toy match of that many seats with that timing.
func opened(t *testing.T, seats int, conf toy.Config, timing table.Timing) *bench {
	t.Helper()
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.cold()
	var users []table.User
	for i := range seats {
		users = append(users, table.User(fmt.Sprint("u", i+1)))
	}
	if err := b.hall.Open(ctx, "open", id, table.Opening{Game: "toy", Config: conf.Encode(), Users: users, Timing: timing}); err != nil {
		t.Fatal(err)
	}
	return b
}

// A seat that may miss no further turn goes out while the others play on, and the match ends with the last but one. Nothing changes
// with a restart at any moment.
func TestSeatsGoOutByTime(t *testing.T) {
	for _, seats := range []int{2, 3, 5} {
		b := opened(t, seats, toy.Config{Rounds: 5}, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: 1})
		for n := 0; n < 60 && b.public().Result == nil; n++ {
			b.shown()
			b.clock.Advance(time.Hour)
			b.cold()
			b.fire()
		}
		p := b.public()
		if p.Result == nil {
			t.Fatalf("%d seats: the match goes on: %+v", seats, p.View)
		}
		out := p.View.(toy.View).Out
		// Each of 5 rounds has one turn. Of two, seat 1 misses the third turn; of more, nobody has a second turn within 4 rounds but of three.
		switch {
		case seats == 2 && (p.Result.Why != "time" || !slices.Equal(p.Result.Rank, []int{2, 1}) || len(out) != 0),
			seats == 3 && (p.Result.Why != "points" || !slices.Equal(out, []game.Seat{1, 2})) && (p.Result.Why != "time" || !slices.Equal(p.Result.Rank, []int{3, 2, 1})),
			seats == 5 && (p.Result.Why != "points" || len(out) != 0):
			t.Errorf("%d seats: %+v, out %v", seats, p.Result, out)
		}
		if a, err := audit(fileOf(t, b.carried())); err != nil || a.Result == nil {
			t.Errorf("%d seats: audited: %+v, %v", seats, a, err)
		}
	}
}

// A window of exact length closes at its time to the millisecond, whether and whenever it is answered, and on no grid (T7).
func TestWindowOfExactLength(t *testing.T) {
	for _, answered := range []time.Duration{0, time.Second, 7 * time.Second, -1} { // -1: never
		b := opened(t, 2, toy.Config{Peek: 8}, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Tick: 15 * time.Minute, MinWindow: time.Minute})
		b.shown()
		for _, x := range []struct {
			seat game.Seat
			line string
		}{{1, "bid 3"}, {2, "bid 2"}, {1, "done"}, {1, "claim"}} {
			b.must(x.seat, x.line)
			b.shown()
		}
		if answered >= 0 {
			b.clock.Advance(answered)
			b.must(1, "peek")
		} else {
			answered = 0
		}
		stage := func() string {
			b.fire()
			return b.public().View.(toy.View).Stage
		}
		b.clock.Advance(8*time.Second - answered - time.Millisecond)
		if now := stage(); now != "peek" {
			t.Errorf("answered after %s: a millisecond early the stage is %s", answered, now)
		}
		b.clock.Advance(time.Millisecond)
		if now := stage(); now != "bid" {
			t.Errorf("answered after %s: after 8 seconds the stage is %s", answered, now)
		}
	}
}

// A seat that goes out is no longer waited for: a pause that all others want begins, its vacation and its proposals are gone, and its
// user's match counts as over until a rewind brings the seat back.
func TestClocksWithoutSeatsThatAreOut(t *testing.T) {
	b := opened(t, 3, toy.Config{}, table.Timing{Clocks: map[string]time.Duration{"turn": 48 * time.Hour}, Vacation: 7})
	live := func(u table.User) bool {
		t.Helper()
		list, err := b.hall.MatchesOf(ctx, u)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(list, func(s table.Seated) bool { return s.Match == id && !s.Over })
	}
	b.propose(table.ProposePause, time.Hour, 1, 2)
	if err := b.leave(3, 2); err != nil {
		t.Fatal(err)
	}
	if s, err := b.hall.Over(ctx, id); s || err != nil {
		t.Error("the match is over", err)
	}
	told := len(b.public().Facts)
	if _, err := b.hall.Abandon(ctx, "gone", id, 1, 3, told); err == nil {
		t.Error("somebody on vacation is put out")
	}
	if err := b.rule(table.Ruling{What: "drop", Seat: 3, Drop: "absent"}); err != nil {
		t.Fatal(err)
	}
	p := b.public()
	if p.Clocks.Paused.IsZero() || len(p.Clocks.Away) != 0 || len(p.Clocks.Offers) != 0 || !slices.Equal(p.View.(toy.View).Out, []game.Seat{3}) {
		t.Errorf("after seat 3 went out: %+v, %+v", p.Clocks, p.View)
	}
	if over, err := b.hall.Over(ctx, id); over || err != nil {
		t.Errorf("the match is over as one seat is out: %v", err)
	}
	if live("u3") || !live("u1") {
		t.Error("the match is not over for the user who is out, or for another")
	}
	if _, err := b.hall.Propose(ctx, "late", id, 3, table.ProposeResume, 0); err == nil {
		t.Error("a seat that is out proposes")
	}
	b.propose(table.ProposeResume, 0, 1, 2)
	if err := b.rule(table.Ruling{What: "drop", Seat: 2, Drop: "absent"}); err == nil {
		t.Error("the last but one seat went out, and the match goes on")
	}
	if err := b.rule(table.Ruling{What: "rewind", Before: told + 2}); err != nil { // before seat 3 went out
		t.Fatal(err)
	}
	if p := b.public(); len(p.View.(toy.View).Out) != 0 || !live("u3") {
		t.Errorf("after the rewind: %+v, live %v", p.View, live("u3"))
	}
}

// Nobody can be put into a seat that is out: its player has left, and nobody plays it any more. Other seats may change hands.
func TestSeatThatIsOutChangesNoHands(t *testing.T) {
	b := opened(t, 3, toy.Config{Rounds: 3}, table.Timing{})
	b.must(2, "quit")
	refused(t, "the seat that is out", b.rule(table.Ruling{What: "replace", Seat: 2, Replace: "u9"}), "out")
	if err := b.rule(table.Ruling{What: "replace", Seat: 3, Replace: "u9"}); err != nil {
		t.Errorf("a seat that plays on: %v", err)
	}
	if users := b.public().Meta.Users; !slices.Equal(users, []table.User{"u1", "u2", "u9"}) {
		t.Errorf("they sit as %v", users)
	}
}

// The program plays on in the seat of a user who left by any way, and nobody else: the user reads and decides nothing more there. It
// stays so over a restart, ends with a rewind, and the match remains the user's.
func TestProgramPlaysOnForWhoLeft(t *testing.T) {
	for how, leave := range map[string]func(*bench) error{
		"quit":   func(b *bench) error { return b.say(2, "quit") },
		"ruling": func(b *bench) error { return b.rule(table.Ruling{What: "drop", Seat: 2, Drop: "absent"}) },
		"abandoned": func(b *bench) error {
			_, err := b.hall.Abandon(ctx, "gone", id, 1, 2, len(b.public().Facts))
			return err
		},
	} {
		t.Run(how, func(t *testing.T) {
			b := opened(t, 3, toy.Config{Keep: true}, table.Timing{})
			b.must(2, "bid 3")
			b.must(2, "note red")
			told, before, noted := len(b.public().Facts), len(b.private(2).Facts), b.private(2).Numbers
			b.drain()
			if err := leave(b); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(b.queues(), table.SeatQueue(2)) {
				t.Error("the program learns nothing of its seat")
			}
			b.cold()
			program := table.StandIn(2)
			meta := b.public().Meta
			if meta.Player(2) != program || meta.Player(1) != "u1" || !slices.Equal(meta.Users, []table.User{"u1", "u2", "u3"}) {
				t.Errorf("who plays: %+v", meta)
			}
			b.must(1, "bid 1")
			b.must(3, "bid 2")
			b.must(1, "done")
			if _, err := b.hall.SeatOf(ctx, id, "u2"); !errors.Is(err, table.ErrNoSeat) {
				t.Errorf("the user who left still sits there: %v", err)
			}
			own := table.As(ctx, "u2")
			if _, err := b.hall.Private(own, id, 2); !errors.Is(err, table.ErrNoSeat) {
				t.Errorf("they read what the program knows: %v", err)
			}
			for name, at := range map[string]table.Point{"event": table.AtEvent(noted[before-1]), "leaving": table.AtLeaving()} {
				p, _, err := b.hall.PrivateAt(own, id, 2, at)
				if err != nil || p.User() != "u2" || len(p.Facts) < before || len(p.Facts) > before+2 || p.View.(toy.View).Note != "red" {
					t.Errorf("at the %s they read %d facts of %d, %+v, %v", name, len(p.Facts), before, p.View, err)
				}
			}
			for _, at := range []table.Point{table.AtPublic(told + 3), table.AtPublic(99), table.AtEvent(game.Number{Event: told, Alone: 9}), table.AtStep(99)} {
				if p, _, err := b.hall.PrivateAt(own, id, 2, at); !errors.Is(err, table.ErrNoSeat) || p.View != nil {
					t.Errorf("they read what the program knows at %+v: %v", at, err)
				}
			}
			for _, u := range []table.User{"u1", "u9", program} { // who never left it
				if _, _, err := b.hall.PrivateAt(table.As(ctx, u), id, 2, table.AtLeaving()); !errors.Is(err, table.ErrNoSeat) {
					t.Errorf("%s reads what u2 saw: %v", u, err)
				}
			}
			claim, err := b.hall.Parse(ctx, id, "claim")
			if err != nil {
				t.Fatal(err)
			}
			_, err = b.hall.Act(own, "theirs", id, 2, "", claim)
			refused(t, "an answer of the user who left", err, "seat")
			p, err := b.hall.Private(table.As(ctx, program), id, 2)
			if err != nil || p.User() != program {
				t.Fatal(p.User(), err)
			}
			if _, err := b.hall.Act(table.As(ctx, program), "its", id, 2, "", claim); err != nil {
				t.Errorf("the program may not answer: %v", err)
			}
			if err := b.rule(table.Ruling{What: "rewind", Before: told + 1}); err != nil {
				t.Fatal(err)
			}
			if s, err := b.hall.SeatOf(ctx, id, "u2"); err != nil || s != 2 {
				t.Errorf("after the rewind u2 sits in %d, %v", s, err)
			}
			if err := b.rule(table.Ruling{What: "end", End: &game.Result{Rank: []int{1, 1, 1}, Why: "void"}}); err != nil {
				t.Fatal(err)
			}
			if a, err := audit(fileOf(t, b.carried())); err != nil || a.Result == nil {
				t.Errorf("audited: %+v, %v", a, err)
			}
		})
	}
}

// A turn that the program misses in a seat of somebody who left counts against nobody: its default is played, and the match goes on. So
// it is with the turn by which the seat went out.
func TestProgramForfeitsNothing(t *testing.T) {
	for _, how := range []string{"quit", "time"} {
		b := opened(t, 3, toy.Config{Rounds: 5, Keep: true}, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: 1})
		missed := map[game.Seat]int{1: 1} // the excused one
		if how == "quit" {
			b.must(1, "quit")
			missed = nil
		}
		for n := 0; n < 60 && b.public().Result == nil; n++ {
			b.shown()
			for seat := game.Seat(2); seat <= 3; seat++ {
				for _, a := range b.private(seat).Asks {
					if !a.Standing && b.owed(seat) != "" {
						b.must(seat, a.Default.Order())
					}
				}
			}
			b.clock.Advance(time.Hour)
			b.cold()
			b.fire()
		}
		p := b.public()
		if p.Result == nil || p.Result.Why != "points" || !slices.Equal(p.Out, []game.Seat{1}) || !maps.Equal(p.Clocks.Missed, missed) {
			t.Errorf("by %s: %+v, out %v, missed %v", how, p.Result, p.Out, p.Clocks.Missed)
		}
		if a, err := audit(fileOf(t, b.carried())); err != nil || a.Result == nil {
			t.Errorf("by %s: audited: %+v, %v", how, a, err)
		}
	}
}

// A player who loses by time goes out, and the default answers the turn that they lost: the others do not wait for it. The program
// answers in their place from the next question, which has its whole time.
func TestProgramPlaysOnFromNextQuestion(t *testing.T) {
	b := opened(t, 3, toy.Config{Rounds: 5, Keep: true}, table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Misses: 1})
	stage := ""
	for n := 0; n < 60 && len(b.public().Out) == 0; n++ {
		b.shown()
		for seat := game.Seat(2); seat <= 3; seat++ {
			if a := b.private(seat).Asks[0]; !a.Standing {
				b.must(seat, a.Default.Order())
			}
		}
		b.shown()
		stage = b.public().View.(toy.View).Stage
		b.clock.Advance(time.Hour)
		b.fire()
	}
	p := b.public()
	if stage != "tune" || !slices.Equal(p.Out, []game.Seat{1}) || p.View.(toy.View).Stage != "claim" {
		t.Fatalf("after the turn %q out are %v, in the stage %q", stage, p.Out, p.View.(toy.View).Stage)
	}
	b.shown()
	asked := b.public().Asked
	if i := slices.IndexFunc(asked, func(a table.Asked) bool { return a.Seat == 1 }); i < 0 || !asked[i].By.Equal(b.clock.Now().Add(time.Hour)) {
		t.Errorf("at %s asked are %+v", b.clock.Now(), asked)
	}
	claim, err := b.hall.Parse(ctx, id, "claim")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.hall.Act(table.As(ctx, table.StandIn(1)), "the program's", id, 1, b.owed(1), claim); err != nil {
		t.Errorf("the program may not answer: %v", err)
	}
	if got := b.public().View.(toy.View).Stage; got != "peek" {
		t.Errorf("after its claim the stage is %q", got)
	}
}
