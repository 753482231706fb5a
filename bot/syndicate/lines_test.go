package syndicate

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"downsync/bot/bottest/twins"
	"downsync/bot/lang"
	"downsync/bot/syndicate/worlds"
	"downsync/game"

	rules "downsync/game/syndicate"
)

// silent are the facts that need no words: what they tell stands elsewhere.
var silent = []string{"ended", "reloaded"}

// Every fact that anybody can be told has words in every language, or a reason to have none, and follows from a rule that there is.
func TestEveryFactHasWords(t *testing.T) {
	kinds := map[string]game.Fact{}
	for _, f := range rules.Facts() {
		kinds[f.Kind()] = f
	}
	file, err := os.Open("../../game/syndicate/testdata/facts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	seen := map[string]bool{}
	v := view(t)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var x struct {
			K string
			D json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		zero, ok := kinds[x.K]
		if !ok {
			continue // a secret, of which its twin is told
		}
		f := reflect.New(reflect.TypeOf(zero))
		if err := json.Unmarshal(x.D, f.Interface()); err != nil {
			t.Fatal(err)
		}
		seen[x.K] = true
		fact := f.Elem().Interface().(game.Fact)
		for _, l := range lang.All() {
			if said := (reading{v, Forms{Language: l}, Forms{}.look("")}).line(fact); (said == "") != slices.Contains(silent, x.K) {
				t.Errorf("%s, %s: %q", l, x.K, said)
			}
		}
	}
	for kind := range kinds {
		if rule := cited[kind]; rule != "" && numbered.Numbered(rule).Number == "" {
			t.Errorf("%s follows from %s, which is no rule", kind, rule)
		}
	}
	if len(seen) < 25 {
		t.Errorf("only %d kinds seen", len(seen))
	}
}

// view is a view of a match in its first round.
func view(t *testing.T) rules.View {
	t.Helper()
	w := worlds.Pair("hand").World[0]
	m, st, err := rules.Rules().Start(2, w.Config, w.Dice())
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m.View(game.Player(1)).(rules.View)
}

// Very long words, up to what Discord takes, are answered like any others.
func TestOverlongWords(t *testing.T) {
	t.Parallel()
	twins.Overlong(t, worlds.Pair("hand").World[0], sketched)
}
