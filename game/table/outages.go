package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"downsync/game"
)

// A record of the store says until when some host could be reached by players. Each host that can be reached renews it, so that
// one write every attendEvery serves all hosts and all matches. A gap of more than attendGrace in it is an outage. Outages are
// kept as records of their own, and no clock of a match counts them: before anything in the match lapses, the host stores a
// public mark with the outage, which moves the running clocks. So every host, and everybody who replays the match, computes the
// same times.

const (
	attendKey   = "attended"
	attendEvery = 15 * time.Second
	// attendLook is how often a host checks whether the record must be renewed.
	attendLook  = 5 * time.Second
	attendGrace = 30 * time.Second
	// outagePrefix begins the keys of outages; their end in milliseconds since 1970 follows, so that they sort by it.
	outagePrefix = "outage/"
	// sweepFor is how long after an outage a starting host looks through all matches, because another may have died while doing
	// so.
	sweepFor = time.Hour
)

// errAway: this host cannot be reached by players, and knows of no other host that can.
var errAway = errors.New("no host can be reached by players")

// Outage is a time in which no host of the store could be reached by players. It is public.
type Outage struct{ From, To time.Time }

// Length returns the length of the outage.
func (o Outage) Length() time.Duration { return o.To.Sub(o.From) }

// SetBack says when the hosts' clock was found to be behind the time that they had stored last, and by how much. It is zero if it never was.
type SetBack struct {
	At time.Time     `json:"at"`
	By time.Duration `json:"by"`
}

// attended is the record under attendKey.
type attended struct {
	At      time.Time `json:"at"` // the last time when some host could be reached
	SetBack SetBack   `json:"set_back,omitzero"`
}

// attendance holds until when players could reach some host of the store, and the outages, as one host knows them.
type attendance struct {
	mu      sync.Mutex
	begun   bool
	until   time.Time // until when some host could be reached
	left    time.Time // during an outage: when it began
	setBack SetBack
	outages []Outage // oldest first
	sweep   bool     // all matches must be looked through
}

// Attend renews the record that players can reach this host, as long as they can, until the context ends. Every host of a store calls it.
func (c Timers) Attend(ctx context.Context) {
	told := ""
	for ctx.Err() == nil {
		err := c.h.attend(ctx)
		switch {
		case err == nil, errors.Is(err, errAway), ctx.Err() != nil:
			told = ""
		case err.Error() != told:
			told = err.Error()
			c.h.opts.Log.Error("attendance not noted", "error", told)
		}
		await(ctx, attendLook, nil, nil)
	}
}

// SetBack returns the last time that the hosts' clock was found to be set back.
func (h *Hall) SetBack() SetBack {
	h.attendance.mu.Lock()
	defer h.attendance.mu.Unlock()
	return h.attendance.setBack
}

// StoredSetBack returns the last time that the clock of the hosts of a store was found to be set back, as they stored it.
func StoredSetBack(ctx context.Context, records Records) (SetBack, error) {
	is, _, err := readAttended(ctx, records)
	return is.SetBack, err
}

// readAttended reads the record under attendKey, and returns its value too; none is the zero value.
func readAttended(ctx context.Context, records Records) (is attended, raw []byte, err error) {
	raw, err = records.Get(ctx, attendKey)
	if errors.Is(err, ErrNoRecord) {
		return is, nil, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &is)
	}
	if err != nil {
		return is, nil, fmt.Errorf("record %s: %w", attendKey, err)
	}
	return is, raw, nil
}

// attend renews the store's record when it is time, and notes an outage that ends now. It returns errAway during an outage.
// Without Options.Reached there are no outages.
func (h *Hall) attend(ctx context.Context) error {
	if h.opts.Reached == nil {
		return nil
	}
	a := &h.attendance
	a.mu.Lock()
	defer a.mu.Unlock()
	for {
		now := h.clock.Now().UTC().Truncate(time.Millisecond)
		ahead := h.clock.ahead(now)
		if since := now.Sub(a.until); a.begun && since >= 0 && since < attendEvery && ahead <= mostSkew {
			return nil
		}
		err := a.renew(ctx, h, now, ahead)
		if !errors.Is(err, ErrChanged) { // otherwise another host was faster
			return err
		}
	}
}

