package downsync

import (
	"fmt"

	"downsync/game"
)

// CheckRosters holds the forces that were opened at the end against what was committed to at the start (S9), as the facts
// tell. It says how many commitments there were; the error says which does not fit.
func CheckRosters(told []game.Fact) (int, error) {
	var sealed []string
	for _, f := range told {
		switch f := f.(type) {
		case Began:
			sealed = f.Rosters
		case RostersOpened:
			for i, c := range sealed {
				if got := Commitment(f.Salts[i], f.Forces[i]); got != c {
					return len(sealed), fmt.Errorf("the force of seat %d: its hash is %s, and %s was committed to", i+1, got, c)
				}
			}
		}
	}
	return len(sealed), nil
}
