package jagged

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
)

// A side's choice of a list for a battle that has not begun reveals nothing to anybody, whatever the others press: neither which
// list it is, nor whether it was chosen by a button or typed, changed, or built.
func TestCheatForListsBeforeTheBattle(t *testing.T) {
	twins.Lobby{Setup: bottest.Setup{Game: rules.Rules(), Forms: sketched}, Options: []bottest.Option{opt("faction", cards.Humans), opt("map", "spire-yard"), opt("clock", "quick")},
		Bens: "m-d-grove", Anns: []string{"h-a-line", "h-a-breach", "combat engineer, colonist rifleman"}}.Alike(t)
}
