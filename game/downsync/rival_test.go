package downsync_test

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	mind "downsync/game/downsync/rival"
	"downsync/game/gametest"
	"downsync/game/rival"
)

// A rival on the other side answers alike, and considers alike, whatever its seat does not know.
func TestRivalTwins(t *testing.T) {
	chosen, searched := 0, 0
	choice := func(m game.Match, v game.Viewer, seed uint64) string {
		asks := slices.DeleteFunc(m.Asks(v.Seat()), func(a game.Ask) bool { return a.Standing })
		if len(asks) == 0 {
			return ""
		}
		imagine, err := m.Imagine(v)
		if err != nil {
			t.Fatal(err)
		}
		level, c := rival.Level{Strength: rival.Regular, Style: rival.Cunning}, chance.Source(seed)
		if seed%2 == 0 && (asks[0].Name == "designate" || asks[0].Name == "react") {
			searched++
			level.Strength = rival.Veteran
		}
		out, err := mind.New().Choose(rival.Position{Seat: v.Seat(), View: m.View(v), Told: m.Told(v, 0), Ask: asks[0], Imagine: imagine}, level, &c)
		if err != nil {
			t.Fatal(err)
		}
		chosen++
		return gametest.Text(out) + out.Reply.Order()
	}
	compared := 0
	for _, seed := range []uint64{0, 5, 12} {
		n, err := downsync.LookingTwins(seed, 60, choice)
		if err != nil {
			t.Fatal(err)
		}
		compared += n
	}
	if compared < 40 || chosen < 20 || searched == 0 {
		t.Errorf("%d comparisons, %d choices, %d of them searched", compared, chosen, searched)
	}
}
