package jagged

import (
	"downsync/game"
	"downsync/render"

	rules "downsync/game/jagged"
)

// ResultOf returns the layout of a result.
func (l Look) ResultOf(v rules.View, told []game.Fact) render.Result { return l.result(v, told) }

// StripOf returns the layout of a step of a film.
func (l Look) StripOf(f Frame) render.Strip { return l.strip(f) }
