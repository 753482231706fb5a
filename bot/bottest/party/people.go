package party

import (
	"downsync/bot"
	"downsync/bot/bottest"
)

// The people who play and look on.
const Ann, Ben, Cal, Dan, Eve = bottest.Ann, bottest.Ben, bot.UserID("cal"), bot.UserID("dan"), bottest.Eve

// The people who look after a server.
const (
	Owner          = bot.UserID("owner")   // manages the server
	Judge          = bot.UserID("judge")   // has the moderator role
	Second         = bot.UserID("second")  // has it too
	JudgeElsewhere = bot.UserID("elsemod") // moderates another server
)

// ModRole is the role that a Court's server gives its moderators.
const ModRole = bot.RoleID("77")
