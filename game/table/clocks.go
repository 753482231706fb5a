package table

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"downsync/game"
)

// Decisions about a match's clocks are stored in its records as marks and read back from them: agreed pauses and
// extensions, a referee's hold, vacations, missed turns. All of them are public.
//
// While a match is paused or held nothing moves: no clock runs, no window closes, no question is answered. While a player is on
// vacation the clocks of their questions stand still, and their first answer that the others may know of ends the vacation. An
// answer given together with others does not end it: that would show who has answered, or who came last. A clock that continues
// has as much time left as when it stopped.

// Limits of decisions about clocks.
const (
	LeastPause, MostPause   = 5 * time.Minute, 14 * 24 * time.Hour
	LeastExtend, MostExtend = time.Minute, 7 * 24 * time.Hour
	// OfferLasts is how long a proposal waits for the other seats.
	OfferLasts = 24 * time.Hour
	// MostProposals is the number of proposals that a seat may make within ProposalsWithin. Each shows on the others' consoles
	// at once, and removes an order that was begun there.
	MostProposals, ProposalsWithin = 5, time.Hour
	// MostVacations is the number of vacations that a seat may take in a match, however short.
	MostVacations = 2
	vacationUnit  = 24 * time.Hour
)

// Proposal is a seat's proposal for the clocks.
type Proposal string

// Kinds of proposals. Each takes effect when every seat that is in wants the same.
const (
	ProposePause  Proposal = "pause"  // all clocks stop for the given time
	ProposeResume Proposal = "resume" // the pause ends now
	ProposeExtend Proposal = "extend" // every open question is extended by the given time
	ProposeNone   Proposal = "none"   // withdraws the seat's proposal
)

// Offer is one seat's proposal, which waits for the others.
type Offer struct {
	Seat  game.Seat
	What  Proposal      `json:"Want"`
	For   time.Duration `json:",omitzero"`
	Until time.Time     // the proposal is void after this
}

// Clocks is the sum of the decisions about a match's clocks. It is public.
type Clocks struct {
	// Paused is when an agreed pause ends; zero means that there is none.
	Paused time.Time `json:",omitzero"`
	// Held is a referee's reason to hold the match, a word; "" means that it is not held.
	Held   string  `json:",omitempty"`
	Offers []Offer `json:",omitempty"` // at most one per seat
	// Proposed holds when each seat made its latest proposals, at most MostProposals of them. A proposal that agrees with
	// another seat's does not count.
	Proposed map[game.Seat][]time.Time `json:",omitempty"`
	// Away holds the running vacations by seat.
	Away map[game.Seat]Vacation `json:",omitempty"`
	// Taken holds the days of vacation used per seat, including all of the running one. Trips holds the number of vacations.
	Taken map[game.Seat]int `json:",omitempty"`
	Trips map[game.Seat]int `json:",omitempty"`
	// Missed counts the turns that the player in a seat let lapse, including the excused first one.
	Missed map[game.Seat]int `json:",omitempty"`
	// Changes counts the changes of deadlines, so that a message that shows old deadlines can be recognized.
	Changes int `json:",omitempty"`
	// Outage holds the newest outage that the clocks do not count; zero means that there was none.
	Outage Outage `json:",omitzero"`
}

// Vacation is a seat's absence.
type Vacation struct{ From, Until time.Time }

// Stopped reports whether the whole match stands still.
func (c Clocks) Stopped() bool { return c.Held != "" || !c.Paused.IsZero() }

// unmoved is the text of clocks without any decision, as in most matches.
var unmoved = fmt.Sprint(Clocks{})

// Text returns a text that differs between different clocks.
func (c Clocks) Text() string {
	if reflect.ValueOf(c).IsZero() {
		return unmoved
	}
	return fmt.Sprint(c)
}

