package downsync

import (
	"fmt"

	"downsync/game"
	"downsync/game/seal"
)

// CheckRosters compares the forces that were opened at the end with the commitments of the start (S9), from the facts told. It
// returns how many commitments there were; the error names the first that does not fit.
func CheckRosters(told []game.Fact) (int, error) {
	var sealed []string
	for _, f := range told {
		switch f := f.(type) {
		case Began:
			sealed = f.Rosters
		case RostersOpened:
			if err := seal.Check(sealed, f.Salts[:], f.Forces[:]); err != nil {
				return len(sealed), fmt.Errorf("the forces: %w", err)
			}
		}
	}
	return len(sealed), nil
}
