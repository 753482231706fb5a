package lang_test

import (
	"testing"

	. "downsync/bot/lang"
)

func TestOf(t *testing.T) {
	for locale, want := range map[string]Language{"de": German, "en-US": English, "en-GB": English, "": English, "fr": English, "de-AT": German, "den": English} {
		if got := Of(locale); got != want {
			t.Errorf("%q: %s, expected %s", locale, got, want)
		}
	}
	for _, l := range All() {
		if Of(l.String()) != l || l.Name() == "" {
			t.Errorf("%s is not read back", l)
		}
	}
}

type phrase struct{ format, arg string }

func (p phrase) Said() (string, []any) { return p.format, []any{p.arg} }

func (p phrase) Error() string { return English.Say(p.format, p.arg) }

func TestSay(t *testing.T) {
	if got := German.Text("My view"); got != "Meine Sicht" {
		t.Errorf("%q", got)
	}
	if got := German.Text("Virago"); got != "Virago" {
		t.Errorf("a name became %q", got)
	}
	no := phrase{"%s has no such token left", "A2"}
	if got := German.Say("⚠️ %s", no); got != "⚠️ A2 hat keinen solchen Marker mehr" {
		t.Errorf("%q", got)
	}
	if got := English.Say("⚠️ %s", no); got != "⚠️ A2 has no such token left" {
		t.Errorf("%q", got)
	}
	if got := German.Error(no); got != "A2 hat keinen solchen Marker mehr" {
		t.Errorf("%q", got)
	}
}
