package party

import (
	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// The people who play and look on.
const Ann, Ben, Cal, Dan, Eve = bottest.Ann, bottest.Ben, wire.UserID("cal"), wire.UserID("dan"), bottest.Eve

// The people who look after a server.
const (
	Owner          = wire.UserID("owner")   // manages the server
	Judge          = wire.UserID("judge")   // has the moderator role
	Second         = wire.UserID("second")  // has it too
	JudgeElsewhere = wire.UserID("elsemod") // moderates another server
)

// ModRole is the role that a Court's server gives its moderators.
const ModRole = wire.RoleID("77")
