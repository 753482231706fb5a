package rival

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"downsync/bot"
	"downsync/game"
	"downsync/game/table"
)

// When an abandoned match ends: after a week, or after this many turns that the opponent let lapse.
const (
	idleAfter  = 7 * 24 * time.Hour
	mostMissed = 3
)

// answer submits the answers that are due, agrees to opponents' proposals about the clocks, and ends abandoned matches. It returns
// how many of these there were.
func (r *room) answer(ctx context.Context, c *bot.Call) (int, error) {
	all, err := posts(ctx, c)
	if err != nil {
		return 0, err
	}
	n, failed := 0, error(nil)
	now := c.Clock.Now()
	next := time.Time{}
	for _, x := range all {
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
		err := error(nil)
		switch {
		case x.Offer != nil:
			err = r.agree(ctx, c, x)
		case x.ready(now):
			if given, ok := r.given.Load(x.key()); ok && given == causeOf(x) {
				continue
			}
			err = r.give(ctx, c, x)
		case (x.Ask == "" && !x.standsIn() || x.Stuck) && (now.Sub(x.Since) >= idleAfter || x.Missed > mostMissed):
			done, ierr := r.abandon(ctx, c, x)
			if err = ierr; err == nil && !done {
				continue
			}
		default:
			if x.Ask != "" && !x.Stuck && (next.IsZero() || x.Due.Before(next)) {
				next = x.Due
			}
			continue
		}
		if outOfReach(err) {
			failed = errors.Join(failed, held(ctx, c, x))
			continue
		}
		n++
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("match %s: %w", x.id, err))
		}
	}
	if !next.IsZero() {
		r.wakeAfter(next.Sub(now))
	}
	return n, failed
}

// causeOf identifies the answer to a question, so that it is given once.
func causeOf(x posted) string { return fmt.Sprintf("r:%d:%s:%s", x.Seat.Seat, x.Ask, x.Mark) }

// ordersSep stands between the orders of one answer.
const ordersSep = "; "

// replies parses the orders of an answer. several reports whether there is more than one.
func (r *room) replies(ctx context.Context, c *bot.Call, x posted) (all []game.Reply, several bool, err error) {
	lines := strings.Split(x.Order, ordersSep)
	for _, line := range lines {
		reply, err := c.Hall.Parse(ctx, x.id, line)
		if err != nil {
			return nil, len(lines) > 1, err
		}
		all = append(all, reply)
	}
	return all, len(lines) > 1, nil
}

// giveUnnoticed gives an answer at once if nobody else notices. So questions that follow from such answers are thought about before the
// answer that others see is due, and when that comes reveals nothing of their number. Other answers wait until they are due.
func (r *room) giveUnnoticed(ctx context.Context, c *bot.Call, x posted) error {
	replies, _, err := r.replies(ctx, c, x)
	if err == nil {
		_, err = c.Hall.ActUnnoticed(table.As(ctx, x.user), causeOf(x), x.id, x.Seat.Seat, x.Mark, x.Ask, replies[0], replies[1:]...)
	}
	if no := (*game.Refusal)(nil); errors.As(err, &no) {
		return nil // give gives it when it is due, or another
	}
	if err == nil {
		r.given.Store(x.key(), causeOf(x))
	}
	return err
}

// give gives an answer. If the rules refuse it, give plays the question's default instead; if none of several orders was carried
// out, it first submits the first one alone.
func (r *room) give(ctx context.Context, c *bot.Call, x posted) error {
	cause := causeOf(x)
	replies, several, err := r.replies(ctx, c, x)
	if err == nil {
		_, err = c.Hall.ActOn(table.As(ctx, x.user), cause, x.id, x.Seat.Seat, x.Mark, x.Ask, replies[0], replies[1:]...)
	}
	this := func(s *post) bool { return s.Ask == x.Ask && s.Mark == x.Mark }
	var no *game.Refusal
	switch {
	case err == nil: // the seat's next questions come with the next delivery to it
		r.given.Store(x.key(), cause)
		return nil
	case errors.As(err, &no) && (no.Code == "stale" || no.Code == "late" || no.Code == "seat" || no.Code == "held" || no.Code == "paused"):
		return r.asked(ctx, c, x.id, x.Seat.Seat)
	case !errors.As(err, &no):
		return err
	}
	c.Log.Error("opponent's answer refused", "match", x.id, "ask", x.Ask, "code", no.Code)
	_, err = change(ctx, c, x.key(), func(s *post) {
		switch {
		case !this(s):
		case several:
			s.Order, _, _ = strings.Cut(x.Order, ordersSep)
		default:
			s.Stuck = s.Default == ""
			s.Order, s.Default = s.Default, ""
		}
	})
	return err
}

// agree makes the same proposal about the clocks as the opponent.
func (r *room) agree(ctx context.Context, c *bot.Call, x posted) error {
	_, err := c.Hall.Propose(table.As(ctx, x.user), fmt.Sprintf("r:%d:%s:%s:%d", x.Seat.Seat, x.Offer.What, x.Offer.For, x.Offer.Until.UnixMilli()), x.id, x.Seat.Seat, x.Offer.What, x.Offer.For)
	if no := (*game.Refusal)(nil); err != nil && !errors.As(err, &no) {
		return err
	}
	_, err = change(ctx, c, x.key(), func(s *post) { s.Offer = nil })
	return err
}

// abandon ends a match that nobody continues, unless it is held or paused or its opponent is on vacation. In a series an opponent
// who owes an answer has then lost the match: otherwise a player could leave a battle that goes badly and begin it again.
func (r *room) abandon(ctx context.Context, c *bot.Call, x posted) (done bool, err error) {
	p, err := c.Hall.Public(ctx, x.id)
	if err != nil || stopped(p) || p.Result != nil {
		return false, err
	}
	place, err := bot.PlaceOf(p.Meta)
	if err != nil {
		return false, err
	}
	left := game.Seat(0)
	if i := slices.IndexFunc(p.Asked, func(a table.Asked) bool { return a.Seat != x.Seat.Seat }); place.Series != nil && x.Ask == "" && i >= 0 {
		left = p.Asked[i].Seat
	}
	_, err = c.Hall.Abandon(table.As(ctx, x.user), "r:idle", x.id, x.Seat.Seat, left, len(p.Facts))
	if no := (*game.Refusal)(nil); errors.As(err, &no) { // it continues, or the seat has changed hands
		return true, r.asked(ctx, c, x.id, x.Seat.Seat)
	}
	return true, err
}

// stopped reports whether nobody is to blame for the standstill.
func stopped(p table.Public) bool { return p.Clocks.Stopped() || len(p.Clocks.Away) > 0 }
