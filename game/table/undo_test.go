package table_test

import (
	"encoding/json"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage/memory"
)

// walk is a game in which seat 1 takes public steps, each of which it can take back. When time runs out, it takes a step for
// the seat.
type walk struct{}

type (
	stepped struct{ By int }
	stride  string
	place   int
)

func (stepped) Kind() string                       { return "stepped" }
func (f stepped) For(game.Viewer) game.Fact        { return f }
func (s stride) Order() string                     { return string(s) }
func (place) For() game.Viewer                     { return game.Onlooker() }
func (walk) Card() game.Card                       { return game.Card{ID: "walk", Version: "1", MinSeats: 2, MaxSeats: 2} }
func (walk) Parse(line string) (game.Reply, error) { return stride(line), nil }
func (walk) End(*game.Tx[place], game.Result)      {}
func (walk) Rule(*game.Tx[place], string) error    { return nil }
func (walk) Open(tx *game.Tx[place], _ int, _ game.Config) error {
	tx.Emit(stepped{1})
	return nil
}
func (walk) Asks(place) []game.Ask {
	return []game.Ask{{Name: "walk", Seat: 1, Clock: "turn", Turn: true, Default: stride("step")}}
}
func (walk) Check(place, game.Ask, game.Reply) error      { return nil }
func (walk) Answer(tx *game.Tx[place], _ []game.Answered) { tx.Emit(stepped{1}) }
func (walk) Fold(p place, f game.Fact) place              { return p + place(f.(stepped).By) }
func (walk) View(p place, _ game.Viewer) game.View        { return p }
func (walk) Result(place) (game.Result, bool)             { return game.Result{}, false }
func (walk) Save(p place) ([]byte, error)                 { return json.Marshal(p) }
func (walk) Load(b []byte) (p place, err error)           { return p, json.Unmarshal(b, &p) }
func (walk) Decode(_ string, b []byte) (game.Fact, error) {
	var f stepped
	return f, json.Unmarshal(b, &f)
}

// walking is a match of walk with an hour for each step, whose card is delivered.
func walking(t *testing.T) *bench {
	b := &bench{t: t, clock: tabletest.NewClock(), store: memory.New()}
	b.rewalk()
	if err := b.hall.Open(ctx, "open", id, table.Opening{Game: "walk", Users: []table.User{"u1", "u2"},
		Timing: table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}, Vacation: 3}}); err != nil {
		t.Fatal(err)
	}
	b.shown()
	return b
}

// rewalk forgets everything in memory.
func (b *bench) rewalk() {
	b.hall = table.New(b.store, b.clock, table.Options{Games: []game.Game{game.Seal[place](walk{})}})
}

// back takes the last step back after a time.
func (b *bench) back(after time.Duration) error {
	b.clock.Advance(after)
	b.n++
	_, err := b.hall.Undo(ctx, "back"+string(rune('a'+b.n)), id, 1)
	b.shown()
	return err
}

// A player who acts and undoes without end still loses the turn: a question that is asked again keeps its clock, in memory and
// after a restart. A pause and an extension between count for it as for any other.
func TestUndoGivesNoTime(t *testing.T) {
	for name, x := range map[string]struct {
		between func(*bench)
		want    time.Duration // left after the undo
	}{
		"at once": {func(*bench) {}, 10 * time.Minute},
		"restart": {func(b *bench) { b.rewalk() }, 10 * time.Minute},
		"pause": {func(b *bench) {
			b.propose(table.ProposePause, 2*time.Hour, 1, 2)
			b.clock.Advance(2 * time.Hour)
			b.fire()
		}, 10 * time.Minute},
		"extension": {func(b *bench) { b.propose(table.ProposeExtend, 30*time.Minute, 1, 2) }, 40 * time.Minute},
		"more steps": {func(b *bench) {
			b.must(1, "step")
			b.shown()
			if err := b.back(0); err != nil {
				b.t.Fatal(err)
			}
		}, 10 * time.Minute},
	} {
		b := walking(t)
		b.clock.Advance(40 * time.Minute)
		b.must(1, "step")
		b.shown()
		x.between(b)
		if err := b.back(10 * time.Minute); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := b.public().Asked[0].By.Sub(b.clock.Now()); got != x.want {
			t.Errorf("%s: %v left, expected %v", name, got, x.want)
		}
		b.rewalk()
		if got := b.public().Asked[0].By.Sub(b.clock.Now()); got != x.want {
			t.Errorf("%s, read back: %v left, expected %v", name, got, x.want)
		}
	}
}

// Nothing is taken back once its time has run out: neither the seat's own answer, nor the default.
func TestUndoTooLate(t *testing.T) {
	b := walking(t)
	b.clock.Advance(50 * time.Minute)
	b.must(1, "step")
	b.shown()
	refused(t, "after its time", b.back(10*time.Minute), "late")
	b = walking(t)
	b.clock.Advance(time.Hour)
	b.fire()
	b.shown()
	before := b.version()
	refused(t, "what time answered", b.back(time.Minute), "late")
	if p := b.public(); p.View != game.View(place(2)) || p.Clocks.Missed[1] != 1 || b.version() != before {
		t.Errorf("%v, missed %v", p.View, p.Clocks.Missed)
	}
}

// The undo is offered as long as it is accepted. Its player is told when time takes it away, and nobody else is.
func TestUndoOfferedWhileItStands(t *testing.T) {
	can := func(b *bench) bool {
		p, err := b.hall.Private(ctx, id, 1)
		if err != nil {
			t.Fatal(err)
		}
		return p.CanUndo
	}
	b := walking(t)
	b.clock.Advance(50 * time.Minute)
	b.must(1, "step")
	b.shown()
	b.clock.Advance(10*time.Minute - time.Millisecond)
	next := b.fire()
	b.queues()
	if !can(b) || next.Sub(b.clock.Now()) != time.Millisecond {
		t.Fatalf("right before its end: offered %t, the match wakes at %s", can(b), next)
	}
	b.rewalk()
	b.clock.Advance(time.Millisecond)
	if can(b) {
		t.Error("offered before the timer fires, and refused")
	}
	next = b.fire()
	if q := b.queues(); len(q) != 1 || q[0] != table.SeatQueue(1) {
		t.Errorf("told to %v", q)
	}
	if left := next.Sub(b.clock.Now()); left != 50*time.Minute {
		t.Errorf("the match wakes in %s, not with the next question's time", left)
	}
	refused(t, "after its end", b.back(0), "late")
	b.clock.Advance(50 * time.Minute)
	b.fire()
	if can(b) {
		t.Error("what time answered can be taken back")
	}
	b.shown()
	b.must(1, "step")
	if !can(b) {
		t.Error("an answer in time cannot be taken back")
	}
}
