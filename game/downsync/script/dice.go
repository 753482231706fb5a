package script

import (
	"errors"
	"fmt"

	"downsync/game"
)

// errDice: the script's dice ran out, or one does not exist.
var errDice = errors.New("the dice ran out: expected more faces after dice")

// dice give the scripted faces in the order they are rolled, on every stream; after those, seeded ones if there is a
// seed.
type dice struct {
	faces  []int
	seeded bool
	state  uint64
}

func (d *dice) seed(n uint64) { d.seeded, d.state = true, n }

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
		if n := d.next(); n < limit {
			return int(n%uint64(sides)) + 1, nil
		}
	}
}

// next is the next number of a SplitMix64 sequence: the same everywhere and for ever, which a library's need not be.
func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
