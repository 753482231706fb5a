package discord

// Texts of this package, in the language of the user's Discord client.
const (
	wordFault   = "That did not work just now. The match is safe; please try again in a moment."
	wordDone    = "Done."
	wordTooMuch = "I have too much to show at once. `/match show` and `/order` still work; the operator has been told."
	wordSlow    = "That took too long; please press once more."
	wordBusy    = "Too much is going on just now; please try again in a few seconds."
)
