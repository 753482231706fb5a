package arcturus

import (
	"testing"

	"downsync/game/gametest"
)

func TestMain(m *testing.M) { gametest.Main(m) }
