package jagged

import (
	"downsync/bot"
	"downsync/bot/menu"
	"downsync/game"
	"downsync/game/jagged/course"
)

// stepWords explains each step of the lesson. The layout's Lead names the control to press.
var stepWords = map[string]game.Text{
	"welcome":   "**Welcome.** You are **A**, the Attacker, and lead the Human Colonies. The Martian Order, **B**, defends. A battle has five Rounds; then the side that owns more of the three **Objectives** wins. A side without models loses at once.",
	"list":      "Both sides choose a list in secret: you have 100 BP, the Defender 125. What you do not spend is kept for later. Bring **Breachers**: an Engineer, two armoured models and a Rifleman.",
	"objective": "One Objective lies in the middle, and each side places one. You gain it if a model of yours is within 1\" of it when a Round ends, and no enemy is.",
	"deploy":    "Both sides deploy in secret, each in its own Zone. The first proposal puts your models where the Objectives are near.",
	"move":      "Your **Insertion** succeeded, so you keep all 3 **Flares**. You have the **Initiative**: in each phase all your models act, then theirs. Move the Rifleman **A4** up to 5\".",
	"sprint":    "A **Sprint** goes a D6 farther, but then the model neither shoots nor rushes in this Round. Sprint with **A2**.",
	"run":       "You rolled 6: A2 may go 11\". Send it toward the middle.",
	"hold":      "The others stay. No enemy is near enough for a **Rush**, so say that you make none in this Round: then you are not asked again.",
	"shoot":     "They sprinted too, and **B1** is at the middle Objective. To hit it, a D100 must show 65 or more: A4's **SR** 60, +10 for **Cover**, +5 for B1's **Evade**, −10 because the Engineer is within 3\". That is 36 %.",
	"reinforce": "58: a miss. The Round ended with B1 at the Objective, which is **theirs** now. In Round 2 you won the Initiative. **Reinforcements** cost a Flare and BP that you kept; you need none now.",
	"stay":      "A2 is near enough to Rush later. Nobody needs to move.",
	"stabilize": "Now spend a **Flare**. With it the Engineer makes one shot 10 easier; say so before the roll. Shoot **A4** at **B2**.",
	"again":     "97: a **Critical Success**. 96 to 100 always hits, and each weapon adds an effect: a rifle takes a Wound whatever the armour. B2 is destroyed. Let **A2** shoot at B1; it may Rush all the same.",
	"rush":      "A miss. Then B1 threw Spore Pods and rolled 4: a **Critical Failure**. 1 to 5 always misses, and here it makes B1's own rolls harder next Round. Now **Rush** with A2: it goes straight at the nearest enemy, its Movement and a D6.",
	"rushed":    "A2 stands within 1\" of B1. Both are **engaged**, and who rushed strikes first. Nobody else is near enough.",
	"melee":     "In **Melee** Cover does not count: SR 50 and Evade 5 make 55. A hit takes a Wound if the weapon's **DAM** is at least the target's **W**: 2 against 1. Strike.",
}

// lessons teach the game.
type lessons struct{ Forms }

// Lesson returns the lesson after those orders.
func (w lessons) Lesson(orders []string) (bot.Lesson, error) {
	return menu.Lesson(w.Language, course.Lesson, stepWords, orders)
}
