package syndicate

import (
	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/syndicate/course"
)

// stepWords explains each step of the lesson. The layout's Lead names the control to press.
var stepWords = map[string]game.Text{
	"welcome": "**Welcome.** You lead **A**, Razor, and his Mercenary **A1**, Brick. You win when the enemy Operator **B**, Velocity, has no HP left. The number beside each unit is its HP.",
	"units":   "Below the board is your **hand**. In each round both of you choose one card in secret, then both are shown. **Movement** cards (an arrow) move your Operator; the others strengthen an attack, work on a space, or fight an enemy beside you.",
	"plan":    "Razor must get closer. **Dash** goes 3 spaces in one direction; Razor's medium armor takes 1 off, so it is 2. A press only chooses the card; the green button commits it.",
	"move":    "Both cards are shown, and Movement comes first. Go to a space with **crates**: a unit in light cover is harder to hit.",
	"mercs":   "Now Mercenaries move, whatever card was played. Brick's shotgun reaches 3 spaces, and he helps while he is within 4 of Razor.",
	"attack":  "Now both Operators attack. Beside each target stands what a die must show, how many dice there are, and how often at least one hits.",
	"brick":   "Two hits, less 1 for the armor (ARM): 1 damage. Velocity shot back and hit once; armor would take all of it, but at least 1 stays. Now Mercenaries attack: always the nearest enemy.",
	"tactic":  "A new round. You drew a card, and Priority has changed: Velocity goes first. This time play the **Grenade**, a Utility card.",
	"use":     "The Grenade works on a space within 4 and on all spaces around it. One of them catches both enemies.",
	"again":   "Each took 1 damage and is **Disoriented**: 1 DOD less, and cover does not help it. Move Brick once more.",
	"finish":  "Razor did not move in this round. With an assault rifle that adds 1 damage, and his rifle's own trait 1 ACC. Finish it.",
}

// lessons teach the game.
type lessons struct{ Forms }

// Lesson returns the lesson after those orders.
func (w lessons) Lesson(orders []string) (bot.Lesson, error) {
	return menu.Lesson(w.Language, course.Lesson, stepWords, orders)
}
