package table

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"downsync/game"
)

// Halted: of several replies given at once, only the first Done were played. Why is the refusal of the next one. If Done is 0,
// nothing was done. Replies that were played stay only if they must: when the later reply was refused, it was no longer
// possible to take them back, or another question comes first.
type Halted struct {
	Done, All int
	Order     string // the first reply that was not played
	Why       *game.Refusal
	// Ended: the remaining reply would only have ended the previous question, which has ended without it.
	Ended bool
}

func (h *Halted) Error() string {
	return fmt.Sprintf("%d of %d replies played; %q: %v", h.Done, h.All, h.Order, h.Why)
}

// Unwrap returns the refusal.
func (h *Halted) Unwrap() error { return h.Why }

// notNow is the code by which every ruleset refuses an order of another question.
const notNow = "not-now"

// play decides the replies one after another, each with its immediate consequences. halted says that the later replies are not
// played and the earlier ones stay. An error means that nothing may be stored.
func (b *batch) play(seat game.Seat, ask string, rs []game.Reply) (halted *Halted, err error) {
	question, end := "", ""
	for n, r := range rs {
		if n > 0 {
			if err := b.follow(); err != nil {
				return nil, err
			}
		}
		open, otherwise := b.t.holding(seat)
		step, err := b.answer(seat, ask, r)
		var no *game.Refusal
		switch {
		case err == nil:
		case n == 0 || !errors.As(err, &no):
			return nil, err
		case b.bound, no.Code == notNow && open != question:
			return &Halted{Done: n, All: len(rs), Order: r.Order(), Why: no, Ended: n == len(rs)-1 && open != question && r.Order() == end}, nil
		default:
			return nil, &Halted{All: len(rs), Order: r.Order(), Why: no}
		}
		if n > 0 {
			step = b.t.match.Join(step)
		}
		if err := b.add(step); err != nil {
			return nil, err
		}
		ask, question, end = "", open, otherwise
	}
	return nil, nil
}

// ranOut is a question whose time ran out, with the match's version before its default was played.
type ranOut struct {
	ask     game.Ask
	version uint64
}

// noteLapse notes the question whose default a record is about to play because its time has run out.
func (t *hosted) noteLapse(rec game.Record, at time.Time) {
	if !rec.Lapse || rec.Seat == 0 || t.match.Version() == 0 {
		return
	}
	for _, a := range t.match.Asks(rec.Seat) {
		if g, ok := (clocked{t}).clockOf(a); ok && a.ID == rec.Ask {
			if late := (clocked{t}).deadline(g); !late.IsZero() && !late.After(at) {
				t.ranOut[rec.Seat] = ranOut{a, uint64(t.match.Version())}
			}
		}
	}
}

// tooLate refuses an answer to a question whose time has run out. An answer to no particular question is refused if the time
// ran out at that version or later, because it may have been meant for the previous question.
func (t *hosted) tooLate(seat game.Seat, ask string, from uint64) error {
	if x, ok := t.ranOut[seat]; ok && (x.ask.ID == ask || ask == "" && x.version >= from) {
		return &game.Refusal{Code: "late", Text: "your time for that had run out, and “%s” was played for you", Args: []any{x.ask.Default.Order()}}
	}
	return nil
}

// holding returns the name of the question with which the seat holds up the match, and the order that is its default. Both are
// "" if there is none.
func (t *hosted) holding(seat game.Seat) (name, otherwise string) {
	for _, a := range t.match.Open(seat) {
		if !a.Standing {
			return a.Name, a.Default.Order()
		}
	}
	return "", ""
}

// answer decides a reply to the ask, or with "" to any ask that accepts it. If none does, it returns the refusal of the
// question that holds up the match, which knows best what it expected.
func (b *batch) answer(seat game.Seat, ask string, r game.Reply) (game.Step, error) {
	t := b.t
	late := t.tooLate(seat, ask, b.from)
	if late != nil && ask != "" {
		return game.Step{}, late
	}
	asks := t.match.Open(seat)
	if ask != "" || len(asks) == 0 { // a finished match says so itself
		asks = []game.Ask{{ID: ask}}
	}
	var first error
	for _, a := range asks {
		if late != nil && !a.Standing {
			continue
		}
		step, err := game.Step{}, t.moves(seat, a.ID, b.at)
		stopped := err != nil // the standing ask is open anyway: otherwise its acts would reveal who is still asked
		if !stopped {
			step, err = t.match.Answer(seat, a.ID, r, t.luck.dice)
		}
		var no *game.Refusal
		if !stopped && (!errors.As(err, &no) || no.Code != notNow) {
			return step, err
		}
		if first == nil {
			first = err
		}
	}
	return game.Step{}, cmp.Or(late, first)
}
