package jagged

import (
	"downsync/game"
	"downsync/game/ending"
)

// A seat may act as follows at any time.

// Giving up, and draws: an offer is open until the Round ends.
type (
	Concede       = ending.Concede
	draw          = ending.Draw
	DrawOffered   = ending.DrawOffered
	DrawWithdrawn = ending.DrawWithdrawn
)

var _ = public(func(s *state, f DrawOffered) { s.Drawing[f.Seat-1] = true })

var _ = public(func(s *state, f DrawWithdrawn) { s.Drawing[f.Seat-1] = false })

func menuStanding(b *board, seat game.Seat) game.Menu {
	var m game.Menu
	if b.Round > 0 && !b.Drawing[seat-1] {
		m = append(m, offer("draw", nil))
	}
	return append(m, offer("concede", nil))
}

func checkStanding(b *board, seat game.Seat, r game.Reply) error {
	switch r.(type) {
	case Concede:
		return nil
	case draw:
		if b.Round == 0 || b.Drawing[seat-1] {
			return refuse("not-now", "a draw is offered once a Round, when the battle is on")
		}
		return nil
	}
	return notNow(r, "concede or draw")
}

func answerStanding(t tx, seat game.Seat, r game.Reply) {
	t.Bind()
	if _, gives := r.(Concede); gives {
		end(t, ending.Conceded(seat))
		return
	}
	t.Emit(DrawOffered{Seat: seat})
	if t.State().Drawing == [2]bool{true, true} {
		end(t, ending.Agreed(2))
	}
}
