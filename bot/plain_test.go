package bot_test

import (
	"strings"
	"testing"

	"downsync/bot"
)

// What people type turns no line round and covers none; letters keep the accents that scripts have.
func TestPlainTurnsNothing(t *testing.T) {
	for typed, want := range map[string]string{
		"a \u202edevil\u202c, \u2066b\u2069 \u200f\u061cc": "a devil, b c",
		"Z" + strings.Repeat("\u0336\u0489", 30) + "e":     "Z\u0336\u0489\u0336\u0489e",
		"việt \u05e9\u05bc\u05c1\u05b8 é":                  "việt \u05e9\u05bc\u05c1\u05b8 é",
		"אב":                                               "אב",
	} {
		if got := bot.Plain(typed); got != want {
			t.Errorf("%+q is written %+q, expected %+q", typed, got, want)
		}
	}
}

// A reason of such characters leaves the rest of its line as it is.
func TestReasonTurnsNothing(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	p.May[judge] = bot.ManageServer
	p.says(p.Slash(judge, []string{"mod", "pause"}, opt("match", string(id)), opt("reason", "late\u202e"+strings.Repeat("\u0301", 40))), "late"+strings.Repeat("\u0301", 4))
}
