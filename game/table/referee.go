package table

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"downsync/game"
)

// Ruling is an action of a referee on a match. Everybody is told of it, by game.Refereed. The moderator's name and reason
// belong in Records, which change with it. At most one of the fields from Hold on is set; if none is, the ruling only announces
// What.
type Ruling struct {
	What string    // a word of small letters and '-', which everybody is told
	Seat game.Seat // the seat concerned, also public; 0: none in particular
	// Expect is the number of rulings before this one. If there are more by now the ruling is refused with "another",
	// so that two referees do not decide the same case at once.
	Expect int
	// Facts is the number of facts that everybody had been told when the referee decided, 0 if it does not matter. If there are
	// others by now the ruling is refused with "another".
	Facts   int
	Records []Record
	Send    []Effect // in addition to what the step causes

	Hold    string        // stops everything, as Hall.Hold does
	Release bool          // ends a hold; does nothing if the match is not held
	Extend  time.Duration // extends every open question
	Order   string        // a ruling in the ruleset's language
	Before  int           // rewinds to before that event in everybody's count, or to where the sealed question of that moment began; offers lapse
	Lapse   game.Seat     // plays the default of the question with which the seat holds up the match
	End     *game.Result
	Drop    string          // takes the Seat out of a match that continues without it, for this reason; a word
	Replace User            // takes over the Seat
	Live    bool            // refused with "over" once the match has ended, although it changes nothing in it
	Place   json.RawMessage // with Replace: the host's new note
}

// Rulings returns the number of rulings in a match, from the facts that everybody was told.
func Rulings(facts []game.Fact) int {
	n := 0
	for _, f := range facts {
		if r, ok := f.(game.Refereed); ok {
			n = r.N
		}
	}
	return n
}

// Referee carries out a ruling in one commit. Refused with "another", "over", "nobody" (no question to answer, or
// nobody to replace), "seated" (the user already plays here), "out" (nobody plays that seat any more), and with the refusals of Hold, the ruleset and a rewind.
func (h *Hall) Referee(ctx context.Context, cause string, id ID, r Ruling) (Outcome, error) {
	if !reasonForm.MatchString(r.What) {
		return Outcome{}, fmt.Errorf("a referee's word %q: expected at most 30 letters a-z and '-'", r.What)
	}
	to, err := before(ctx, h, id, r.Before)
	if err != nil {
		return Outcome{}, err
	}
	return withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		if out, _, err := catchUp(ctx, h, t); err != nil || out.Repeat {
			return Outcome{}, cmp.Or(err, ErrConflict)
		}
		acts := Rulings(t.match.Told(game.Onlooker(), 0))
		if acts != r.Expect || r.Facts > 0 && r.Facts != t.match.Count(game.Onlooker()) {
			return Outcome{}, &game.Refusal{Code: "another", Text: "something has happened here meanwhile; look again"}
		}
		step, err := t.ruled(r, to, h.clock.Now())
		if err != nil {
			return Outcome{}, err
		}
		if step, err = step.Refereed(game.Refereed{N: acts + 1, What: r.What, Seat: r.Seat}); err != nil {
			return Outcome{}, err
		}
		meta, records, err := t.replaced(r)
		if err != nil {
			return Outcome{}, err
		}
		if r.Replace != "" {
			commitments, salts, err := resalted(ctx, h, id, meta, r.Seat, newSalt())
			if err != nil {
				return Outcome{}, err
			}
			step.Record.Players, records = commitments, append(records, salts...)
		}
		b := newBatch(h, t)
		t.meta = meta
		if err = b.add(step); err == nil && r.Replace != "" && t.clocks.proposes(r.Seat) {
			err = b.add(t.match.Mark(proposalNote(r.Seat, ProposeNone, 0))) // the player who made the proposal has left
		}
		if err == nil && r.Before > 0 {
			err = b.withdraw()
		}
		if err == nil && r.Before > 0 && r.Release && t.clocks.Held != "" {
			err = b.add(t.match.Mark(markRelease))
		}
		if err == nil {
			err = b.follow()
		}
		if err != nil {
			b.drop()
			return Outcome{}, err
		}
		return b.commit(ctx, cause, append(records, r.Records...), r.Send...)
	})
}

// TryRuling decides a ruling without applying it, and returns what everybody would be told of a ruling by Order. It returns no
// further consequences, because these may reveal secrets before the ruling is made.
func (h *Hall) TryRuling(ctx context.Context, id ID, r Ruling) ([]game.Fact, error) {
	to, err := before(ctx, h, id, r.Before)
	if err != nil {
		return nil, err
	}
	var out []game.Fact
	_, err = withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		step, err := t.ruled(r, to, h.clock.Now())
		if err != nil {
			return Outcome{}, err
		}
		if told := step.Told(game.Onlooker()); r.Order != "" && len(told) > 0 {
			out = told[:1]
		}
		_, _, err = t.replaced(r)
		return Outcome{}, err
	})
	return out, err
}

