package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"downsync/game"
)

// User is somebody's id where the match is hosted.
type User string

// Clock tells the time; tests turn it by hand.
type Clock interface{ Now() time.Time }

// Timing are the time limits of a match. The zero value is a match without clocks, whose windows close at once.
type Timing struct {
	// Clocks are the limits by the name of the ask's clock; none or zero: no limit.
	Clocks map[string]time.Duration `json:"clocks,omitempty"`
	// Tick is the public grid on which windows close, so that the moment tells nothing (A2).
	Tick time.Duration `json:"tick,omitempty"`
	// MinWindow is the least time that a window stays open.
	MinWindow time.Duration `json:"min_window,omitempty"`
	// Strict is how long every window stays open, whatever is answered and when; 0: a window closes with its last answer
	// (pace "natural").
	Strict time.Duration `json:"strict,omitempty"`
	// Misses is with how many missed turns, after the first, which is excused, a seat loses; 0: never.
	Misses int `json:"misses,omitempty"`
	// Vacation is how many days of vacation each seat has; 0: none.
	Vacation int `json:"vacation,omitempty"`
}

// Opening is a match to be opened.
type Opening struct {
	Game   string // the ruleset's id
	Config game.Config
	Users  []User // by seat
	Timing Timing
	// Place is the host's own note of where the match is played. It is public.
	Place json.RawMessage
	// Seed is what the dice are drawn from, its commitment published before; the zero Seed: one is drawn. Entropy is what
	// each seat gives to it, as Entropy makes it; "" or none: drawn.
	Seed    Seed
	Entropy []string
}

// Meta is the mutable record of a match: who sits where, how long they have, where it is played.
type Meta struct {
	Game   string          `json:"game"`
	Users  []User          `json:"users"`
	Timing Timing          `json:"timing"`
	Place  json.RawMessage `json:"place,omitempty"`
	Began  time.Time       `json:"began"`
}

// Options are what a Hall needs besides store and clock.
type Options struct {
	Games []game.Game
	Dice  func(ID) game.Dice // nil: those of each match's own seed. For scripts and tests.
	Log   *slog.Logger       // nil: none. Ids and codes only.
	Cache int                // matches kept in memory; 0: 256
	// Chance gives a number from 0 to n-1, for the delays of answers that nobody gave; nil: the system's.
	Chance func(n int64) int64
	// Ended gives the records that change as a match ends, such as ratings: they are committed with its end. It is called for one
	// match at a time, must not use the Hall, and holds no end up: its error is logged.
	Ended func(context.Context, Public) ([]Record, error)
	// Moot gives answers that leave nothing to decide (game.Ask) at once. Scripts give every answer themselves.
	Moot bool
	// Referee lets Opened be called while a match is on. For scripts only.
	Referee bool
}

// Hall hosts matches. It is safe for concurrent use; each match has one writer at a time. Everything is read as a
// viewer: there is no way to the state.
type Hall struct {
	store Store
	clock Clock
	opts  Options
	games map[string]game.Game

	mu    sync.Mutex
	live  map[ID]*hosted
	order []ID // least recently used first

	readers chan struct{} // holds one for each reader of the past
	ending  sync.Mutex    // held while a match ends

	changed chan struct{} // closed and replaced whenever something was committed
}

// ErrFrozen: a fault stopped this match; it is safe as stored, and the others go on.
var ErrFrozen = errors.New("the match is frozen")

// New makes a Hall over the store.
func New(store Store, clock Clock, opts Options) *Hall {
	h := &Hall{store: store, clock: clock, opts: opts, games: map[string]game.Game{}, live: map[ID]*hosted{},
		readers: make(chan struct{}, pastReaders), changed: make(chan struct{})}
	for _, g := range opts.Games {
		h.games[g.Card().ID] = g
	}
	if h.opts.Log == nil {
		h.opts.Log = slog.New(slog.DiscardHandler)
	}
	if h.opts.Chance == nil {
		h.opts.Chance = rand.Int64N
	}
	if h.opts.Cache == 0 {
		h.opts.Cache = 256
	}
	return h
}

// Open sets a match up and stores it. An error of the options says what they should have been; ErrConflict: the id is
// taken. With more records: what else changes with it, such as a challenge that is used up.
func (h *Hall) Open(ctx context.Context, cause string, id ID, o Opening, more ...Record) error {
	g, ok := h.games[o.Game]
	if !ok {
		return fmt.Errorf("no ruleset %q", o.Game)
	}
	luck, err := h.deal(id, o)
	if err != nil {
		return err
	}
	m, step, err := g.Start(len(o.Users), o.Config, luck.dice)
	if err != nil {
		return err
	}
	step.Record.Dice = luck.terms
	t := h.enter(id)
	t.mu.Lock()
	defer t.mu.Unlock()
	meta := Meta{Game: o.Game, Users: o.Users, Timing: o.Timing, Place: o.Place, Began: h.clock.Now().UTC()}
	records, err := meta.records(id)
	if err != nil {
		return err
	}
	t.forget()
	t.match, t.meta, t.luck = m, meta, luck
	_, err = h.commit(ctx, t, cause, step, append(append(records, luck.records(id)...), more...))
	return err
}

// records are the match's mutable records: itself, and an entry for each user.
func (m Meta) records(id ID) ([]Record, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	rs := []Record{{Key: "match/" + string(id), Value: b}}
	for i, u := range m.Users {
		rs = append(rs, seatRecord(u, id, game.Seat(i+1), false))
	}
	return rs, nil
}

