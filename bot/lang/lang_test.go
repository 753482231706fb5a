package lang_test

import (
	"testing"

	. "downsync/bot/lang"

	"downsync/game"
)

// German is compared with English by the tests.
var German = Of("de")

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

type phrase struct {
	format game.Text
	arg    string
}

func (p phrase) Said() (game.Text, []any) { return p.format, []any{p.arg} }

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

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		l    Language
		text game.Text
		args []any
		want string
	}{
		{English, "%d {day|days}", []any{1}, "1 day"},
		{English, "%d {day|days}", []any{0}, "0 days"},
		{English, "%d {day|days}", []any{21}, "21 days"},
		{German, "%d {day|days}", []any{1}, "1 Tag"},
		{German, "%d {day|days}", []any{-1}, "-1 Tag"},
		{German, "%d {day|days}", []any{2}, "2 Tage"},
		{English, "%[2]d {Base|Bases} of %[1]s", []any{"A3", 1}, "1 Base of A3"},
		{English, "%d%% of %d {Unit|Units}, %s {more|all}", []any{1, 2, "x"}, "1% of 2 Units, x all"},
		{English, "contact|Ping", nil, "Ping"},
		{English, "contact|%d {Ping|Pings}", []any{1}, "1 Ping"},
		{German, "no-such-thing|Virago", nil, "Virago"},
	} {
		if got := c.l.Say(c.text, c.args...); got != c.want {
			t.Errorf("%s: %s: %q", c.l, c.text, got)
		}
	}
}
