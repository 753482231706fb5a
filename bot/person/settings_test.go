package person_test

import (
	"context"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/prefs"
	"downsync/bot/wire"
)

// Settings are stored, shown and reset. An invalid one is answered with what was expected, and changes nothing.
func TestSettings(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, settings), "Time zone: UTC, now 12:00")
	p.Says(p.Slash(ann, settings, party.Opt("language", "en"), party.Opt("theme", "safe"), party.Opt("zone", "asia/kolkata"), party.Opt("quiet", "22-7:30")),
		"Asia/Kolkata, now 17:30\n• Quiet hours: 22:00-07:30")
	want := prefs.User{Version: 1, Language: "en", Theme: prefs.ThemeSafe, Zone: "Asia/Kolkata", Quiet: prefs.Quiet{From: 22 * 60, To: 7*60 + 30}}
	for _, c := range []struct{ name, value, says string }{
		{"language", "xx", "not one of the choices of `language`: default, en, de"},
		{"theme", "pink", "not one of the choices of `theme`"},
		{"zone", "Atlantis/Harbour", "do not know the time zone"},
		{"zone", "../../etc/passwd", "do not know the time zone"},
		{"zone", "Local", "do not know the time zone"},
		{"zone", "+99:00", "do not know the time zone"},
		{"quiet", "late", "as quiet hours"},
		{"quiet", "22:00-22:00", "as quiet hours"},
		{"quiet", "25-7", "as quiet hours"},
	} {
		p.Says(p.Slash(ann, settings, party.Opt("language", "de"), party.Opt(c.name, c.value)), c.says)
		if got, err := p.Bot.Prefs(context.Background(), ann); err != nil || got != want {
			t.Fatalf("after %s %q: %+v, %v", c.name, c.value, got, err)
		}
	}
	p.Restart()
	p.Says(p.Slash(ann, settings, party.Opt("zone", "-03:30")), "-03:30, now 08:30")
	p.Slash(ann, settings, party.Opt("language", "default"), party.Opt("theme", "default"), party.Opt("zone", "default"), party.Opt("quiet", "off"))
	if got, err := p.Bot.Prefs(context.Background(), ann); err != nil || got != (prefs.User{}) {
		t.Errorf("taken back: %+v, %v", got, err)
	}
}

// A user who reads another language than their Discord's is told the commands' names in that Discord.
func TestSettingsNameTheDiscord(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, settings, party.Opt("language", "de")), "Dein Discord nennt die Befehle auf English, meine Texte auf Deutsch. `/einstellungen` ist dort `/settings`.")
	if a := p.Slash(ann, settings, party.Opt("language", "default")); strings.Contains(party.Text(a), "Your Discord names") {
		t.Errorf("in one language: %s", party.Text(a))
	}
}

// Every setting of the command has a control on its answer, which changes it there.
func TestSettingsByPress(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, settings)
	m := p.Newest(ann)
	press := func(control string, values ...string) {
		t.Helper()
		p.Says(p.Click(ann, m, control, values...), "Your settings")
		m = p.Newest(ann)
	}
	press("settings|language", "en")
	press("settings|theme", prefs.ThemeSafe)
	press("settings|zone", "Europe/Paris")
	press("settings|zone", "zones 48")
	press("settings|zone", "Asia/Kolkata")
	press("settings|quiet", "22:00-07:00")
	press("Notify me in the thread")
	press("No advice")
	want := prefs.User{Version: 1, Language: "en", Theme: prefs.ThemeSafe, Zone: "Asia/Kolkata", Quiet: prefs.Quiet{From: 22 * 60, To: 7 * 60},
		Calls: prefs.CallsThread, Advice: prefs.AdviceOff}
	if got, err := p.Bot.Prefs(t.Context(), ann); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for _, o := range p.Bot.Commands {
		for _, option := range o.Options {
			if o.Name == "settings" && !hasControl(m.Message, "settings|"+option.Name) {
				t.Errorf("no control sets %s", option.Name)
			}
		}
	}
	press("settings|language", "default")
	press("settings|theme", "default")
	press("settings|quiet", "default")
	press("Notify me by direct message")
	press("Give advice")
	p.Says(p.Click(ann, m, "settings|zone", "Atlantis/Harbour"), "do not know the time zone")
}

// No suggestion is refused.
func TestSuggestedSettings(t *testing.T) {
	p := party.Plain(t)
	n := 0
	for _, o := range []bottest.Option{party.Opt("zone", ""), party.Opt("zone", "new york"), party.Opt("zone", "utc"), party.Opt("zone", "Africa/Tunis"), party.Opt("quiet", ""), party.Opt("quiet", "22")} {
		got := p.Complete(ann, settings, o)
		if len(got) == 0 {
			t.Errorf("%v: nothing suggested", o)
		}
		for _, c := range got {
			n++
			p.Says(p.Slash(ann, settings, party.Opt(o.Name, c.Value)), "Your settings")
		}
	}
	if n < 30 {
		t.Errorf("%d suggestions tried", n)
	}
}

// A record from a later program is not guessed at.
func TestLaterRecord(t *testing.T) {
	p := party.Plain(t)
	if err := p.Store.Put(context.Background(), record("prefs/ann", `{"v":2}`), record("guild/guild", `{"v":2}`)); err != nil {
		t.Fatal(err)
	}
	p.May[ann] = wire.ManageServer
	p.Says(p.Slash(ann, settings, party.Opt("theme", "light")), "did not work")
	p.Says(p.Slash(ann, []string{"setup"}), "did not work")
}

func hasControl(m wire.Message, words string) bool {
	_, ok := bottest.ControlsOf(m).Find(words)
	return ok
}
