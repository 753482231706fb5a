package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/game"
)

// Asked is an open question as everybody sees it: who is asked what, and by when. Quiet questions are not included, and
// a sealed answer does not show.
type Asked struct {
	Seat   game.Seat
	Name   string
	Window bool
	By     time.Time // zero: no limit, or the clock has not begun or stands still
	// Limit is the time for the answer once the clock has begun; zero means no limit.
	Limit time.Duration
	// Left is the time left on a clock that stands still; zero means that the clock runs.
	Left time.Duration
	// Since is the number of facts that everybody had been told when the seat came to be asked. A question that follows
	// from the seat's own previous answer keeps its number, and a question that is asked again in secret keeps its own.
	Since int
	// Grid holds the moments at which a window may close; it is zero for any other question.
	Grid Grid
}

// same reports whether the two read the same.
func (a Asked) same(b Asked) bool {
	moved := !a.By.Equal(b.By)
	a.By = b.By
	return a == b && !moved
}

// Public is a match as everybody sees it.
type Public struct {
	ID     ID
	Meta   Meta
	View   game.View
	Facts  []game.Fact // everything that everybody was told
	Asked  []Asked
	Clocks Clocks
	Out    []game.Seat  // seats that have gone out
	Result *game.Result // nil until the match ends
	Dice   Dice
}

// OpenAsk is a question to the reader, with its limit as in Asked.
type OpenAsk struct {
	game.Ask
	By          time.Time
	Limit, Left time.Duration
}

// Private is a match as one seat sees it. Only that seat's player may see it.
type Private struct {
	ID    ID
	Seat  game.Seat
	Meta  Meta
	View  game.View
	Facts []game.Fact // everything that the seat was told
	// Numbers holds the number of each fact in the seat's log.
	Numbers []game.Number
	Asks    []OpenAsk
	Asked   []Asked
	Out     []game.Seat // seats that have gone out
	Clocks  Clocks
	// Closes is when the window closes that only this seat is asked and has answered; zero means that there is none, or that
	// its clock stands still. Nobody else may know it.
	Closes  time.Time
	CanUndo bool
	// PlaysOn is set if the program would play on in the seat if its player left the match now.
	PlaysOn bool
	Result  *game.Result
	// Imagine imagines the match as the seat knows it, for a rival to think ahead; see rival.Position. It may be called later
	// and by several goroutines. It is nil once the match has ended, and if the game offers none.
	Imagine game.Imagining `json:"-"`
}

// User returns who plays the seat.
func (p Private) User() User { return p.Meta.Player(p.Seat) }

// Opened is the truth of a match, for a referee: after the end, or where the Hall allows it. It is a type of its own,
// so that it cannot be passed for a Public or a Private.
type Opened struct {
	ID    ID
	View  game.View
	Facts []game.Fact
}

// ErrNoSeat: the user does not play in that match.
var ErrNoSeat = errors.New("not a player of this match")

// Public reads the match as an onlooker.
func (h *Hall) Public(ctx context.Context, id ID) (Public, error) {
	var p Public
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		p = t.public()
		return Outcome{}, nil
	})
	return p, err
}

func (t *hosted) public() Public {
	return Public{ID: t.id, Meta: t.record(), View: t.match.View(game.Onlooker()), Facts: t.match.Standing(game.Onlooker()),
		Asked: t.asked(), Clocks: t.clocks, Out: t.match.Seating().Out, Result: result(t.match), Dice: t.dice()}
}

// Private reads the match as that seat. It returns ErrNoSeat if the context belongs to somebody who does not have the seat
// (As).
func (h *Hall) Private(ctx context.Context, id ID, seat game.Seat) (Private, error) {
	var p Private
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		if err := checkReader(ctx, id, t.record(), seat); err != nil {
			return Outcome{}, err
		}
		v := game.Player(seat)
		p = Private{ID: id, Seat: seat, Meta: t.record(), View: t.match.View(v), Facts: t.match.Standing(v), Numbers: t.match.Numbers(v),
			Asked: t.asked(), Clocks: t.clocks, Out: t.match.Seating().Out, Closes: clocked{t}.closes(seat), CanUndo: t.canUndo(seat, h.clock.Now()), Result: result(t.match)}
		now := t.match.Seating()
		p.PlaysOn = p.Result == nil && now.In(seat) && slices.Contains(now.Without(seat).Kept(), seat)
		if imagine, err := t.match.Imagine(v); err == nil {
			p.Imagine = imagine
		}
		for _, a := range t.match.Asks(seat) {
			open := OpenAsk{Ask: a}
			if g, ok := (clocked{t}).clockOf(a); ok {
				open.By, open.Limit, open.Left = clocked{t}.deadline(g), clocked{t}.allowed(g), clocked{t}.left(g)
			}
			p.Asks = append(p.Asks, open)
		}
		return Outcome{}, nil
	})
	return p, err
}

// Opened reads the truth of a finished match.
func (h *Hall) Opened(ctx context.Context, id ID) (Opened, error) {
	var o Opened
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		if _, over := t.match.Result(); !over && !h.opts.Referee {
			return Outcome{}, ErrStillOn
		}
		o = Opened{ID: id, View: t.match.View(game.Referee()), Facts: t.match.Standing(game.Referee())}
		return Outcome{}, nil
	})
	return o, err
}

