package ending

import (
	"errors"
	"reflect"
	"testing"

	"downsync/game"
)

// The seat with most wins, the seat that concedes loses, and a tie is shared, with any number of seats.
func TestRanks(t *testing.T) {
	for _, c := range []struct {
		f    Ended
		rank []int
		why  string
	}{
		{Won(2, 2, "mission"), []int{2, 1}, "mission"}, {Won(2, 4, "mission"), []int{2, 1, 2, 2}, "mission"},
		{Conceded(2), []int{1, 2}, "concession"},
		{Agreed(2), []int{1, 1}, "agreement"}, {Agreed(5), []int{1, 1, 1, 1, 1}, "agreement"},
		{Most([]int{1, 3}, "vp"), []int{2, 1}, "vp"}, {Most([]int{3, 1}, "vp"), []int{1, 2}, "vp"}, {Most([]int{2, 2}, "vp"), []int{1, 1}, "vp"},
		{Most([]int{4, 7, 4, 9, 0}, "vp"), []int{3, 2, 3, 1, 5}, "vp"},
	} {
		if r := c.f.Result(); !reflect.DeepEqual(r.Rank, c.rank) || r.Why != c.why {
			t.Errorf("%+v, expected %v by %q", r, c.rank, c.why)
		}
	}
}

// A ruling takes back a seat's offer of a draw, whichever of five seats made it, and is refused if that seat offers none.
func TestWithdrawn(t *testing.T) {
	offered := []bool{false, true, false, false, true}
	for seat := game.Seat(1); seat <= 5; seat++ {
		f, is, err := Withdrawn("  Withdraw  "+game.Withdrawal(seat)[len("withdraw "):], offered)
		if !is || (err == nil) != offered[seat-1] || err == nil && f.Seat != seat {
			t.Errorf("seat %d: %+v, %v, %v", seat, f, is, err)
		}
		if no := new(game.Refusal); err != nil && (!errors.As(err, &no) || no.Code != "nothing") {
			t.Errorf("seat %d: %v", seat, err)
		}
	}
	if _, is, _ := Withdrawn(game.Withdrawal(6), offered); is {
		t.Error("a seat beyond the table withdraws")
	}
}
