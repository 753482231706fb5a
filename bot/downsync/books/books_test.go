package books

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/page"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/downsync/rulebook"
)

// Every card can be looked up by name in any case, by slug and by suggestion, and its answer can be sent.
func TestLookUnit(t *testing.T) {
	f := wording.Reader{}
	for _, u := range cards.Printed().All() {
		for _, name := range []string{u.Slug, strings.ToUpper(u.Name), strings.ReplaceAll(u.Name, " ", ""), u.Slug + "@4.2"} {
			m, err := Library{f}.LookUp("unit", map[string]string{"name": name})
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
		suggested := page.Suggest(strings.ToLower(u.Name))
		SuggestUnits(f, map[string]string{"name": u.Name}, suggested)
		if got := suggested.Choices(); len(got) == 0 || got[0].Value != u.Slug {
			t.Errorf("%s is not suggested: %v", u.Name, got)
		}
	}
	for name, want := range map[string]string{"viraog": "Did you mean Virago", "sentinel": "Sentinel: Tagger, Sentinel: Hunter", "Tiger": "no Unit", "": "no Unit", strings.Repeat("x", 5000): "no Unit"} {
		if _, err := (Library{f}).LookUp("unit", map[string]string{"name": name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v", name, err)
		}
	}
	if m, err := (Library{f}).LookUp("unit", map[string]string{"name": "spider drone: sol"}); err != nil || !strings.Contains(bottest.Words(m), "Spider Drone: Soldier") {
		t.Errorf("the one Unit with that in its name: %v", err)
	}
	if _, err := (Library{f}).LookUp("unit", map[string]string{"name": "virago", "rules": "9"}); err == nil {
		t.Error("an edition that is none")
	}
}

// unsaid are the fields of a card that no reader is told, because they are the program's own names.
var unsaid = []string{"Unit.Slug", "Action.ID"}

// said are alternative values for fields that allow only a few words.
var said = map[string][]string{
	"Unit.Faction": {"coalition", "republic-of-terra"}, "Unit.Signature": {"small", "medium", "large"}, "Unit.PackagedWith": {"virago"},
	"Action.Cost": {"A", "C", "A/C", "A+C"}, "Action.Effect": {"kill", "stun", "scan"}, "Action.OnlyVs": {"infantry", "vehicle"},
	"Trait.ID": {"predator", "tagged"}, "Trait.Vs": {"infantry", "vehicle"}, "Trait.Unit": {"virago", "samson"},
}

// The answer of /unit contains every number and word of the card: any change of the card changes the answer, in each
// language.
func TestCardsSayEverything(t *testing.T) {
	for _, l := range lang.All() {
		for _, edition := range rules.Editions {
			f := wording.Reader{Voice: bot.Voice{Language: l}}
			cat, err := Catalogue(f, edition)
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range cat.All() {
				sayEverything(t, f, cat, u, edition)
			}
		}
	}
}

func sayEverything(t *testing.T, f wording.Reader, cat *cards.Catalogue, u *cards.Unit, edition string) {
	t.Helper()
	plain := unitText(f, cat, u, edition)
	if n := len([]rune(plain)); n > wording.MaxTold {
		t.Errorf("%s: %d characters do not fit", u.Name, n)
	}
	walkCard(reflect.TypeFor[cards.Unit](), "Unit", func(name string, at func(reflect.Value) reflect.Value) {
		try := func(change func(reflect.Value), want string) {
			changed := cat.Changed(u.Slug, func(c *cards.Unit) { change(at(reflect.ValueOf(c).Elem())) })
			if got := unitText(f, changed, changed.Must(u.Slug), edition); got == plain || !strings.Contains(got, want) {
				t.Errorf("%s, %s in %s: nothing says %q:\n%s", u.Name, name, f.Language, want, got)
			}
		}
		v := at(reflect.ValueOf(*u))
		switch {
		case !v.IsValid() || v.IsZero() || slices.Contains(unsaid, name):
		case v.Kind() == reflect.Int:
			try(func(v reflect.Value) { v.SetInt(97) }, "97")
		case v.Kind() == reflect.Bool:
			try(func(v reflect.Value) { v.SetBool(!v.Bool()) }, "")
		case v.Kind() == reflect.String && said[name] == nil:
			try(func(v reflect.Value) { v.SetString("Zyx") }, "Zyx")
		case v.Kind() == reflect.String:
			for _, other := range said[name] {
				if other != v.String() {
					try(func(v reflect.Value) { v.SetString(other) }, "")
				}
			}
		default:
			t.Fatalf("%s is a %s", name, v.Kind())
		}
	})
}

// mostOf exceeds the length of every list on a card.
const mostOf = 4

// walkCard names every leaf of a card, with a function that finds it in a card. The function returns an invalid value if the
// card's list is too short.
func walkCard(of reflect.Type, name string, leaf func(string, func(reflect.Value) reflect.Value)) {
	switch of.Kind() {
	case reflect.Struct:
		for i := range of.NumField() {
			field := of.Field(i)
			under := name + "." + field.Name
			if of.Name() != "Unit" {
				under = of.Name() + "." + field.Name
			}
			walkCard(field.Type, under, func(n string, at func(reflect.Value) reflect.Value) {
				leaf(n, func(v reflect.Value) reflect.Value {
					if !v.IsValid() {
						return v
					}
					return at(v.Field(i))
				})
			})
		}
	case reflect.Slice:
		for i := range mostOf {
			walkCard(of.Elem(), name, func(n string, at func(reflect.Value) reflect.Value) {
				leaf(n, func(v reflect.Value) reflect.Value {
					if !v.IsValid() || i >= v.Len() {
						return reflect.Value{}
					}
					if v.CanSet() { // keep the printed card unchanged
						v.Set(reflect.AppendSlice(reflect.Zero(v.Type()), v))
					}
					return at(v.Index(i))
				})
			})
		}
	case reflect.Pointer:
		walkCard(of.Elem(), name, func(n string, at func(reflect.Value) reflect.Value) {
			leaf(n, func(v reflect.Value) reflect.Value {
				if !v.IsValid() || v.IsNil() {
					return reflect.Value{}
				}
				if v.CanSet() {
					own := reflect.New(v.Type().Elem())
					own.Elem().Set(v.Elem())
					v.Set(own)
				}
				return at(v.Elem())
			})
		})
	default:
		leaf(name, func(v reflect.Value) reflect.Value { return v })
	}
}

// Every entry is found by its own number or name, and every answer stays within Discord's limits, whatever is chosen in it.
func TestLookRules(t *testing.T) {
	f := wording.Reader{}
	for _, e := range rulebook.Book.Entries() {
		for query, want := range map[string]string{e.Name(): wording.InShort(f.Language, e), "=" + e.Name(): e.Text} {
			m, err := Library{f}.LookUp("rules", map[string]string{"word": query})
			if err != nil || !strings.Contains(bottest.Words(m), want) {
				t.Fatalf("%s: %v", query, err)
			}
			if err := discord.Check(m); err != nil {
				t.Errorf("%s: %v", query, err)
			}
		}
	}
	seen := map[string]bool{}
	for query := "unit"; query != ""; {
		m, err := Library{f}.LookUp("rules", map[string]string{"word": query})
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
		m, err := Library{f}.LookUp("rules", map[string]string{"word": word})
		if err != nil || !strings.Contains(bottest.Words(m), want) {
			t.Errorf("%q: %v", word, err)
		}
	}
	if _, err := (Library{f}).LookUp("rules", map[string]string{"word": "qqqq"}); err == nil || !strings.Contains(err.Error(), "expected") {
		t.Errorf("%v", err)
	}
	for _, typed := range []string{"", "over", "R24", "reacton window", strings.Repeat("ß", 300)} {
		suggested := page.Suggest(typed)
		SuggestRules(f, typed, suggested)
		for _, c := range suggested.Choices() {
			if n, v := len([]rune(c.Name)), len([]rune(c.Value)); n < 1 || n > 100 || v < 1 || v > 100 {
				t.Errorf("%q: a suggestion of %d and %d characters", typed, n, v)
			}
		}
	}
}

// A German answer says that the rules are quoted in English. Chapters and the meanings of cards are translated.
func TestRulesInGerman(t *testing.T) {
	const quoted = "Der Regeltext ist englisch"
	for query, want := range map[string]string{"R21.4": "Angriffe", "defend": "eine Eigenschaft von Einheiten"} {
		m, err := Library{wording.Reader{Voice: bot.Voice{Language: lang.Of("de")}}}.LookUp("rules", map[string]string{"word": query})
		if err != nil {
			t.Fatal(err)
		}
		if got := bottest.Words(m); !strings.Contains(got, quoted) || !strings.Contains(got, want) {
			t.Errorf("%s: %s", query, got)
		}
		m, err = Library{wording.Reader{}}.LookUp("rules", map[string]string{"word": query})
		if err != nil || strings.Contains(bottest.Words(m), "in English") {
			t.Errorf("%s in English: %v, %s", query, err, bottest.Words(m))
		}
	}
}

// An answer explains the words of buttons and cards in a sentence or two before the rules about them, also for synonyms and
// in German.
func TestTermsComeFirst(t *testing.T) {
	for query, want := range map[string]string{"overwatch": "**Overwatch**: A Unit on Overwatch may react", "Ping": "**Contact**: ", "cm": "**Countermeasure**: ", "Holding": "**Hold**: "} {
		m, err := Library{wording.Reader{}}.LookUp(bookRules, map[string]string{"word": query})
		if err != nil {
			t.Fatal(err)
		}
		words := bottest.Words(m)
		if at, rule := strings.Index(words, want), strings.Index(words, "**R"); at < 0 || rule >= 0 && rule < at {
			t.Errorf("%s:\n%s", query, words)
		}
	}
	if m, err := (Library{wording.Reader{}}).LookUp(bookRules, map[string]string{"word": "cover"}); err != nil || !strings.Contains(bottest.Words(m), "**R9.1** · Concealment") {
		t.Errorf("cover: %v\n%s", err, bottest.Words(m))
	}
	for _, e := range rulebook.Book.Entries() {
		m, err := Library{wording.Reader{}}.LookUp(bookRules, map[string]string{"word": e.Name()})
		if err != nil || strings.Contains(bottest.Words(m), "and 0 further") {
			t.Fatalf("%s: %v\n%s", e.Name(), err, bottest.Words(m))
		}
	}
	german := wording.Reader{Voice: bot.Voice{Language: lang.Of("de")}}
	for _, x := range terms {
		m, err := Library{german}.LookUp(bookRules, map[string]string{"word": x.word.String()})
		if err != nil || !strings.Contains(bottest.Words(m), "**"+german.Text(x.word)+"**: ") {
			t.Errorf("%s: %v\n%s", x.word, err, bottest.Words(m))
		}
	}
}

// Every card can be told, with all its actions.
func TestCardTexts(t *testing.T) {
	for _, u := range cards.Printed().All() {
		text := CardText(lang.English, cards.Printed(), u.Slug)
		if !strings.Contains(text, u.Name) || !strings.Contains(text, "SPD") || len([]rune(text)) > 600 {
			t.Errorf("%s: %d characters\n%s", u.Slug, len([]rune(text)), text)
		}
		for _, a := range u.Actions {
			if !strings.Contains(text, a.Name+" ("+a.Cost+")") {
				t.Errorf("%s does not tell of %s:\n%s", u.Slug, a.Name, text)
			}
		}
	}
	if CardText(lang.English, cards.Printed(), "nothing") != "" {
		t.Error("a card of nothing")
	}
}
