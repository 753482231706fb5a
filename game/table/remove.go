package table

import (
	"context"
	"encoding/json"
	"fmt"

	"downsync/game"
)

// RemoveUser removes a user from a finished match. The seat then belongs to as, a name that identifies nobody. place returns the
// host's new note of the match; if place is nil, the match has no note. The events stay as they are, because no chained event
// names a user. The salt of their commitment to the user is deleted, so that nobody can test a name against it. RemoveUser is
// refused with "running" while the match goes on.
func (h *Hall) RemoveUser(ctx context.Context, cause string, id ID, seat game.Seat, as User, place func(Meta) (json.RawMessage, error)) (Outcome, error) {
	return withMatch(ctx, h, id, func(t *hosted) (Outcome, error) {
		if seat < 1 || int(seat) > t.match.Seats() {
			return Outcome{}, fmt.Errorf("match %s: %w: seat %d", id, ErrNoSeat, seat)
		}
		if _, over := t.match.Result(); !over {
			return Outcome{}, &game.Refusal{Code: "running", Text: "the match is on"}
		}
		old := t.meta.Users[seat-1]
		meta := t.meta
		meta.Users = append([]User{}, meta.Users...)
		meta.Users[seat-1] = as
		var err error
		if place == nil {
			meta.Place = nil
		} else if meta.Place, err = place(t.meta); err != nil {
			return Outcome{}, fmt.Errorf("match %s: %w", id, err)
		}
		raw, err := json.Marshal(meta)
		if err != nil {
			return Outcome{}, fmt.Errorf("match %s: %w", id, err)
		}
		_, salts, err := resalted(ctx, h, id, meta, seat, "")
		if err != nil {
			return Outcome{}, err
		}
		records := append(salts, Record{Key: "match/" + string(id), Value: raw}, Record{Key: seatRecord(old, id, seat, true).Key})
		was := t.meta
		t.meta = meta
		out, err := commit(ctx, h, t, cause, t.match.Mark(fmt.Sprintf("%s %d", markPart, seat)), records, Effect{Queue: SeatQueue(seat), Coalesce: true})
		if err != nil || out.Repeat {
			t.meta = was
		}
		return out, err
	})
}

// markPart is the note of a seat whose user was removed: "part 1".
const markPart = "part"
