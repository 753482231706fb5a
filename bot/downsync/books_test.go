package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/lang"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/rulebook"
)

// Every card can be looked up by name in any case, slug and suggestion, and its answer can be sent.
func TestLookUnit(t *testing.T) {
	f := Forms{}
	for _, u := range cards.Printed().All() {
		for _, name := range []string{u.Slug, strings.ToUpper(u.Name), strings.ReplaceAll(u.Name, " ", ""), u.Slug + "@4.2"} {
			m, err := f.LookUp("unit", map[string]string{"name": name})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := discord.Check(m); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if s := bottest.Words(m); !strings.Contains(s, u.Name) || len(m.Files) != 1 {
				t.Errorf("%s: %s", name, s)
			}
		}
		if got := f.Suggest("name", map[string]string{"name": strings.ToLower(u.Name)}); len(got) == 0 || got[0].Value != u.Slug {
			t.Errorf("%s is not suggested: %v", u.Name, got)
		}
	}
	for name, want := range map[string]string{"viraog": "Did you mean Virago", "sentinel": "Sentinel: Tagger, Sentinel: Hunter", "Tiger": "no Unit", "": "no Unit", strings.Repeat("x", 5000): "no Unit"} {
		if _, err := f.LookUp("unit", map[string]string{"name": name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", name, err)
		}
	}
	if m, err := f.LookUp("unit", map[string]string{"name": "spider drone: sol"}); err != nil || !strings.Contains(bottest.Words(m), "Spider Drone: Soldier") {
		t.Errorf("the one Unit with that in its name: %v", err)
	}
	if _, err := f.LookUp("unit", map[string]string{"name": "virago", "rules": "9"}); err == nil {
		t.Error("an edition that is none")
	}
}

// Every entry is found by its own number or name, and every answer keeps Discord's limits, whatever is chosen in it.
func TestLookRules(t *testing.T) {
	f := Forms{}
	for _, e := range rulebook.Book.Entries() {
		m, err := f.LookUp("rules", map[string]string{"word": e.Name()})
		if err != nil || !strings.Contains(bottest.Words(m), e.Text) {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		if err := discord.Check(m); err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	seen := map[string]bool{}
	for query := "unit"; query != ""; {
		m, err := f.LookUp("rules", map[string]string{"word": query})
		if err != nil {
			t.Fatal(err)
		}
		if err := discord.Check(m); err != nil {
			t.Error(err)
		}
		query = ""
		for _, s := range bottest.ControlsOf(m).Selects {
			for _, o := range s.Options {
				if strings.Contains(o.Value, "|") && !seen[o.Value] {
					query = o.Value
				}
			}
		}
		seen[query] = true
	}
	if len(seen) < 4 {
		t.Errorf("%d pages about units", len(seen))
	}
	for word, want := range map[string]string{"hodl ties": "Q65", "2|overwatch": "", "-3|overwatch": "", "99|overwatch": ""} {
		m, err := f.LookUp("rules", map[string]string{"word": word})
		if err != nil || !strings.Contains(bottest.Words(m), want) {
			t.Errorf("%q: %v", word, err)
		}
	}
	if _, err := f.LookUp("rules", map[string]string{"word": "qqqq"}); err == nil || !strings.Contains(err.Error(), "expected") {
		t.Errorf("%v", err)
	}
	for _, typed := range []string{"", "over", "R24", "reacton window", strings.Repeat("ß", 300)} {
		for _, c := range f.Suggest("word", map[string]string{"word": typed}) {
			if n, v := len([]rune(c.Name)), len([]rune(c.Value)); n < 1 || n > 100 || v < 1 || v > 100 {
				t.Errorf("%q: a suggestion of %d and %d characters", typed, n, v)
			}
		}
	}
}

// Who reads German is told that the rules are quoted in English; chapters and what cards mean are translated.
func TestRulesInGerman(t *testing.T) {
	const quoted = "Der Regeltext ist englisch"
	for query, want := range map[string]string{"R21.4": "Angriffe", "defend": "eine Eigenschaft von Einheiten"} {
		m, err := Forms{}.in(bot.Voice{Language: lang.German}).LookUp("rules", map[string]string{"word": query})
		if err != nil {
			t.Fatal(err)
		}
		if got := bottest.Words(m); !strings.Contains(got, quoted) || !strings.Contains(got, want) {
			t.Errorf("%s: %s", query, got)
		}
		m, err = Forms{}.LookUp("rules", map[string]string{"word": query})
		if err != nil || strings.Contains(bottest.Words(m), "in English") {
			t.Errorf("%s in English: %v, %s", query, err, bottest.Words(m))
		}
	}
}
