package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot"
)

// The longest names that Discord allows, made of nothing but its own marks, in every language: every message fits, and
// shows them as they are. The room fails on one that does not fit.
func TestLongestNames(t *testing.T) {
	long := func(mark string) bot.UserID { return bot.UserID(strings.Repeat(mark, 32-len("Name of "))) }
	for _, locale := range []string{"en-US", "de"} {
		p := newParty(t)
		a, b := long("*"), long("_")
		p.Locales = map[bot.UserID]string{a: locale, b: locale}
		p.May[a] = bot.ManageServer
		p.Slash(a, setup, opt("announcements", "news"), opt("language", locale[:2]))
		for range 12 {
			p.Slash(a, challenge, challengeTo(b), opt("clock", "slow"))
			card := p.lobby()
			p.click(b, card, "accept|")
			p.click(b, p.Newest(b), "force|", "blue")
			ms := p.Wire.Messages("general")
			p.click(a, ms[len(ms)-1], "ready|")
		}
		p.Settle()
		all, err := p.Hall.MatchesOf(t.Context(), "************************")
		if err != nil || len(all) != 12 {
			t.Fatalf("%d matches, %v", len(all), err)
		}
		for i, s := range all {
			in := opt("match", string(s.Match))
			p.Slash(a, clockCmd("extend"), opt("by", "1d"), in)
			p.Slash(b, clockCmd("extend"), opt("by", "2d"), in)
			if i == 0 {
				p.Slash(b, []string{"match", "concede"}, in)
				p.click(b, p.Newest(b), "x|")
			}
		}
		p.Slash(a, clockCmd("vacation"), opt("days", "7"))
		p.Slash(b, clockCmd("vacation"), opt("days", "7"))
		p.Settle()
		for _, u := range []bot.UserID{a, b} {
			for _, c := range [][]string{inbox, {"match", "list"}, clockCmd("back"), privacy("show"), privacy("export"), privacy("delete"), settings} {
				if got := text(p.Slash(u, c)); got == "" {
					t.Errorf("%v says nothing", c)
				}
			}
			if got := text(p.Slash(u, inbox)); !strings.Contains(got, `\`+string(b[:1])) && !strings.Contains(got, `\`+string(a[:1])) {
				t.Errorf("names are not shown as they are:\n%s", got)
			}
		}
		p.Pass(40 * time.Hour)
		if ms := p.Wire.Messages("news"); len(ms) != 1 {
			t.Errorf("%d results told", len(ms))
		}
		if strings.Contains(p.Log.String(), "delivery postponed") || strings.Contains(p.Log.String(), "given up") {
			t.Errorf("%s", p.Log.String())
		}
	}
}
