package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/game/downsync/maps"
)

// Every challenge has a picture of its battlefield.
func TestChallengeHasItsMap(t *testing.T) {
	for _, options := range [][]bottest.Option{nil, {{Name: "map", Value: maps.Plain}}, {{Name: "map", Value: "twinbridge"}}} {
		s := newRoom(t, 1, nil, "")
		s.Slash(ann, []string{"match", "challenge"}, append(options, bottest.Option{Name: "opponent", Value: string(ben)})...)
		card := s.Wire.Messages(bottest.General)[0]
		if len(card.Files) != 1 || !strings.Contains(bottest.Words(card.Message), "The battlefield: ") {
			t.Errorf("%v: %d pictures\n%s", options, len(card.Files), bottest.Words(card.Message))
		}
	}
}
