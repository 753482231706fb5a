package jagged

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/jagged/boards"
)

// A model is watched by the enemies in line of sight. They can attack it there within their range, unless they may not shoot.
func TestWatchers(t *testing.T) {
	m := lab(t, boards.Open, Lab{Round: 2, Phase: Moving, Initiative: 1, Models: []LabModel{{Label: "A1", Unit: "colonist-rifleman", At: at(10000, 10000)},
		{Label: "A2", Unit: "colonist-rifleman", At: at(10000, 14000)}, {Label: "B1", Unit: "bloodroot-stalker", At: at(30000, 10000)}, {Label: "B2", Unit: "sand-golem", At: at(44000, 44000)}}})
	for _, who := range []game.Viewer{game.Player(1), game.Onlooker()} {
		v := m.View(who).(View)
		far := v.Standing("A1", at(10000, 40000))
		near := v.Standing("A1", at(24000, 10000))
		for _, c := range []struct {
			v    View
			want []Watcher
		}{{far, []Watcher{{"B1", false}, {"B2", false}}}, {near, []Watcher{{"B1", true}, {"B2", false}}}} {
			if got := c.v.Watchers([]Label{"A1"}); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, expected %v", who, got, c.want)
			}
		}
		if got := v.Watchers(nil); got != nil {
			t.Errorf("nobody is watched by %v", got)
		}
	}
}
