package downsync

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"downsync/game"
)

// FuzzOrder: whatever is typed is an order, or refused with what was expected; an order reads back as it is written.
func FuzzOrder(f *testing.F) {
	played, err := filepath.Glob("script/testdata/*.match")
	if err != nil || len(played) == 0 {
		f.Fatalf("no transcripts: %v", err)
	}
	for _, name := range played {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range regexp.MustCompile(`(?m)^[12]> (.*)$`).FindAllSubmatch(raw, -1) {
			f.Add(string(line[1]))
		}
	}
	for _, line := range []string{"move A2 to 12.5,30 via 10,28", "act forward-observe A6 heavy-artillery at 1,2 targets B1 B2", "deploy A1 at 1,1 3,1 5,1",
		"boost 1,3", "join A4 ambush", "plan A3 hold", "pay cp", "move a1 to 99999999999,0", "reveal B1 as virago by A3.1"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r, err := Parse(line)
		if err != nil {
			var no *game.Refusal
			if !errors.As(err, &no) || no.Code != "no-order" {
				t.Errorf("%q: %v", line, err)
			}
			return
		}
		again, err := Parse(r.Order())
		if err != nil || again.Order() != r.Order() {
			t.Errorf("%q is written as %q, which reads as %v: %v", line, r.Order(), again, err)
		}
	})
}

// FuzzFact: whatever is stored as a fact decodes or is refused, and what is whole is written so that it decodes to the same.
func FuzzFact(f *testing.F) {
	raw, err := os.ReadFile(examples)
	if err != nil {
		f.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range bytes.Lines(raw) {
		var e struct {
			Kind string          `json:"k"`
			Data json.RawMessage `json:"d"`
		}
		if json.Unmarshal(line, &e) == nil && !seen[e.Kind] {
			seen[e.Kind] = true
			f.Add(e.Kind, []byte(e.Data))
		}
	}
	f.Fuzz(func(t *testing.T, kind string, raw []byte) {
		fact, err := decode(kind, raw)
		if err != nil {
			return
		}
		once, err := json.Marshal(fact)
		if err != nil {
			t.Fatal(err)
		}
		again, err := decode(kind, once)
		if err != nil {
			return // a part that was left out reads as nothing, and nothing is not written
		}
		if twice, err := json.Marshal(again); err != nil || !bytes.Equal(once, twice) {
			t.Errorf("%s: %s, then %s: %v", kind, once, twice, err)
		}
	})
}
