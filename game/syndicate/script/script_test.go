package script

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/game/script/scripttest"
	"downsync/game/syndicate/cards"
)

var update = flag.Bool("update", false, "write the transcripts anew")

// The acceptance scenarios: each testdata/*.match is played, every expectation in it holds, and its transcript matches the stored
// one.
func TestTranscripts(t *testing.T) { scripttest.Transcripts(t, Game, 18, *update) }

// shorthand is a line with which a script of the rulebook may begin: two operators at a distance, with their weapons and armor.
var shorthand = regexp.MustCompile(`(?m)^DUEL (\S+) (\S+) (\S+) (\S+) / (\S+) (\S+) (\S+) (\S+)$`)

// expand replaces the shorthand, such as "DUEL lens longshot-m99 L 3,3 / razor ar-12-vanguard C 3,7".
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
		Least: 139,
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

// R-X4: on every card with a contest, a tie means 1 damage each and nothing more.
func TestR_X4(t *testing.T) {
	who := map[string]string{cards.Verge: "velocity", cards.Force: "razor", cards.Focus: "lens", cards.Bulwark: "rampart", cards.System: "glitch"}
	for _, x := range cards.Printed().Cards {
		i := slices.IndexFunc(x.Do, func(o cards.Op) bool { return o.Op == "contest" })
		if (i >= 0) != (x.Type == cards.Melee) {
			t.Errorf("%s is a %s card", x.ID, x.Type)
		}
		if i < 0 {
			continue
		}
		own, _ := cards.Printed().Operator(who[x.Color])
		die := 1
		if own.ACC+x.Do[i].Bonus < 3 { // the defender's DOD is 3
			die = 2
		}
		before, first := "begin 1\n", ""
		if x.Do[0].Op == "move" || x.Do[0].Op == "appear" {
			first = "1> stay\n"
		}
		if x.Do[0].Op == "require" { // moved in the round before
			before = "hand 1 dash\nhand 2 dash\nbegin 1\n1> commit dash\n2> commit dash\n1> move to 5,5\n2> stay\n1> hold\n2> hold\n"
		}
		at, order := "5,5", "2> stay\n"
		if x.Do[0].Op == "require" {
			at = "5,3"
		}
		text := fmt.Sprintf("dice %d %d\nDUEL %s nanite-swarm-projector L %s / razor nanite-swarm-projector L 5,6\nhand 1 %s\nhand 2 dash dash\n%s1> commit %[5]s\n2> commit dash\n%[7]s%[8]s1> use on B\n",
			die, die+own.ACC+x.Do[i].Bonus-3, own.ID, at, x.ID, before, order, first)
		if own.ID == "glitch" {
			text += "1> keep\n"
		}
		text += fmt.Sprintf("expect see onlooker .units.A.hp %d\nexpect see onlooker .units.B.hp 19\nexpect see onlooker .units.A.at 5,5\nexpect see onlooker .units.B.at 5,6\nexpect see onlooker .units.B.statuses []\n", own.HP-1)
		t.Run(x.ID, func(t *testing.T) { scripttest.Play(t, Game, expand(text)) })
	}
}