func seatRecord(u User, id ID, s game.Seat, over bool) Record {
	return Record{Key: "user/" + string(u) + "/" + string(id), Value: fmt.Appendf(nil, `{"seat":%d,"over":%t}`, s, over)}
}

// Outcome is what an accepted act came to.
type Outcome struct {
	// Repeat: the cause had been applied before, nothing changed.
	Repeat bool
}

// Act answers a seat's ask. A *game.Refusal says no, "stale" if the ask is closed; other errors are ErrNoMatch,
// ErrFrozen, or of the store, after which the same act may be tried again with the same cause.
func (h *Hall) Act(ctx context.Context, cause string, id ID, seat game.Seat, ask string, r game.Reply) (Outcome, error) {
	return h.decideOn(ctx, cause, id, func(t *hosted) (game.Step, error) {
		if err := t.moves(seat, ask, h.clock.Now()); err != nil {
			return game.Step{}, err
		}
		return t.match.Answer(seat, ask, r, t.luck.dice)
	})
}

// moves refuses ("paused", "held") what would move a match that is stopped; standing asks are answered all the same.
func (t *hosted) moves(seat game.Seat, ask string, now time.Time) error {
	for _, a := range t.match.Asks(seat) {
		if a.ID == ask && a.Standing {
			return nil
		}
	}
	switch {
	case t.clocks.Held != "":
		return &game.Refusal{Code: "held", Text: "the match is held by a referee; nothing moves until it is released"}
	case t.clocks.Paused.After(now):
		return &game.Refusal{Code: "paused", Text: "the match is paused; nothing moves until the pause ends"}
	}
	return nil
}

// Undo takes back the seat's last step.
func (h *Hall) Undo(ctx context.Context, cause string, id ID, seat game.Seat) (Outcome, error) {
	return h.decideOn(ctx, cause, id, func(t *hosted) (game.Step, error) {
		if err := t.moves(seat, "", h.clock.Now()); err != nil {
			return game.Step{}, err
		}
		return t.match.Undo(seat)
	})
}

// Lapse plays the default of a seat's ask, as when its clock has run out.
func (h *Hall) Lapse(ctx context.Context, cause string, id ID, seat game.Seat, ask string) (Outcome, error) {
	return h.decide(ctx, cause, id, func(m game.Match, d game.Dice) (game.Step, error) { return m.Lapse(seat, ask, d) })
}

// Shown records that the public card of the match as it stands was delivered: the clocks of its open questions start.
func (h *Hall) Shown(ctx context.Context, cause string, id ID) error {
	_, err := h.withMatch(ctx, id, func(t *hosted) (Outcome, error) {
		if !t.dirty {
			return Outcome{}, nil
		}
		return h.commit(ctx, t, cause, t.match.Mark(markShown), nil)
	})
	return err
}

// decide is decideOn for what the match alone decides.
func (h *Hall) decide(ctx context.Context, cause string, id ID, decision func(game.Match, game.Dice) (game.Step, error)) (Outcome, error) {
	return h.decideOn(ctx, cause, id, func(t *hosted) (game.Step, error) { return decision(t.match, t.luck.dice) })
}

// decideOn decides a step under the match's lock and commits it; after a conflict it decides anew.
func (h *Hall) decideOn(ctx context.Context, cause string, id ID, decision func(*hosted) (game.Step, error)) (Outcome, error) {
	const attempts = 3
	for n := 1; ; n++ {
		out, err := h.withMatch(ctx, id, func(t *hosted) (Outcome, error) {
			if err := h.runOut(ctx, t); err != nil {
				return Outcome{}, err
			}
			step, err := decision(t)
			if err != nil {
				return Outcome{}, err
			}
			out, err := h.commit(ctx, t, cause, step, nil)
			if err == nil && !out.Repeat {
				err = h.follow(ctx, t, cause)
			}
			return out, err
		})
		if !errors.Is(err, ErrConflict) || n == attempts {
			return out, err
		}
	}
}

// withMatch runs f with the match loaded and locked. A panic freezes the match alone.
func (h *Hall) withMatch(ctx context.Context, id ID, f func(*hosted) (Outcome, error)) (out Outcome, err error) {
	t := h.enter(id)
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			t.broken = fmt.Errorf("%w: match %s at version %d", ErrFrozen, id, t.version)
			h.opts.Log.Error("match frozen", "match", id, "version", t.version, "panic", fmt.Sprintf("%T", p))
			out, err = Outcome{}, t.broken
		}
	}()
	if err := h.load(ctx, t); err != nil {
		return Outcome{}, err
	}
	out, err = f(t)
	open := 0
	if t.match != nil {
		open = len(t.asked())
	}
	t.asking.Store(int64(open))
	return out, err
}

// Asking is how many questions stand open, for everybody to know, in the matches in memory: those that were used last.
func (h *Hall) Asking() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := int64(0)
	for _, t := range h.live {
		n += t.asking.Load()
	}
	return int(n)
}

// Changed is closed at the next commit. Take it before looking, so that nothing is missed.
func (h *Hall) Changed() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.changed
}

// Nudge makes those who wait look again, as after the clock was turned.
func (h *Hall) Nudge() {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.changed)
	h.changed = make(chan struct{})
}