// renew reads the record, and writes it unless another host has just done so. ahead is how far ahead of now this host's clock has been.
func (a *attendance) renew(ctx context.Context, h *Hall, now time.Time, ahead time.Duration) error {
	was, raw, err := readAttended(ctx, h.store)
	if err != nil {
		return err
	}
	gap := now.Sub(was.At)
	ahead = max(ahead, -gap)
	back := ahead > mostSkew
	fresh := gap < attendEvery && !back
	first := was.At.IsZero() // a store of an older program has none
	if first {
		gap = 0
	}
	if was.SetBack != a.setBack {
		a.outages = nil // another host has removed some
	}
	if err := a.read(ctx, h); err != nil {
		return err
	}
	if !fresh && !h.opts.Reached() {
		if gap > attendGrace || back {
			a.left = was.At
			return errAway
		}
		return nil
	}
	if back || !a.begun { // work that a fast clock put off must not wait until that time comes
		if err := h.store.RetryNow(ctx, now); err != nil {
			return err // the record still says that the clock was fast
		}
	}
	if !fresh {
		is, out := attended{At: now, SetBack: was.SetBack}, []Record(nil)
		if back {
			is.SetBack = SetBack{now, ahead}
			out = a.neverWere(now)
		}
		if gap > attendGrace {
			r, err := outageRecord(Outage{was.At, now})
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		value, err := json.Marshal(is)
		if err != nil {
			return err
		}
		if err := h.store.Put(ctx, append(out, Record{Key: attendKey, Value: value, If: true, Was: raw})...); err != nil {
			return err
		}
		was = is
		if err := a.read(ctx, h); err != nil {
			return err
		}
	}
	last := Outage{}
	if n := len(a.outages); n > 0 {
		last = a.outages[n-1]
	}
	if back || first || last.To.After(a.until) && now.Sub(last.To) < sweepFor || !a.begun && now.Sub(was.SetBack.At) < sweepFor {
		a.sweep = true
		defer h.Timers().Nudge()
	}
	if back {
		h.clock.right(now)
		h.opts.Log.Warn("the clock was set back", "by", was.SetBack.By)
	}
	if last.To.After(a.until) && now.Sub(last.To) < sweepFor {
		h.opts.Log.Warn("clocks of matches do not count an outage", "from", last.From, "to", last.To)
	}
	a.begun, a.until, a.setBack = true, earlier(now, was.At), was.SetBack
	return nil
}

// neverWere forgets the outages that end after now, and returns the records that remove them: the clock was fast, and what looked like an
// outage was its step.
func (a *attendance) neverWere(now time.Time) (removed []Record) {
	a.outages = slices.DeleteFunc(a.outages, func(o Outage) bool {
		if !o.To.After(now) {
			return false
		}
		removed = append(removed, Record{Key: outageKey(o.To)})
		return true
	})
	return removed
}

// outageRecord returns the record of an outage that no other host has written.
func outageRecord(o Outage) (Record, error) {
	value, err := json.Marshal(o)
	return Record{Key: outageKey(o.To), Value: value, If: true}, err
}

func outageKey(to time.Time) string { return fmt.Sprintf("%s%015d", outagePrefix, to.UnixMilli()) }

// read reads the outages that this host does not know yet.
func (a *attendance) read(ctx context.Context, h *Hall) error {
	const page = 500
	for {
		after := ""
		if n := len(a.outages); n > 0 {
			after = outageKey(a.outages[n-1].To)
		}
		rs, err := h.store.List(ctx, outagePrefix, after, page)
		if err != nil {
			return err
		}
		for _, r := range rs {
			var o Outage
			if err := json.Unmarshal(r.Value, &o); err != nil {
				return fmt.Errorf("record %s: %w", r.Key, err)
			}
			a.outages = append(a.outages, o)
		}
		if len(rs) < page {
			return nil
		}
	}
}

// unswept reports, once, whether all matches must be looked through.
func (a *attendance) unswept() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	was := a.sweep
	a.sweep = false
	return was
}

// uncounted returns the first outage that the match's clocks still count at that time, or the zero Outage.
func (a *attendance) uncounted(t *hosted, now time.Time) Outage {
	a.mu.Lock()
	defer a.mu.Unlock()
	since := t.clocks.Outage.To
	if since.Sub(now) > mostSkew { // it was the step of a fast clock
		since = t.clocks.Outage.From
	}
	n, found := slices.BinarySearchFunc(a.outages, since, func(o Outage, to time.Time) int { return o.To.Compare(to) })
	if found {
		n++
	}
	for _, o := range a.outages[n:] {
		if o.To.Sub(now) <= mostSkew && (clocked{t}).counts(o) {
			return o
		}
	}
	return Outage{}
}

