package discord

import (
	"testing"

	"downsync/game/gametest"
)

// The tests mostly wait for the wire.
func TestMain(m *testing.M) {
	if err := gametest.AtOnce(4); err != nil {
		panic(err)
	}
	m.Run()
}
