package page

import (
	"fmt"
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
func (seatOne) When() string                                         { return "Round 1" }
func (seatOne) Ruling([]game.Fact, int, game.Number) string          { return "what happened" }
func (seatOne) ShownBefore(game.Fact) bool                           { return false }
func (seatOne) Alt([]game.Fact) string                               { return "a board" }
func (seatOne) Public(game.Fact, []game.Fact) (render.Public, error) { return render.Public{}, nil }
func (seatOne) Private(game.Fact, []game.Fact) (render.Private, error) {
	return render.Private{Seat: 1}, nil
}

// shot is a reading that notes which position it draws, and which fact it marks.
type shot struct {
	seatOne
	before bool
	drawn  *string
}

func (shot) ShownBefore(f game.Fact) bool { _, ok := f.(game.TookBack); return ok }
func (s shot) Public(marked game.Fact, _ []game.Fact) (render.Public, error) {
	*s.drawn = fmt.Sprintf("before %v, marked %T", s.before, marked)
	return render.Public{}, nil
}

type position struct {
	game.View
	before bool
}

// Everybody's ruling card of an attack shows its line on the board as it was before, like the card of a player.
func TestRulingForEverybody(t *testing.T) {
	drawn := ""
	past := Past{Read: func(v game.View, _ table.Meta) Reading { return shot{before: v.(position).before, drawn: &drawn} }}
	for want, f := range map[string]game.Fact{"before true, marked game.TookBack": game.TookBack{}, "before false, marked game.Refereed": game.Refereed{}} {
		if _, err := past.Ruling(table.Public{View: position{before: true}}, table.Public{View: position{}, Facts: []game.Fact{f}}, 1); err != nil || drawn != want {
			t.Errorf("%T: %s, %v", f, drawn, err)
		}
	}
}

// A board of another seat is refused, on a ruling card and at a past moment. The seat's own board is shown.
func TestPastRefusesAnotherSeatsBoard(t *testing.T) {
	past := Past{Read: func(game.View, table.Meta) Reading { return seatOne{} }}
	for seat, want := range map[game.Seat]string{1: "", 2: "a picture of seat 1 for seat 2"} {
		at := table.Private{Seat: seat}
		at.Facts, at.Numbers = []game.Fact{game.TookBack{}}, game.PublicNumbers(1)
		_, ruling := past.RulingOwn(table.Private{}, at, 1)
		_, then := past.PrivateThen(at, table.Moment{Step: 1, First: 1, Last: 1})
		for _, err := range []error{ruling, then} {
			if (err == nil) != (want == "") || err != nil && err.Error() != want {
				t.Errorf("seat %d: %v, expected %q", seat, err, want)
			}
		}
	}
}
