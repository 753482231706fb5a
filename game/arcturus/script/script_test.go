package script

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"downsync/game/arcturus/cards"
	"downsync/game/script/scripttest"
)

var update = flag.Bool("update", false, "write the transcripts again")

// Each testdata/*.match is played, every expectation in it holds, and its transcript matches the stored one.
func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, Game, 1, *update) }

// The rulebook as tests: see scripttest.Rulebook.
func TestRulebook(t *testing.T) {
	for _, r := range scripttest.Rulebook(t) {
		t.Run(r.Name, func(t *testing.T) { scripttest.Play(t, Game, r.Text) })
	}
}

// Every rule and every ruling has a test: a script in the rulebook, or a Go test like TestN2_2 or TestS7.
func TestEveryRuleHasATest(t *testing.T) {
	number := regexp.MustCompile(`^(N\d+_\d+|S\d+)`)
	scripttest.EveryRule(t, "../rules.md", scripttest.Numbers{
		Ruled: regexp.MustCompile(`\*\*(N\d+\.\d+|S\d+)[* ]`),
		Cited: regexp.MustCompile(`^(N\d+\.\d+|S\d+|A\d+)$`),
		Least: 138,
		Tested: func(name string) string {
			return strings.Replace(number.FindString(name), "_", ".", 1)
		},
	}, ".", "..", "../cards")
}

// Every acceptance scenario has a script, or a Go test like TestA20.
func TestEveryScenarioHasAScript(t *testing.T) {
	var all strings.Builder
	for _, r := range scripttest.Rulebook(t) {
		all.WriteString("\n" + r.Name)
	}
	for n := 1; n <= 54; n++ {
		if n != 20 && !regexp.MustCompile(fmt.Sprintf(`\nA%d\b`, n)).MatchString(all.String()) { // A20 is a transcript, and the twins
			t.Errorf("A%d has no script", n)
		}
	}
}

// Every card with an effect is named in a script: sleepers, Sovereign cards, technologies, syndicates, tiles, awards.
func TestEveryCardHasATest(t *testing.T) {
	var all strings.Builder
	for _, r := range scripttest.Rulebook(t) {
		all.WriteString(r.Name + "\n" + r.Text + "\n")
	}
	var ids []string
	for _, x := range cards.Operations() {
		if x.Type != cards.Mission {
			ids = append(ids, x.ID)
		}
	}
	for _, x := range cards.Sovereigns() {
		ids = append(ids, "] "+x.ID) // as the card that was turned
	}
	for _, x := range cards.Techs() {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Mats() {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Tiles() {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Awards() {
		ids = append(ids, x.ID)
	}
	for _, id := range ids {
		if !strings.Contains(all.String(), id) {
			t.Errorf("%s has no test", id)
		}
	}
}
