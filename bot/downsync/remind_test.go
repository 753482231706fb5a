package downsync

import (
	"slices"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
	"downsync/bot/wire"
)

// Ann is called and reminded in the thread. When a countermeasure of hers fails, nobody else learns of it. Whenever that
// happens, no reminder of the question moves, and none is added.
func TestRemindersInTheThreadKeepSecrets(t *testing.T) {
	const fails = "ann> counter cm"
	for name, acts := range map[string][]string{
		"no message reaches her":     {"ann! closed", "hit", fails, "wait 50m"},
		"nor after more time":        {"ann! closed", "hit", "more time", fails, "wait 50m", "wait 50m"},
		"reminded before more time":  {"hit", "wait 50m", fails, "more time", "wait 50m"},
		"failed before more time":    {"hit", fails, "wait 50m", "more time", "wait 50m"},
		"asked in quiet hours":       {"ann sets quiet to 12:00-12:20", "hit", fails, "wait 30m", "ben> draw", "wait 20m"},
		"reminded after quiet hours": {"ann sets quiet to 12:00-12:20", "hit", "more time", "wait 30m", fails, "wait 20m", "wait 40m"},
	} {
		var others [2]map[wire.UserID]string
		for i, without := range []string{fails, ""} {
			s := twins.Open(t, worlds.Hit(), bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
			s.Do(twins.Read("ann sets calls to thread"))
			for _, act := range slices.Concat(acts, []string{"ann> counter none", "ben! show", "eve! show"}) {
				switch act {
				case without:
				case "hit":
					s.Do(worlds.Hit().Acts...)
				case "more time":
					for _, user := range []wire.UserID{ann, ben} {
						s.Slash(user, []string{"clock", "extend"}, bottest.Option{Name: "by", Value: "1h"}, bottest.Option{Name: "match", Value: "twin"})
						s.Settle()
					}
				default:
					s.Do(twins.Read(act))
				}
			}
			others[i] = s.Others()
		}
		t.Run(name, func(t *testing.T) { twins.Alike(t, others[0], others[1]) })
	}
}
