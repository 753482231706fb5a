package syndicate

import "downsync/game"

// What a seat may do at any time.

// DrawOffered: a side offers a draw; it stands until the round ends.
type DrawOffered struct {
	Seat game.Seat `json:"seat"`
}

func (DrawOffered) Kind() string                { return "draw-offered" }
func (f DrawOffered) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f DrawOffered) { s.Drawing[f.Seat-1] = true })

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
	case AskAgain:
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
	if _, asks := r.(AskAgain); asks {
		t.Emit(accustomed{Accustomed{Seat: seat}})
		return
	}
	t.Bind()
	if _, gives := r.(Concede); gives {
		f := Ended{Rank: []int{1, 1}, Why: "concession"}
		f.Rank[seat-1] = 2
		end(t, f)
		return
	}
	t.Emit(DrawOffered{seat})
	if t.State().Drawing == [2]bool{true, true} {
		end(t, Ended{Rank: []int{1, 1}, Why: "agreement"})
	}
}
