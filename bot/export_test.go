package bot

import "downsync/game/table"

// KeptPages is how many pages of controls are kept.
const KeptPages = keptPages

// Bind gives a letter's controls their ids.
var Bind = (*Bot).bind

// Guests is how many users the gate remembers.
func (g *Gate) Guests() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.guests)
}

// ClockLines is what a console says of the clocks.
func ClockLines(b *Bot, p table.Private) string {
	place, _ := placeOf(p.Meta)
	return b.clockLines(p.Clocks, place.Names, p.Meta.Timing.Misses)
}
