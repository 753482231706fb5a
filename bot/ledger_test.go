package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
)

// The ledger says what a seat was told, by which route; it is the player's own.
func TestLedger(t *testing.T) {
	p := newParty(t)
	p.Wire.CloseDM(ann, true)
	id := p.begin()
	p.Press(ann, p.cards()[0], "view|"+string(id))
	p.Wire.CloseDM(ann, false)
	p.play(ann, "bid 2")
	p.play(ben, "bid 3")
	text := bottest.Words(*p.Slash(ann, []string{"match", "ledger"}).Letter)
	for _, want := range []string{"• news 1 to ", ": direct message, <t:", ": answer in the channel, <t:"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the ledger:\n%s", want, text)
		}
	}
	from := 1
	for line := range strings.SplitSeq(text, "\n") {
		var a, b int
		if n, _ := fmt.Sscanf(line, "• news %d to %d:", &a, &b); n == 2 {
			if a != from || b < a {
				t.Errorf("news %d is missing: %s", from, line)
			}
			from = b + 1
		}
	}
	if from < 4 {
		t.Errorf("only %d news delivered:\n%s", from-1, text)
	}
	p.says(p.Slash(eve, []string{"match", "ledger"}), "You are in no match")
}

// A question about a match is answered from what its asker knows, in private.
func TestQuery(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	p.play(ben, "note red")
	p.says(p.Slash(ben, []string{"count"}), `seat 2 knows note "red"`)
	p.says(p.Slash(ann, []string{"count"}), `seat 1 knows note ""`)
	p.says(p.Slash(eve, []string{"count"}, opt("match", string(id))), "all know round 0")
	p.says(p.Slash(ann, []string{"count"}, opt("match", "odd")), "There is no such match")
}
