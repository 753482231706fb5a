package syndicate

import (
	"maps"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
)

// Which squad a side has chosen for a match that is still to begin tells nobody anything, and its deck tells nothing when it has begun.
func TestCheatForSquadsBeforeTheMatch(t *testing.T) {
	own := cards.Starters()[1].Squad
	own.Deck = maps.Clone(own.Deck)
	own.Deck["slide"]--
	own.Deck["vault"]++
	l := twins.Lobby{Setup: bottest.Setup{Game: rules.Rules(), Forms: sketched}, Options: []bottest.Option{opt("clock", "quick")}, Bens: "glitch-starter"}
	l.Anns = []string{"razor-starter", "velocity-starter", Forms{}.squads().encode(own)}
	l.Alike(t)
	l.Anns, l.Begin = []string{"razor-starter", Forms{}.squads().encode(own)}, true
	l.Alike(t)
}
