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

	toldTokenRuled  = "By a moderator's ruling %s has %s: %d."
	toldHiddenRuled = "A moderator ruled on tokens of %s's that only %[1]s may see."
	toldPlaceRuled  = "By a moderator's ruling %s stands at %s."
	toldPointsRuled = "By a moderator's ruling %s has %d %s."
	toldRemoved     = "By a moderator's ruling %s is gone."
	toldLostAboard  = "Lost with %s, in which it rode: **%s**."
	toldReturned    = "By a moderator's ruling %s is back: the %s stands at %s."

	wordMixed = "mixed"

	wordWayLength = "The way was %s\" long."
)
