package script

import (
	"errors"
	"fmt"

	"downsync/game"
	"downsync/game/chance"
)

// errDice: the script's dice ran out, or one does not exist.
var errDice = errors.New("the dice ran out: expected more faces after dice")

// dice return the scripted faces in the order in which they are rolled, on every stream; after those, seeded ones if there is a
// seed.
type dice struct {
	faces  []int
	seeded bool
	source chance.Source
}

func (d *dice) seed(n uint64) { d.seeded, d.source = true, chance.Source(n) }

func (d *dice) Roll(_ game.Seat, _, sides int) (int, error) {
	if len(d.faces) > 0 {
		face := d.faces[0]
		d.faces = d.faces[1:]
		if face > sides {
			return 0, fmt.Errorf("%w: a %d on a die of %d", errDice, face, sides)
		}
		return face, nil
	}
	if !d.seeded {
		return 0, errDice
	}
	limit := ^uint64(0) - ^uint64(0)%uint64(sides)
	for {
		if n := d.source.Next(); n < limit {
			return int(n%uint64(sides)) + 1, nil
		}
	}
}
