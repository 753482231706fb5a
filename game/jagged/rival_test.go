package jagged_test

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
	mind "downsync/game/jagged/rival"
	"downsync/game/rival"
)

// A rival on the other side answers and considers the same, whatever its seat does not know.
func TestRivalTwins(t *testing.T) {
	chosen := map[string]int{}
	choice := func(m game.Match, v game.Viewer, seed uint64) string {
		ask, made := gametest.Decided(t, mind.New(), m, v, seed, func(string) rival.Level { return gametest.AnyLevel(mind.New(), seed) })
		if ask != "" {
			chosen[ask]++
		}
		return made
	}
	compared, err := jagged.LookingTwins(120, choice)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(compared, chosen)
	if compared < 30 || chosen["list"] == 0 || chosen["deploy"] == 0 || chosen["insight"] == 0 {
		t.Errorf("%d comparisons, choices %v", compared, chosen)
	}
}
