package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/game"
)

// The past of a match is read from its stored events, without the match in memory and its lock. pastReaders is the
// number of simultaneous readers; further readers wait.
const pastReaders = 2

// Point is a place in the past of a match. Facts that the reader was not told do not count in it, so that it reveals nothing. The zero
// Point is invalid.
type Point struct {
	event   game.Number
	step    int
	leaving bool
}

// AtEvent returns the point right after the step that told the reader the event with that number in their log.
func AtEvent(n game.Number) Point { return Point{event: n} }

// AtPublic returns the point right after the step that told everybody their nth fact, counted from 1.
func AtPublic(n int) Point { return Point{event: game.Number{Event: n}} }

// AtStep returns the point right after the nth step that told the reader anything; 1 is the opening.
func AtStep(n int) Point { return Point{step: n} }

// AtLeaving returns the point right after the step by which the user for whom the hall reads left their seat to the program. It is for
// PrivateAt.
func AtLeaving() Point { return Point{leaving: true} }

// Moment describes the step that a Point refers to.
type Moment struct {
	Step        int       // in the reader's count, from 1
	First, Last int       // the facts that the step told the reader, in their count, from 1
	At          time.Time // when the step was decided
}

// NoPoint is the error for a Point that is not in the past of a match.
type NoPoint struct {
	Steps  int // how many steps told the reader anything
	Events int // of how many events everybody was told
}

func (e *NoPoint) Error() string {
	return fmt.Sprintf("no such point of the match: expected a step from 1 to %d, or an event from 1 to %d", e.Steps, e.Events)
}

// ErrStillOn: the truth of a match stays secret until it ends.
var ErrStillOn = errors.New("the truth opens when the match is over")

// PublicAt reads the match as an onlooker saw it at a point of the past: the view, and the facts told until then. It
// contains no asks. Errors: *NoPoint, ErrNoMatch, ErrDamaged.
func (h *Hall) PublicAt(ctx context.Context, id ID, at Point) (Public, Moment, error) {
	var p Public
	when, err := pastAt(ctx, h, id, game.Onlooker(), at, func(m game.Match, meta Meta) {
		p = Public{ID: id, Meta: meta, View: m.View(game.Onlooker()), Facts: m.Standing(game.Onlooker()), Result: result(m)}
	})
	return p, when, err
}

// PrivateAt reads the match as a seat saw it at a point of the past, with the errors of PublicAt and Private. A user who left the seat to
// the program reads what they saw until then, and ErrNoSeat for any later point.
func (h *Hall) PrivateAt(ctx context.Context, id ID, seat game.Seat, at Point) (Private, Moment, error) {
	if seat < 1 { // which is no viewer of its own
		return Private{}, Moment{}, fmt.Errorf("match %s: %w: seat %d", id, ErrNoSeat, seat)
	}
	left, err := leftAt(ctx, h, id, seat)
	if err != nil {
		return Private{}, Moment{}, err
	}
	later := fmt.Errorf("match %s: %w: seat %d is the program's", id, ErrNoSeat, seat)
	switch {
	case at.leaving && left.Step == 0:
		return Private{}, Moment{}, later
	case at.leaving:
		at = AtStep(left.Step)
	}
	if left.Step > 0 {
		ctx = As(ctx, StandIn(seat))
	}
	var p Private
	when, err := pastAt(ctx, h, id, game.Player(seat), at, func(m game.Match, meta Meta) {
		if left.Step > 0 { // the seat was still theirs
			meta.Left = slices.DeleteFunc(slices.Clone(meta.Left), func(s game.Seat) bool { return s == seat })
		}
		p = Private{ID: id, Seat: seat, Meta: meta, View: m.View(game.Player(seat)), Facts: m.Standing(game.Player(seat)), Numbers: m.Numbers(game.Player(seat)), Result: result(m)}
	})
	if left.Step > 0 && (when.Step > left.Step || errors.As(err, new(*NoPoint))) { // the numbers of a NoPoint count what the program was told
		return Private{}, Moment{}, later
	}
	return p, when, err
}

// leftAt returns the moment in the seat's count at which the user for whom the hall reads left the seat to the program; zero if they have
// not. After a rewind they may have left once more: the last time counts.
func leftAt(ctx context.Context, h *Hall, id ID, seat game.Seat) (left Moment, err error) {
	meta, err := h.Meta(ctx, id)
	if err != nil {
		return left, err
	}
	u, ok := ctx.Value(forUser{}).(User)
	if !ok || int(seat) > len(meta.Users) || meta.Users[seat-1] != u {
		return left, nil
	}
	if meta, err = withLeft(ctx, h, id, meta); err != nil || meta.Player(seat) == u {
		return left, err
	}
	was := false
	err = past(As(ctx, StandIn(seat)), h, id, game.Player(seat), func(m game.Match, _ Meta, when Moment) (bool, error) {
		now := slices.Contains(m.Seating().Kept(), seat)
		if now && !was {
			left = when
		}
		was = now
		return true, nil
	})
	return left, err
}

// Frame is one step of a finished match. Nothing in such a match is secret any more, so everybody may see it. Only a Hall makes
// Frames.
type Frame struct {
	Moment             // in a referee's count
	Of     int         // number of steps in the match
	Sides  []game.View // what each seat saw right after the step
	Truth  game.View
	Facts  []game.Fact // what happened in the step
}

