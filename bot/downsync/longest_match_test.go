package downsync

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/wire"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// A standard match of 22 pieces, in German, between players with the longest names that Discord allows, with proposals about
// the clocks on every console: everything shown fits. The room fails on anything that Discord would refuse.
func TestLongestMatch(t *testing.T) {
	s := &sitting{t: t, Room: bottest.New(t, bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: blank{}}, Dice: seededDice(11),
		Timings: map[string]table.Timing{"slow": {Clocks: map[string]time.Duration{"turn": 48 * time.Hour, "react": 24 * time.Hour}, Misses: 3, Vacation: 7}},
		Default: "slow", Name: func(u wire.UserID) string {
			return strings.Repeat(map[wire.UserID]string{ann: "*", ben: "`"}[u]+"_", 16)
		}})}
	s.Locales = map[wire.UserID]string{ann: "de", ben: "de", "": "de"}
	s.seat(bottest.Option{Name: "size", Value: "standard"})
	for i, user := range []wire.UserID{ann, ben} {
		s.Slash(user, []string{"clock", "extend"}, bottest.Option{Name: "by", Value: []string{"1d", "2d"}[i]})
		s.Slash(user, []string{"clock", "vacation"}, bottest.Option{Name: "days", Value: "3"})
	}
	s.Settle()
	r := rand.New(rand.NewPCG(3, 11))
	most, acted := 0, 0
	for range 160 {
		for _, user := range []wire.UserID{ann, ben} {
			m := s.console(user)
			if n := len([]rune(bottest.Words(m.Message))); n > most {
				most = n
			}
			skip := func(id string) bool { return s.Control(user, id).Draft == "concede" || strings.HasPrefix(id, "agree|") }
			id, values, ok := bottest.Presser{User: user, Rand: r, Skip: skip}.Choose(m.Message)
			if ok {
				acted++
				s.one(user, m, id, values, r)
			}
		}
		s.Pass(15 * time.Second)
		if acted%40 == 0 {
			for _, c := range [][]string{{"inbox"}, {"board", "text"}, {"know"}, {"match", "list"}, {"clock", "show"}} {
				s.Slash(ben, c)
			}
		}
	}
	if most < 1500 || acted < 100 {
		t.Errorf("the fullest console has %d characters after %d presses: nothing was tried", most, acted)
	}
	if log := s.Log.String(); strings.Contains(log, "ERROR") || strings.Contains(log, "postponed") {
		t.Error(log)
	}
}
