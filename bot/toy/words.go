package toy

import "downsync/game"

// colours names the forces, onCards the faces of the cards.
var (
	colours = map[string]game.Text{"red": "Red", "blue": "Blue", "green": "Green"}
	onCards = map[string]game.Text{"red": "red", "blue": "blue", "green": "green", "rest": "rest", "low": "low"}
)
