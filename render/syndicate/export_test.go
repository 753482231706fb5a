package syndicate

import (
	"strings"

	"downsync/game"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// ResultOf returns the layout of a result.
func (l Look) ResultOf(v rules.View, told []game.Fact) render.Result { return l.result(v, told) }

// StripOf returns the layout of a step of a film.
func (l Look) StripOf(f Frame) render.Strip { return l.strip(f) }

// Heads returns what the head of a board says in each phase, of the side A or of both.
func Heads() (out []string) {
	for _, p := range phases {
		for _, said := range []string{string(p.one), string(p.both)} {
			if said != "" {
				out = append(out, strings.Replace(said, "%c", "A", 1))
			}
		}
	}
	return out
}
