package render

import (
	"slices"

	"downsync/game"
)

// Signs of the enemies that matter for a move: those that would see its end, and those that could also attack there.
var (
	Sees   = Token{Name: "sees", Ink: White, Sign: Silhouette("eye", Pen(0.17, -0.74, 0, -0.4, -0.38, 0, -0.5, 0.4, -0.38, 0.74, 0, 0.4, 0.38, 0, 0.5, -0.4, 0.38, -0.74, 0), Pen(0.24, 0, 0))}
	Shoots = Token{Name: "shoots", Ink: Orange, Shape: Square, Beyond: true, Sign: Silhouette("sight", Pen(0.28, 0, -0.92, 0, -0.4), Pen(0.28, 0, 0.92, 0, 0.4),
		Pen(0.28, -0.92, 0, -0.4, 0), Pen(0.28, 0.92, 0, 0.4, 0), Pen(0.18, 0, 0))}
)

// Watcher is a piece that would see the end of a move.
type Watcher struct {
	Label  string // of its disc
	Shoots bool   // it could attack there
}

// Watched marks the watchers of a move on the scene, and explains the marks first in its legend.
func (r Reader) Watched(s *Scene, all []Watcher) {
	var keys []Key
	for _, k := range []struct {
		token  Token
		shoots bool
		text   game.Text
	}{{Shoots, true, "could attack there"}, {Sees, false, "sees the place"}} {
		used := false
		for _, w := range all {
			at := slices.IndexFunc(s.Discs, func(d Disc) bool { return d.Label == w.Label })
			if w.Shoots != k.shoots || at < 0 {
				continue
			}
			used = true
			s.Discs[at].Chips = append([]Chip{{Token: k.token}}, s.Discs[at].Chips...)
		}
		if used {
			keys = append(keys, Key{Chip: Chip{Token: k.token}, Text: r.Text(k.text)})
		}
	}
	s.Legend = append(keys, s.Legend...)
}
