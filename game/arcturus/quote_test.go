package arcturus

import (
	"fmt"
	"testing"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/gametest"
)

// quotes returns everything that a view tells of prices, odds and incomes of its own seat.
func quotes(v View, seat game.Seat) (out []string) {
	add := func(parts ...any) { out = append(out, fmt.Sprint(parts...)) }
	for _, x := range cards.Territories() {
		add(x.ID, v.BasePrice(seat, x.ID), v.FortifyPrice(seat, x.ID), v.AssaultFace(x.ID, 2))
	}
	for _, track := range []string{Tech, Arms} {
		price, ok := v.LevelPrice(seat, track)
		add(track, price, ok)
	}
	add(v.AssaultPrice(seat, 1), v.SoldFor(seat), v.Points(seat), v.Band(v.Alert), v.HandsPrice(seat, "goshen-1"), v.Collection(seat))
	for _, id := range v.Player(seat).Own.Hand {
		a, need, err := v.Attempt(seat, Mission{Card: id})
		add(id, a, need, err)
	}
	return out
}

// A seat's view tells the same prices, odds and incomes as the truth.
func TestQuotes(t *testing.T) {
	var now *state
	n := 0
	gametest.Run(t, gametest.Case{Game: game.Seal[*state](watched{ours, &now}), Seats: 4, Games: 4, MaxSteps: 3000, Config: randomConfig(4), Guess: guess, Every: -1, Concede: "concede", ConcedeIn: 1000,
		Check: func(m game.Match) error {
			m.Result()
			if n++; n%7 > 0 && now.Phase != Choosing {
				return nil
			}
			whole := view(now, game.Referee())
			for seat := game.Seat(1); seat <= 4; seat++ {
				a, b := gametest.Text(quotes(m.View(game.Player(seat)).(View), seat)), gametest.Text(quotes(whole, seat))
				if a != b {
					return fmt.Errorf("seat %d is told\n%s\nand it is\n%s", seat, a, b)
				}
			}
			return nil
		}})
}

// The income that a view foretells is the income that comes.
func TestCollectionIsForetold(t *testing.T) {
	l := Lab{Alert: 3, Turn: 4, Seats: []LabSeat{{Mat: "kin"}, {Mat: "ledger", Have: cards.Amount{Crew: 1}}, {Mat: "fidge"}, {Mat: "veil"}},
		Bases: []LabBase{{Territory: "sable", Seat: 2}, {Territory: "highseat", Seat: 2}, {Territory: "goshen", Seat: 2}}}
	m := inLab(t, l)
	want := m.View(game.Player(2)).(View).Collection(2)
	say(t, m, 4, "pass", 1)
	for _, f := range m.Told(game.Onlooker(), 0) {
		if got, ok := f.(Collected); ok && got.Seat == 2 && gametest.Text(got) != gametest.Text(want) {
			t.Errorf("%+v, foretold %+v", got, want)
		}
	}
	if len(want.Flipped) != 1 || want.Flipped[0] != "highseat" {
		t.Errorf("foretold %+v", want)
	}
	for face, wins := range map[int]int{-1: 6, 1: 6, 4: 3, 6: 1, 7: 0, 9: 0} {
		if Wins(face) != wins {
			t.Errorf("a needed %d wins with %d faces", face, Wins(face))
		}
	}
}
