package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/game"
)

// An undo gives no time: the question that is asked again keeps its clock, which ran on meanwhile. Otherwise a player could act
// and undo for ever without losing a turn. An answer that was given because time ran out cannot be taken back.

// prior is the clock of a question that was answered and that its seat can go back to.
type prior struct {
	Version int // of the match before the answer
	Seat    game.Seat
	Times   times
	Joined  bool `json:",omitempty"` // the answer belongs to the act before it
}

// Undo takes back the seat's last act. Refused with "no-undo", "held", "paused", and with "late" if the time for the
// question has run out.
func (h *Hall) Undo(ctx context.Context, cause string, id ID, seat game.Seat) (Outcome, error) {
	return decideOn(ctx, h, cause, id, func(b *batch) error {
		if err := cmp.Or(b.t.yields(ctx, seat), b.t.moves(seat, "", b.now)); err != nil {
			return err
		}
		err := b.decide(b.t.match.Undo(seat))
		if err == nil && b.t.late {
			return &game.Refusal{Code: "late", Text: "the time for that question has run out; the answer given for you counts"}
		}
		return err
	})
}

// keepPrior notes the clock of a question whose answer can be taken back. For an undo it returns the clock of the question that
// is asked again, or nil if that is not known.
func (t *hosted) keepPrior(rec game.Record, at, since time.Time, more time.Duration) (gone *prior) {
	t.late = false
	var kept []prior
	outage, skips := outageOf(rec.MarkNote())
	for _, p := range t.prior {
		_, away := t.clocks.Away[p.Seat]
		p.Times.Extra += more
		if skips {
			p.Times = p.Times.skip(outage)
		}
		p.Times = p.Times.run(t.clocks.Stopped() || away, at, since)
		if back := rec.Back > 0 && p.Version >= rec.Back; back && p.Seat == rec.Seat && p.Version == rec.Back {
			gone = &p
		} else if !back && t.match.CanUndo(p.Seat) {
			kept = append(kept, p)
		}
	}
	if x, ok := t.timesOf(rec); ok && rec.Back == 0 && t.match.CanUndo(rec.Seat) {
		kept = append(kept, prior{t.match.Version() - 1, rec.Seat, x, rec.Joined})
	}
	t.prior = kept
	return gone
}

// undoEnds returns when the time runs out for the question to which the seat's undo would go back; zero means that there is
// none, or that its time does not run out.
func (t *hosted) undoEnds(seat game.Seat) time.Time {
	for _, p := range slices.Backward(t.prior) {
		if p.Seat != seat || p.Joined {
			continue
		}
		if t.match.CanUndo(seat) {
			return p.Times.ends()
		}
		break
	}
	return time.Time{}
}

// canUndo reports whether the seat may undo its last act at that time.
func (t *hosted) canUndo(seat game.Seat, now time.Time) bool {
	ends := t.undoEnds(seat)
	return t.match.CanUndo(seat) && (ends.IsZero() || ends.After(now))
}

// undoGone returns when the next seat loses its undo because of time, so that its console can say so; zero if none will.
func (t *hosted) undoGone() (at time.Time) {
	for s := game.Seat(1); int(s) <= t.match.Seats(); s++ {
		if ends := t.undoEnds(s); ends.After(t.seen) && (at.IsZero() || ends.Before(at)) {
			at = ends
		}
	}
	return at
}

// timesOf returns the times of the question that the record answers.
func (t *hosted) timesOf(rec game.Record) (times, bool) {
	if x, ok := t.groups[rec.Group]; ok || rec.Group != "" || rec.Ask == "" {
		return x, ok
	}
	name, _, _ := strings.Cut(rec.Ask, ".")
	for key, x := range t.groups {
		if strings.HasPrefix(key, fmt.Sprintf("%d:%s:", rec.Seat, name)) {
			return x, true
		}
	}
	return times{}, false
}

// again returns the times of a question that an undo asks again: as they were, unless nothing is left of them.
func (t *hosted) again(g game.Group, fresh, were times, at time.Time) times {
	limit := clocked{t}.limit(g)
	if t.late = limit > 0 && !were.Began.IsZero() && !were.Began.Add(limit+were.Extra).After(at); t.late {
		return fresh
	}
	return were
}

// asks reports whether the group asks the seat.
func asks(g game.Group, seat game.Seat) bool {
	return slices.ContainsFunc(g.Asks, func(a game.Ask) bool { return a.Seat == seat })
}
