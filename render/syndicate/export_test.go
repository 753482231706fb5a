package syndicate

import (
	"downsync/game"
	"downsync/render"

	rules "downsync/game/syndicate"
)

// ResultOf lays out a result.
func (l Look) ResultOf(v rules.View, told []game.Fact) render.Result { return l.result(v, told) }

// StripOf lays out a step of a film.
func (l Look) StripOf(f Frame) render.Strip { return l.strip(f) }
