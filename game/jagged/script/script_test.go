package script

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"downsync/game/jagged/cards"
	"downsync/game/script/scripttest"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// The acceptance scenarios: each testdata/*.match is played, every expectation in it holds, and its transcript matches the stored
// one.
func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, Game, 85, *update) }

// The rulebook as tests: see scripttest.Rulebook.
func TestRulebook(t *testing.T) {
	for _, r := range scripttest.Rulebook(t) {
		t.Run(r.Name, func(t *testing.T) { scripttest.Play(t, Game, r.Text) })
	}
}

// Every rule and every ruling has a test: a script in the rulebook, or a Go test like TestJ2_2 or TestJQ4.
func TestEveryRuleHasATest(t *testing.T) {
	number := regexp.MustCompile(`^(J\d+_\d+|JQ\d+)`)
	scripttest.EveryRule(t, "../rules.md", scripttest.Numbers{
		Ruled: regexp.MustCompile(`\*\*(J\d+\.\d+|JQ\d+)\*\*`),
		Cited: regexp.MustCompile(`^(J\d+\.\d+|JQ\d+)$`),
		Least: 160,
		Tested: func(name string) string {
			return strings.Replace(number.FindString(name), "_", ".", 1)
		},
	}, ".", "..", "../cards", "../campaign")
}

// Every unit, weapon, special rule and Position has a script under a heading that names it in brackets.
func TestEveryNameHasATest(t *testing.T) {
	var all strings.Builder
	for _, r := range scripttest.Rulebook(t) {
		all.WriteString(r.Name + "\n")
	}
	var ids []string
	for _, x := range cards.Units() {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Weapons() {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Rules() {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Positions() {
		ids = append(ids, x.ID)
	}
	for _, id := range ids {
		if !strings.Contains(all.String(), "["+id+"]") {
			t.Errorf("%s has no test", id)
		}
	}
}