// Outages returns the outages that ended after the time, oldest first, each without its part before the time. If lasts is true,
// no host can be reached: the last outage has not ended, and its To is the present.
func (h *Hall) Outages(ctx context.Context, after time.Time) (all []Outage, lasts bool, err error) {
	if err = h.attend(ctx); err != nil && !errors.Is(err, errAway) {
		return nil, false, err
	}
	lasts = err != nil
	a := &h.attendance
	a.mu.Lock()
	defer a.mu.Unlock()
	n, found := slices.BinarySearchFunc(a.outages, after, func(o Outage, at time.Time) int { return o.To.Compare(at) })
	if found {
		n++
	}
	all = slices.Clone(a.outages[n:])
	if now := h.clock.Now().UTC().Truncate(time.Millisecond); lasts && now.After(a.left) && now.After(after) {
		all = append(all, Outage{a.left, now})
	}
	for i := range all {
		if all[i].From.Before(after) {
			all[i].From = after
		}
	}
	return all, lasts, nil
}

// counts reports whether the match's clocks must leave out the outage: the match had begun, and has time limits or something
// else that runs out. It depends on nothing else, because the mark is public.
func (c clocked) counts(o Outage) bool {
	if !o.To.After(c.t.meta.Began) {
		return false
	}
	limits := slices.Collect(maps.Values(c.t.meta.Timing.Clocks))
	timed := c.t.meta.Timing.Strict > 0 || slices.ContainsFunc(limits, func(d time.Duration) bool { return d > 0 })
	return timed || c.t.clocks.runOutAfter(o.From) || slices.ContainsFunc(c.t.match.Groups(), func(g game.Group) bool {
		return g.Lasts > 0 && c.t.groups[g.Key].Opened.Before(o.To) // a window whose length the game sets
	})
}

// runOutAfter reports whether a pause, a vacation or a proposal ends after that time.
func (c Clocks) runOutAfter(at time.Time) bool {
	for _, v := range c.Away {
		if v.Until.After(at) {
			return true
		}
	}
	return c.Paused.After(at) || slices.ContainsFunc(c.Offers, func(x Offer) bool { return x.Until.After(at) })
}

// outlives reports whether the group's clock runs and had not run out when the outage began.
func (c clocked) outlives(g game.Group, o Outage) bool {
	end := c.deadline(g)
	return c.t.groups[g.Key].Still.IsZero() && (end.IsZero() || end.After(o.From))
}

// skip returns the clocks without the outage: whatever ends after its beginning ends later by its length.
func (c Clocks) skip(o Outage) Clocks {
	c = c.clone()
	c.Outage = o
	if c.Paused.After(o.From) {
		c.Paused = c.Paused.Add(o.Length())
	}
	for seat, v := range c.Away {
		if v.Until.After(o.From) {
			c.Away[seat] = Vacation{v.From.Add(o.Length()), v.Until.Add(o.Length())}
		}
	}
	for i, x := range c.Offers {
		if x.Until.After(o.From) {
			c.Offers[i].Until = x.Until.Add(o.Length())
		}
	}
	return c
}

// skip returns the times of a group whose clock runs, without the outage.
func (x times) skip(o Outage) times {
	if !x.Still.IsZero() {
		return x
	}
	if !x.Early.IsZero() {
		x.Early = x.Early.Add(o.Skip(x.Began).Sub(x.Began))
	}
	x.Opened, x.Began, x.Full = o.Skip(x.Opened), o.Skip(x.Began), o.Skip(x.Full)
	return x
}

// Skip returns the time from which something runs if the outage does not count. The zero time stays.
func (o Outage) Skip(from time.Time) time.Time {
	switch {
	case from.IsZero() || !from.Before(o.To):
		return from
	case from.After(o.From):
		return o.To
	}
	return from.Add(o.Length())
}

// outageNote is the note of the mark that the match's clocks do not count the outage.
func outageNote(o Outage) string {
	return fmt.Sprintf("%s %d %d", markOutage, o.From.UnixMilli(), o.To.UnixMilli())
}

