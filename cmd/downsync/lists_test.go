package main

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/wire"
	"downsync/game"
	jagcards "downsync/game/jagged/cards"
)

// Lists whose length the content of the games decides fit in the selects that show them, with all that a user may add.
func TestListsOfContentFit(t *testing.T) {
	fits := func(what string, n int) {
		t.Helper()
		if n > wire.MostOptions {
			t.Errorf("%s: %d, a select has %d options", what, n, wire.MostOptions)
		}
	}
	fits("games", len(games))
	fits("positions of a war", len(jagcards.Positions()))
	for _, e := range games {
		g := e.offered(ownCards{})
		f := g.In(bot.Voice{})
		fits("choices of a match of "+g.ID, len(f.Options())+10)
		for _, o := range f.Options() {
			fits("values of "+o.Name, 1+len(o.Choices))
		}
		if f.Builder != nil {
			fits("forces to open in "+g.ID, len(f.Starters())+bound.Forces.Most)
		}
		settings, err := f.Settings(map[string]string{})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range game.Seat(e.rules.Card().MaxSeats) {
			fits("forces to play in "+g.ID, len(f.Forces(settings, seat+1))+bound.Forces.Most)
		}
	}
}