// clone returns a copy that may be changed while readers hold the old value.
func (c Clocks) clone() Clocks {
	c.Offers, c.Away, c.Taken = slices.Clone(c.Offers), maps.Clone(c.Away), maps.Clone(c.Taken)
	c.Trips, c.Missed, c.Proposed = maps.Clone(c.Trips), maps.Clone(c.Missed), maps.Clone(c.Proposed)
	return c
}

// Notes of marks: a word, then a seat or a duration.
const (
	markHold     = "hold"    // hold dispute
	markRelease  = "release" // the hold ends
	markResume   = "resume"  // an agreed pause has run out
	markExtend   = "extend"  // extend 24h0m0s, by a referee
	markProposal = "want"    // want 1 pause 72h0m0s
	markAway     = "away"    // away 1 3: days
	markBack     = "back"    // back 1
	markOutage   = "outage"  // outage 5685865200000 5685868800000: from and to, in milliseconds since 1970
)

// note applies a record's decision about the clocks. seen means that everybody may know of it as an answer. since is the
// moment, not after at, from which clocks that may run now do run. more is the extension of every open question.
func (c Clocks) note(rec game.Record, seen bool, at time.Time, table game.Seating) (next Clocks, since time.Time, more time.Duration) {
	since = at
	if rec.Missed && table.In(rec.Seat) { // otherwise it is the program's, and not the missed turn of the user who left
		c = c.clone()
		count(&c.Missed, rec.Seat, 1)
	}
	if f, ok := rec.Refereed(); ok && rec.Players != nil && !rec.Start() { // another player has the seat now
		c = c.clone()
		delete(c.Missed, f.Seat)
		delete(c.Proposed, f.Seat)
	}
	if v, ok := c.Away[rec.Seat]; ok && seen && !rec.Lapse && rec.Timed() {
		since = earlier(at, v.Until)
		c = c.clone()
		c.back(rec.Seat, v, since)
		c.Changes++
	}
	words := append(strings.Fields(rec.MarkNote()), "", "", "", "")
	switch words[0] {
	case markHold:
		c.Held = words[1]
	case markRelease:
		c.Held = ""
	case markResume:
		since = earlier(at, c.Paused)
		c.Paused = time.Time{}
		c.Offers = slices.DeleteFunc(slices.Clone(c.Offers), func(o Offer) bool { return o.What == ProposeResume })
	case markExtend:
		more = length(words[1])
	case markProposal:
		return c.propose(seatOf(words[1]), Proposal(words[2]), length(words[3]), at, table)
	case markAway:
		c = c.clone()
		days := 0
		_, _ = fmt.Sscan(words[2], &days) // written by Away
		seat := seatOf(words[1])
		count(&c.Taken, seat, days)
		count(&c.Trips, seat, 1)
		if c.Away == nil {
			c.Away = map[game.Seat]Vacation{}
		}
		c.Away[seat] = Vacation{at, at.Add(time.Duration(days) * vacationUnit)}
	case markBack:
		seat := seatOf(words[1])
		v := c.Away[seat]
		since = earlier(at, v.Until)
		c = c.clone()
		c.back(seat, v, since)
	case markOutage:
		o, ok := outageOf(rec.MarkNote())
		if !ok {
			return c, since, 0
		}
		c = c.skip(o)
	default:
		return c, since, 0
	}
	c.Changes++
	return c, since, more
}

// without removes a seat that went out from the clocks. A proposal that all others have made takes effect.
func (c Clocks) without(seat game.Seat, at time.Time, table game.Seating) (next Clocks, since time.Time, more time.Duration) {
	c = c.clone()
	if _, away := c.Away[seat]; away {
		delete(c.Away, seat)
		c.Changes++
	}
	c.Offers = slices.DeleteFunc(c.Offers, func(o Offer) bool { return o.Seat == seat || !o.Until.After(at) })
	if len(c.Offers) == 0 {
		return c, at, 0
	}
	return c.agree(c.Offers[0].What, c.Offers[0].For, at, table)
}

