package bot

// MostPages is how many pages of controls are kept.
const MostPages = mostPages

// Bind gives a letter's controls their ids.
var Bind = (*App).Bind

// Guests is how many users the gate remembers.
func (g *Gate) Guests() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.guests)
}
