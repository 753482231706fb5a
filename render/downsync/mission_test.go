package downsync_test

import (
	"fmt"
	"strings"
	"testing"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// The battlefield of each mission shows each of its goals, named, with the ring within which Units score.
func TestMissionsAreDrawn(t *testing.T) {
	for _, edition := range rules.Editions {
		for _, name := range rules.MissionsOf(edition) {
			c := rules.Defaults()
			c.Rules, c.MissionName = edition, name
			v, err := c.Before()
			if err != nil {
				t.Fatal(err)
			}
			spots := draw.Look{}.Battlefield(v).Spots
			if len(spots) != len(v.Goals()) {
				t.Fatalf("%s: %d goals drawn of %d", name, len(spots), len(v.Goals()))
			}
			for i, g := range v.Goals() {
				label := fmt.Sprint("Objective ", g.N)
				if g.Owner > 0 {
					label = "VIP " + string(rune('@'+g.Owner))
				}
				s := spots[i]
				if s.Label != label || int(s.Side) != int(g.Owner) || s.X != float64(g.At.X)/1000 || s.Y != float64(g.At.Y)/1000 || s.Near != float64(v.Mission().ScoreRange)/1000 {
					t.Errorf("%s: %+v is drawn as %+v", name, g, s)
				}
			}
			if p, err := (draw.Look{}).Preview(v); err != nil || !strings.HasPrefix(string(p.PNG), "\x89PNG") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
