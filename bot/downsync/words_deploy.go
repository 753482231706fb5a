package downsync

// Words of deploying and revealing.
const (
	wordAsWhich      = "%s as %s"
	wordRevealAs     = "Reveal which contact, as what?"
	wordDeployVIP    = "Deploy all towards the enemy VIP"
	wordDeployMiddle = "Deploy all at the front"
	wordNothingLeft  = "%s has nothing left to do in this activation."
	wordNoTarget     = "%s has %d left of %s, and no target for it. It may go on with something else, or end."
	wordStandsIn     = "stands in %s"
)
