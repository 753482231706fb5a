package match_test

import (
	"context"
	"testing"

	"downsync/bot/bottest/party"
	"downsync/game/gametest"
)

func TestMain(m *testing.M) { gametest.Main(m) }

const (
	ann, ben, cal, eve    = party.Ann, party.Ben, party.Cal, party.Eve
	judge, owner, modRole = party.Judge, party.Owner, party.ModRole
)

var ctx = context.Background()

// Commands.
var (
	inbox    = []string{"inbox"}
	replay   = []string{"match", "replay"}
	settings = []string{"settings"}
	setup    = []string{"setup"}
)
