package downsync

import (
	"strings"

	"downsync/game/table"

	rules "downsync/game/downsync"
)

// Played are the forces of a match that is over, as its rosters were opened.
func (Forms) Played(p table.Public) ([]string, bool) {
	for _, fact := range p.Facts {
		if f, ok := fact.(rules.RostersOpened); ok {
			return []string{strings.Join(f.Forces[0], ","), strings.Join(f.Forces[1], ",")}, true
		}
	}
	return nil, false
}
