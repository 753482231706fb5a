package syndicate

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
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
	v := view(t)
	bottest.Worded(t, rules.Facts(), "../../game/syndicate/testdata/facts.jsonl", silent, func(l lang.Language, f game.Fact) string {
		return telling{reading{v, Forms{Voice: bot.Voice{Language: l}}, Forms{}.look("")}}.line(f)
	})
	for kind, rule := range cited {
		if numbered.Numbered(rule).Number == "" {
			t.Errorf("%s follows from %s, which is no rule", kind, rule)
		}
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