// propose notes a proposal, and carries it out if every seat that is in now wants it.
func (c Clocks) propose(seat game.Seat, what Proposal, d time.Duration, at time.Time, table game.Seating) (next Clocks, since time.Time, more time.Duration) {
	c = c.clone()
	c.Offers = slices.DeleteFunc(c.Offers, func(o Offer) bool { return o.Seat == seat || !o.Until.After(at) })
	if what == ProposeNone {
		return c, at, 0
	}
	if !c.meets(seat, what, d, at) {
		c.made(seat, at)
	}
	c.Offers = append(c.Offers, Offer{Seat: seat, What: what, For: d, Until: at.Add(OfferLasts)})
	return c.agree(what, d, at, table)
}

// agree carries a proposal out if every seat that is in wants it.
func (c Clocks) agree(what Proposal, d time.Duration, at time.Time, table game.Seating) (next Clocks, since time.Time, more time.Duration) {
	agreed := 0
	for _, o := range c.Offers {
		if o.What == what && o.For == d {
			agreed++
		}
	}
	if agreed < table.Seats-len(table.Out) {
		return c, at, 0
	}
	c.Offers = nil
	c.Changes++
	switch what {
	case ProposePause:
		c.Paused = at.Add(d)
	case ProposeResume:
		at = earlier(at, c.Paused)
		c.Paused = time.Time{}
	case ProposeExtend:
		return c, at, d
	}
	return c, at, 0
}

// meets reports whether another seat proposes the same at that time.
func (c Clocks) meets(seat game.Seat, what Proposal, d time.Duration, at time.Time) bool {
	return slices.ContainsFunc(c.Offers, func(o Offer) bool { return o.Seat != seat && o.What == what && o.For == d && o.Until.After(at) })
}

// Motion is a proposal about the clocks with every seat that wants it.
type Motion struct {
	Offer             // the first of the equal proposals
	With  []game.Seat // the seats that agreed since, in order
}

// Wants reports whether the seat has proposed the motion or agreed to it.
func (m Motion) Wants(seat game.Seat) bool { return m.Seat == seat || slices.Contains(m.With, seat) }

// Motions returns the proposals that are not void at that time, in the order in which they were made.
func (c Clocks) Motions(at time.Time) (all []Motion) {
	for _, o := range c.Offers {
		if !o.Until.After(at) {
			continue
		}
		n := slices.IndexFunc(all, func(m Motion) bool { return m.What == o.What && m.For == o.For })
		if n < 0 {
			all = append(all, Motion{Offer: o})
			continue
		}
		all[n].With = append(all[n].With, o.Seat)
	}
	return all
}

// proposes reports whether a proposal of the seat's waits, void or not.
func (c Clocks) proposes(seat game.Seat) bool {
	return slices.ContainsFunc(c.Offers, func(o Offer) bool { return o.Seat == seat })
}

// made notes that the seat has made a proposal.
func (c *Clocks) made(seat game.Seat, at time.Time) {
	if c.Proposed == nil {
		c.Proposed = map[game.Seat][]time.Time{}
	}
	all := append(slices.Clone(c.Proposed[seat]), at)
	c.Proposed[seat] = all[max(0, len(all)-MostProposals):]
}

// tooOften reports whether the seat has made MostProposals within ProposalsWithin.
func (c Clocks) tooOften(seat game.Seat, now time.Time) bool {
	made := c.Proposed[seat]
	return len(made) >= MostProposals && now.Sub(made[0]) < ProposalsWithin
}

// back ends a vacation and returns the whole days that had not begun.
func (c *Clocks) back(seat game.Seat, v Vacation, at time.Time) {
	planned, used := days(v.Until.Sub(v.From)), days(at.Sub(v.From))
	count(&c.Taken, seat, used-planned)
	delete(c.Away, seat)
}

// days returns the number of days begun in d, at least one.
func days(d time.Duration) int { return max(1, int((d+vacationUnit-1)/vacationUnit)) }

func count(m *map[game.Seat]int, seat game.Seat, n int) {
	if *m == nil {
		*m = map[game.Seat]int{}
	}
	(*m)[seat] += n
}

