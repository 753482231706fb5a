package downsync

import (
	"testing"

	"downsync/game/gametest"
)

// mostUpward is how many references between files run to one that doc.go lists below: a new one wants its code elsewhere.
const mostUpward = 33

// Files use those that doc.go lists above them, but for a few references.
func TestFilesInOrder(t *testing.T) {
	if up, all := gametest.Upward(t, "."); len(up) > mostUpward {
		t.Errorf("of %d references between files %d run up, at most %d: %q", all, len(up), mostUpward, up)
	}
}
