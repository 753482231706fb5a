package table

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"downsync/game"
)

// Propose notes what a seat wants for the clocks. Once every seat wants the same it takes effect, and agreed is true. d is the
// length of a pause or an extension in whole minutes. Codes of a *game.Refusal: "length", "paused", "running", "over", "none"
// if there is nothing to withdraw, and "often" beyond MostProposals, a limit that does not apply to what another seat proposes.
func (h *Hall) Propose(ctx context.Context, cause string, id ID, seat game.Seat, what Proposal, d time.Duration) (agreed bool, err error) {
	_, err = mark(ctx, h, cause, id, func(t *hosted, now time.Time) (string, error) {
		if err := cmp.Or(t.checkProposal(seat, what, d, now), t.yields(ctx, seat)); err != nil {
			return "", err
		}
		own := func(o Offer) bool { return o.Seat == seat && o.Until.After(now) }
		if what == ProposeNone && !slices.ContainsFunc(t.clocks.Offers, own) {
			return "", &game.Refusal{Code: "none", Text: "you have no proposal about the clocks to take back"}
		}
		if what != ProposeNone && t.clocks.tooOften(seat, now) && !t.clocks.meets(seat, what, d, now) {
			return "", &game.Refusal{Code: "often", Text: "you have made %d {proposal|proposals} within %s; wait for an answer, or ask the others in the thread",
				Args: []any{MostProposals, span(ProposalsWithin)}}
		}
		next, _, _ := t.clocks.propose(seat, what, d, now, t.match.Seating())
		agreed = what != ProposeNone && len(next.Offers) == 0
		return proposalNote(seat, what, d), nil
	})
	return agreed, err
}

// proposalNote returns the note of the mark that a seat proposes something.
func proposalNote(seat game.Seat, what Proposal, d time.Duration) string {
	return fmt.Sprintf("%s %d %s %s", markProposal, seat, what, d)
}

func (t *hosted) checkProposal(seat game.Seat, what Proposal, d time.Duration, now time.Time) error {
	if seat < 1 || int(seat) > t.match.Seats() || !t.match.Seating().In(seat) {
		return fmt.Errorf("match %s: %w: seat %d", t.id, ErrNoSeat, seat)
	}
	switch {
	case what == ProposePause && (d < LeastPause || d > MostPause || d%time.Minute != 0):
		return &game.Refusal{Code: "length", Text: "a pause lasts %s to %s", Args: []any{span(LeastPause), span(MostPause)}}
	case what == ProposeExtend && (d < LeastExtend || d > MostExtend || d%time.Minute != 0):
		return &game.Refusal{Code: "length", Text: "an extension is %s to %s", Args: []any{span(LeastExtend), span(MostExtend)}}
	case what == ProposePause && t.clocks.Stopped():
		return &game.Refusal{Code: "paused", Text: "the match is paused already"}
	case what == ProposeResume && t.clocks.Paused.IsZero():
		return &game.Refusal{Code: "running", Text: "the match is not paused by agreement"}
	case what == ProposePause || what == ProposeResume || what == ProposeExtend || what == ProposeNone:
		return nil
	}
	return fmt.Errorf("match %s: unknown proposal %q", t.id, what)
}

// span returns a duration in days, hours or minutes, as a phrase.
func span(d time.Duration) game.Phrase {
	const day = 24 * time.Hour
	switch {
	case d%day == 0:
		return game.Phrasef("%d {day|days}", int(d/day))
	case d%time.Hour == 0:
		return game.Phrasef("%d {hour|hours}", int(d/time.Hour))
	}
	return game.Phrasef("%d {minute|minutes}", int(d/time.Minute))
}

// reasonForm is the form of a referee's reason. A reason is public and stays in the record, so it is a word and not
// free text.
var reasonForm = regexp.MustCompile(`^[a-z][a-z-]{0,29}$`)

// Hold stops the match until Release: clocks stand still, and no question is answered. The reason is a word of at most 30
// letters. It is refused with "held" if the match is already held, and with "over" if it has ended.
func (h *Hall) Hold(ctx context.Context, cause string, id ID, reason string) (Outcome, error) {
	if !reasonForm.MatchString(reason) {
		return Outcome{}, fmt.Errorf("reason %q: expected a word of at most 30 letters a-z and '-'", reason)
	}
	return mark(ctx, h, cause, id, func(t *hosted, _ time.Time) (string, error) {
		if t.clocks.Held != "" {
			return "", &game.Refusal{Code: "held", Text: "the match is held already"}
		}
		return markHold + " " + reason, nil
	})
}

