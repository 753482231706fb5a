package syndicate

import (
	"downsync/game"
	"downsync/game/ending"
	"downsync/game/habit"
)

// A seat may act as follows at any time.

// Giving up, and draws: an offer is open until the round ends.
type (
	Concede       = ending.Concede
	Draw          = ending.Draw
	DrawOffered   = ending.DrawOffered
	DrawWithdrawn = ending.DrawWithdrawn
)

var _ = public(func(s *state, f DrawOffered) { s.Drawing[f.Seat-1] = true })

var _ = public(func(s *state, f DrawWithdrawn) { s.Drawing[f.Seat-1] = false })

func menuStanding(s *state, seat game.Seat) game.Menu {
	var m game.Menu
	if s.Round > 0 && !s.Drawing[seat-1] {
		m = append(m, offer("draw", nil))
	}
	if len(s.Habits[seat-1]) > 0 {
		m = append(m, offer("ask", nil))
	}
	return append(m, offer("concede", nil))
}

func checkStanding(s *state, seat game.Seat, r game.Reply) error {
	switch r.(type) {
	case Concede:
		return nil
	case habit.Ask:
		if len(s.Habits[seat-1]) == 0 {
			return refuse("not-now", "you are asked everything already")
		}
		return nil
	case Draw:
		if s.Round == 0 || s.Drawing[seat-1] {
			return refuse("not-now", "a draw is offered once a round, when the match is on")
		}
		return nil
	}
	return notNow(r, "concede or draw")
}

func answerStanding(t tx, seat game.Seat, r game.Reply) {
	if _, asks := r.(habit.Ask); asks {
		t.Emit(accustomed{Accustomed{Seat: seat}})
		return
	}
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
