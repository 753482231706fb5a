package syndicate

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/facts"
	"downsync/game/gametest"
)

// played returns a match played at random to its end, with its records.
func played(t *testing.T, seed uint64) (m game.Match, records []game.Record) {
	t.Helper()
	c, err := decodeConfig(randomConfig(seed))
	if err != nil {
		t.Fatal(err)
	}
	c.Secrecy = Veiled
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Games: 1, MaxSteps: 4000, Guess: guessSpace, Narrow: seldomAhead, Every: -1, Concede: "concede", ConcedeIn: 1000, Rare: []string{"draw"},
		Config: func(uint64) game.Config { return c.Encode() }, Keep: func(r game.Record) { records = append(records, r) }})
	if m, err = Rules().Resume(records); err != nil {
		t.Fatal(err)
	}
	return m, records
}

// The decks opened at the end match the commitments, and a false deck is detected.
func TestCheckDecks(t *testing.T) {
	m, _ := played(t, 3)
	told := m.Told(game.Onlooker(), 0)
	if n, err := CheckDecks(told); n != 2 || err != nil {
		t.Errorf("%d commitments, %v", n, err)
	}
	for i, f := range told {
		if o, ok := f.(DecksOpened); ok {
			o.Decks[1] = map[string]int{"dash": 40}
			told[i] = o
		}
	}
	if _, err := CheckDecks(told); err == nil || !strings.Contains(err.Error(), "seat 2") {
		t.Errorf("another deck passes: %v", err)
	}
}

// Facts tell every die of the public stream, in the order rolled; the dice of a seat's own stream are its draws.
func TestDiceOf(t *testing.T) {
	m, records := played(t, 7)
	var rolled, toldOf []int
	draws := 0
	for _, r := range records {
		for _, d := range r.Rolls {
			switch {
			case d.Stream == 0:
				rolled = append(rolled, d.Face)
			case d.For != "draw":
				t.Errorf("a private die for %s", d.For)
			default:
				draws++
			}
		}
	}
	for _, f := range m.Told(game.Onlooker(), 0) {
		_, faces := facts.DiceOf(f)
		toldOf = append(toldOf, faces...)
	}
	if gametest.Text(rolled) != gametest.Text(toldOf) || len(rolled) == 0 || draws < 10 {
		t.Errorf("rolled %v\ntold   %v; %d draws", rolled, toldOf, draws)
	}
}

// Others learn neither the decks when the match begins nor the cards that are drawn; the owner does.
func TestDrawsAreSecret(t *testing.T) {
	m, _ := played(t, 9)
	for seat, knows := range map[game.Seat]bool{0: false, 1: true, 2: false} {
		for _, f := range m.Told(game.Player(seat), 0) {
			switch f := f.(type) {
			case Began:
				if (f.Squads[0].Deck != nil) != knows || f.Squads[0].Operator == "" {
					t.Errorf("viewer %d is told %+v", seat, f.Squads[0])
				}
			case Drew:
				if f.Seat == 1 && ((f.Cards != nil) != knows || f.N == 0) {
					t.Errorf("viewer %d is told %+v", seat, f)
				}
			}
		}
	}
}
