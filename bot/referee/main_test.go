package referee_test

import (
	"context"
	"testing"
	"time"

	"downsync/bot/bottest/party"
	"downsync/game/gametest"
)

func TestMain(m *testing.M) { gametest.Main(m) }

const (
	ann, ben, cal, dan, eve                = party.Ann, party.Ben, party.Cal, party.Dan, party.Eve
	judge, second, owner, elsemod, modRole = party.Judge, party.Second, party.Owner, party.JudgeElsewhere, party.ModRole
	day                                    = 24 * time.Hour
)

var ctx = context.Background()

var setup = []string{"setup"}
