package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"downsync/game"
)

// Notes of the host's marks.
const (
	markShown = "shown" // a public card was delivered
	markWake  = "wake"  // the time of the next timer was set again
	// markRefereed: a referee acted without changing the match.
	markRefereed = "refereed"
)

// hosted is a match in memory. Its lock is held while the match is decided on, committed or read.
type hosted struct {
	id    ID
	mu    sync.Mutex
	match game.Match // nil: not loaded
	meta  Meta
	luck  luck
	head  Head
	base  uint64 // the version of the newest snapshot
	// groups holds the times of the open groups. dirty is set while the last delivered public card is out of date.
	groups map[string]times
	// seen is when the last event happened, by the clock of the host that decided it. newest is the time stored with it, which
	// is later if that clock was behind the previous host's.
	seen, newest time.Time
	// prior holds the clocks of the questions that a seat can go back to, oldest first. late is set while the last record
	// is an undo that went back to a question whose time had run out.
	prior  []prior
	late   bool
	dirty  bool
	clocks Clocks
	// acted holds when each seat last acted in public. It is kept only for a match with a finer grid (Brisk).
	acted map[game.Seat]time.Time
	// ranOut holds the last question of each seat whose time ran out, if this process knows of one.
	ranOut map[game.Seat]ranOut
	since  map[game.Seat]int // of Asked, by seat
	broken error
	// paces holds how long each seat took for its latest answers to windows.
	paces      map[game.Seat][]time.Duration
	answerMoot bool // whether moot questions are answered at once
	// asking is the number of open questions that everybody may know of. It may be read without the lock.
	asking atomic.Int64
}

// times records when a group opened, when its clock began (zero: not yet), when its last question was answered, and
// when an answer ordered in advance is played (zero: there is none).
type times struct {
	Opened time.Time
	Began  time.Time `json:",omitzero"`
	Full   time.Time `json:",omitzero"`
	Early  time.Time `json:",omitzero"`
	// Still is when the clock stopped; zero means that it runs. Extra is the sum of its extensions.
	Still time.Time     `json:",omitzero"`
	Extra time.Duration `json:",omitzero"`
	// Limit is the time limit without extensions; zero means none, or that an older program wrote the times.
	Limit time.Duration `json:",omitzero"`
	// Brisk is until when a window may close on the finer grid, settled as it opened; zero means that it may not.
	Brisk time.Time `json:",omitzero"`
	// Seats holds the seats that everybody saw asked. They are kept only for a match with a finer grid.
	Seats []game.Seat `json:",omitempty"`
}

// ends returns when the time of the questions runs out; zero if they have no limit, or if their clock has not begun or stands
// still.
func (x times) ends() time.Time {
	if x.Limit <= 0 || x.Began.IsZero() || !x.Still.IsZero() {
		return time.Time{}
	}
	return x.Began.Add(x.Limit + x.Extra)
}

