package downsync

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	rules "downsync/game/downsync"
)

// A stunned Unit that has moved has no action (Q58), so it is offered no shot. One that stayed is.
func TestNoShotsAfterAStunnedMove(t *testing.T) {
	for _, c := range []struct {
		order string
		shot  bool
	}{{"move A1 to 20,11", false}, {"done", true}} {
		lab := rules.Lab{Active: 1, Reserve: [2][]string{{"virago"}, {"virago"}}, Pieces: []rules.LabPiece{
			{Label: "A1", Unit: "crusader", Bases: []rules.LabBase{{At: at(20, 10).At, Stun: true}}},
			{Label: "A2", Unit: "crusader", Bases: []rules.LabBase{at(30, 10)}},
			{Label: "B1", Unit: "samson", Bases: []rules.LabBase{at(20, 22)}},
		}}
		h := &hand{playground: newPlayground(t, lab, "designate A1 A2")}
		if h.private().Asks[0].Name == "refresh" {
			h.order("done")
		}
		h.order(c.order)
		if h.private().Asks[0].Name == "move" {
			h.order("done")
		}
		h.other()
		if ask := h.private().Asks[0].Name; ask != "next" {
			t.Fatalf("asked %s", ask)
		}
		_, m := h.see()
		if words := bottest.Words(m); strings.Contains(words, "A1 2 ×") != c.shot || !strings.Contains(words, "A2 2 ×") {
			t.Errorf("after %q:\n%s", c.order, words)
		}
	}
}