// ruled decides the step of a ruling.
func (t *hosted) ruled(r Ruling, to int, now time.Time) (game.Step, error) {
	if r.Seat < 0 || int(r.Seat) > t.match.Seats() {
		return game.Step{}, &game.Refusal{Code: "nobody", Text: "there is no such seat"}
	}
	_, over := t.match.Result()
	if changes := r.Hold != "" || r.Release || r.Extend > 0 || r.Order != "" || r.Before > 0 || r.Lapse > 0 || r.End != nil || r.Replace != "" || r.Live; over && changes && !r.Release {
		return game.Step{}, &game.Refusal{Code: "over", Text: "the match is over"}
	}
	switch {
	case r.Hold != "" && t.clocks.Held != r.Hold: // the newest reason counts
		return t.match.Mark(markHold + " " + r.Hold), nil
	case r.Release && r.Before == 0 && t.clocks.Held != "" && !over:
		return t.match.Mark(markRelease), nil
	case r.Extend > 0:
		if err := t.checkProposal(1, ProposeExtend, r.Extend, now); err != nil {
			return game.Step{}, err
		}
		return t.match.Mark(fmt.Sprintf("%s %s", markExtend, r.Extend)), nil
	case r.Order != "":
		return t.match.Rule(r.Order, t.luck.dice)
	case r.Before > 0:
		if told := t.match.Standing(game.Onlooker()); r.Before <= len(told) {
			if _, void := told[r.Before-1].(game.Void); void {
				return game.Step{}, &game.Refusal{Code: "void", Text: "event %d was taken back and does not stand; to bring it back, rewind to before the event that took it back", Args: []any{r.Before}}
			}
		}
		return t.rewind(to)
	case r.Lapse > 0:
		return t.lapse(r.Lapse)
	case r.End != nil:
		return t.match.End(*r.End)
	case r.Drop != "":
		return t.match.Drop(r.Seat, r.Drop, t.luck.dice)
	case r.Replace != "": // nobody is bound by another's offer
		step, err := t.match.Rule(game.Withdrawal(r.Seat), t.luck.dice)
		var no *game.Refusal
		if !errors.As(err, &no) {
			return step, err
		}
	}
	return t.match.Mark(markRefereed), nil
}

// rewind goes back to the version to, or to the last one before it with no sealed answer open.
func (t *hosted) rewind(to int) (game.Step, error) {
	if to < 1 { // the kernel's text would reveal the number of steps, including secret ones
		return game.Step{}, &game.Refusal{Code: "beginning", Text: "nothing comes before the beginning of the match"}
	}
	for ; ; to-- {
		step, err := t.match.Rewind(to)
		var no *game.Refusal
		if to <= 1 || !errors.As(err, &no) || no.Code != "half-step" {
			return step, err
		}
	}
}

// withdraw takes back what the seats offer the others. Otherwise a rewind would revive offers that had lapsed, some of them by
// players who have been replaced since, and a losing player could agree to a draw that nobody offers any more.
func (b *batch) withdraw() error {
	for seat := game.Seat(1); int(seat) <= b.t.match.Seats(); seat++ {
		step, err := b.t.match.Rule(game.Withdrawal(seat), b.t.luck.dice)
		var no *game.Refusal
		if errors.As(err, &no) {
			continue
		}
		if err := b.decide(step, err); err != nil {
			return err
		}
	}
	return nil
}

// lapse plays the default of the first question that the seat has to answer.
func (t *hosted) lapse(seat game.Seat) (game.Step, error) {
	for _, a := range t.match.Open(seat) {
		if !a.Standing && a.Default != nil && !a.Quiet {
			return t.match.Lapse(seat, a.ID, t.luck.dice)
		}
	}
	for _, a := range t.asked() { // the seat has answered under seal, which is secret: nothing changes
		if a.Seat == seat {
			return t.match.Mark(markRefereed), nil
		}
	}
	return game.Step{}, &game.Refusal{Code: "nobody", Text: "that player is not holding the match up"}
}

// before returns the version to rewind to, so that everybody forgets the event; 0 for event 0. It is the one right before the
// step that told everybody of it. If answers could be sealed then, it is the version at which their group opened. Otherwise the
// length of the rewind would show whether and when a seat had answered.
func before(ctx context.Context, h *Hall, id ID, event int) (int, error) {
	if event == 0 {
		return 0, nil
	}
	done, err := reading(ctx, h)
	if err != nil {
		return 0, err
	}
	defer done()
	version, to := 0, 0
	open := "" // the groups at the version to that seal answers
	_, _, err = atEvent(ctx, h, id, event, &version, func(m game.Match, e Event) {
		if now := sealing(m); now == "" || now != open {
			to, open = int(e.Seq), now
		}
	})
	return to, err
}

