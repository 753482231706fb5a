package downsync

// Words of deploying and revealing.
const (
	wordAsWhich      = "%s as %s"
	wordRevealAs     = "Reveal which contact, as what?"
	wordDeployVIP    = "Deploy all towards the enemy VIP"
	wordDeployMiddle = "Deploy all at the front"
	wordStandsIn     = "stands in %s"
)
