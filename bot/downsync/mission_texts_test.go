package downsync

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/downsync/forces"
	"downsync/bot/downsync/inspect"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// missionConfigs returns the settings of each mission in each edition that has it, by their names.
func missionConfigs(t *testing.T) map[string]rules.Config {
	out := map[string]rules.Config{}
	for _, edition := range rules.Editions {
		for _, name := range rules.MissionsOf(edition) {
			c := starters(t)
			c.Rules, c.Map, c.MissionName = edition, "plain", name
			out[name+" in "+edition] = c
		}
	}
	return out
}

// Each mission has its texts: a challenge names it and tells how many points win, and the first line of the log names it.
func TestMissionsHaveTexts(t *testing.T) {
	for what, c := range missionConfigs(t) {
		text := wording.MissionTexts[c.MissionName]
		if text.Name == "" || strings.Count(string(text.Terms), "%d") != 1 {
			t.Errorf("%s has no texts in MissionTexts, or not one number in its terms: %+v", what, text)
			continue
		}
		raw, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lang.All() {
			f := forces.Lobby{Reader: wording.Reader{Voice: bot.Voice{Language: l}}}
			if s := f.Summary(raw); !strings.Contains(s, l.Text(text.Name)) {
				t.Errorf("%s, %s: %s", what, l, s)
			}
			if s := f.Terms(raw); !strings.Contains(s, l.Say(text.Terms, c.Mission().Win)) {
				t.Errorf("%s, %s: %s", what, l, s)
			}
		}
		before, err := c.Before()
		if err != nil {
			t.Fatal(err)
		}
		began := wording.TellerOf(wording.Reading{View: before}).Line(rules.Began{Rules: c.Rules, Size: c.Size, Secrecy: c.Secrecy})
		if !strings.Contains(began, string(text.Name)) {
			t.Errorf("%s begins: %s", what, began)
		}
	}
}

// Each goal of a mission has names of its own for either side, and points scored there are told of it.
func TestGoalsHaveNames(t *testing.T) {
	for what, c := range missionConfigs(t) {
		before, err := c.Before()
		if err != nil {
			t.Fatal(err)
		}
		v := wording.Reading{View: before}
		shown, err := inspect.Inspector{}.QueryPublic(table.Public{View: before}, "board", nil)
		if err != nil {
			t.Fatal(err)
		}
		board := bottest.Words(shown.Message)
		for _, seat := range []game.Seat{1, 2} {
			l := newLayout(table.Private{Seat: seat}, v, table.OpenAsk{Ask: game.Ask{Seat: seat}})
			var names []string
			for i, g := range v.GoalsFrom(seat) {
				word := rules.GoalWord(i)
				for _, name := range []string{l.headingName(word, seat), whereTo(l, word)} {
					if slices.Contains(names, name) || strings.Contains(name, word) {
						t.Errorf("%s: side %d reads %q for %s", what, seat, name, word)
					}
					names = append(names, name)
				}
				if !strings.Contains(board, "• "+wording.GoalName(v, g)+" at ") {
					t.Errorf("%s: the board in words lacks %s", what, wording.GoalName(v, g))
				}
			}
		}
	}
}

// Each mission is played by the main button alone, for four Rounds.
func TestMissionsByTheMainButton(t *testing.T) {
	for what, c := range missionConfigs(t) {
		t.Run(what, func(t *testing.T) {
			n := newNewcomer(t, c, 5)
			asked := 0
			n.seen = func(p table.Private, page bot.Page) {
				v := p.View.(rules.View)
				if asked++; v.Mission().Name != c.MissionName {
					t.Fatalf("it is %s", v.Mission().Name)
				}
				m, err := play{wording.Reader{Brush: blank{}, Voice: bot.Voice{Language: lang.Of("de")}}}.Console(p, page)
				if err != nil {
					t.Fatal(err)
				}
				if left := leftover(bottest.Words(m.Message)); left != "" {
					t.Errorf("not in German: %s", left)
				}
			}
			n.play(3000, func(v rules.View) bool { return v.Round > 4 })
			if asked < 10 {
				t.Errorf("only %d questions", asked)
			}
		})
	}
}