// sealing names the open groups whose answers are sealed.
func sealing(m game.Match) (keys string) {
	for _, g := range m.Groups() {
		if g.Window || len(g.Asks) > 1 {
			keys += g.Key + "\n"
		}
	}
	return keys
}

// atEvent reads the match's events and finds the version at which everybody was told of the event. It calls visit, unless that is
// nil, at each version before. Error: *NoPoint.
func atEvent(ctx context.Context, h *Hall, id ID, event int, version *int, visit func(game.Match, Event)) (Carried, []Event, error) {
	c, events, err := whole(ctx, h, id)
	if err != nil {
		return c, nil, err
	}
	last := 0
	_, err = replayed(h, c.Meta.Game, events, func(m game.Match, e Event) (bool, error) {
		if last = m.Count(game.Onlooker()); event > 0 && last >= event {
			*version = int(e.Seq)
		} else if visit != nil {
			visit(m, e)
		}
		return *version == 0, nil
	})
	if err == nil && *version == 0 {
		err = &NoPoint{Events: last}
	}
	return c, events, err
}

// Legal decides the match again up to the step that told everybody of the event. It reports whether every step was legal and
// had the result that the rules prescribe. Error: *NoPoint.
func (h *Hall) Legal(ctx context.Context, id ID, event int) (bool, error) {
	done, err := reading(ctx, h)
	if err != nil {
		return false, err
	}
	defer done()
	version := 0
	c, events, err := atEvent(ctx, h, id, event, &version, nil)
	if err != nil {
		return false, err
	}
	_, err = Audit(h.games[c.Meta.Game], events[:version], cmp.Or(c.Seed, openedIn(events))) // the end, which reveals the seed, may be left out here
	var wrong *Inconsistency
	if errors.As(err, &wrong) {
		h.opts.Log.Error("match fails its audit", "match", id, "event", wrong.Event)
		return false, nil
	}
	return err == nil, err
}

// replaced puts another user into the seat. It returns the match's new Meta and the records that change with it.
func (t *hosted) replaced(r Ruling) (Meta, []Record, error) {
	meta := t.meta
	if r.Replace == "" {
		return meta, nil, nil
	}
	if r.Seat < 1 {
		return meta, nil, &game.Refusal{Code: "nobody", Text: "there is no such seat"}
	}
	if slices.Contains(t.meta.Users, r.Replace) {
		return meta, nil, &game.Refusal{Code: "seated", Text: "they play in this match already"}
	}
	if slices.Contains(t.match.Seating().Out, r.Seat) {
		return meta, nil, &game.Refusal{Code: "out", Text: "that side is out of the match"}
	}
	meta.Users = slices.Clone(meta.Users)
	old := seatRecord(meta.Users[r.Seat-1], t.id, r.Seat, false)
	meta.Users[r.Seat-1], meta.Place = r.Replace, r.Place
	raw, err := json.Marshal(meta)
	if err != nil {
		return meta, nil, fmt.Errorf("match %s: %w", t.id, err)
	}
	return meta, []Record{{Key: "match/" + string(t.id), Value: raw}, {Key: old.Key}, seatRecord(r.Replace, t.id, r.Seat, false)}, nil
}

// CarriedFor returns the whole match that was opened to a referee. The seed of its dice is left out until the match ends: it
// would reveal the dice that are still to be rolled.
func (h *Hall) CarriedFor(ctx context.Context, o Opened) (Carried, error) {
	if o.View == nil || !o.View.For().IsReferee() {
		return Carried{}, ErrStillOn
	}
	c, events, err := whole(ctx, h, o.ID)
	if err != nil {
		return c, err
	}
	c.Seed = ""
	return Carry(c, events)
}

// The words that tell everybody that a referee has seen secrets.
const (
	DisclosedAll  = "look-all"
	DisclosedSeat = "look-seat"
	Evidence      = "evidence" // the whole match was exported
)

// Disclose opens a match to a referee: the view of the ruling's Seat if the ruling is DisclosedSeat, the truth if it is DisclosedAll or
// Evidence, both without a Seat. Any other ruling is an error and opens nothing. The disclosure is committed, with the ruling's records,
// BEFORE anything is read: a crash in between leaves the trace and shows nothing.
func (h *Hall) Disclose(ctx context.Context, cause string, id ID, r Ruling) (Opened, error) {
	var viewer game.Viewer
	switch {
	case r.What == DisclosedSeat && r.Seat > 0:
		viewer = game.Player(r.Seat)
	case (r.What == DisclosedAll || r.What == Evidence) && r.Seat == 0:
		viewer = game.Referee()
	default:
		return Opened{}, fmt.Errorf("a ruling %q about seat %d opens nothing", r.What, r.Seat)
	}
	if _, err := h.Referee(ctx, cause, id, r); err != nil {
		return Opened{}, err
	}
	var o Opened
	_, err := withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		o = Opened{ID: id, View: t.match.View(viewer), Facts: t.match.Standing(viewer)}
		return Outcome{}, nil
	})
	return o, err
}
