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

// Factions are those that the Units of each opened force belong to; "mixed" for several.
func (f Forms) Factions(p table.Public) []string {
	cat := reads(f, p.View, p.Meta).Cards()
	for _, fact := range p.Facts {
		opened, ok := fact.(rules.RostersOpened)
		if !ok {
			continue
		}
		out := make([]string, len(opened.Forces))
		for side, force := range opened.Forces {
			for n, slug := range force {
				faction := cat.Must(slug).Faction
				faction = or(string(factionNames[faction]), faction)
				if n > 0 && faction != out[side] {
					faction = "mixed"
				}
				out[side] = faction
			}
		}
		return out
	}
	return nil
}
