package syndicate

import (
	"maps"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
)

// A side's choice of a squad for a match that has not begun reveals nothing to anybody, nor does its deck once it has begun.
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
