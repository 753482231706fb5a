package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/game"
)

// User is a user's id on the host's platform.
type User string

// Clock tells the time. Tests set it by hand.
type Clock interface{ Now() time.Time }

// Timing holds the time limits of a match. The zero value is a match without clocks, whose windows close at once.
type Timing struct {
	// Clocks maps the name of an ask's clock to its limit. A missing or zero limit is none.
	Clocks map[string]time.Duration `json:"clocks,omitempty"`
	// Tick is the public grid on which windows close, so that the moment of closing reveals nothing (A2).
	Tick time.Duration `json:"tick,omitempty"`
	// MinWindow is the least time that a window stays open.
	MinWindow time.Duration `json:"min_window,omitempty"`
	// Brisk is a finer grid, which counts while every seat acts.
	Brisk Brisk `json:"brisk,omitzero"`
	// Strict is how long every window stays open, whatever is answered and when. If it is 0, a window closes with its
	// last answer (pace "natural").
	Strict time.Duration `json:"strict,omitempty"`
	// Misses is the number of missed turns that loses the match, not counting the first, which is excused; 0 means that none
	// does.
	Misses int `json:"misses,omitempty"`
	// Vacation is the number of days of vacation per seat; 0 means none.
	Vacation int `json:"vacation,omitempty"`
}

// LongestTime is the longest of a match's times with which a host can calculate.
const LongestTime = 100 * 365 * 24 * time.Hour

// sane reports whether a host can calculate with all times and counts.
func (t Timing) sane() bool {
	const most = LongestTime
	for _, d := range append(slices.Collect(maps.Values(t.Clocks)), t.Tick, t.MinWindow, t.Brisk.Within, t.Brisk.Tick, t.Brisk.MinWindow, t.Strict) {
		if d < 0 || d > most {
			return false
		}
	}
	return t.Misses >= 0 && t.Vacation >= 0 && t.Vacation <= int(most/vacationUnit)
}

// Opening describes a match to be opened.
type Opening struct {
	Game   string // the ruleset's id
	Config game.Config
	Users  []User // by seat
	Timing Timing
	// Place is the host's own note of where the match is played. It is public.
	Place json.RawMessage
	// Seed is the seed of the dice, whose commitment was published before; the zero Seed lets Open draw one, for a match whose
	// players were shown no commitment.
	Seed Seed
	// Entropy holds the contribution of each seat that gave words, as the function Entropy returns it. Those that are "" or
	// missing follow from the seed.
	Entropy []string
}

// Meta is the mutable record of a match: its users, its time limits, and where it is played.
type Meta struct {
	Game   string          `json:"game"`
	Users  []User          `json:"users"`
	Timing Timing          `json:"timing"`
	Place  json.RawMessage `json:"place,omitempty"`
	Began  time.Time       `json:"began"`
	// Left lists the seats that the program plays since their users left the match (game.Seating). It follows from the events and
	// is not stored. Users keeps whoever left, because the result is theirs.
	Left []game.Seat `json:"-"`
}

// StandIn returns the user who plays a seat for the program once its user has left the match. It is the id of no person.
func StandIn(seat game.Seat) User { return User(fmt.Sprintf("rival.left.%d", seat)) }

// Player returns who plays the seat now: its user, or StandIn for one who has left.
func (m Meta) Player(seat game.Seat) User {
	if slices.Contains(m.Left, seat) {
		return StandIn(seat)
	}
	return m.Users[seat-1]
}

// LeftBy returns the seat that the user left to the program; 0 if they left none.
func (m Meta) LeftBy(u User) game.Seat {
	for _, seat := range m.Left {
		if m.Users[seat-1] == u {
			return seat
		}
	}
	return 0
}

