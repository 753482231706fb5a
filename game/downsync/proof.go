package downsync

import (
	"fmt"

	"downsync/game"
	"downsync/game/seal"
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
			if err := seal.Check(sealed, f.Salts[:], f.Forces[:]); err != nil {
				return len(sealed), fmt.Errorf("the forces: %w", err)
			}
		}
	}
	return len(sealed), nil
}

// DiceOf are the faces that a fact tells of, in the order they were rolled, and their stream. Whoever is told of all dice of
// a stream can number them so, as every die is told in its order.
func DiceOf(f game.Fact) (stream game.Seat, faces []int) {
	switch f := f.(type) {
	case StartRolled:
		return 0, []int{f.Dice[0][0], f.Dice[0][1], f.Dice[1][0], f.Dice[1][1]}
	case ScanRolled:
		return 0, f.Roll.Faces
	case AttackRolled:
		return 0, f.Roll.Faces
	case PriorityRolled:
		return 0, f.Roll.Faces
	case CounterChecked:
		if f.Roll != nil {
			return f.Target.Label.Seat(), f.Roll.Faces
		}
	}
	return 0, nil
}