// Film calls show for each step of a finished match in order, and stops at its first error. show must not read the past itself,
// because the number of readers is limited. Its errors are ErrStillOn and PublicAt's.
func (h *Hall) Film(ctx context.Context, id ID, show func(Frame) error) error {
	if err := mayOpen(ctx, h, id); err != nil {
		return err
	}
	steps := 0
	err := past(ctx, h, id, game.Referee(), func(game.Match, Meta, Moment) (bool, error) {
		steps++
		return true, nil
	})
	if err != nil {
		return err
	}
	return past(ctx, h, id, game.Referee(), func(m game.Match, _ Meta, when Moment) (bool, error) {
		return true, show(frame(m, when, steps))
	})
}

// FrameAt returns one step of a finished match, in a referee's count. Its errors are *NoPoint and Film's. It makes the views of that step
// only, so it is much faster than a film.
func (h *Hall) FrameAt(ctx context.Context, id ID, step int) (f Frame, err error) {
	if err := mayOpen(ctx, h, id); err != nil {
		return f, err
	}
	var last Moment
	err = past(ctx, h, id, game.Referee(), func(_ game.Match, _ Meta, when Moment) (bool, error) {
		last = when
		return true, nil
	})
	switch {
	case err != nil:
		return f, err
	case step < 1 || step > last.Step:
		return f, &NoPoint{Steps: last.Step, Events: last.Last}
	}
	err = past(ctx, h, id, game.Referee(), func(m game.Match, _ Meta, when Moment) (bool, error) {
		if when.Step == step {
			f = frame(m, when, last.Step)
		}
		return when.Step < step, nil
	})
	return f, err
}

// frame returns the step of a finished match that has just been read.
func frame(m game.Match, when Moment, of int) Frame {
	f := Frame{Moment: when, Of: of, Truth: m.View(game.Referee()), Facts: m.Told(game.Referee(), when.First-1)}
	for s := game.Seat(1); int(s) <= m.Seats(); s++ {
		f.Sides = append(f.Sides, m.View(game.Player(s)))
	}
	return f
}

// Course lists the steps of a finished match and everything that happened in it, in a referee's count.
type Course struct {
	Moments []Moment
	Facts   []game.Fact
}

// StepOf returns the step in which the fact with that index happened, 0 if there is no such fact.
func (c Course) StepOf(fact int) int {
	for _, m := range c.Moments {
		if fact < m.Last {
			return m.Step
		}
	}
	return 0
}

// Course returns the outline of a finished match, with Film's errors.
func (h *Hall) Course(ctx context.Context, id ID) (c Course, err error) {
	if err := mayOpen(ctx, h, id); err != nil {
		return c, err
	}
	err = past(ctx, h, id, game.Referee(), func(m game.Match, _ Meta, when Moment) (bool, error) {
		c.Moments = append(c.Moments, when)
		c.Facts = append(c.Facts, m.Told(game.Referee(), when.First-1)...)
		return true, nil
	})
	return c, err
}

// mayOpen returns ErrStillOn if the truth of the match may not be read yet.
func mayOpen(ctx context.Context, h *Hall, id ID) error {
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		if _, over := t.match.Result(); !over && !h.opts.Referee {
			return Outcome{}, ErrStillOn
		}
		return Outcome{}, nil
	})
	return err
}

// pastAt reads the match as it was at the viewer's point.
func pastAt(ctx context.Context, h *Hall, id ID, v game.Viewer, at Point, read func(game.Match, Meta)) (Moment, error) {
	var found, last Moment
	events := 0
	err := past(ctx, h, id, v, func(m game.Match, meta Meta, when Moment) (bool, error) {
		last = when
		told := m.Numbers(v)[when.First-1:]
		events = told[len(told)-1].Event
		if at.step > when.Step || at.step == 0 && !slices.Contains(told, at.event) {
			return true, nil
		}
		found = when
		read(m, meta)
		return false, nil
	})
	if err == nil && found.Step == 0 {
		err = &NoPoint{Steps: last.Step, Events: events}
	}
	return found, err
}

// past calls each for every step that told the viewer anything, until each returns false.
func past(ctx context.Context, h *Hall, id ID, v game.Viewer, each func(game.Match, Meta, Moment) (more bool, err error)) error {
	done, err := reading(ctx, h)
	if err != nil {
		return err
	}
	defer done()
	stored, err := h.store.Load(ctx, id)
	if err != nil {
		return err
	}
	meta, err := h.Meta(ctx, id) // read after the events: one of them may seat another player
	if err != nil {
		return err
	}
	if v.Seat() != 0 {
		if meta, err = withLeft(ctx, h, id, meta); err != nil {
			return err
		}
		if err := checkReader(ctx, id, meta, v.Seat()); err != nil {
			return err
		}
	}
	var at Moment
	_, err = replayed(h, meta.Game, append(stored.Before, stored.Events...), func(m game.Match, e Event) (bool, error) {
		n := m.Count(v)
		if err := ctx.Err(); err != nil || n == at.Last {
			return true, err
		}
		at = Moment{Step: at.Step + 1, First: at.Last + 1, Last: n, At: e.At}
		return each(m, meta, at)
	})
	if err != nil {
		return fmt.Errorf("match %s: %w", id, h.orNewer(ctx, meta.Game, err))
	}
	return nil
}

// reading waits for a turn to read a whole match. The caller must call done afterwards.
func reading(ctx context.Context, h *Hall) (done func(), err error) {
	select {
	case h.readers <- struct{}{}:
		return func() { <-h.readers }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