// Options configure a Hall.
type Options struct {
	Games []game.Game
	Dice  func(ID) game.Dice // nil: derived from each match's own seed; for scripts and tests
	Log   *slog.Logger       // nil: none; it receives ids and codes only
	Cache int                // number of matches kept in memory; 0: 256
	// Ended returns records that change as a match ends, such as ratings; they are committed with its end. They should be
	// guarded (Record.If): it is called again while others change them meanwhile. It must not use the Hall. Its error is
	// logged and does not delay the end.
	Ended func(context.Context, Public) ([]Record, error)
	// Shared says that other hosts write to the same store. A match in memory is then compared with the store before each use,
	// and the decisions of other hosts are replayed.
	Shared bool
	// Moot answers questions that leave nothing to decide (see game.Ask) at once. Scripts leave it off and give every
	// answer themselves.
	Moot bool
	// Reached reports whether players can reach this host. The time in which they can reach no host of the store then counts
	// for no clock of a match, and nothing lapses meanwhile. nil: the host does not check, as in scripts. Whoever sets it must
	// call Timers.Attend.
	Reached func() bool
	// Referee allows Opened to be called during a match. For scripts only.
	Referee bool
}

// Hall hosts matches. It is safe for concurrent use; each match has one writer at a time. Everything is read as a
// viewer; no method returns the state.
type Hall struct {
	store Store
	clock *hostClock
	opts  Options
	games map[string]game.Game
	// hidden is the source of delays in matches without a seed. It changes with a restart.
	hidden Seed

	mu    sync.Mutex
	live  map[ID]*hosted
	order []ID // least recently used first

	attendance attendance

	readers chan struct{} // holds a token for each reader of the past

	changed chan struct{} // closed and replaced at every commit
}

// ErrFrozen: a fault stopped this match. Its stored events are safe, and the other matches go on.
var ErrFrozen = errors.New("the match is frozen")

// New returns a Hall over the store.
func New(store Store, clock Clock, opts Options) *Hall {
	h := &Hall{store: store, clock: &hostClock{Clock: clock}, opts: opts, games: map[string]game.Game{}, live: map[ID]*hosted{}, hidden: NewSeed(),
		readers: make(chan struct{}, pastReaders), changed: make(chan struct{})}
	for _, g := range opts.Games {
		h.games[g.Card().ID] = g
	}
	if h.opts.Log == nil {
		h.opts.Log = slog.New(slog.DiscardHandler)
	}
	if h.opts.Cache == 0 {
		h.opts.Cache = 256
	}
	return h
}

// Open sets up a match and stores it, together with further records that change with it, such as a challenge that is used up.
// An error of the options says what they should be. ErrConflict means that the id is taken.
func (h *Hall) Open(ctx context.Context, cause string, id ID, o Opening, more ...Record) error {
	g, ok := h.games[o.Game]
	if !ok {
		return fmt.Errorf("no ruleset %q", o.Game)
	}
	luck, err := deal(h, id, o)
	if err != nil {
		return err
	}
	m, step, err := g.Start(len(o.Users), o.Config, luck.dice)
	if err != nil {
		return err
	}
	step.Record.Dice = luck.terms
	if luck.terms != nil {
		commitments, salts, err := commitPlayers(id, o.Users, newSalts(len(o.Users)))
		if err != nil {
			return err
		}
		step.Record.Players, more = commitments, append(more, salts)
	}
	t := enter(h, id)
	t.mu.Lock()
	defer t.mu.Unlock()
	meta := Meta{Game: o.Game, Users: o.Users, Timing: o.Timing, Place: o.Place, Began: h.clock.Now().UTC()}
	records, err := meta.records(id)
	if err != nil {
		return err
	}
	t.forget()
	t.match, t.meta, t.luck = m, meta, luck
	_, err = commit(ctx, h, t, cause, step, append(append(records, luck.records(id)...), more...))
	return err
}

// records returns the match's mutable records: its Meta, and an entry for each user.
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

// forUser is the context key of the user for whom the hall acts.
type forUser struct{}

// As makes the hall act and read for that user only. An act with this context for a seat that belongs to somebody else by then
// is refused with "seat", and nothing is read as that seat (ErrNoSeat). A player may be replaced between the moment at which
// their seat was looked up and the act, or the reading.
func As(ctx context.Context, u User) context.Context { return context.WithValue(ctx, forUser{}, u) }

// beside is the context key of records that are written with the commits.
type beside struct{}

