package bot_test

import (
	"context"
	"testing"
	"time"

	"downsync/bot/bottest/party"
	"downsync/game/gametest"
)

func TestMain(m *testing.M) { gametest.Main(m) }

const (
	ann, ben, cal, eve            = party.Ann, party.Ben, party.Cal, party.Eve
	judge, second, owner, modRole = party.Judge, party.Second, party.Owner, party.ModRole
	day                           = 24 * time.Hour
)

var ctx = context.Background()

// Commands.
var (
	inbox    = []string{"inbox"}
	ladder   = []string{"ladder"}
	settings = []string{"settings"}
	setup    = []string{"setup"}
)