// enter returns the match's place in memory, and forgets the matches used least recently.
func enter(h *Hall, id ID) *hosted {
	h.mu.Lock()
	defer h.mu.Unlock()
	t, ok := h.live[id]
	if ok {
		h.order = append(slices.DeleteFunc(h.order, func(x ID) bool { return x == id }), id)
		return t
	}
	t = &hosted{id: id, answerMoot: h.opts.Moot, ranOut: map[game.Seat]ranOut{}}
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

// forget drops the match from memory. Its next use loads what is stored.
func (t *hosted) forget() {
	t.match, t.groups, t.head, t.base, t.dirty, t.paces, t.clocks, t.since, t.luck, t.prior = nil, nil, Head{}, 0, false, nil, Clocks{}, nil, luck{}, nil
	t.seen, t.newest, t.acted = time.Time{}, time.Time{}, nil
}

// load loads the match if it is not in memory, or brings it up to date with what other hosts have stored.
func load(ctx context.Context, h *Hall, t *hosted) error {
	if h.opts.Shared {
		if err := renew(ctx, h, t); err != nil {
			return err
		}
	}
	if t.broken != nil {
		return t.broken
	}
	if t.match != nil {
		return nil
	}
	stored, err := h.store.Load(ctx, t.id)
	if err != nil {
		return err
	}
	if t.meta, err = h.Meta(ctx, t.id); err != nil { // read after the events: one of them may seat another player
		return err
	}
	g, ok := h.games[t.meta.Game]
	if !ok {
		return h.orNewer(ctx, t.meta.Game, fmt.Errorf("match %s: no ruleset %q", t.id, t.meta.Game))
	}
	var used bool
	if t.luck, err = luckOf(ctx, h, t.id, stored); err == nil {
		used, err = t.restore(g, stored)
	}
	if err != nil {
		err = h.orNewer(ctx, t.meta.Game, err)
		t.forget()
		return fmt.Errorf("match %s: %w", t.id, err)
	}
	if stored.Snapshot != nil && !used {
		h.opts.Log.Info("snapshot of another version ignored", "match", t.id, "version", stored.Base)
	}
	return nil
}

// replay applies the stored events to the match and its times.
func (t *hosted) replay(g game.Game, events []Event) error {
	for _, e := range events {
		rec, err := game.DecodeRecord(e.Data)
		if err != nil {
			return fmt.Errorf("event %d: %w", e.Seq, err)
		}
		before := summary{}
		if t.match == nil {
			t.match, err = g.Resume([]game.Record{rec})
		} else {
			before = t.summary()
			t.noteLapse(rec, happened(rec, e))
			err = t.match.Replay(rec)
		}
		if err != nil {
			return fmt.Errorf("event %d: %w", e.Seq, err)
		}
		t.observe(rec, before, happened(rec, e))
		t.head, t.newest = t.head.Next(e), e.At
	}
	return nil
}

// happened returns when the event of the record happened, by the clock of the host that decided it.
func happened(rec game.Record, e Event) time.Time {
	return e.At.Add(-time.Duration(rec.Behind) * time.Millisecond)
}

// summary is a cheap summary of the public view. Two equal values mean that nothing public changed.
type summary struct {
	facts   int
	asked   string
	windows string
	clocks  string
	out     int // seats that are out
}

func (t *hosted) summary() summary {
	s := summary{facts: t.match.Count(game.Onlooker()), clocks: t.clocks.Text(), out: len(t.match.Seating().Out)}
	for _, g := range t.match.Groups() {
		for _, a := range g.Asks {
			if !a.Quiet {
				s.asked += asked(a.Seat) + a.Name
			}
		}
		if g.Window {
			s.windows += g.Key + "\n"
		}
	}
	return s
}

// asks reports whether everybody saw that the seat was asked something.
func (s summary) asks(seat game.Seat) bool {
	return strings.Contains(s.asked, asked(seat))
}

func asked(seat game.Seat) string { return " " + strconv.Itoa(int(seat)) + ":" }

// answered reports whether everybody may learn at once that the record is an answer of its seat. If several seats are asked
// together, nobody may learn who has answered, nor who came last. A window is answered by one seat, and waits for nothing else.
func (s summary) answered(rec game.Record) bool {
	return rec.Group == "" || strings.Contains(s.windows, rec.Group+"\n")
}

// observe updates the times after a record was applied, in the same way for a new decision and for a replayed one.
func (t *hosted) observe(rec game.Record, before summary, at time.Time) {
	seen := before.asks(rec.Seat) && before.answered(rec) && (rec.Sealed() || t.match.Count(game.Onlooker()) != before.facts)
	seating := t.match.Seating()
	clocks, since, more := t.clocks.note(rec, seen, at, seating)
	for _, seat := range seating.Out[min(before.out, len(seating.Out)):] {
		clocks, since, more = clocks.without(seat, at, seating)
	}
	t.clocks = clocks
	if rec.IsMark(markShown) {
		t.dirty = false
	} else if t.summary() != before {
		t.dirty = true
	}
	t.keepPace(rec, at)
	gone := t.keepPrior(rec, at, since, more)
	outage, away := outageOf(rec.MarkNote())
	next, open := map[string]times{}, t.match.Groups()
	t.noteActs(rec, open, at)
	for _, g := range open {
		x, ok := t.groups[g.Key]
		// A game may ask everybody again under the same name, as in its next round. If a referee overrules a question, it is
		// asked again, and answers given under seal are void: a seat that answered in time has the time for another answer.
		if !ok || rec.Closes(g.Key) || rec.Overrules() {
			x = t.openBrisk(times{Opened: at}, g, at)
			t.call(rec, g)
			if gone != nil && asks(g, gone.Seat) {
				x = t.again(g, x, gone.Times, at)
			}
		} else {
			x.Extra += more
			x = x.setBack(at, clocked{t}.lasts(g) > 0)
			if away && (clocked{t}).outlives(g, outage) {
				x = x.skip(outage)
			}
		}
		stands := t.clocks.stands(g)
		x = x.run(stands, at, since)
		x.Limit = clocked{t}.limit(g)
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
	t.groups, t.seen = next, at
}

// call notes since when the seats of a group are asked. A seat that goes on to a question of its own after its own answer is
// not called again. The seats of a shared group always are: nobody may learn whose answer came last.
func (t *hosted) call(rec game.Record, g game.Group) {
	for _, a := range g.Asks {
		if own := rec.Seat == a.Seat && rec.Group == "" && rec.Timed(); a.Quiet || own {
			continue
		}
		t.since = maps.Clone(t.since)
		count(&t.since, a.Seat, t.match.Count(game.Onlooker())-t.since[a.Seat])
	}
}

// commit applies one step and stores it with its consequences. If that fails it forgets the match.
func commit(ctx context.Context, h *Hall, t *hosted, cause string, step game.Step, more []Record, also ...Effect) (Outcome, error) {
	return newBatch(h, t).only(ctx, cause, step, more, also...)
}

// persist commits. With the end of a match it also commits the records of Options.Ended, which other matches change too.
func (b *batch) persist(ctx context.Context, c Commit) (Receipt, error) {
	const attempts = 50
	if b.h.opts.Shared {
		c.Records = append(c.Records, Record{Key: brokenKey(c.Match), If: true}) // no host has frozen it
	}
	own := c.Records
	for n := 1; ; n++ {
		if b.ends() {
			c.Records = append(slices.Clone(own), ended(ctx, b.h, b.t)...)
		}
		r, err := persist(ctx, b.h, c)
		if b.h.opts.Shared && errors.Is(err, ErrChanged) {
			if frozen := frozenElsewhere(ctx, b.h, b.t); frozen != nil {
				return r, frozen
			}
		}
		if !errors.Is(err, ErrChanged) || len(c.Records) == len(own) || n == attempts {
			return r, err
		}
	}
}

// persist commits, and repeats the same commit while its fate is unknown.
func persist(ctx context.Context, h *Hall, c Commit) (Receipt, error) {
	const attempts = 3
	for n := 1; ; n++ {
		r, err := h.store.Commit(ctx, c)
		if n > 1 && r.Repeat {
			there, err := h.store.Events(ctx, c.Match, c.Expect, len(c.Events))
			if err == nil && slices.EqualFunc(there, c.Stored(), func(a, b Event) bool { return Head{}.Next(a) == Head{}.Next(b) }) {
				r.Repeat = false // the first attempt was stored after all, and not another host's
			}
		}
		if !errors.Is(err, ErrUnknown) || n == attempts || ctx.Err() != nil {
			return r, err
		}
	}
}

// ended returns the records that Options.Ended changes with the end of a match.
func ended(ctx context.Context, h *Hall, t *hosted) []Record {
	if h.opts.Ended == nil {
		return nil
	}
	rs, err := h.opts.Ended(ctx, t.public())
	if err != nil {
		h.opts.Log.Error("records of a match's end not written", "match", t.id, "error", err.Error())
		return nil
	}
	return rs
}

// seatRecords notes in the users' lists that the match has ended for them: for all at its end, and for those who went out. A
// rewind may bring them back. was says who was in before.
func (t *hosted) seatRecords(was game.Seating) []Record {
	_, over := t.match.Result()
	now := t.match.Seating()
	var rs []Record
	for i, u := range t.meta.Users {
		seat := game.Seat(i + 1)
		if over || now.In(seat) != was.In(seat) {
			rs = append(rs, seatRecord(u, t.id, seat, over || !now.In(seat)))
		}
	}
	return rs
}

// PublicQueue names the queue of the public card.
const PublicQueue = "public"

// SeatQueue names the queue of one seat's private messages.
func SeatQueue(s game.Seat) string { return fmt.Sprintf("%s%d", seatQueues, s) }

const seatQueues = "seat/"

// effects returns a delivery for each queue whose recipients have something new to see. A secret step causes none for
// anyone else.
func (t *hosted) effects(before summary, sights []sight) []Effect {
	var out []Effect
	if sights == nil || t.summary() != before {
		out = append(out, Effect{Queue: PublicQueue, Coalesce: true})
	}
	for i := range t.match.Seats() {
		s := game.Seat(i + 1)
		if sights == nil || sights[i].told || !sights[i].same(t.sight(s)) {
			out = append(out, Effect{Queue: SeatQueue(s), Coalesce: true})
		}
	}
	return out
}

// sight is one seat's view and questions.
type sight struct {
	told   bool // the seat is about to be told something, so the rest is not computed
	facts  int
	undo   bool
	view   game.View
	asks   []game.Ask
	asked  []Asked
	clocks Clocks
}

// sights returns each seat's sight before the step.
func (t *hosted) sights(step game.Step) []sight {
	out := make([]sight, t.match.Seats())
	for i := range out {
		s := game.Seat(i + 1)
		if out[i].told = len(step.Told(game.Player(s))) > 0; !out[i].told {
			out[i] = t.sight(s)
		}
	}
	return out
}

func (t *hosted) sight(s game.Seat) sight {
	v, asked := game.Player(s), t.asked()
	for i, a := range asked {
		if a.Seat != s { // the start of another seat's clock was foreseen; any other effect on it counts as a change of the clocks
			asked[i].By = time.Time{}
		}
	}
	return sight{facts: t.match.Count(v), undo: t.canUndo(s, t.seen), view: t.match.View(v), asks: t.match.Open(s), asked: asked, clocks: t.clocks}
}

// same reports whether the seat sees the same and is asked the same. It computes menus only if all else is equal.
func (x sight) same(y sight) bool {
	return x.facts == y.facts && x.undo == y.undo && slices.EqualFunc(x.asked, y.asked, Asked.same) && alike(x.clocks, y.clocks) && alike(x.view, y.view) &&
		alike(withMenus(x.asks), withMenus(y.asks))
}

// withMenus returns the asks with their menus.
func withMenus(asks []game.Ask) []game.Ask {
	for i := range asks {
		asks[i] = asks[i].WithMenu()
	}
	return asks
}

// alike reports whether two values have the same text.
func alike(a, b any) bool {
	if reflect.DeepEqual(a, b) {
		return true
	}
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	if err := errors.Join(err, err2); err != nil {
		panic(fmt.Sprintf("table: a view does not encode: %T", err))
	}
	return bytes.Equal(x, y)
}
