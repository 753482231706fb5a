package toy_test

import (
	"encoding/json"
	"testing"

	"downsync/game"
	"downsync/game/toy"
)

// A record with a seat that the match does not have, or of more seats than the game allows, is refused before it is used.
func TestForgedSeats(t *testing.T) {
	card := toy.Rules().Card()
	start := game.Record{Kind: "start", Card: &card, Seats: 2, Facts: []game.StoredFact{{Kind: "began", Data: json.RawMessage(`{"what":"began","n":2,"rounds":3}`)}}}
	if _, err := toy.Rules().Resume([]game.Record{start}); err != nil {
		t.Fatal(err)
	}
	for _, seat := range []game.Seat{-1, 3, 1 << 40} {
		if _, err := toy.Rules().Resume([]game.Record{start, {Kind: "step", Seat: seat}}); err == nil {
			t.Errorf("a step of seat %d is replayed", seat)
		}
	}
	for _, seats := range []int{-1, 0, card.MaxSeats + 1, 1 << 40} {
		start.Seats = seats
		if _, err := toy.Rules().Resume([]game.Record{start}); err == nil {
			t.Errorf("a match of %d seats is resumed", seats)
		}
	}
}
