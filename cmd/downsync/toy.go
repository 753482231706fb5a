package main

import (
	"downsync/bot"
	toyforms "downsync/bot/toy"
	toyrules "downsync/game/toy"
	toyrival "downsync/game/toy/rival"
)

// The toy is the small game that tests the shared code. No server offers it. Contributors play it with `play -toy`, to see the
// effects of a change for two to five at a table.

// The flag of play that offers it.
const (
	contributorsFlag    = "toy"
	contributorsFlagUse = "offer the toy game too, for two to five at a table; for contributors"
)

// contributorsGame is the toy as an entry of the games.
func contributorsGame() entry {
	return entry{rules: toyrules.Rules(), offered: func(ownCards) bot.Game { return toyforms.Forms{}.Game() }, rival: toyrival.New()}
}
