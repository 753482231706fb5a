package bot

import (
	"maps"
	"slices"
)

// MostPages is how many pages of controls are kept.
const MostPages = mostPages

// Bind gives a letter's controls their ids.
var Bind = (*App).Bind

// Users returns how many users the gate remembers.
func (g *Gate) Users() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.users)
}

// PressKinds returns the first parts of all custom ids that a room answers.
func (a *App) PressKinds() []string { return slices.Sorted(maps.Keys(a.presses)) }
