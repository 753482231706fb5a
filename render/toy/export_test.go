package toy

import (
	"downsync/game"
	rules "downsync/game/toy"
	"downsync/render"
)

// ResultOf returns what the picture of a result shows.
func (l Look) ResultOf(v rules.View, end game.Result, told []game.Fact) render.Result {
	return l.result(v, end, told)
}
