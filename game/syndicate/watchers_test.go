package syndicate

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/syndicate/grid"
)

// A unit is watched by the enemies with a line to it. They can attack it there within the range of their weapon.
func TestWatchers(t *testing.T) {
	v := duel(t).View(game.Player(2)).(View) // B is Razor; A1 reaches less far than A with its Longshot
	for _, c := range []struct {
		at   grid.Space
		want []Watcher
	}{{grid.Space{X: 2, Y: 12}, []Watcher{{"A", true}, {"A1", false}}}, {grid.Space{X: 3, Y: 4}, []Watcher{{"A", true}, {"A1", true}}}} {
		if got := v.Moved("B", c.at).Watchers([]Label{"B"}); !slices.Equal(got, c.want) {
			t.Errorf("at %s: %v, expected %v", c.at, got, c.want)
		}
	}
	if got := v.Watchers([]Label{"A", "A1"}); len(got) != 1 || got[0].By != "B" {
		t.Errorf("A and A1 are watched by %v", got)
	}
}
