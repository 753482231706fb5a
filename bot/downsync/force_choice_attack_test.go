package downsync

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// Nobody learns which force a side has chosen, neither before the match begins nor at its beginning.
func TestCheatForForcesBeforeTheMatch(t *testing.T) {
	for _, begin := range []bool{false, true} {
		twins.Lobby{Setup: bottest.Setup{Game: rules.Rules(), Forms: Forms{brush: blank{}}, Dice: func(table.ID) game.Dice { return numbered(1) }}, Bens: "republic-starter",
			Anns: []string{"coalition-starter", "coalition-ex1"}, Begin: begin}.Alike(t)
	}
}
