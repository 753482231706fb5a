package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/game"
)

// deadline is when the group's clock runs out, zero if it has none, has not begun or stands.
func (t *hosted) deadline(g game.Group) time.Time {
	limit, x := t.allowed(g), t.groups[g.Key]
	if limit <= 0 || x.Began.IsZero() || !x.Still.IsZero() {
		return time.Time{}
	}
	return x.Began.Add(limit)
}

// allowed is how long the group may take, extensions among it; 0: for ever.
func (t *hosted) allowed(g game.Group) time.Duration {
	limit := t.meta.Timing.Clocks[g.Clock]
	if g.Window && t.meta.Timing.Strict > 0 {
		limit = t.meta.Timing.Strict
	}
	if limit <= 0 {
		return 0
	}
	return limit + t.groups[g.Key].Extra
}

// left is what the clock of a group that stands has left; zero if it does not stand, or has no limit.
func (t *hosted) left(g game.Group) time.Duration {
	limit, x := t.allowed(g), t.groups[g.Key]
	switch {
	case limit <= 0 || x.Still.IsZero():
		return 0
	case x.Began.IsZero():
		return limit
	}
	return max(limit-x.Still.Sub(x.Began), time.Millisecond)
}

// closing is when a full window closes: on the public grid, not before its least time (A2). A window that is full
// because of a time-out closes by the same rule.
func (t *hosted) closing(g game.Group) time.Time {
	x := t.groups[g.Key]
	if !x.Still.IsZero() {
		return time.Time{}
	}
	if t.meta.Timing.Strict > 0 {
		if x.Began.IsZero() {
			return time.Time{}
		}
		return t.tick(x.Began.Add(t.meta.Timing.Strict + x.Extra))
	}
	at := x.Full
	if least := x.Opened.Add(t.meta.Timing.MinWindow); least.After(at) {
		at = least
	}
	return t.tick(at)
}

// tick is the next moment on the public grid.
func (t *hosted) tick(at time.Time) time.Time {
	if tick := t.meta.Timing.Tick; tick > 0 {
		if down := at.Truncate(tick); down.Before(at) {
			at = down.Add(tick)
		}
	}
	return at
}

// due is when the group needs the host, zero if never.
func (t *hosted) due(g game.Group) time.Time {
	if len(g.Open) == 0 {
		return t.closing(g)
	}
	at, x := t.deadline(g), t.groups[g.Key]
	if a, ok := t.moot(); ok && inGroup(g, a) {
		return x.Opened
	}
	if early := x.Early; x.Still.IsZero() && !early.IsZero() && (at.IsZero() || early.Before(at)) {
		at = early
	}
	return at
}

// wake is when the match next needs the host.
func (t *hosted) wake() time.Time {
	if _, over := t.match.Result(); over {
		return time.Time{}
	}
	at := t.clocks.wake()
	for _, g := range t.match.Groups() {
		if d := t.due(g); !d.IsZero() && (at.IsZero() || d.Before(at)) {
			at = d
		}
	}
	return at
}

// closeWindows closes full windows whose time has come; in a match without clocks that is at once.
func (h *Hall) closeWindows(ctx context.Context, t *hosted, cause string) error {
	for _, g := range t.match.Groups() {
		if at := t.closing(g); len(g.Open) > 0 || at.IsZero() || at.After(h.clock.Now()) {
			continue
		}
		step, err := t.match.CloseWindow(g.Key, t.luck.dice)
		if err != nil {
			return err
		}
		if _, err := h.commit(ctx, t, cause+"/close", step, nil); err != nil {
			return err
		}
		return nil
	}
	return nil
}

// moot is an open question that leaves nothing to decide, of a seat that has nothing to take back, while its clock may run.
func (t *hosted) moot() (game.Ask, bool) {
	if !t.brisk {
		return game.Ask{}, false
	}
	for _, g := range t.match.Groups() {
		if !t.groups[g.Key].Still.IsZero() {
			continue
		}
		for _, a := range g.Asks {
			if a.Moot && slices.Contains(g.Open, a.Seat) && !t.match.CanUndo(a.Seat) {
				return a, true
			}
		}
	}
	return game.Ask{}, false
}

// follow does what follows at once from an answer: full windows close where they do not wait, and moot questions are answered.
// Each is a commit of its own; after a crash between them the timers do the same.
func (h *Hall) follow(ctx context.Context, t *hosted, cause string) error {
	if err := h.closeWindows(ctx, t, cause); err != nil {
		return err
	}
	for {
		a, ok := t.moot()
		if !ok {
			return nil
		}
		step, err := t.match.Lapse(a.Seat, a.ID, t.luck.dice)
		if err != nil {
			return err
		}
		if out, err := h.commit(ctx, t, fmt.Sprintf("t:%d:moot:%d", t.version, a.Seat), step, nil); err != nil || out.Repeat {
			return err
		}
	}
}

// Fire does what time demands: defaults of questions whose clock has run out, windows that close. It returns when
// the next match needs it, zero if none does. An error of one match does not hold up the others.
func (h *Hall) Fire(ctx context.Context) (time.Time, error) {
	const batch = 64
	var failed error
	tried, bad := map[ID]bool{}, 0
	for {
		due, err := h.store.Due(ctx, h.clock.Now(), batch+bad) // what failed stays due
		if err != nil {
			return time.Time{}, err
		}
		fresh := 0
		for _, d := range due {
			if tried[d.Match] {
				continue
			}
			fresh++
			tried[d.Match] = true
			if err := h.fireMatch(ctx, d.Match); err != nil {
				bad++
				failed = errors.Join(failed, fmt.Errorf("match %s: %w", d.Match, err))
			}
		}
		if fresh == 0 {
			break
		}
	}
	next, err := h.store.NextWake(ctx)
	return next, errors.Join(failed, err)
}

