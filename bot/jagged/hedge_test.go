package jagged

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/jagged/worlds"
)

func TestCheatByHedging(t *testing.T) {
	twins.Hedged(t, bottest.Setup{Forms: sketched}, worlds.Pairs()...)
}
