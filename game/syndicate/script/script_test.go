package script

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"downsync/game/script/scripttest"
	"downsync/game/syndicate/cards"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// The acceptance scenarios. Each testdata/*.match is played, every expectation in it holds, and its transcript is as kept.
func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, Game, 18, *update) }

// labs are what a script of the rulebook may begin with, on a line of its own: two sides whose units stand apart, with these hands.
// LAB A1 B1 adds Mercenaries. What follows may place units elsewhere only before it.
var shorthand = regexp.MustCompile(`(?m)^DUEL (\S+) (\S+) (\S+) (\S+) / (\S+) (\S+) (\S+) (\S+)$`)

// expand writes "DUEL lens longshot-m99 L 3,3 / razor ar-12-vanguard C 3,7" out.
func expand(text string) string {
	text = shorthand.ReplaceAllString(text, "lab\nplace 1 operator $1 A at $4 weapon $2 armor $3\nplace 2 operator $5 B at $8 weapon $6 armor $7\npriority 1")
	return regexp.MustCompile(`(?m)^COMMIT (.+) / (.+)$`).ReplaceAllStringFunc(text, func(line string) string {
		one, two, _ := strings.Cut(strings.TrimPrefix(line, "COMMIT "), " / ")
		hand := func(c string) string { return strings.Fields(c)[0] }
		return "hand 1 " + hand(one) + "\nhand 2 " + hand(two) + "\nbegin 1\n1> commit " + one + "\n2> commit " + two
	})
}

// The rulebook as tests: see scripttest.Rulebook. "DUEL operator weapon armor space / …" places both Operators in a lab, side 1 with
// Priority. "COMMIT card / card" gives each side its card as its hand, begins round 1 and commits both.
func TestRulebook(t *testing.T) {
	for _, r := range scripttest.Rulebook(t) {
		t.Run(r.Name, func(t *testing.T) { scripttest.Play(t, Game, expand(r.Text)) })
	}
}

// Every rule and every ruling has a test: a script in the rulebook, or a Go test like TestS2_2 or TestR_B4.
func TestEveryRuleHasATest(t *testing.T) {
	number := regexp.MustCompile(`^(S\d+_\d+|R_[A-Z]+\d+)`)
	scripttest.EveryRule(t, "../rules.md", scripttest.Numbers{
		Ruled: regexp.MustCompile(`\*\*(S\d+\.\d+|R-[A-Z]+\d+)\*\*`),
		Cited: regexp.MustCompile(`^(S\d+\.\d+|R-[A-Z]+\d+)$`),
		Least: 110,
		Tested: func(name string) string {
			n := number.FindString(name)
			if strings.HasPrefix(n, "R_") {
				return "R-" + n[2:]
			}
			return strings.Replace(n, "_", ".", 1)
		},
	}, ".", "..", "../cards", "../grid")
}

// Every card, weapon, armor, Mercenary, ability, trait, status and object has a script under a heading that names it in brackets.
func TestEveryNameHasATest(t *testing.T) {
	var all strings.Builder
	for _, r := range scripttest.Rulebook(t) {
		all.WriteString(r.Name + "\n")
	}
	var ids []string
	printed := cards.Printed()
	for _, x := range printed.Operators {
		ids = append(ids, x.ID)
	}
	for _, x := range printed.Weapons {
		ids = append(ids, x.ID)
	}
	for _, x := range printed.Armors {
		ids = append(ids, x.ID)
	}
	for _, x := range printed.Mercenaries {
		ids = append(ids, x.ID)
	}
	for _, x := range printed.Cards {
		ids = append(ids, x.ID)
	}
	for _, x := range cards.Meanings() {
		ids = append(ids, x.ID)
	}
	for _, id := range ids {
		if !strings.Contains(all.String(), "["+id+"]") {
			t.Errorf("%s has no test", id)
		}
	}
}
