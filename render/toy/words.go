package toy

// The words of all pictures. A Look may translate them.
const (
	wordRound  = "ROUND %d OF %d"
	wordOver   = "MATCH OVER"
	wordScore  = "%c  %d"
	wordBids   = "all bid in secret"
	wordTunes  = "%c may tune"
	wordClaim  = "the first claim rolls the die"
	wordPeeks  = "%c may look at the next card"
	wordEnd    = "all colours are open"
	wordBid    = "bid %c"
	wordHue    = "colour %c"
	wordNote   = "note"
	wordTuned  = "tuned"
	wordFirst  = "first player"
	wordHead   = "%s: %s."
	wordPoints = "%c has %d points."
	wordBidOf  = "%c bid %d."
	wordColour = "%c has the colour %s."
	wordOwn    = "Your note is %s."
	wordTunes2 = "You tuned %d times this round."
	wordMore   = " … and %d more."
)
