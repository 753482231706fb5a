package discord

import (
	"testing"

	"downsync/game/table/tabletest"
)

func TestMain(m *testing.M) {
	tabletest.Waiting()
	m.Run()
}
