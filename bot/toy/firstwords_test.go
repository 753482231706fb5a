package toy

import (
	"testing"

	"downsync/bot"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	rules "downsync/game/toy"
)

// The message that brings a console begins with what the console asks, whatever that is, in both languages.
func TestFirstWords(t *testing.T) {
	forms := func(l lang.Language) Forms { return Forms{Voice: bot.Voice{Language: l}} }
	console := func(l lang.Language, p table.Private, at bot.Page) (wire.Letter, error) {
		return forms(l).play().Console(p, at)
	}
	g := screens.NewGallery(t, console, console, func(l lang.Language, p table.Private, a table.OpenAsk) string { return forms(l).play().Question(p, a) }, forms(lang.English).play().Press)
	asked, rounds := map[string]bool{}, map[int]bool{}
	g.Play(rules.Rules(), game.Config(`{"rounds":3,"peek":1}`), func(table.ID) game.Dice { return gametest.NewDice(1) }, 60, func(hall *table.Hall, p table.Private, cause string) {
		a := p.Asks[0]
		asked[a.Name], rounds[p.View.(rules.View).Round] = true, true
		g.Keep(a.Name, p, bot.Page{Ask: a.ID})
		if _, err := hall.Act(t.Context(), "act"+cause, "m", p.Seat, a.ID, a.Default); err != nil {
			t.Fatal(err)
		}
	})
	for _, q := range questions {
		if !asked[q.Name] && q.Name != game.StandingName {
			t.Errorf("%s was not asked", q.Name)
		}
	}
	if len(rounds) != 3 {
		t.Errorf("questions were asked in %d rounds, expected 3", len(rounds))
	}
}
