package downsync

import "downsync/game/language"

// refusals is the table of every code of a refusal, with its rule. The bot finds the words for players: it shows each Text in
// its reader's language.
var refusals = language.Codes{
	"no-order":       "",      // the line is no order of the language
	"not-now":        "Q13",   // an order of another question
	"no-piece":       "",      // no such piece on the table
	"not-yours":      "",      // the piece is the other side's
	"twice":          "",      // named twice
	"off-table":      "Q4",    // some part of the base would be off the table
	"occupied":       "R7.9",  // would end overlapping a base
	"blocked":        "R7.9",  // an enemy base is in the way
	"too-far":        "R7.8",  // the way is longer than the allowance
	"out-of-zone":    "R25.2", // not wholly in the deployment zone
	"not-deployed":   "R5.4",  // Pings are still to be deployed
	"activated":      "R27.7", // has an Activated Token
	"sweep":          "Q15",   // the last player must take everything
	"not-in-force":   "R7.3",  // not in the Taskforce
	"not-a-ping":     "R16.1", // already a Unit
	"not-a-unit":     "R21.1", // a Ping cannot do or suffer this
	"not-in-reserve": "R16.1", // no such Unit of that Signature in Reserve
	"bases":          "R16.5", // too many or too few places for the Unit's bases
	"too-far-placed": "R16.5", // a base is not within 3" of the Ping
	"refreshed":      "R7.5",  // refreshed already
	"not-stunned":    "R17.3", // that base has no Stun Token
	"no-cp":          "R17.1", // not enough Command Points
	"moved":          "R7.8",  // has moved already
	"mover":          "Q25",   // another Unit's move is under way
	"ping-zone":      "R14.2", // a Ping would come within 2" of an enemy
	"coherency":      "R13.3", // bases would be more than 12" apart
	"base":           "R13.4", // the order must say which base it means
	"cannot-react":   "R24.3", // neither unactivated nor on Overwatch
	"nobody":         "Q62",   // at least one is needed
	"not-its-turn":   "R24.11",
	"die-1":          "Q65", // a die of 1 cannot go down
	"no-action":      "R18.2",
	"no-ap":          "R7.13",
	"stun-limit":     "Q58",
	"one-at-a-time":  "R13.4", // another base has acted since then

	"team":          "R13.5",
	"own-target":    "R21.3",
	"only-vs":       "R18.3",
	"range":         "R18.3",
	"sight":         "R21.3",
	"stealth":       "R27.10",
	"not-scannable": "R20.3",
	"attacks-left":  "R18.1",
	"no-attacks":    "Q51",
	"then":          "Q51",
	"no-token":      "R23.1",
	"wall":          "Q35",   // a building is in the way
	"roof":          "Q35",   // half on a building
	"room":          "R11.4", // the building is full
	"aim":           "Q80",   // the action needs these parts
	"once":          "Q49",   // once an activation
	"mount":         "Q76",   // no such Unit or transport
	"empty":         "Q75",   // nobody aboard
	"full":          "Q77",   // somebody aboard
	"busy":          "D14",   // a ruling on a piece that is being settled
	"alone":         "V21",   // Overwatch in a reaction excludes other actions
}

// refuse returns a refusal; notNow refuses an order that answers another question.
var refuse, notNow = refusals.Refuse, refusals.NotNow
