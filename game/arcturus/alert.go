package arcturus

import (
	"downsync/game"
	"downsync/game/arcturus/cards"
)

// alertMax is the highest alert (N12.1).
func (s *board) alertMax() int { return cards.Numbers().Alert.Max[s.Seats-MinSeats] }

// band returns which of three effects a Sovereign card has at that alert: 0 low, 1 middle, 2 high (S7).
func (s *board) band(alert int) int {
	bands := cards.Numbers().Alert.Bands6
	if s.alertMax() > 6 {
		bands = cards.Numbers().Alert.Bands8
	}
	for i, most := range bands {
		if alert <= most {
			return i
		}
	}
	return len(bands) - 1
}

// AlertMoved: the alert rises or falls.
type AlertMoved struct {
	To  int    `json:"to"`
	Why string `json:"why"` // failure, assault, relief, card, tile
}

func (AlertMoved) Kind() string                { return "alert-moved" }
func (f AlertMoved) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f AlertMoved) { s.Alert = f.To })

// lowerAlert lowers the alert, to no less than 1.
func lowerAlert(t tx, by int, why string) {
	if to := max(1, t.State().Alert-by); to != t.State().Alert {
		t.Emit(AlertMoved{to, why})
	}
}

// raiseAlert raises the alert by an assault, to no more than the maximum (N7.5).
func raiseAlert(t tx) {
	if s := t.State(); s.Alert < s.alertMax() {
		t.Emit(AlertMoved{s.Alert + 1, "assault"})
	}
}

// DestroyerMoved: the Destroyer goes to a territory, or with "" off the board (N12.2, N12.3).
type DestroyerMoved struct {
	To  string `json:"to,omitempty"`
	Why string `json:"why"` // failure, bribe, seized
}

func (DestroyerMoved) Kind() string                { return "destroyer-moved" }
func (f DestroyerMoved) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f DestroyerMoved) { s.Destroyer = f.To })

// fail is a failed attempt: the alert rises, and at its maximum the Destroyer comes (N6.7, N12.2, S28).
func fail(t tx, territory string) {
	s := t.State()
	switch {
	case s.Alert < s.alertMax():
		t.Emit(AlertMoved{s.Alert + 1, "failure"})
	case !s.Terms.NoBlockade && s.Destroyer != territory:
		t.Emit(DestroyerMoved{territory, "failure"})
	}
}

// Bribed: the holder of the base under the Destroyer pays it off (N12.3).
type Bribed struct {
	Seat game.Seat    `json:"seat"`
	Paid cards.Amount `json:"paid"`
}

func (Bribed) Kind() string                { return "bribed" }
func (f Bribed) For(game.Viewer) game.Fact { return f }

var _ = public(func(s *state, f Bribed) {
	s.pay(f.Seat, f.Paid)
	s.Destroyer = ""
})

// bribePrice returns the price of paying the Destroyer off.
func bribePrice() cards.Amount { return cards.Amount{Influence: cards.Numbers().Alert.Bribe} }

// blockaded reports whether the Destroyer is on a base of the seat.
func (s *board) blockaded(seat game.Seat) bool {
	return s.Destroyer != "" && s.base(s.Destroyer).Seat == seat
}

func checkBribe(s *state, seat game.Seat) error {
	if !s.blockaded(seat) {
		return refuse("holder", "the Destroyer is on no base of yours")
	}
	return s.afford(seat, bribePrice())
}

func bribe(t tx, seat game.Seat) {
	t.Bind()
	t.Emit(Bribed{seat, bribePrice()})
}
