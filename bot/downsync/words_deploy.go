package downsync

// Words of deploying and revealing.
const (
	wordAsWhich      = "%s as %s"
	wordDeployVIP    = "Deploy all towards the enemy VIP"
	wordDeployMiddle = "Deploy all at the front"
	wordNothingLeft  = "%s has nothing left to do in this activation."
	wordNoTarget     = "%s has %d left of %s, and no target for it. It may go on with something else, or end."
	wordAmbushIt     = "Reveal it in Ambush"
	wordStandsIn     = "stands in %s"
)

// openers are what stands on the select of what to begin with, by question.
var openers = map[string]string{"reveal": "Reveal which contact, as what?", "identify": "Choose the contact and its Unit"}
