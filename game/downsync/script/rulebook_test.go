package script

import (
	"regexp"
	"strings"
	"testing"

	"downsync/game/script/scripttest"
)

// In the rulebook (see scripttest.Rulebook) "TO ACT" means the steps from designation to A1's activation. A section whose
// heading ends in "(both modes)" is played veiled and open, one in "(both editions)" by 2023-03 and 4.2. A rule that no script
// can show has a Go test with the number in its name, like TestR2_3.

const toAct = "1> designate A1\n1> done\n2> pass\n1> activate A1"

// variants holds the headers with which the script of such a section is played.
var variants = map[string][]string{
	"(both modes)":    {"secrecy veiled", "secrecy open"},
	"(both editions)": {"rules 2023-03", "rules 4.2"},
}

func TestRulebook(t *testing.T) {
	for _, r := range scripttest.Rulebook(t) {
		headers := []string{""}
		for mark, hs := range variants {
			if strings.HasSuffix(r.Name, mark) {
				headers = hs
			}
		}
		for _, h := range headers {
			t.Run(r.Name+h, func(t *testing.T) {
				scripttest.Play(t, Game, h+"\n"+strings.ReplaceAll(r.Text, "TO ACT", toAct))
			})
		}
	}
}

// Every rule and every ruling has a test.
func TestEveryRuleHasATest(t *testing.T) {
	number := regexp.MustCompile(`^([RQDV]\d+)(?:_(\d+))?`)
	scripttest.EveryRule(t, "../rules.md", scripttest.Numbers{
		Ruled: regexp.MustCompile(`\*\*(R\d+\.\d+|[QDV]\d+)\b`),
		Cited: regexp.MustCompile(`\b[RQDV]\d+(\.\d+)?\b`),
		Least: 152 + 95 + 25,
		Tested: func(name string) string {
			return strings.Replace(number.FindString(name), "_", ".", 1)
		},
	}, ".", "..", "../cards", "../maps", "../course", "../rulebook")
}