// outageOf reads the note of a mark; ok is false if it is another one.
func outageOf(note string) (o Outage, ok bool) {
	words := strings.Fields(note)
	if len(words) != 3 || words[0] != markOutage {
		return o, false
	}
	from, err := strconv.ParseInt(words[1], 10, 64)
	to, err2 := strconv.ParseInt(words[2], 10, 64)
	return Outage{time.UnixMilli(from).UTC(), time.UnixMilli(to).UTC()}, err == nil && err2 == nil && from < to
}

// Taken says that a match came to this store, or to another application, from elsewhere: its earlier messages are unknown and
// cannot be edited. Its record waits until a host delivers all of it again. While Since is set, nobody here could answer from
// then on.
type Taken struct {
	Since time.Time `json:"since,omitzero"`
}

const takenPrefix = "taken/"

// Record returns the record by which a host delivers the match again.
func (k Taken) Record(id ID) (Record, error) {
	value, err := json.Marshal(k)
	return Record{Key: takenPrefix + string(id), Value: value}, err
}

// TakeOver delivers every running match again, as after the application has changed. It may be repeated.
func (c Timers) TakeOver(ctx context.Context) error {
	const page = 500
	value, err := Taken{}.Record("")
	for after := ""; err == nil; {
		var rs, taken []Record
		if rs, err = c.h.store.List(ctx, "match/", after, page); err != nil || len(rs) == 0 {
			break
		}
		for _, r := range rs {
			after = r.Key
			id := strings.TrimPrefix(r.Key, "match/")
			over, oerr := c.h.Over(ctx, ID(id))
			switch {
			case oerr != nil && !errors.Is(oerr, ErrNoRecord):
				return oerr
			case !over:
				taken = append(taken, Record{Key: takenPrefix + id, Value: value.Value})
			}
		}
		err = c.h.store.Put(ctx, taken...)
	}
	c.Nudge()
	return err
}

// bringOut delivers all of the taken-over matches again. The record of each is part of the commit that causes the deliveries,
// so that this happens once, whichever host does it and whenever a host dies.
func (c Timers) bringOut(ctx context.Context) error {
	const page = 500
	rs, err := c.h.store.List(ctx, takenPrefix, "", page)
	if err != nil {
		return err
	}
	var failed error
	for _, r := range rs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		id := ID(strings.TrimPrefix(r.Key, takenPrefix))
		_, err := withMatch(ctx, c.h, id, func(t *hosted) (Outcome, error) { return bringOut(ctx, c.h, t, r) })
		switch {
		case errors.Is(err, ErrChanged): // another host was faster
		case errors.Is(err, ErrNoMatch):
			failed = errors.Join(failed, c.h.store.Put(ctx, Record{Key: r.Key, If: true, Was: r.Value}))
		case err != nil:
			failed = errors.Join(failed, fmt.Errorf("match %s: %w", id, err))
		}
	}
	return failed
}

func bringOut(ctx context.Context, h *Hall, t *hosted, r Record) (Outcome, error) {
	var k Taken
	if err := json.Unmarshal(r.Value, &k); err != nil {
		return Outcome{}, fmt.Errorf("record %s: %w", r.Key, err)
	}
	done := Record{Key: r.Key, If: true, Was: r.Value}
	if _, over := t.match.Result(); over { // a finished match shows its state when asked
		return Outcome{}, h.store.Put(ctx, done)
	}
	note := markWake
	if now := h.clock.Now().UTC().Truncate(time.Millisecond); !k.Since.IsZero() && now.After(k.Since) {
		note = outageNote(Outage{k.Since, now})
	}
	all := []Effect{{Queue: PublicQueue, Body: []byte(bodyAgain)}}
	for i := range t.meta.Users {
		all = append(all, Effect{Queue: SeatQueue(game.Seat(i + 1)), Body: []byte(bodyAgain)})
	}
	return commit(ctx, h, t, fmt.Sprintf("t:%d:taken", t.head.Version), t.match.Mark(note), []Record{done}, all...)
}

// sweep brings every match with running clocks up to date, after an outage or a clock that was set back. A match that fails is
// brought up to date when it is next used.
func (c Timers) sweep(ctx context.Context) error {
	const most = 1 << 20
	due, err := c.h.store.Due(ctx, c.h.clock.Now().Add(LongestTime), most)
	if err != nil {
		return err
	}
	var failed error
	for _, d := range due {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_, err := withMatch(ctx, c.h, d.Match, func(t *hosted) (Outcome, error) {
			out, _, err := catchUp(ctx, c.h, t)
			return out, err
		})
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("match %s: %w", d.Match, err))
		}
	}
	return failed
}