// Beside makes every commit with the context write these small records too. The function is called once for each attempt.
func Beside(ctx context.Context, records func() []Record) context.Context {
	return context.WithValue(ctx, beside{}, records)
}

// RecordsBeside returns the records that belong beside a write with that context.
func RecordsBeside(ctx context.Context) []Record {
	records, ok := ctx.Value(beside{}).(func() []Record)
	if !ok {
		return nil
	}
	return records()
}

// yields refuses an act for a seat that does not, or no longer, belong to the user for whom the hall acts.
func (t *hosted) yields(ctx context.Context, seat game.Seat) error {
	u, ok := ctx.Value(forUser{}).(User)
	if ok && seat > 0 && int(seat) <= len(t.meta.Users) && t.record().Player(seat) != u {
		return &game.Refusal{Code: "seat", Text: "somebody else has that seat by now"}
	}
	return nil
}

// forReferee is the context key of a referee's Opened.
type forReferee struct{}

// Reading lets a referee read as the seats that the match was opened for, whoever has them.
func (o Opened) Reading(ctx context.Context) context.Context {
	return context.WithValue(ctx, forReferee{}, o)
}

// checkReader returns ErrNoSeat for a seat that the match does not have, or that does not, or no longer, belong to the user who
// reads. meta belongs to the moment that is read.
func checkReader(ctx context.Context, id ID, meta Meta, seat game.Seat) error {
	if seat < 1 || int(seat) > len(meta.Users) {
		return fmt.Errorf("match %s: %w: seat %d", id, ErrNoSeat, seat)
	}
	if o, ok := ctx.Value(forReferee{}).(Opened); ok && o.ID == id && o.View != nil && o.View.For().Sees(seat) {
		return nil
	}
	if u, ok := ctx.Value(forUser{}).(User); ok && meta.Player(seat) != u {
		return fmt.Errorf("match %s: %w: seat %d is somebody else's", id, ErrNoSeat, seat)
	}
	return nil
}

// Outcome is the result of an accepted act.
type Outcome struct {
	// Repeat: the cause was applied before, and nothing changed.
	Repeat bool
}

// Act answers a seat's ask; with "" it answers any of its open asks that accepts the reply. Further replies answer the
// questions that follow. All of it is one commit, with its immediate consequences, and one Undo takes back all that can be. A
// *game.Refusal says no, with the code "stale" if the ask is closed, and "late" if its time ran out; a *Halted says that not
// all replies were played. Other errors are ErrNoMatch, ErrFrozen, or errors of the store; after these the same act may be
// repeated with the same cause.
func (h *Hall) Act(ctx context.Context, cause string, id ID, seat game.Seat, ask string, r game.Reply, then ...game.Reply) (Outcome, error) {
	var halted *Halted
	out, err := decideOn(ctx, h, cause, id, func(b *batch) error {
		err := b.t.yields(ctx, seat)
		if err != nil {
			return err
		}
		halted, err = b.play(seat, ask, append([]game.Reply{r}, then...))
		return err
	})
	if err == nil && halted != nil {
		return out, halted
	}
	return out, err
}

// moves refuses an answer to a match that is held ("held") or paused ("paused"). Standing asks may be answered anyway.
func (t *hosted) moves(seat game.Seat, ask string, now time.Time) error {
	for _, a := range t.match.Open(seat) {
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

// Lapse plays the default of a seat's ask, as if its clock had run out.
func (h *Hall) Lapse(ctx context.Context, cause string, id ID, seat game.Seat, ask string) (Outcome, error) {
	return decide(ctx, h, cause, id, func(t *hosted) (game.Step, error) { return t.match.Lapse(seat, ask, t.luck.dice) })
}

// Shown records that the current public card was delivered, which starts the clocks of its open questions.
func (h *Hall) Shown(ctx context.Context, cause string, id ID) error {
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		if !t.dirty {
			return Outcome{}, nil
		}
		b := newBatch(h, t)
		b.late = true // marks of deliveries follow it, and whoever needs the match meanwhile waits no longer than a store's few ms
		return b.only(ctx, cause, t.match.Mark(markShown), nil)
	})
	return err
}

