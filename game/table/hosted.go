package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"downsync/game"
)

// Notes of the host's marks: a public card was delivered; the time to wake at was set anew.
const (
	markShown = "shown"
	markWake  = "wake"
	// markRefereed: a referee did something that changes nothing.
	markRefereed = "refereed"
)

// hosted is a match in memory. Its lock is held while it is decided on, committed and read.
type hosted struct {
	id      ID
	mu      sync.Mutex
	match   game.Match // nil: not loaded
	meta    Meta
	luck    luck
	version uint64
	base    uint64 // the version of the newest snapshot
	// groups are the times of the open groups; dirty: everybody has seen less than there is to see.
	groups map[string]times
	dirty  bool
	clocks Clocks
	broken error
	// paces are how long each seat took over its latest answers to windows; chance draws from them.
	paces  map[game.Seat][]time.Duration
	chance func(int64) int64
	brisk  bool // moot questions are not waited for
	// asking is how many questions stand open for everybody to know; it may be read without the lock.
	asking atomic.Int64
}

// times are when a group opened, when its clock began (zero: not yet), when the last of it was answered, and when the
// answer of a seat that does not want to be waited for is played (zero: there is none).
type times struct {
	Opened time.Time
	Began  time.Time `json:",omitzero"`
	Full   time.Time `json:",omitzero"`
	Early  time.Time `json:",omitzero"`
	// Still is since when the clock stands; zero: it runs. Extra is by how much it was extended.
	Still time.Time     `json:",omitzero"`
	Extra time.Duration `json:",omitzero"`
}

// enter finds or makes the place of a match in memory and forgets those used least.
func (h *Hall) enter(id ID) *hosted {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, ok := h.live[id]
	if ok {
		h.order = append(slices.DeleteFunc(h.order, func(x ID) bool { return x == id }), id)
		return t
	}
	t = &hosted{id: id, chance: h.opts.Chance, brisk: h.opts.Moot}
	h.live[id] = t
	h.order = append(h.order, id)
	for i := 0; i < len(h.order) && len(h.order) > h.opts.Cache; {
		old := h.live[h.order[i]]
		if old == t || !old.mu.TryLock() {
			i++ // in use
			continue
		}
		frozen := old.broken != nil
		old.mu.Unlock()
		if frozen {
			i++
			continue
		}
		delete(h.live, h.order[i])
		h.order = slices.Delete(h.order, i, i+1)
	}
	return t
}

// forget drops what is in memory; the next use loads what is stored.
func (t *hosted) forget() {
	t.match, t.groups, t.version, t.base, t.dirty, t.paces, t.clocks, t.luck = nil, nil, 0, 0, false, nil, Clocks{}, luck{}
}

// load brings the match into memory if it is not there.
func (h *Hall) load(ctx context.Context, t *hosted) error {
	if t.broken != nil {
		return t.broken
	}
	if t.match != nil {
		return nil
	}
	raw, err := h.store.Get(ctx, "match/"+string(t.id))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &t.meta); err != nil {
		return fmt.Errorf("match %s: record: %w", t.id, err)
	}
	g, ok := h.games[t.meta.Game]
	if !ok {
		return fmt.Errorf("match %s: no ruleset %q", t.id, t.meta.Game)
	}
	stored, err := h.store.Load(ctx, t.id)
	if err != nil {
		return err
	}
	used, err := t.restore(g, stored)
	if err == nil {
		t.luck, err = h.luckOf(ctx, t.id, stored)
	}
	if err != nil {
		t.forget()
		return fmt.Errorf("match %s: %w", t.id, err)
	}
	if stored.Snapshot != nil && !used {
		h.opts.Log.Info("snapshot of another version passed over", "match", t.id, "version", stored.Base)
	}
	return nil
}

// replay adds the stored events to the match and its times.
func (t *hosted) replay(g game.Game, events []Event) error {
	for _, e := range events {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			return fmt.Errorf("event %d: %w", e.Seq, err)
		}
		before := look{}
		if t.match == nil {
			t.match, err = g.Resume([]game.Record{rec})
		} else {
			before = t.look()
			err = t.match.Replay(rec)
		}
		if err != nil {
			return fmt.Errorf("event %d: %w", e.Seq, err)
		}
		t.observe(rec, before, e.At)
		t.version = e.Seq
	}
	return nil
}

// look is the cheap part of the public sight that tells whether it changed.
type look struct {
	facts  int
	asked  string
	clocks string
}

func (t *hosted) look() look {
	l := look{facts: t.match.Count(game.Onlooker()), clocks: fmt.Sprint(t.clocks)}
	for _, g := range t.match.Groups() {
		for _, a := range g.Asks {
			if !a.Quiet {
				l.asked += fmt.Sprintf("%d:%s ", a.Seat, a.Name)
			}
		}
	}
	return l
}

