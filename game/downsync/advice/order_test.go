package advice

import (
	"testing"

	"downsync/game/gametest"
)

// Each file uses only files that doc.go lists above it.
func TestFilesInOrder(t *testing.T) {
	if up, all := gametest.Upward(t, "."); len(up) > 0 || all == 0 {
		t.Errorf("of %d references between files these run up: %v", all, up)
	}
}