// Release ends a hold. Every clock continues with the time it had left. Refused with "running" if there is no hold.
func (h *Hall) Release(ctx context.Context, cause string, id ID) (Outcome, error) {
	return mark(ctx, h, cause, id, func(t *hosted, _ time.Time) (string, error) {
		if t.clocks.Held == "" {
			return "", &game.Refusal{Code: "running", Text: "the match is not held"}
		}
		return markRelease, nil
	})
}

// Extend extends every open question by d, on a referee's order.
func (h *Hall) Extend(ctx context.Context, cause string, id ID, d time.Duration) (Outcome, error) {
	return mark(ctx, h, cause, id, func(t *hosted, now time.Time) (string, error) {
		if err := t.checkProposal(1, ProposeExtend, d, now); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s %s", markExtend, d), nil
	})
}

// Leave begins a vacation of whole days for the seat. It is refused with "vacation" beyond the limits of Timing.Vacation and
// MostVacations, and while a running question has less than a quarter of its time left, whether or not it was answered under
// seal, so that a vacation cannot save a clock that has almost run out. It is also refused with "paused" and "over".
func (h *Hall) Leave(ctx context.Context, cause string, id ID, seat game.Seat, days int) (Outcome, error) {
	return mark(ctx, h, cause, id, func(t *hosted, now time.Time) (string, error) {
		if err := cmp.Or(t.yields(ctx, seat), t.checkLeave(seat, days, now)); err != nil {
			return "", err
		}
		return fmt.Sprintf("%s %d %d", markAway, seat, days), nil
	})
}

func (t *hosted) checkLeave(seat game.Seat, days int, now time.Time) error {
	left := t.meta.Timing.Vacation - t.clocks.Taken[seat]
	no := func(p game.Phrase) error { return &game.Refusal{Code: "vacation", Text: p.Text, Args: p.Args} }
	_, away := t.clocks.Away[seat]
	switch {
	case t.meta.Timing.Vacation == 0:
		return no(game.Phrasef("this match's clock has no vacations"))
	case away:
		return no(game.Phrasef("you are on vacation in this match already"))
	case t.clocks.Trips[seat] >= MostVacations:
		return no(game.Phrasef("a match allows %d {vacation, and you have taken it|vacations, and you have taken them}", MostVacations))
	case days < 1 || days > left:
		return no(game.Phrasef("you have %s of vacation left in this match", span(time.Duration(left)*vacationUnit)))
	case t.clocks.Stopped():
		return &game.Refusal{Code: "paused", Text: "the match is paused; nothing runs out"}
	}
	for _, g := range t.match.Groups() {
		by := clocked{t}.deadline(g) // answers under seal count too: otherwise a late vacation would reveal that the seat has answered
		if asks(g, seat) && !by.IsZero() && by.Sub(now) < (clocked{t}).allowed(g)/4 {
			return no(game.Phrasef("less than a quarter of the time for what you are asked is left: you may go when that question is over"))
		}
	}
	return nil
}

// Return ends the seat's vacation. Refused with "vacation" if there is none.
func (h *Hall) Return(ctx context.Context, cause string, id ID, seat game.Seat) (Outcome, error) {
	return mark(ctx, h, cause, id, func(t *hosted, _ time.Time) (string, error) {
		if err := t.yields(ctx, seat); err != nil {
			return "", err
		}
		if _, away := t.clocks.Away[seat]; !away {
			return "", &game.Refusal{Code: "vacation", Text: "you are not on vacation in this match"}
		}
		return fmt.Sprintf("%s %d", markBack, seat), nil
	})
}

// mark decides a host's mark in a match that has not ended.
func mark(ctx context.Context, h *Hall, cause string, id ID, note func(t *hosted, now time.Time) (string, error)) (Outcome, error) {
	return decide(ctx, h, cause, id, func(t *hosted) (game.Step, error) {
		if _, over := t.match.Result(); over {
			return game.Step{}, &game.Refusal{Code: "over", Text: "the match is over"}
		}
		s, err := note(t, h.clock.Now().UTC().Truncate(time.Millisecond))
		if err != nil {
			return game.Step{}, err
		}
		return t.match.Mark(s), nil
	})
}
