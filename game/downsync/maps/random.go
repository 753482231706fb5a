package maps

import (
	"fmt"

	"downsync/game/chance"
	"downsync/game/terrain"
)

// Random is the slug of every generated board.
const Random = "random"

// The least that a generated board has; the most is twice as many.
const (
	minBuildings = 4
	minAreas     = 6
)

// Generate draws a board. The same seed returns the same board on every machine, for ever. Each passes Check and Fair, and has
// four to eight buildings and six to twelve pieces of area terrain.
func Generate(seed uint64) Map {
	s := stream{terrain.Stream{Source: chance.Source(seed)}}
	for { // a few boards are drawn again
		m := s.board()
		m.Name = fmt.Sprintf("Random %d", seed)
		if len(m.Buildings) >= minBuildings && len(m.Areas) >= minAreas && check(m) == nil && fair(m) == nil {
			return m
		}
	}
}

// stream is the source of a board's random numbers.
type stream struct{ terrain.Stream }
