package rival_test

import (
	"context"
	"testing"

	"downsync/bot/bottest/party"
	"downsync/game/gametest"
)

func TestMain(m *testing.M) { gametest.Main(m) }

const (
	ann, ben, eve        = party.Ann, party.Ben, party.Eve
	judge, second, owner = party.Judge, party.Second, party.Owner
)

var ctx = context.Background()

var setup = []string{"setup"}
