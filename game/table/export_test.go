package table

import (
	"context"
	"time"

	"downsync/game"
)

// DelaySecret is the secret from which a hall derives the delays of matches without a seed.
func DelaySecret(h *Hall) (Seed, error) { return secret(context.Background(), h) }

// OpenedAt reads the truth of a match at a point of the past, in a referee's count, by another way than Film.
func (h *Hall) OpenedAt(ctx context.Context, id ID, at Point) (o Opened, when Moment, err error) {
	when, err = pastAt(ctx, h, id, game.Referee(), at, func(m game.Match, _ Meta) {
		o = Opened{ID: id, View: m.View(game.Referee()), Facts: m.Told(game.Referee(), 0)}
	})
	return o, when, err
}

// Noted returns the clocks after a record.
func Noted(c Clocks, rec game.Record, at time.Time, seats int) Clocks {
	next, _, _ := c.note(rec, false, at, game.Seating{Seats: seats})
	return next
}
