package downsync

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/downsync/worlds"
)

func TestCheatByHedging(t *testing.T) {
	twins.Hedged(t, bottest.Setup{Forms: Forms{brush: sketch{}}}, append(append(worlds.Pairs(), worlds.Deep()...), worlds.Faced()...)...)
}
