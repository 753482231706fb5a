package downsync

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/downsync/books"
	"downsync/bot/downsync/forces"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/pasted"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	boards "downsync/game/downsync/maps"
)

// Names of Units and maps, numbers of rules and rulings, and share codes are understood as people paste them, with
// decoration. A value without decoration stays unchanged.
func TestPasted(t *testing.T) {
	cat, err := books.Catalogue(wording.Reader{}, "")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{"random:42": "map", "Random 42": "map", cards.Armies()[0].ID: "force"}
	for _, u := range cat.All() {
		values[u.Name], values[u.Slug] = "name", "name"
	}
	for _, m := range boards.All() {
		values[m.Name], values[m.Slug] = "map", "map"
	}
	for _, o := range (forces.Builder{}).Starters() {
		values[o.Value] = "code"
	}
	for value, label := range values {
		if got := pasted.Value(value, label); got != value {
			t.Errorf("%q becomes %q", value, got)
		}
	}
	s := bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: Forms{}})
	for _, x := range []struct {
		command       string
		option, value string
	}{{"rules", "word", "D17"}, {"rules", "word", "Q65"}, {"rules", "word", "R24.11"}, {"unit", "name", cat.All()[0].Name}, {"unit", "name", cat.All()[0].Slug}, {"map", "map", "plain"}} {
		ask := func(typed string) string {
			a := s.Slash(ann, []string{x.command}, bottest.Option{Name: x.option, Value: typed})
			if a.Letter == nil {
				return ""
			}
			words, _, _ := strings.Cut(bottest.Words(*a.Letter), "book|") // the picture has another name each time
			return words
		}
		want := ask(x.value)
		if want == "" || strings.Contains(want, "⚠️") {
			t.Errorf("/%s %s answers %q", x.command, x.value, want)
		}
		pastings := bottest.Pastings(x.value, x.option)
		for _, name := range slices.Sorted(maps.Keys(pastings)) {
			if got := ask(pastings[name]); got != want {
				t.Errorf("/%s: with %s, %q answers %q; expected %q", x.command, name, pastings[name], got, want)
			}
		}
	}
}

// Both the form for a code and the choice of a force accept the whole message of a share code.
func TestPastedShareMessage(t *testing.T) {
	s := bottest.NewDuel(t, lang.English, bottest.Setup{Game: rules.Rules(), Forms: Forms{}})
	code := (forces.Builder{}).Starters()[0].Value
	s.Slash(ann, []string{"force"}, bottest.Option{Name: "code", Value: code})
	s.Click(ann, s.Newest(ann), "Share")
	message := bottest.Words(s.Newest(ann).Message)
	if !strings.Contains(message, code) {
		t.Fatalf("the message is %q", message)
	}
	s.Slash(ben, []string{"force"})
	a := s.Click(ben, s.Newest(ben), "Enter a share code")
	if a.Form == nil {
		t.Fatal("no form")
	}
	a = s.Submit(ben, s.Newest(ben), a.Form, map[string]string{a.Form.Fields[0].ID: "\u2068**Code:**\u2069 " + message})
	if a.Letter == nil || strings.Contains(bottest.Words(*a.Letter), "⚠️") || !strings.Contains(bottest.Words(*a.Letter), "A new force") {
		t.Errorf("the form answers %+v", a)
	}
	if got := bottest.Words(*s.Slash(ann, []string{"match", "challenge"}, bottest.Option{Name: "opponent", Value: string(ben)}, bottest.Option{Name: "force", Value: strings.ReplaceAll(message, "\n", " ")}).Letter); strings.Contains(got, "⚠️") {
		t.Errorf("the challenge answers %q", got)
	}
}
