package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/game"
)

// clocked is a match seen by its clocks: when they run out, and what is due then.
type clocked struct{ t *hosted }

// deadline returns when the group's clock runs out; zero if it has none, has not begun or stands still.
func (c clocked) deadline(g game.Group) time.Time {
	limit, x := c.allowed(g), c.t.groups[g.Key]
	if limit <= 0 || x.Began.IsZero() || !x.Still.IsZero() {
		return time.Time{}
	}
	return x.Began.Add(limit)
}

// limit returns the group's time limit without its extensions; 0 means none.
func (c clocked) limit(g game.Group) time.Duration {
	if lasts := c.lasts(g); lasts > 0 {
		return lasts
	}
	return max(0, c.t.meta.Timing.Clocks[g.Clock])
}

// lasts returns how long the window stays open, whatever is answered and when: the length that the game sets, or that of the
// match's pace. It is 0 if the last answer closes the window.
func (c clocked) lasts(g game.Group) time.Duration {
	switch {
	case g.Lasts > 0:
		return time.Duration(g.Lasts) * time.Second
	case g.Window:
		return c.t.meta.Timing.Strict
	}
	return 0
}

// allowed returns the group's time limit with its extensions; 0 means none.
func (c clocked) allowed(g game.Group) time.Duration {
	limit := c.limit(g)
	if limit == 0 {
		return 0
	}
	return limit + c.t.groups[g.Key].Extra
}

// left returns the time that remains on a clock that stands still; zero if it runs or has no limit.
func (c clocked) left(g game.Group) time.Duration {
	limit, x := c.allowed(g), c.t.groups[g.Key]
	switch {
	case limit <= 0 || x.Still.IsZero():
		return 0
	case x.Began.IsZero():
		return limit
	}
	return max(limit-x.Still.Sub(x.Began), time.Millisecond)
}

// closing returns when a full window closes: at a moment of its public grid (A2). A window that is full because of a time-out
// follows the same rule. Zero means that it does not close automatically.
func (c clocked) closing(g game.Group) time.Time {
	x := c.t.groups[g.Key]
	if !x.Still.IsZero() {
		return time.Time{}
	}
	full := x.Full
	if lasts := c.lasts(g); lasts > 0 {
		if x.Began.IsZero() {
			return time.Time{}
		}
		full = x.Began.Add(lasts + x.Extra)
	}
	return c.grid(g).Closing(full)
}

// due returns when the group needs the host; zero means never.
func (c clocked) due(g game.Group) time.Time {
	if len(g.Open) == 0 {
		return c.closing(g)
	}
	at, x := c.deadline(g), c.t.groups[g.Key]
	if a, ok := c.moot(); ok && inGroup(g, a) {
		return x.Opened
	}
	if early := x.Early; x.Still.IsZero() && !early.IsZero() && (at.IsZero() || early.Before(at)) {
		at = early
	}
	return at
}

// wake returns when the match next needs the host; zero means never.
func (c clocked) wake() time.Time {
	if _, over := c.t.match.Result(); over {
		return time.Time{}
	}
	at := c.t.clocks.wake()
	if d := c.t.undoGone(); at.IsZero() || !d.IsZero() && d.Before(at) {
		at = d
	}
	for _, g := range c.t.match.Groups() {
		if d := c.due(g); !d.IsZero() && (at.IsZero() || d.Before(at)) {
			at = d
		}
	}
	return at
}

// moot returns an open question that leaves nothing to decide, whose seat has nothing to undo and whose clock may run.
func (c clocked) moot() (game.Ask, bool) {
	if !c.t.answerMoot {
		return game.Ask{}, false
	}
	for _, g := range c.t.match.Groups() {
		if !c.t.groups[g.Key].Still.IsZero() {
			continue
		}
		for _, a := range g.Asks {
			if a.Moot && slices.Contains(g.Open, a.Seat) && !c.t.match.CanUndo(a.Seat) {
				return a, true
			}
		}
	}
	return game.Ask{}, false
}

// follow adds the immediate consequences of a step: the closing of a full window that has no reason to wait, and the answers to moot
// questions.
func (b *batch) follow() error {
	t := b.t
	for _, g := range t.match.Groups() {
		if at := (clocked{t}).closing(g); len(g.Open) == 0 && !at.IsZero() && !at.After(b.h.clock.Now()) {
			if err := b.decide(t.match.CloseWindow(g.Key, t.luck.dice)); err != nil {
				return err
			}
			break
		}
	}
	for {
		a, ok := clocked{t}.moot()
		if !ok {
			return nil
		}
		if err := b.decide(t.match.Lapse(a.Seat, a.ID, t.luck.dice)); err != nil {
			return err
		}
	}
}

