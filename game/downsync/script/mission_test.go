package script

import (
	"strings"
	"testing"

	rules "downsync/game/downsync"
	"downsync/game/script/scripttest"
)

// A section of the rulebook scores in each mission.
func TestMissionsHaveScripts(t *testing.T) {
	scores := map[string]bool{}
	for _, r := range scripttest.Rulebook(t) {
		c := rules.Defaults()
		for line := range strings.Lines(r.Text) {
			switch w := strings.Fields(line); {
			case len(w) == 2 && w[0] == "rules":
				c.Rules = w[1]
			case len(w) == 3 && w[0] == "option" && w[1] == "mission":
				c.MissionName = w[2]
			case len(w) == 5 && w[0] == "expect" && strings.HasPrefix(w[3], ".vp.") && w[4] != "0":
				scores[c.Mission().Name] = true
			}
		}
	}
	for _, edition := range rules.Editions {
		for _, name := range rules.MissionsOf(edition) {
			if !scores[name] {
				t.Errorf("no section of testdata/rulebook scores in the mission %s", name)
			}
		}
	}
}
