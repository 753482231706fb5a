package jagged

import (
	"downsync/game"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// Future Glimpse: the Elder Seer moves one Infantry model before Round 1 (J5.4, J14.11).

// beginGlimpse asks a side with Future Glimpse, the Defender first (J5.4).
func beginGlimpse(t tx) {
	b := &t.State().board
	var left []game.Seat
	for _, seat := range []game.Seat{2, 1} {
		if b.with(seat, "future-glimpse") != nil {
			left = append(left, seat)
		}
	}
	turn(t, func(c *cursor) { *c = cursor{Phase: Glimpsing, Left: left} })
}

func menuGlimpse(b *board, seat game.Seat) game.Menu {
	var labels []string
	for _, m := range b.side(seat) {
		if m.is(cards.Infantry) {
			labels = append(labels, string(m.Label))
		}
	}
	return game.Menu{offer("glimpse", nil, slotUnit.Of(labels...), slotTo, slotVia), offer("glimpse none", nil)}
}

func checkGlimpse(b *board, seat game.Seat, r game.Reply) error {
	o, ok := r.(Glimpse)
	if !ok {
		return notNow(r, "glimpse and a move of up to 2\", or glimpse none")
	}
	if o.Unit == "" {
		return nil
	}
	m, err := b.player(seat).own(o.Unit)
	if err != nil {
		return err
	}
	if !m.is(cards.Infantry) {
		return refuse("no-unit", "%s is no Infantry", o.Unit)
	}
	_, _, err = b.walker(m).path(o.To, o.Via, plane.In(2))
	return err
}

func answerGlimpse(t tx, _ game.Seat, r game.Reply) {
	if o := r.(Glimpse); o.Unit != "" {
		b := &t.State().board
		m := b.onTable(o.Unit)
		p, length, _ := b.walker(m).path(o.To, o.Via, plane.In(2)) // checked
		t.Emit(Moved{Unit: o.Unit, From: m.At, Way: p[1:], Length: length, By: "future-glimpse"})
	}
	next(t)
}
