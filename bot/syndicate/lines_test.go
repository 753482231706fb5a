package syndicate

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/twins"
	"downsync/bot/lang"
	"downsync/bot/syndicate/worlds"
	"downsync/game"
	"downsync/game/syndicate/grid"
	"downsync/game/table"

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

// A card by which nothing came is told so, once something else has followed it.
func TestBarrenCards(t *testing.T) {
	v := reading{view(t), Forms{Voice: bot.Voice{Language: lang.English}}, Forms{}.look("")}
	played := func(seat game.Seat) game.Fact { return rules.CardPlayed{Seat: seat, Card: "ghoststep-palm"} }
	facts := []game.Fact{played(1), played(2), rules.Moved{Unit: "B", From: spot(5, 5), Way: []grid.Space{spot(6, 5)}, By: "ghoststep-palm"}, played(1), rules.HeldFire{Unit: "A", Why: "no-target"}, played(2)}
	said := history{v.Forms}.Plainly(v.View, table.Meta{}, facts)
	for i, barren := range map[int]bool{0: true, 1: false, 3: true, 5: false} {
		if strings.HasSuffix(said[i], "**, and nothing comes of it.") != barren {
			t.Errorf("event %d is told as %q", i+1, said[i])
		}
	}
}

// Very long words, up to what Discord takes, are answered like any others.
func TestOverlongWords(t *testing.T) {
	t.Parallel()
	twins.Overlong(t, worlds.Pair("hand").World[0], sketched)
}
