package table

import (
	"context"
	"encoding/json"
	"fmt"

	"downsync/game"
)

// Part takes a user out of a match that is over: their seat is as's from then on, a name that says nothing, and place is
// the host's note of it. What was played stays as it is: nothing that is chained names a user. Refused ("running") while the
// match is on.
func (h *Hall) Part(ctx context.Context, cause string, id ID, seat game.Seat, as User, place json.RawMessage) (Outcome, error) {
	return h.withMatch(ctx, id, func(t *hosted) (Outcome, error) {
		if seat < 1 || int(seat) > t.match.Seats() {
			return Outcome{}, fmt.Errorf("match %s: %w: seat %d", id, ErrNoSeat, seat)
		}
		if _, over := t.match.Result(); !over {
			return Outcome{}, &game.Refusal{Code: "running", Text: "the match is on"}
		}
		old := t.meta.Users[seat-1]
		meta := t.meta
		meta.Users = append([]User{}, meta.Users...)
		meta.Users[seat-1], meta.Place = as, place
		raw, err := json.Marshal(meta)
		if err != nil {
			return Outcome{}, fmt.Errorf("match %s: %w", id, err)
		}
		was := t.meta
		t.meta = meta
		out, err := h.commit(ctx, t, cause, t.match.Mark(fmt.Sprintf("%s %d", markPart, seat)),
			[]Record{{Key: "match/" + string(id), Value: raw}, {Key: seatRecord(old, id, seat, true).Key}}, Effect{Lane: SeatLane(seat), Coalesce: true})
		if err != nil || out.Repeat {
			t.meta = was
		}
		return out, err
	})
}

// markPart is the note of a seat whose user was taken out: "part 1".
const markPart = "part"
