package downsync

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
)

// Ann is called in the thread, as no direct message reaches her. Both agree on more time, and it moves her reminder, whether or not
// a countermeasure of hers fails then.
func TestMoreTimeKeepsSecrets(t *testing.T) {
	pair := worlds.Failed()
	var others [2]map[bot.UserID]string
	for i, w := range pair.World {
		s := twins.Open(t, w, bottest.Setup{Forms: Forms{brush: sketch{}}}, nil)
		hit := 1 + slices.IndexFunc(w.Acts, func(a twins.Act) bool { return strings.HasPrefix(a.Order, "act smart") })
		s.Do(w.Acts[:hit]...)
		for _, user := range []bot.UserID{ann, ben} {
			s.Slash(user, []string{"clock", "extend"}, bottest.Option{Name: "by", Value: "1h"}, bottest.Option{Name: "match", Value: "twin"})
			s.Settle()
		}
		s.Do(w.Acts[hit:]...)
		others[i] = s.Others()
	}
	twins.Alike(t, others[0], others[1])
}
