package person_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest/party"
)

// At the end of a season the clocks of two hosts may differ, or one may be ahead for a while. Each match counts in the
// season that its host sees, and no season replaces another that was played.
func TestCheatByEndingAtASeasonsEdge(t *testing.T) {
	p, _ := party.Court(t)
	play := func() {
		p.Round()
		p.Play(ben, "quit")
	}
	play()
	edge := time.Date(2150, 4, 1, 0, 0, 0, 0, time.UTC).Add(-time.Second)
	p.Clock.Advance(edge.Sub(p.Clock.Now()))
	for _, ahead := range []time.Duration{2 * time.Second, -2 * time.Second, 2 * time.Second, 30 * time.Hour} {
		p.Clock.Advance(ahead)
		p.Begin()
		play()
	}
	for season, won := range map[string]string{"2150-1": "2 wins", "2150-2": "3 wins"} {
		a := party.Text(p.Slash(eve, ladder, party.Opt("season", season)))
		if !strings.Contains(a, "<@ann> (Name of ann) · ") || !strings.Contains(a, won) || strings.Count(a, "<@ann>") != 1 {
			t.Errorf("season %s, expected %s: %s", season, won, a)
		}
	}
}
