package downsync

import (
	"testing"

	"downsync/game/gametest"
)

// mostUpward bounds the references to files that doc.go lists further down. Instead of adding a new one, move its code.
const mostUpward = 33

// Files use the ones that doc.go lists above them, with few exceptions.
func TestFilesInOrder(t *testing.T) {
	if up, all := gametest.Upward(t, "."); len(up) > mostUpward {
		t.Errorf("of %d references between files %d run up, at most %d: %q", all, len(up), mostUpward, up)
	}
}
