package downsync

// What ruling cards say.
const (
	wordEventHead   = "**Event %d**"
	wordEventTurn   = "**Event %d**, Round %d, Turn %d"
	wordNoWords     = "Nothing that the log tells in words."
	wordDiceNumbers = "Dice %d to %d of the public ones: %s."
	wordOwnDice     = "Dice %[2]d to %[3]d of %[1]s's own: %[4]s."
	wordOnRoll      = "• %+d %s on the roll (%s)"
	wordOnDef       = "• %+d %s on the number to reach (%s)"
	wordOnCard      = "on a card"

	wordMixed = "mixed"

	wordWayLength = "The way was %s\" long."
)