// seatOf and length read the words of a mark; they return zero for anything else.
func seatOf(word string) (s game.Seat) {
	_, _ = fmt.Sscan(word, &s)
	return s
}

func length(word string) time.Duration {
	d, _ := time.ParseDuration(word)
	return d
}

func earlier(a, b time.Time) time.Time {
	if !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// runOut returns the mark for the pause or vacation that ended first and has no mark yet, or "" if there is none.
func (c Clocks) runOut(now time.Time) string {
	type end struct {
		at   time.Time
		note string
	}
	var ends []end
	if !c.Paused.IsZero() {
		ends = append(ends, end{c.Paused, markResume})
	}
	for _, seat := range slices.Sorted(maps.Keys(c.Away)) {
		ends = append(ends, end{c.Away[seat].Until, fmt.Sprintf("%s %d", markBack, seat)})
	}
	ends = slices.DeleteFunc(ends, func(e end) bool { return e.at.After(now) })
	if len(ends) == 0 {
		return ""
	}
	return slices.MinFunc(ends, func(a, b end) int { return cmp.Or(a.at.Compare(b.at), strings.Compare(a.note, b.note)) }).note
}

// wake returns when the first pause or vacation runs out, or zero if none will.
func (c Clocks) wake() time.Time {
	at := c.Paused
	for _, v := range c.Away {
		if at.IsZero() || v.Until.Before(at) {
			at = v.Until
		}
	}
	return at
}

// stands reports whether the group's clock stands still: the whole match does, or one of the seats asked is on
// vacation. Quiet questions do not count, nor does it matter who has answered under seal: either would reveal a secret.
func (c Clocks) stands(g game.Group) bool {
	return c.Stopped() || slices.ContainsFunc(g.Asks, func(a game.Ask) bool {
		_, away := c.Away[a.Seat]
		return away && !a.Quiet
	})
}

// run stops a clock at that moment, or lets it go on as of since. A window that is full then closes as if it had become full at
// since: otherwise the moment would reveal more of when it was answered than the grid does.
func (x times) run(stands bool, at, since time.Time) times {
	switch {
	case stands && x.Still.IsZero():
		x.Still = at
	case !stands && !x.Still.IsZero():
		x = x.later(max(0, since.Sub(x.Still)))
		x.Still = time.Time{}
		if !x.Full.IsZero() {
			x.Full = since
		}
	}
	return x
}

// later moves the times of a group whose clock stood still for d. The end of the finer grid stays: nobody acted meanwhile.
func (x times) later(d time.Duration) times {
	for _, at := range []*time.Time{&x.Opened, &x.Began, &x.Early} {
		if !at.IsZero() {
			*at = at.Add(d)
		}
	}
	return x
}

// mostSkew is how far the clocks of hosts may differ, and how far a clock may be corrected, without any consequence.
const mostSkew = 2 * time.Second

// setBack returns the times of a group by a clock that reads at now, after one that was ahead of it: nothing has happened after now,
// and a window closes as if it had happened now. The deadline that players were told stays, except that a window of fixed length is open for
// its whole time from now.
func (x times) setBack(at time.Time, fixed bool) times {
	if ahead := x.Began.Sub(at); ahead > 0 {
		x.Began = at
		if !fixed {
			x.Extra += ahead
		}
		if !x.Early.IsZero() {
			x.Early = x.Early.Add(-ahead)
		}
	}
	for _, z := range []*time.Time{&x.Opened, &x.Full, &x.Still} {
		if z.After(at) {
			*z = at
		}
	}
	return x
}

// ahead reports whether something of the match has happened after now, as by a clock that was fast until it was set right.
func (c clocked) ahead(now time.Time) bool {
	for _, x := range c.t.groups {
		for _, z := range []time.Time{x.Opened, x.Began, x.Full, x.Still} {
			if z.Sub(now) > mostSkew {
				return true
			}
		}
	}
	return false
}