// fireMatch does all that is due in one match.
func (h *Hall) fireMatch(ctx context.Context, id ID) error {
	_, err := h.withMatch(ctx, id, func(t *hosted) (Outcome, error) {
		if err := h.runOut(ctx, t); err != nil {
			return Outcome{}, err
		}
		for {
			step, what, err := h.nextDue(t)
			if err != nil {
				return Outcome{}, err
			}
			cause := fmt.Sprintf("t:%d:%s", t.version, what)
			if what == "" {
				if d := t.wake(); d.IsZero() || d.After(h.clock.Now()) {
					return h.settleWake(ctx, t)
				}
				return Outcome{}, fmt.Errorf("a timer is due and nothing is to be done")
			}
			if out, err := h.commit(ctx, t, cause, step, nil); err != nil || out.Repeat {
				return out, err
			}
		}
	})
	return err
}

// runOut ends the pauses and vacations whose time has come, each as of its own end.
func (h *Hall) runOut(ctx context.Context, t *hosted) error {
	for {
		note := t.clocks.runOut(h.clock.Now())
		if _, over := t.match.Result(); note == "" || over {
			return nil
		}
		out, err := h.commit(ctx, t, fmt.Sprintf("t:%d:%s", t.version, note), t.match.Mark(note), nil)
		if err == nil && out.Repeat {
			err = ErrConflict // another host was faster
		}
		if err != nil {
			return err
		}
	}
}

// settleWake stores the wake time anew when the stored one was early, as after a change of the clock.
func (h *Hall) settleWake(ctx context.Context, t *hosted) (Outcome, error) {
	stored, err := h.store.Load(ctx, t.id)
	if err != nil || stored.Wake.Equal(t.wake()) {
		return Outcome{}, err
	}
	return h.commit(ctx, t, fmt.Sprintf("t:%d:wake", t.version), t.match.Mark(markWake), nil)
}

// nextDue decides the next step that time demands; what is "" if there is none.
func (h *Hall) nextDue(t *hosted) (game.Step, string, error) {
	now := h.clock.Now()
	if a, ok := t.moot(); ok {
		step, err := t.match.Lapse(a.Seat, a.ID, t.luck.dice)
		return step, fmt.Sprintf("moot:%d", a.Seat), err
	}
	for _, g := range t.match.Groups() {
		if d := t.due(g); d.IsZero() || d.After(now) {
			continue
		}
		if len(g.Open) == 0 {
			step, err := t.match.CloseWindow(g.Key, t.luck.dice)
			return step, "close", err
		}
		late := t.deadline(g)
		expired := !late.IsZero() && !late.After(now)
		for _, seat := range g.Open {
			for _, a := range t.match.Asks(seat) {
				if !a.Standing && a.Default != nil && inGroup(g, a) && (expired || a.Early) {
					if expired && a.Turn && t.forfeits(seat) {
						step, err := t.match.End(t.lostBy(seat))
						return step, fmt.Sprintf("forfeit:%d", seat), err
					}
					step, err := t.match.Lapse(a.Seat, a.ID, t.luck.dice)
					return step, fmt.Sprintf("lapse:%d", a.Seat), err
				}
			}
		}
	}
	return game.Step{}, "", nil
}

// WhyTime is the reason of a match that was lost by missed turns.
const WhyTime = "time"

// forfeits tells whether one more missed turn loses the match: the first is excused.
func (t *hosted) forfeits(seat game.Seat) bool {
	most := t.meta.Timing.Misses
	return most > 0 && t.clocks.Missed[seat] >= most
}

// lostBy is the result of a match that one seat lost by missed turns.
func (t *hosted) lostBy(seat game.Seat) game.Result {
	r := game.Result{Rank: make([]int, t.match.Seats()), Why: WhyTime}
	for i := range r.Rank {
		r.Rank[i] = 1
	}
	r.Rank[seat-1] = 2
	return r
}

func inGroup(g game.Group, a game.Ask) bool {
	for _, b := range g.Asks {
		if a.Seat == b.Seat && a.ID == b.ID {
			return true
		}
	}
	return false
}

// idle is the longest that a loop waits without looking again.
const idle = time.Minute

// RunClocks fires timers until the context ends. What goes wrong is logged once, not each time that it is tried again.
func (h *Hall) RunClocks(ctx context.Context) {
	told := ""
	for ctx.Err() == nil {
		changed := h.Changed()
		next, err := h.Fire(ctx)
		wait := idle
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if err.Error() != told {
				h.opts.Log.Error("timers", "error", err.Error())
			}
			told, wait = err.Error(), time.Second
		case !next.IsZero():
			wait = min(idle, max(next.Sub(h.clock.Now()), time.Millisecond))
		}
		pause(ctx, wait, changed)
	}
}

// pause waits for the time, a change, or the end of the context.
func pause(ctx context.Context, d time.Duration, changed <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-timer.C:
	}
}
