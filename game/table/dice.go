package table

import (
	"crypto/rand"
	"fmt"
	"math/big"

	"downsync/game"
)

// systemDice draw from the system's random source, without bias.
type systemDice struct{}

func (systemDice) Roll(_ game.Seat, sides int) (int, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(sides)))
	if err != nil {
		return 0, fmt.Errorf("dice: %w", err)
	}
	return int(n.Int64()) + 1, nil
}
