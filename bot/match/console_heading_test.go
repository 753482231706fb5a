package match_test

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/keys"
	"downsync/bot/wire"
	"downsync/game/table"
)

// headOf returns the first readable line of a message.
func headOf(m wire.Message) string {
	head, _, _ := strings.Cut(bottest.Words(m), "\n")
	return head
}

// The console in the direct messages begins with the question, the opponent and a link to the match's thread, in one
// short line, so that two matches with the same person look different. In the thread itself the line is left out.
func TestConsolesNameTheirMatch(t *testing.T) {
	p := party.Plain(t)
	seen := map[string]bool{}
	for range 2 {
		id := p.Begin()
		room := stored(t, p, keys.Room(id))
		p.Slash(ann, []string{"order"}, party.Opt("line", "note red"), party.In(string(id)))
		p.Settle() // her console is updated
		head := headOf(p.Console(ann).Message)
		if head != "-# **what to bid** Against Name of ben · <#"+room+">" {
			t.Errorf("ann's console begins %q", head)
		}
		seen[head] = true
		if got := headOf(*p.Slash(ann, []string{"match", "show"}, party.In(string(id))).Letter); got != head {
			t.Errorf("in another channel it begins %q", got)
		}
		if got := bottest.Words(*p.Slash(ann, []string{"match", "show"}, party.Opt("in", room)).Letter); strings.Contains(got, "Against") {
			t.Errorf("in the thread it says %q", got)
		}
		if got := headOf(p.Console(ben).Message); !strings.HasPrefix(got, "-# **what to bid** Against Name of ann · <#") {
			t.Errorf("ben's console begins %q", got)
		}
	}
	if len(seen) != 2 {
		t.Errorf("two matches are told apart by %v", seen)
	}
	p.Locales = map[wire.UserID]string{ann: "de"}
	id := p.Begin()
	if got := headOf(*p.Slash(ann, []string{"match", "show"}, party.In(string(id))).Letter); !strings.HasPrefix(got, "-# **what to bid** Gegen Name of ben") {
		t.Errorf("in German it begins %q", got)
	}
	p.Wire.Bare(bottest.General)
	id = p.Begin()
	if got := headOf(*p.Slash(ann, []string{"match", "show"}, party.In(string(id))).Letter); got != "-# **what to bid** Gegen Name of ben · <#general> · `"+string(id)+"`" {
		t.Errorf("without a thread it begins %q", got)
	}
}

// stored returns the value of a record.
func stored(t *testing.T, p *party.Party, key string) string {
	t.Helper()
	raw, err := p.Store.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Until its thread exists, the console links to where the thread will be.
func TestConsoleBeforeItsThread(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	if err := p.Store.Put(t.Context(), table.Record{Key: keys.Room(id)}); err != nil {
		t.Fatal(err)
	}
	meta, err := p.Hall.Meta(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	place, err := bot.PlaceOf(meta)
	if err != nil {
		t.Fatal(err)
	}
	if got := headOf(*p.Slash(ann, []string{"match", "show"}, party.In(string(id))).Letter); !strings.Contains(got, "<#"+string(place.Message)+">") {
		t.Errorf("it begins %q", got)
	}
}
