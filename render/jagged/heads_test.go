package jagged_test

import (
	"strings"
	"testing"

	draw "downsync/render/jagged"
)

// The head of a board says in players' words what goes on: it names no phase, and of one side it begins with that side's letter.
func TestHeadsAreInPlayersWords(t *testing.T) {
	heads := draw.Heads()
	if len(heads) < 23 {
		t.Errorf("only %q", heads)
	}
	for _, said := range heads {
		for _, term := range []string{":", "active", "Phase", "Movement", "Tactics", "Shooting", "Melee", "Steal", "Glimpse", "Insight", "Priority", "designate"} {
			if strings.Contains(said, term) {
				t.Errorf("%q has %q in it", said, term)
			}
		}
		if strings.Contains(said, "A ") && !strings.HasPrefix(said, "A ") {
			t.Errorf("%q does not begin with its side", said)
		}
	}
}
