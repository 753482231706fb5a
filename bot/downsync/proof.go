package downsync

import (
	"downsync/game"
	rules "downsync/game/downsync"
)

// Sealed holds the forces opened at the end against their commitments (S9), and writes down what it takes to do so again.
func (f Forms) Sealed(told []game.Fact) ([]string, error) {
	var seals []string
	for _, fact := range told {
		switch fact := fact.(type) {
		case rules.Began:
			for n, hash := range fact.Rosters {
				seals = append(seals, f.lang.Say("-# The force of %s is sealed as `%s`", letter(game.Seat(n+1)), hash))
			}
		case rules.RostersOpened:
			for n := range seals {
				seals[n] += f.lang.Say(", its salt is `%s`", fact.Salts[n])
			}
		}
	}
	_, err := rules.CheckRosters(told)
	return seals, err
}
