package syndicate

import (
	"downsync/game"
	"downsync/game/language"
)

// refusals lists every code of the rules' refusals, with the rule behind it.
var refusals = language.Codes{
	"no-order":    "",      // the line is no order of the language
	"not-now":     "",      // an order for another question
	"zone":        "S2.6",  // outside the side's two rows
	"occupied":    "S2.1",  // one unit a space
	"blocked":     "S5.1",  // nobody can be there, or this unit cannot go there now
	"too-far":     "S4.4",  // farther than the move goes
	"not-in-hand": "S4.2",  // no such card in the hand
	"encumbered":  "S1.6",  // an Advanced Movement card
	"mode":        "R-P6",  // the Hydra's mode is missing, or there is no Hydra
	"no-unit":     "",      // no such unit on the board
	"not-yours":   "",      // the unit is the other side's
	"moved":       "S4.6",  // it has moved already
	"immobilized": "S5.7",  // it cannot move
	"range":       "S6.2",  // out of range
	"line":        "S6.2",  // no line
	"hidden":      "S9.1",  // Hidden and more than 4 spaces away
	"closest":     "S6.3",  // a Mercenary attacks the closest enemy
	"attacked":    "S6.1",  // its attack is spent
	"planted":     "S6.11", // Havoc does not attack after moving
	"no-mark":     "S7.1",  // no Predictive Mark to use
	"no-die":      "S7.2",  // no such die, or it has been rolled again
	"no-target":   "S4.5",  // not a possible target of the card
	"no-status":   "S9.1",  // it does not have that status
	"busy":        "",      // a ruling on what is being settled
}

// refuse makes a refusal; notNow refuses an order that answers another question.
var refuse, notNow = refusals.Refuse, refusals.NotNow

// refuseBy refuses with a code of the table but cites another rule than the table does.
func refuseBy(rule, code string, format game.Text, args ...any) error {
	return &game.Refusal{Code: code, Rule: rule, Text: format, Args: args}
}
