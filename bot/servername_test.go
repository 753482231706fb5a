package bot_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
)

// The picture of a result shows the server's current name. If Discord does not answer, it shows the last known name; in
// direct messages it shows none. No match stores the name.
func TestResultHasTheServersName(t *testing.T) {
	p := party.Plain(t)
	results := 0
	for _, x := range []struct{ name, want string }{{"", `on ""`}, {"Tabletop\u202e Club", `on "Tabletop Club"`}, {"", `on "Tabletop Club"`}, {"New Club", `on "New Club"`},
		{strings.Repeat("long ", 60), `on "long long`}} {
		p.Wire.GuildName = x.name
		id, _ := p.PlaysToTheEnd()
		p.Settle()
		told := ""
		for _, m := range p.Wire.Messages(bottest.General) {
			if words := bottest.Words(m.Message); strings.Contains(words, "the result") {
				told += words
			}
		}
		if results++; strings.Count(told, "the result") != results || !strings.Contains(told[strings.LastIndex(told, "the result"):], x.want) {
			t.Errorf("called %q: expected %s\n%s", x.name, x.want, told)
		}
		meta, err := p.Hall.Meta(t.Context(), id)
		if err != nil || strings.Contains(string(meta.Place), "Club") {
			t.Errorf("the match keeps %s, %v", meta.Place, err)
		}
	}
}
