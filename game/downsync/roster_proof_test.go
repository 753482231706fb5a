package downsync

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/facts"
	"downsync/game/gametest"
	"downsync/game/seal"
)

// Every recorded die is told in a fact, in order, so that anybody who sees the dice of a stream can number them.
func TestDiceAreToldInOrder(t *testing.T) {
	seen := map[game.Seat]int{}
	gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 8, MaxSteps: 6000, Config: randomConfig, Guess: guessPoint, Every: -1,
		Keep: func(rec game.Record) {
			rolled, told := map[game.Seat][]int{}, map[game.Seat][]int{}
			for _, r := range rec.Rolls {
				rolled[r.Stream] = append(rolled[r.Stream], r.Face)
			}
			for _, f := range rec.Facts {
				fact, err := ours.Decode(f.Kind, f.Data)
				if err != nil {
					return // the kernel's own
				}
				stream, faces := facts.DiceOf(fact.For(game.Referee()))
				if len(faces) > 0 {
					told[stream] = append(told[stream], faces...)
				}
			}
			for s := game.Seat(0); s <= 2; s++ {
				if seen[s] += len(rolled[s]); !slices.Equal(rolled[s], told[s]) {
					t.Fatalf("stream %d rolled %v and told %v", s, rolled[s], told[s])
				}
			}
		}})
	if seen[0] == 0 || seen[1]+seen[2] == 0 {
		t.Errorf("dice by stream: %v", seen)
	}
}

// Rosters are compared with the published commitments.
func TestCheckRosters(t *testing.T) {
	salts, forces := [2]string{"a", "b"}, [2][]string{{"x", "y"}, {"z"}}
	sealed := Began{Rosters: []string{seal.Hash("a", []string{"y", "x"}), seal.Hash("b", []string{"z"})}}
	if n, err := CheckRosters([]game.Fact{sealed, RostersOpened{Salts: salts, Forces: forces}}); n != 2 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	forces[1] = []string{"z", "z"}
	if _, err := CheckRosters([]game.Fact{sealed, RostersOpened{Salts: salts, Forces: forces}}); err == nil {
		t.Error("another force fits")
	}
	if n, err := CheckRosters([]game.Fact{Began{}}); n != 0 || err != nil {
		t.Errorf("an open match: %d, %v", n, err)
	}
}
