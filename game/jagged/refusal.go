package jagged

import "downsync/game/language"

// refusals lists every code of the rules' refusals, with the rule behind it.
var refusals = language.Codes{
	"no-order":     "",      // the line is no order of the language
	"not-now":      "",      // an order for another question
	"no-unit":      "",      // no such model on the table, or no such unit
	"not-yours":    "",      // the model is the other side's
	"acted":        "J5.3",  // it has had its turn in this phase
	"out-of-range": "J9.1",  // the weapon does not reach
	"no-sight":     "J7.4",  // no line of sight
	"engaged":      "J11.1", // it is engaged, or it is not
	"sprinted":     "J8.2",  // it has sprinted
	"disengaged":   "J8.6",  // it has disengaged, or tried to
	"forbidden":    "J12.6", // an effect or a penalty forbids it
	"too-far":      "J8.3",  // farther than it can move
	"enemy":        "J8.3",  // an enemy's base is in the way
	"occupied":     "J8.3",  // it would end on another base
	"off-table":    "J8.3",  // it would leave the table
	"wall":         "J7.2",  // obscuring or impassable terrain
	"half-on":      "J7.3",  // it would end half on top of a piece
	"not-nearest":  "J10.2", // another enemy that it sees is nearer
	"blocked":      "J10.3", // the straight way of a Rush is not free
	"failed-rush":  "J10.6", // its Rush has failed
	"no-weapon":    "J9.1",  // it has no such weapon
	"no-flare":     "J6.3",  // no Flare is left
	"stabilize":    "J14.1", // nobody can make that attack easier, or not in that way
	"no-bp":        "J6.3",  // not enough BP kept
	"few":          "J3.3",  // fewer than four models in a Force
	"full":         "J6.4",  // eight models, or no Reinforcement left
	"limit":        "J3.3",  // the unit's Model Limit
	"budget":       "J3.1",  // more BP than the Force may spend
	"specialist":   "J3.1",  // not exactly the one Specialist, or one as a Reinforcement
	"faction":      "J3.3",  // a unit of the other faction
	"grenade":      "J3.5",  // it cannot carry that grenade
	"out-of-zone":  "J4.3",  // not wholly in the zone
	"too-near":     "J4.4",  // too near to a zone, another marker, an enemy or terrain
	"too-early":    "J6.3",  // no Reinforcements in Round 1
	"used":         "J6.1",  // used up for the Round or the battle
	"no-board":     "J4.2",  // no such board
	"busy":         "",      // a ruling on what is being settled
}

// refuse makes a refusal; notNow refuses an order that answers another question.
var refuse, notNow = refusals.Refuse, refusals.NotNow
