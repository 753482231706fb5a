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

// Watched marks the watchers of a move on the scene.
func (r Reader) Watched(s *Scene, all []Watcher) {
	var see, shoot []string
	for _, w := range all {
		if w.Shoots {
			shoot = append(shoot, w.Label)
		} else {
			see = append(see, w.Label)
		}
	}
	r.Mark(s, see, Sees, "sees the place")
	r.Mark(s, shoot, Shoots, "could attack there")
}

// Mark adds a chip to the discs of those labels, before their others, and explains it first in the legend.
func (r Reader) Mark(s *Scene, labels []string, token Token, text game.Text) {
	used := false
	for i, d := range s.Discs {
		if d.Label != "" && slices.Contains(labels, d.Label) {
			used = true
			s.Discs[i].Chips = append([]Chip{{Token: token}}, d.Chips...)
		}
	}
	if used {
		s.Legend = append([]Key{{Chip: Chip{Token: token}, Text: r.Text(text)}}, s.Legend...)
	}
}
