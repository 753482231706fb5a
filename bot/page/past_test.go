package page

import (
	"testing"

	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/table"
	"downsync/render"
)

// seatOne is a Reading whose private board belongs to seat 1 for every reader.
type seatOne struct{ Reading }

func (seatOne) Teller() Teller {
	none := func(game.Fact) string { return "" }
	return Teller{Lang: lang.English, Line: none, Cites: func(game.Fact) []string { return nil }}
}
func (seatOne) When() string                   { return "Round 1" }
func (seatOne) Ruling([]game.Fact, int) string { return "what happened" }
func (seatOne) ShownBefore(game.Fact) bool     { return false }
func (seatOne) Alt([]game.Fact) string         { return "a board" }
func (seatOne) Private(game.Fact, []game.Fact) (render.Private, error) {
	return render.Private{Seat: 1}, nil
}

// A board of another seat is refused, on a ruling card and at a past moment. The seat's own board is shown.
func TestPastRefusesAnotherSeatsBoard(t *testing.T) {
	past := Past{Read: func(game.View, table.Meta) Reading { return seatOne{} }}
	for seat, want := range map[game.Seat]string{1: "", 2: "a picture of seat 1 for seat 2"} {
		at := table.Private{Seat: seat}
		at.Facts = []game.Fact{game.TookBack{}}
		_, ruling := past.RulingOwn(table.Private{}, at, 1)
		_, then := past.PrivateThen(at, table.Moment{Step: 1, First: 1, Last: 1})
		for _, err := range []error{ruling, then} {
			if (err == nil) != (want == "") || err != nil && err.Error() != want {
				t.Errorf("seat %d: %v, expected %q", seat, err, want)
			}
		}
	}
}