// Timers play everything due in a hall's matches, and wake those who wait for a change.
type Timers struct{ h *Hall }

// Timers returns the timers of all matches of the hall.
func (h *Hall) Timers() Timers { return Timers{h} }

// Fire does everything that is due: it plays the defaults of questions whose clock has run out, and closes windows. It
// returns when the next match needs it, or zero if none does. An error in one match does not hold up the others. When the
// context ends, Fire finishes the step that it has begun and returns the context's error.
func (c Timers) Fire(ctx context.Context) (time.Time, error) {
	const batch = 64
	var failed error
	switch err := c.h.attend(ctx); {
	case errors.Is(err, errAway):
		return c.h.clock.Now().Add(awayWait), nil
	case err != nil:
		return time.Time{}, err
	case c.h.attendance.unswept():
		failed = c.sweep(ctx)
	}
	tried, bad := map[ID]bool{}, 0
	failed = errors.Join(failed, c.bringOut(ctx)) // before anything in them lapses
	for {
		due, err := c.h.store.Due(ctx, c.h.clock.Now(), batch+bad) // failed matches stay due
		if err != nil {
			return time.Time{}, err
		}
		fresh := 0
		for _, d := range due {
			if tried[d.Match] {
				continue
			}
			if ctx.Err() != nil {
				return time.Time{}, ctx.Err()
			}
			fresh++
			tried[d.Match] = true
			if err := fireMatch(ctx, c.h, d.Match); err != nil {
				bad++
				failed = errors.Join(failed, fmt.Errorf("match %s: %w", d.Match, err))
			}
		}
		if fresh == 0 {
			break
		}
	}
	next, err := c.h.store.NextWake(ctx)
	return next, errors.Join(failed, err)
}

// fireMatch does everything that is due in one match.
func fireMatch(ctx context.Context, h *Hall, id ID) error {
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		out, now, err := catchUp(ctx, h, t)
		if err != nil || out.Repeat {
			return out, err
		}
		if d := (clocked{t}).wake(); d.IsZero() || d.After(now) { // not by a later now: a time may have run out meanwhile
			return settleWake(ctx, h, t)
		}
		return Outcome{}, fmt.Errorf("a timer is due, but there is nothing to do")
	})
	return err
}

// awayWait is how long timers wait before they look again whether players can reach some host.
const awayWait = time.Second

// catchUp does everything that is due in the match. It runs before every decision: what counts is when a time ran out, not when
// somebody noticed. A repeat means that another host was faster. now is the moment at which nothing is due any more. During an
// outage nothing is due, and now is the zero time.
func catchUp(ctx context.Context, h *Hall, t *hosted) (out Outcome, now time.Time, err error) {
	for {
		if ctx.Err() != nil {
			return Outcome{}, now, ctx.Err()
		}
		switch err := h.attend(ctx); {
		case errors.Is(err, errAway):
			return Outcome{}, time.Time{}, nil
		case err != nil:
			return Outcome{}, now, err
		}
		now = h.clock.Now()
		step, what, err := nextDue(h, t, now)
		if err != nil || what == "" {
			return Outcome{}, now, err
		}
		if out, err := commit(ctx, h, t, fmt.Sprintf("t:%d:%s", t.head.Version, what), step, nil); err != nil || out.Repeat {
			return out, now, err
		}
	}
}

// settleWake stores the wake time again when the stored one is too early, as after the clock was set back.
func settleWake(ctx context.Context, h *Hall, t *hosted) (Outcome, error) {
	stored, err := h.store.Load(ctx, t.id)
	if err != nil || stored.Wake.Equal(clocked{t}.wake()) {
		return Outcome{}, err
	}
	return commit(ctx, h, t, fmt.Sprintf("t:%d:wake", t.head.Version), t.match.Mark(markWake), nil)
}