// Refresh delivers the seats' private messages again, as after news about the match that are no part of it. Without seats it is
// for every seat.
func (h *Hall) Refresh(ctx context.Context, cause string, id ID, seats ...game.Seat) error {
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		var all []Effect
		for i := range t.meta.Users {
			if s := game.Seat(i + 1); len(seats) == 0 || slices.Contains(seats, s) {
				all = append(all, Effect{Queue: SeatQueue(s), Coalesce: true})
			}
		}
		return commit(ctx, h, t, cause, t.match.Mark(markWake), nil, all...)
	})
	return err
}

// redeliver delivers the state that a queue shows again; no newer delivery replaces that. It does so once for each delivery,
// however often its lease is lost: otherwise hosts would pile deliveries up while Discord hangs. Queues that show no state need
// none: all their deliveries are made, in order.
func redeliver(ctx context.Context, h *Hall, d Delivery) error {
	if d.Queue != PublicQueue && !strings.HasPrefix(d.Queue, seatQueues) {
		return nil
	}
	_, err := withMatch(ctx, h, d.Match, func(t *hosted) (Outcome, error) {
		return commit(ctx, h, t, fmt.Sprintf("l:%s:%d", d.Queue, d.Seq), t.match.Mark(markWake), nil,
			Effect{Queue: d.Queue, Body: []byte(bodyAgain)})
	})
	return err
}

// decide decides one step under the match's lock and commits it with its immediate consequences.
func decide(ctx context.Context, h *Hall, cause string, id ID, decision func(*hosted) (game.Step, error)) (Outcome, error) {
	return decideOn(ctx, h, cause, id, func(b *batch) error {
		return b.decide(decision(b.t))
	})
}

// decideOn decides steps under the match's lock and commits them with their immediate consequences. After a conflict it decides
// again. An error of the decision drops all of them.
func decideOn(ctx context.Context, h *Hall, cause string, id ID, decision func(*batch) error) (Outcome, error) {
	return withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		from := t.head.Version
		if out, _, err := catchUp(ctx, h, t); err != nil || out.Repeat {
			return Outcome{}, cmp.Or(err, ErrConflict)
		}
		b := newBatch(h, t)
		b.from = from
		err := decision(b)
		if err == nil {
			err = b.follow()
		}
		if err != nil {
			b.drop()
			return Outcome{}, err
		}
		return b.commit(ctx, cause, nil)
	})
}

// withMatch runs f with the match loaded and locked, and again after a conflict, when another host was faster. A panic freezes
// only this match.
func withMatch(ctx context.Context, h *Hall, id ID, f func(*hosted) (Outcome, error)) (out Outcome, err error) {
	const attempts = 10
	for range attempts {
		if out, err = inMatch(ctx, h, id, f); !errors.Is(err, ErrConflict) {
			break
		}
	}
	return out, err
}

func inMatch(ctx context.Context, h *Hall, id ID, f func(*hosted) (Outcome, error)) (out Outcome, err error) {
	t := enter(h, id)
	t.mu.Lock()
	defer t.mu.Unlock()
	defer func() {
		if p := recover(); p != nil {
			h.opts.Log.Error("match frozen", "match", id, "version", t.head.Version, "panic", fmt.Sprintf("%T", p))
			out, err = Outcome{}, freeze(ctx, h, t)
		}
	}()
	if err := load(ctx, h, t); err != nil {
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

// Asking returns the number of open questions that everybody may know of, over the matches in memory.
func (h *Hall) Asking() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := int64(0)
	for _, t := range h.live {
		n += t.asking.Load()
	}
	return int(n)
}

// Changed returns a channel that is closed at the next commit. Call it before reading, so that no change is missed.
func (c Timers) Changed() <-chan struct{} {
	c.h.mu.Lock()
	defer c.h.mu.Unlock()
	return c.h.changed
}

// Nudge wakes everyone who waits for Changed, for example after the clock was set.
func (c Timers) Nudge() {
	c.h.mu.Lock()
	defer c.h.mu.Unlock()
	close(c.h.changed)
	c.h.changed = make(chan struct{})
}
