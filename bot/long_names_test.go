package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// The longest names that Discord allows, made only of its formatting characters: in every language each message fits
// and shows them literally. The room fails on a message that does not fit.
func TestLongestNames(t *testing.T) {
	long := func(mark string) wire.UserID { return wire.UserID(strings.Repeat(mark, 32-len("Name of "))) }
	for _, locale := range []string{"en-US", "de"} {
		p := party.Plain(t)
		a, b := long("*"), long("_")
		p.Locales = map[wire.UserID]string{a: locale, b: locale}
		p.May[a] = wire.ManageServer
		p.Slash(a, setup, party.Opt("announcements", "news"), party.Opt("language", locale[:2]))
		for range 12 {
			p.Slash(a, party.Challenge, party.ChallengeTo(b), party.Opt("clock", "slow"))
			card := p.Card()
			p.Click(b, card, "accept|")
			p.Click(b, p.Newest(b), "force|", "blue")
			ms := p.Wire.Messages("general")
			p.Click(a, ms[len(ms)-1], "ready|")
		}
		p.Settle()
		all, err := p.Hall.MatchesOf(t.Context(), "************************")
		if err != nil || len(all) != 12 {
			t.Fatalf("%d matches, %v", len(all), err)
		}
		for i, s := range all {
			in := party.Opt("match", string(s.Match))
			p.Slash(a, party.ClockCommand("extend"), party.Opt("by", "1d"), in)
			p.Slash(b, party.ClockCommand("extend"), party.Opt("by", "2d"), in)
			if i == 0 {
				p.Slash(b, []string{"match", "concede"}, in)
				p.Click(b, p.Newest(b), "x|")
			}
		}
		p.Slash(a, party.ClockCommand("vacation"), party.Opt("days", "7"))
		p.Slash(b, party.ClockCommand("vacation"), party.Opt("days", "7"))
		p.Settle()
		for _, u := range []wire.UserID{a, b} {
			for _, c := range [][]string{inbox, {"match", "list"}, party.ClockCommand("back"), party.PrivacyCommand("show"), party.PrivacyCommand("export"), party.PrivacyCommand("delete"), settings} {
				if got := party.Text(p.Slash(u, c)); got == "" {
					t.Errorf("%v says nothing", c)
				}
			}
			if got := party.Text(p.Slash(u, inbox)); !strings.Contains(got, `\`+string(b[:1])) && !strings.Contains(got, `\`+string(a[:1])) {
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
