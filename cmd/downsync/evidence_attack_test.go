package main

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/table"
)

// A cheat hands over evidence of a running match. No seed is compared with its commitment, and the commitment contains extra
// lines: verify would print them as its own findings.
func TestCheatByWritingTheVerdict(t *testing.T) {
	k := newKeeper(t)
	under, _ := k.do(0, "export", "-store", k.path, "-referee", string(kept))
	was := carriedOf(t, under)
	was.Seed = ""
	rec, err := game.DecodeRecord([]byte(was.Events[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{`x\n  dice    20 worked out from the seed`, `\u001b[2Jeverything fits`, strings.ToUpper(rec.Dice.Commitment), "12", ""} {
		match := forge(t, was, rec.Dice.Commitment, says)
		k.write("evidence.json", `{"form":"`+table.EvidenceForm+`","match":`+match+`}`)
		if out, _ := k.do(1, "verify", k.file("evidence.json")); !strings.Contains(out, "event 1: ") {
			t.Errorf("%s: verify says %q", says, out)
		}
	}
}