// nextDue decides the next step that is due by now; what is "" if there is none.
func nextDue(h *Hall, t *hosted, now time.Time) (game.Step, string, error) {
	if _, over := t.match.Result(); over {
		return game.Step{}, "", nil
	}
	if (clocked{t}).ahead(now) { // this mark's commit corrects the match's times
		return t.match.Mark(markWake), "clock", nil
	}
	if o := h.attendance.uncounted(t, now); o != (Outage{}) {
		return t.match.Mark(outageNote(o)), "outage", nil
	}
	if note := t.clocks.runOut(now); note != "" { // a pause or a vacation, as of its own end
		return t.match.Mark(note), note, nil
	}
	if a, ok := (clocked{t}).moot(); ok {
		step, err := t.match.Lapse(a.Seat, a.ID, t.luck.dice)
		return step, fmt.Sprintf("moot:%d", a.Seat), err
	}
	for _, g := range t.match.Groups() {
		if d := (clocked{t}).due(g); d.IsZero() || d.After(now) {
			continue
		}
		if len(g.Open) == 0 {
			step, err := t.match.CloseWindow(g.Key, t.luck.dice)
			return step, "close", err
		}
		late := clocked{t}.deadline(g)
		expired := !late.IsZero() && !late.After(now)
		for _, seat := range g.Open {
			for _, a := range t.match.Open(seat) {
				if !a.Standing && a.Default != nil && inGroup(g, a) && (expired || a.Early) {
					if expired && a.Turn && (clocked{t}).forfeits(seat) {
						step, err := clocked{t}.forfeit(g, seat)
						return step, fmt.Sprintf("forfeit:%d", seat), err
					}
					step, err := t.match.Lapse(a.Seat, a.ID, t.luck.dice)
					return step, fmt.Sprintf("lapse:%d", a.Seat), err
				}
			}
		}
	}
	if gone := t.undoGone(); !gone.IsZero() && !gone.After(now) {
		return t.match.Mark(markWake), "undo", nil
	}
	return game.Step{}, "", nil
}

// WhyTime is the reason of a match lost by missed turns.
const WhyTime = "time"

// forfeits reports whether another missed turn loses the match. The first miss is excused. The program, in the seat of somebody who
// left, cannot lose it again.
func (c clocked) forfeits(seat game.Seat) bool {
	most := c.t.meta.Timing.Misses
	return most > 0 && c.t.clocks.Missed[seat] >= most && c.t.match.Seating().In(seat)
}

// forfeit decides the match when the group's clock has run out for a seat that may miss no further turn. Every other seat that
// left it unanswered and may miss none loses at the same time. If that is everybody, nobody wins, as in a match that all have
// left.
func (c clocked) forfeit(g game.Group, seat game.Seat) (game.Step, error) {
	lost := []game.Seat{seat}
	for _, a := range g.Asks {
		if a.Turn && a.Seat != seat && slices.Contains(g.Open, a.Seat) && c.forfeits(a.Seat) {
			lost = append(lost, a.Seat)
		}
	}
	return c.loses(WhyTime, lost...)
}

// loses decides that the seats lose the match together. If the game lets the others play on and two sides are left, the first
// of the seats goes out; otherwise the match ends. If no side is left, nobody wins, and the reason is WhyIdle.
func (c clocked) loses(why string, lost ...game.Seat) (game.Step, error) {
	m := c.t.match
	now := m.Seating()
	switch left := now.Without(lost...).Left(); {
	case len(left) > 1 && m.Card().OnForfeit == game.Drops:
		return m.Drop(lost[0], why, c.t.luck.dice)
	case len(left) == 0:
		return m.End(game.Result{Rank: now.Ranks(), Why: WhyIdle})
	}
	return m.End(game.Result{Rank: now.Ranks(lost...), Why: why})
}

func inGroup(g game.Group, a game.Ask) bool {
	for _, b := range g.Asks {
		if a.Seat == b.Seat && a.ID == b.ID {
			return true
		}
	}
	return false
}

// idle is the longest time that Timers.Run waits before it looks for due matches again.
const idle = time.Minute

// Run fires timers until the context ends. It logs a persistent error once, not at every attempt.
func (c Timers) Run(ctx context.Context) {
	told := ""
	for ctx.Err() == nil {
		changed := c.Changed()
		next, err := c.Fire(ctx)
		wait := idle
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if err.Error() != told {
				c.h.opts.Log.Error("firing timers failed", "error", err.Error())
			}
			told, wait = err.Error(), time.Second
		case !next.IsZero():
			wait = min(idle, max(next.Sub(c.h.clock.Now()), time.Millisecond))
		}
		await(ctx, wait, changed, nil)
	}
}
