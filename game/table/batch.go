package table

import (
	"context"
	"fmt"
	"slices"
	"time"

	"downsync/game"
)

// batch is an unfinished decision: the steps that one commit stores together. The steps are applied as they are added, and the
// match's lock keeps everyone from seeing the state in between. Steps that are not stored have not happened: if a batch is
// dropped after its first step, the match must forget it.
type batch struct {
	h      *Hall
	t      *hosted
	now    time.Time // by the host's clock
	at     time.Time // of the events: now, unless the match has later events
	before summary   // of the match before the first step
	seated game.Seating
	sights []sight // before the first step, by seat; nil: the match begins
	ended  bool    // the match had ended before
	// unnoticed is the only seat that may be told anything; 0: others may be told too.
	unnoticed game.Seat
	// bound is set if some step cannot be taken back. A sealed reply counts whether or not it closes its group. Otherwise the
	// fate of a refused order behind it would show which.
	bound  bool
	from   uint64 // the version before the due steps were played
	events [][]byte
	late   bool // see Commit
}

func newBatch(h *Hall, t *hosted) *batch {
	now := h.clock.Now().UTC().Truncate(time.Millisecond)
	at := now
	if at.Before(t.newest) { // the clock of the host that decided last was ahead
		at = t.newest
	}
	return &batch{h: h, t: t, now: now, at: at}
}

// ends reports whether a step of the batch ended the match.
func (b *batch) ends() bool {
	_, over := b.t.match.Result()
	return over && !b.ended
}

// add applies a step.
func (b *batch) add(step game.Step) error {
	t := b.t
	if b.unnoticed > 0 && t.toldOthers(step, b.unnoticed) {
		return errNoticed()
	}
	_, over := t.match.Result()
	before := summary{}
	if t.match.Version() > 0 {
		before = t.summary()
	}
	if len(b.events) == 0 {
		b.ended, b.before, b.seated = over, before, t.match.Seating()
		if t.match.Version() > 0 {
			b.sights = t.sights(step)
		}
	}
	t.noteLapse(step.Record, b.now)
	t.match.Apply(step)
	step.Record.Behind = b.at.Sub(b.now).Milliseconds()
	if b.ends() && !over {
		step.Record.Seed = t.luck.open()
	}
	raw, err := step.Record.Encode()
	b.events = append(b.events, raw)
	if err != nil {
		return fmt.Errorf("match %s: %w", t.id, err)
	}
	b.bound = b.bound || step.Record.Bound || step.Record.Sealed()
	t.observe(step.Record, before, b.now)
	t.newest = b.at
	return nil
}

// toldOthers reports whether the step tells anybody but the seat something.
func (t *hosted) toldOthers(step game.Step, seat game.Seat) bool {
	told := len(step.Told(game.Onlooker())) > 0
	for s := game.Seat(1); int(s) <= t.match.Seats(); s++ {
		told = told || s != seat && len(step.Told(game.Player(s))) > 0
	}
	return told
}

// decide adds a step unless it is refused.
func (b *batch) decide(step game.Step, err error) error {
	if err != nil {
		return err
	}
	return b.add(step)
}

// drop takes back the steps that were added.
func (b *batch) drop() {
	if len(b.events) > 0 {
		b.t.forget()
	}
}

// only commits a single step.
func (b *batch) only(ctx context.Context, cause string, step game.Step, more []Record, also ...Effect) (Outcome, error) {
	if err := b.add(step); err != nil {
		b.drop()
		return Outcome{}, err
	}
	return b.commit(ctx, cause, more, also...)
}

// commit stores the steps with their consequences. If that fails it forgets the match.
func (b *batch) commit(ctx context.Context, cause string, more []Record, also ...Effect) (Outcome, error) {
	h, t := b.h, b.t
	c := Commit{Match: t.id, Expect: t.head.Version, Cause: cause, At: b.at, Events: b.events, Wake: clocked{t}.wake(),
		Send: append(t.effects(b.before, b.sights), also...), Records: slices.Concat(more, t.seatRecords(b.seated), RecordsBeside(ctx)),
		Due: b.now, Late: b.late}
	var err error
	if c.State, err = t.snapshot(t.head.Version + uint64(len(b.events))); err != nil {
		t.forget()
		return Outcome{}, fmt.Errorf("match %s: %w", t.id, err)
	}
	receipt, err := b.persist(ctx, c)
	if err != nil || receipt.Repeat {
		t.forget()
		return Outcome{Repeat: receipt.Repeat}, err
	}
	for _, e := range c.Stored() {
		t.head = t.head.Next(e)
	}
	if c.State != nil {
		t.base = t.head.Version
	}
	h.Timers().Nudge()
	return Outcome{}, nil
}
