package downsync

import (
	"downsync/game"
	rules "downsync/game/downsync"
)

// Sealed holds the forces opened at the end against their commitments (S9).
func (Forms) Sealed(told []game.Fact) (int, error) { return rules.CheckRosters(told) }
