package toy

import "downsync/game"

// colours are the forces by name, onCards what stands on cards and in sentences.
var (
	colours = map[string]game.Text{"red": "Red", "blue": "Blue", "green": "Green"}
	onCards = map[string]game.Text{"red": "red", "blue": "blue", "green": "green", "rest": "rest", "low": "low"}
)
