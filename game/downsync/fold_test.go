package downsync

import (
	"bytes"
	"encoding/json"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// folding is the rules with a Fold that checks that the state before is unchanged. It tries each kind of fact several times.
type folding struct {
	rules
	t    *testing.T
	seen map[string]int
}

func (r folding) Fold(s *state, f game.Fact) *state {
	const tries = 12
	if r.seen[f.Kind()]++; r.seen[f.Kind()] > tries || s == nil {
		return r.rules.Fold(s, f)
	}
	text := func(s *state) []byte {
		raw, err := json.Marshal(s)
		if err != nil {
			r.t.Fatal(err)
		}
		return raw
	}
	was := text(s)
	next := r.rules.Fold(s, f)
	is := text(next)
	again := r.rules.Fold(s, f) // as a second reader of the same state would
	switch {
	case !bytes.Equal(text(s), was):
		r.t.Fatalf("%s writes to the state before:\n%s\nit was\n%s", f.Kind(), text(s), was)
	case !bytes.Equal(text(next), is):
		r.t.Fatalf("%s, folded twice, writes to its first result", f.Kind())
	case !bytes.Equal(text(again), is):
		r.t.Fatalf("%s, folded twice, comes to something else", f.Kind())
	}
	return next
}

// States share their unchanged parts, and none is written to once folded.
func TestFoldLeavesTheStateBefore(t *testing.T) {
	seen := map[string]int{}
	gametest.Run(t, gametest.Case{Game: game.Seal[*state](folding{rules: ours, t: t, seen: seen}), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: 6, MaxSteps: 6000,
		Config: randomConfig, Guess: guessPoint, Every: -1})
	if all := len(factKinds.Rows()); len(seen) < all/2 {
		t.Errorf("only %d of %d kinds of facts were folded", len(seen), all)
	}
}