// observe keeps the times after a record was applied. It is the same for a decision just made and for one read back.
func (t *hosted) observe(rec game.Record, before look, at time.Time) {
	seats := t.match.Seats()
	clocks, since, more := t.clocks.note(rec, at, seats)
	t.clocks = clocks
	if rec.IsMark(markShown) {
		t.dirty = false
	} else if t.look() != before {
		t.dirty = true
	}
	t.keepPace(rec, at)
	next := map[string]times{}
	for _, g := range t.match.Groups() {
		x, ok := t.groups[g.Key]
		if !ok {
			x = times{Opened: at}
		} else {
			x.Extra += more
		}
		stands := t.clocks.stands(g)
		switch {
		case stands && x.Still.IsZero():
			x.Still = at
		case !stands && !x.Still.IsZero():
			x = x.later(max(0, since.Sub(x.Still)))
			x.Still = time.Time{}
		}
		if x.Began.IsZero() && !t.dirty && !stands {
			x.Began = at
		}
		if len(g.Open) == 0 && x.Full.IsZero() {
			x.Full = at
		}
		if !stands {
			x.Early = t.early(g, x, at)
		}
		next[g.Key] = x
	}
	t.groups = next
}

// commit applies the step, stores it with what follows from it, and forgets the match if that fails: what was not
// stored has not happened. Nobody sees the match between, as its lock is held.
func (h *Hall) commit(ctx context.Context, t *hosted, cause string, step game.Step, more []Record, also ...Effect) (Outcome, error) {
	now := h.clock.Now().UTC().Truncate(time.Millisecond)
	before, sights := look{}, [][]byte(nil)
	_, over := t.match.Result()
	if t.match.Version() > 0 {
		before, sights = t.look(), t.sights()
	}
	t.match.Apply(step)
	_, ends := t.match.Result()
	ends = ends && !over
	if ends {
		step.Record.Seed = t.luck.open()
	}
	raw, err := step.Record.Encode()
	if err != nil {
		t.forget()
		return Outcome{}, fmt.Errorf("match %s: %w", t.id, err)
	}
	t.observe(step.Record, before, now)
	if ends {
		h.ending.Lock()
		defer h.ending.Unlock()
		more = append(more, h.ended(ctx, t)...)
	}
	c := Commit{Match: t.id, Expect: t.version, Cause: cause, At: now, Events: [][]byte{raw}, Wake: t.wake(),
		Send: append(t.wishes(before, sights), also...), Records: append(more, t.endRecords()...)}
	if c.State, err = t.snapshot(t.version + 1); err != nil {
		t.forget()
		return Outcome{}, fmt.Errorf("match %s: %w", t.id, err)
	}
	receipt, err := h.store1(ctx, c)
	if err != nil || receipt.Repeat {
		t.forget()
		return Outcome{Repeat: receipt.Repeat}, err
	}
	t.version = receipt.Version
	if c.State != nil {
		t.base = t.version
	}
	h.Nudge()
	return Outcome{}, nil
}

// store1 commits, and repeats the same commit while its fate is unknown.
func (h *Hall) store1(ctx context.Context, c Commit) (Receipt, error) {
	const attempts = 3
	for n := 1; ; n++ {
		r, err := h.store.Commit(ctx, c)
		if n > 1 && r.Repeat && r.Version == c.Expect+uint64(len(c.Events)) {
			r.Repeat = false // it was our own first try
		}
		if !errors.Is(err, ErrUnknown) || n == attempts || ctx.Err() != nil {
			return r, err
		}
	}
}

// ended are the records that the host changes with the end of a match.
func (h *Hall) ended(ctx context.Context, t *hosted) []Record {
	if h.opts.Ended == nil {
		return nil
	}
	rs, err := h.opts.Ended(ctx, t.public())
	if err != nil {
		h.opts.Log.Error("the end of a match is not counted", "match", t.id, "error", err.Error())
		return nil
	}
	return rs
}

// endRecords mark the match as over in its users' lists.
func (t *hosted) endRecords() []Record {
	if _, over := t.match.Result(); !over {
		return nil
	}
	var rs []Record
	for i, u := range t.meta.Users {
		rs = append(rs, seatRecord(u, t.id, game.Seat(i+1), true))
	}
	return rs
}

// PublicLane and SeatLane name the lanes of a match.
const PublicLane = "public"

// SeatLane is the lane of one seat's private messages.
func SeatLane(s game.Seat) string { return fmt.Sprintf("seat/%d", s) }

// wishes are the lanes whose readers have something new to see. A secret step causes no wish for anybody else.
func (t *hosted) wishes(before look, sights [][]byte) []Effect {
	var out []Effect
	if sights == nil || t.look() != before {
		out = append(out, Effect{Lane: PublicLane, Coalesce: true})
	}
	now := t.sights()
	for i := range now {
		if sights == nil || !bytes.Equal(now[i], sights[i]) {
			out = append(out, Effect{Lane: SeatLane(game.Seat(i + 1)), Coalesce: true})
		}
	}
	return out
}

// sights are what each seat sees and is asked, in comparable form.
func (t *hosted) sights() [][]byte {
	out := make([][]byte, t.match.Seats())
	for i := range out {
		s := game.Seat(i + 1)
		b, err := json.Marshal(struct {
			View  game.View
			Asks  []game.Ask
			Facts int
			Undo  bool
			Asked []Asked
			Clocks
		}{t.match.View(game.Player(s)), t.match.Asks(s), t.match.Count(game.Player(s)), t.match.CanUndo(s), t.asked(), t.clocks})
		if err != nil {
			panic(fmt.Sprintf("table: a view does not encode: %T", err))
		}
		out[i] = b
	}
	return out
}