// dice returns what everybody may know about the match's dice.
func (t *hosted) dice() Dice {
	_, over := t.match.Result()
	return t.luck.public(over)
}

func result(m game.Match) *game.Result {
	if r, over := m.Result(); over {
		return &r
	}
	return nil
}

// asked returns the open questions as everybody sees them.
func (t *hosted) asked() []Asked {
	var out []Asked
	for _, g := range t.match.Groups() {
		for _, a := range g.Asks {
			if !a.Quiet {
				out = append(out, Asked{Seat: a.Seat, Name: a.Name, Window: a.Window, By: clocked{t}.deadline(g), Limit: clocked{t}.allowed(g), Left: clocked{t}.left(g), Since: t.since[a.Seat]})
				if a.Window {
					out[len(out)-1].Grid = clocked{t}.grid(g)
				}
			}
		}
	}
	return out
}

// closes returns when the window closes that only this seat is asked and has answered, or zero. If others are asked too, the
// moment would reveal whether they have answered.
func (c clocked) closes(seat game.Seat) time.Time {
	for _, g := range c.t.match.Groups() {
		if g.Window && len(g.Open) == 0 && len(g.Asks) == 1 && g.Asks[0].Seat == seat {
			return c.closing(g)
		}
	}
	return time.Time{}
}

// clockOf returns the group that the ask belongs to; ok is false for a standing ask.
func (c clocked) clockOf(a game.Ask) (game.Group, bool) {
	for _, g := range c.t.match.Groups() {
		if inGroup(g, a) {
			return g, true
		}
	}
	return game.Group{}, false
}

// Parse reads an order in the language of the match's game.
func (h *Hall) Parse(ctx context.Context, id ID, line string) (game.Reply, error) {
	var r game.Reply
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		var err error
		r, err = h.games[t.meta.Game].Parse(line)
		return Outcome{}, err
	})
	return r, err
}

// Meta reads the match's mutable record, or returns ErrNoMatch.
func (h *Hall) Meta(ctx context.Context, id ID) (Meta, error) {
	var m Meta
	raw, err := h.store.Get(ctx, "match/"+string(id))
	if errors.Is(err, ErrNoRecord) {
		return m, ErrNoMatch
	}
	if err == nil && json.Unmarshal(raw, &m) != nil {
		err = fmt.Errorf("match %s: its record is damaged", id)
	}
	return m, err
}

// record returns the match's mutable record, with the seats that the program plays now.
func (t *hosted) record() Meta {
	m := t.meta
	m.Left = t.match.Seating().Kept()
	return m
}

// withLeft adds to a stored record the seats that the program plays now. Only a match that goes on without a seat has any.
func withLeft(ctx context.Context, h *Hall, id ID, m Meta) (Meta, error) {
	if g, ok := h.games[m.Game]; !ok || g.Card().OnForfeit != game.Drops {
		return m, nil
	}
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		m.Left = t.record().Left
		return Outcome{}, nil
	})
	return m, err
}

// SeatOf returns the seat that the user plays in the match, or ErrNoSeat for an onlooker and for one who left the seat to the program.
func (h *Hall) SeatOf(ctx context.Context, id ID, u User) (game.Seat, error) {
	m, err := h.Meta(ctx, id)
	if err != nil {
		return 0, err
	}
	i := slices.Index(m.Users, u)
	if i < 0 {
		return 0, ErrNoSeat
	}
	seat := game.Seat(i + 1)
	if m, err = withLeft(ctx, h, id, m); err != nil {
		return 0, err
	}
	if m.Player(seat) != u {
		return 0, ErrNoSeat
	}
	return seat, nil
}

// Seated is a user's place in a match.
type Seated struct {
	Match ID
	Seat  game.Seat
	Over  bool
}

// Over reports whether the match has ended for all its players. It reads the users' lists and does not load the match. A user
// who was removed has no list.
func (h *Hall) Over(ctx context.Context, id ID) (over bool, err error) {
	m, err := h.Meta(ctx, id)
	if err != nil {
		return false, err
	}
	for i, u := range m.Users {
		key := seatRecord(u, id, game.Seat(i+1), false).Key
		raw, missing := h.store.Get(ctx, key)
		if errors.Is(missing, ErrNoRecord) {
			err = missing
			continue
		}
		if missing != nil {
			return false, missing
		}
		var s Seated
		if err := json.Unmarshal(raw, &s); err != nil {
			return false, fmt.Errorf("record %s: %w", key, err)
		}
		if !s.Over {
			return false, nil
		}
		over = true
	}
	if over {
		err = nil
	}
	return over, err
}

// MatchesOf lists all matches of the user, by id.
func (h *Hall) MatchesOf(ctx context.Context, u User) ([]Seated, error) {
	const page = 1000
	prefix := "user/" + string(u) + "/"
	var out []Seated
	for after := ""; ; {
		rs, err := h.store.List(ctx, prefix, after, page)
		if err != nil {
			return nil, err
		}
		for _, r := range rs {
			s := Seated{Match: ID(strings.TrimPrefix(r.Key, prefix))}
			if err := json.Unmarshal(r.Value, &s); err != nil {
				return nil, fmt.Errorf("record %s: %w", r.Key, err)
			}
			out = append(out, s)
		}
		if len(rs) < page {
			return out, nil
		}
		after = rs[page-1].Key
	}
}
