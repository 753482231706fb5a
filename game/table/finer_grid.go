package table

import (
	"slices"
	"time"

	"downsync/game"
)

// A match over days has a coarse grid for its windows, because a fine one shows how long somebody took to answer. Two people who play it
// together would wait on that grid after every move. While every seat has acted in public within Brisk.Within, windows may therefore
// close on a finer grid as well (A2, G11).
//
// The moments at which a window may close are settled when it opens, from what everybody saw until then: the fine grid counts up to the
// moment at which the first seat's last public act is older than Within, and the coarse grid counts always. The window closes at the first
// of these moments at which it is full. So its closing reveals only between which two public moments the answer came. In particular:
//   - The fine grid does not end at the answer, whose moment is secret, but at a moment that is known before.
//   - No interval is narrower than the fine grid makes it. A rule that chose the grid by the moment of the answer would have a narrower one
//     just before the fine grid ends.
//   - Public acts while the window is open change nothing. They would otherwise close a full window off the grid.
//   - Time in which the match stands still counts: nobody acts meanwhile.
//
// A question that closes before its time is a public act of each seat that was asked, at its closing. It does not matter who
// answered by hand, had ordered the answer in advance or was away: nobody else may learn that about a window or about replies under seal.

// Brisk is the finer grid of a match whose seats all act. The zero value is none.
type Brisk struct {
	// Within is how long a public act counts. Zero means that the match has no finer grid.
	Within time.Duration `json:"within,omitempty"`
	// Tick and MinWindow replace Tick and MinWindow of Timing on the finer grid.
	Tick      time.Duration `json:"tick,omitempty"`
	MinWindow time.Duration `json:"min_window,omitempty"`
}

// Grid holds the moments at which a window may close. It is public.
type Grid struct {
	// Tick is the coarse grid; zero means every moment. No moment before From counts.
	Tick time.Duration
	From time.Time
	// FineTick is the finer grid, whose moments count from FineFrom to FineUntil. A zero FineUntil means that there is none.
	FineTick            time.Duration
	FineFrom, FineUntil time.Time
}

// Closing returns the moment at which a window closes that is full at that time.
func (g Grid) Closing(full time.Time) time.Time {
	at := roundUp(later(full, g.From), g.Tick)
	if fine := roundUp(later(full, g.FineFrom), g.FineTick); !fine.After(g.FineUntil) && fine.Before(at) {
		return fine
	}
	return at
}

// roundUp rounds at up to a multiple of tick.
func roundUp(at time.Time, tick time.Duration) time.Time {
	if tick > 0 {
		if down := at.Truncate(tick); down.Before(at) {
			return down.Add(tick)
		}
	}
	return at
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// grid returns the moments at which the window may close.
func (c clocked) grid(g game.Group) Grid {
	x, timing := c.t.groups[g.Key], c.t.meta.Timing
	switch {
	case g.Lasts > 0:
		return Grid{}
	case timing.Strict > 0:
		return Grid{Tick: timing.Tick}
	}
	return Grid{Tick: timing.Tick, From: x.Opened.Add(timing.MinWindow),
		FineTick: timing.Brisk.Tick, FineFrom: x.Opened.Add(timing.Brisk.MinWindow), FineUntil: x.Brisk}
}

// noteActs notes the public acts of a record. open holds the groups that are open after it.
func (t *hosted) noteActs(rec game.Record, open []game.Group, at time.Time) {
	if t.meta.Timing.Brisk.Within == 0 || rec.Overrules() || rec.Back > 0 {
		return
	}
	for key, x := range t.groups {
		if !rec.Closes(key) && !closesOwn(rec, key, x, open) {
			continue
		}
		if ends := x.ends(); !ends.IsZero() && !at.Before(ends) {
			continue // its time ran out
		}
		acted := map[game.Seat]time.Time{}
		for s, was := range t.acted {
			acted[s] = was
		}
		for _, s := range x.Seats {
			acted[s] = at
		}
		t.acted = acted
	}
}

// closesOwn reports whether the record answers the seat's own question, so that everybody sees it. An answer that the host gives because
// nothing is left to decide is no act, which everybody can tell.
func closesOwn(rec game.Record, key string, x times, open []game.Group) bool {
	if rec.Group != "" || !rec.Timed() || !slices.Contains(x.Seats, rec.Seat) || rec.Lapse && x.Early.IsZero() {
		return false
	}
	return !slices.ContainsFunc(open, func(g game.Group) bool { return g.Key == key })
}

// briskUntil returns when the first seat's last public act is too old, or zero if one has not acted yet. Seats that are out do not count.
func (t *hosted) briskUntil() (until time.Time) {
	seating := t.match.Seating()
	for s := game.Seat(1); int(s) <= seating.Seats; s++ {
		if !seating.In(s) {
			continue
		}
		at, ok := t.acted[s]
		if !ok {
			return time.Time{}
		}
		if ends := at.Add(t.meta.Timing.Brisk.Within); until.IsZero() || ends.Before(until) {
			until = ends
		}
	}
	return until
}

// openBrisk settles the finer grid of a group that has just opened, and keeps which seats everybody sees that it asks.
func (t *hosted) openBrisk(x times, g game.Group, at time.Time) times {
	if t.meta.Timing.Brisk.Within == 0 {
		return x
	}
	for _, a := range g.Asks {
		if !a.Quiet {
			x.Seats = append(x.Seats, a.Seat)
		}
	}
	if until := t.briskUntil(); g.Window && until.After(at) {
		x.Brisk = until
	}
	return x
}
