package downsync

// Words of moving and choosing.
const (
	wordLookAgain  = "Look again"
	wordFiner      = "¼\" steps"
	wordCoarser    = "1\" steps"
	wordHowFar     = "How far that way?"
	wordThatFar    = "%s\""
	wordFinds      = "⚠️ It ends within 2\" of %s, which the enemy must then reveal (R16.2)."
	wordWayHow     = "x,y in inches, or towards what and how far"
	wordWayExample = "12.5,30 or B4 6 or north-east 3"
	wordWhyNot     = "What is not possible, and why?"
	wordDenied     = "**Not possible now:**"
	wordNoneDenied = "Its checks and attacks reach every enemy that they are meant for."
)
