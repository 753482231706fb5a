package table

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"downsync/game"
)

// Position is a seat's knowledge of a match, to think about while the match goes on.
type Position struct {
	Private
	// Mark identifies what the seat knows and is asked: it is equal in two positions that the seat cannot tell apart. Secret
	// acts of other seats do not change it.
	Mark string
}

// Position reads the match as that seat, for ActOn.
func (h *Hall) Position(ctx context.Context, id ID, seat game.Seat) (Position, error) {
	p, err := h.Private(ctx, id, seat)
	if err != nil {
		return Position{}, err
	}
	var asks []string
	for _, a := range p.Asks {
		asks = append(asks, a.ID)
	}
	return Position{p, markOf(p.View, len(p.Facts), asks)}, nil
}

// ActOn is Act for replies that were chosen in a position. It is refused with "stale" if the seat knows or is asked something
// else by now.
func (h *Hall) ActOn(ctx context.Context, cause string, id ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (Outcome, error) {
	return decideOn(ctx, h, cause, id, func(b *batch) error { return b.playOn(ctx, seat, mark, ask, append([]game.Reply{r}, more...)) })
}

// Noticed is the code of a refusal by ActUnnoticed.
const Noticed = "noticed"

// ActUnnoticed is ActOn for replies that nobody but the seat notices yet, neither by news nor by a question or a clock, if the seat is still
// asked afterwards. Other replies are refused with Noticed.
func (h *Hall) ActUnnoticed(ctx context.Context, cause string, id ID, seat game.Seat, mark, ask string, r game.Reply, more ...game.Reply) (Outcome, error) {
	return decideOn(ctx, h, cause, id, func(b *batch) error {
		b.unnoticed = seat
		err := b.playOn(ctx, seat, mark, ask, append([]game.Reply{r}, more...))
		if err == nil {
			err = b.follow()
		}
		if err != nil {
			return err
		}
		others := func(e Effect) bool { return e.Queue != SeatQueue(seat) }
		still := func(a game.Ask) bool { return !a.Standing }
		if !slices.ContainsFunc(b.t.match.Open(seat), still) || slices.ContainsFunc(b.t.effects(b.before, b.sights), others) {
			return errNoticed()
		}
		return nil
	})
}

func errNoticed() error {
	return &game.Refusal{Code: Noticed, Text: "others would notice that"}
}

// playOn plays replies that were chosen in a position with that mark.
func (b *batch) playOn(ctx context.Context, seat game.Seat, mark, ask string, rs []game.Reply) error {
	if err := b.t.yields(ctx, seat); err != nil {
		return err
	}
	var asks []string
	for _, a := range b.t.match.Open(seat) {
		asks = append(asks, a.ID)
	}
	v := game.Player(seat)
	if now := markOf(b.t.match.View(v), b.t.match.Count(v), asks); now != mark {
		return &game.Refusal{Code: "stale", Text: "that was thought out for another position"}
	}
	_, err := b.play(seat, ask, rs)
	return err
}

// markOf returns the mark of a seat's knowledge.
func markOf(v game.View, facts int, asks []string) string {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(v); err != nil {
		panic(fmt.Sprintf("table: a view does not encode: %T", err))
	}
	fmt.Fprintln(&b, facts, asks)
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:8])
}

// WhyIdle is the reason of a match that its host ended because nobody played on.
const WhyIdle = "idle"

// Abandon ends a match in which nobody plays on, for the seat that still waits. The seat that left it loses, as by missed
// turns; if the others can play on, it goes out. With left 0 it is a draw of all seats that are in, and the reason is WhyIdle.
// facts is the number of facts that everybody had been told when the caller decided. It is refused with "stale" if there are
// others by now, or if the match is stopped or a player away; with "over" if it has ended; and with "seat" if the seat is
// another's (As).
func (h *Hall) Abandon(ctx context.Context, cause string, id ID, seat, left game.Seat, facts int) (Outcome, error) {
	return decide(ctx, h, cause, id, func(t *hosted) (game.Step, error) {
		if err := t.yields(ctx, seat); err != nil {
			return game.Step{}, err
		}
		if _, over := t.match.Result(); !over && (left > 0 && !t.match.Seating().In(left) || t.match.Count(game.Onlooker()) != facts || t.clocks.Stopped() || len(t.clocks.Away) > 0) {
			return game.Step{}, &game.Refusal{Code: "stale", Text: "something has happened here meanwhile; look again"}
		}
		if left == 0 {
			return t.match.End(game.Result{Rank: t.match.Seating().Ranks(), Why: WhyIdle})
		}
		return clocked{t}.loses(WhyTime, left)
	})
}
