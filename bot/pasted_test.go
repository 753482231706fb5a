package bot_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/pasted"
	"downsync/bot/wire"
	"downsync/game/table"
)

// The commands answer a pasted value as they answer the value itself.
func TestPastedIntoCommands(t *testing.T) {
	p := party.Plain(t)
	id := string(p.Begin())
	p.Settle()
	for _, x := range []struct {
		command       []string
		option, value string
		more          []bottest.Option
	}{
		{[]string{"match", "view"}, "match", id, nil},
		{[]string{"match", "log"}, "match", id, nil},
		{[]string{"count"}, "match", id, nil},
		{[]string{"lore"}, "card", "D17", nil},
		{[]string{"ladder"}, "season", "2150-1", nil},
		{[]string{"match", "list"}, "which", "mine", nil},
		{[]string{"force"}, "code", "T-blue", nil},
		{[]string{"force"}, "open", "T-blue", nil},
		{[]string{"settings"}, "zone", "America/New_York", nil},
		{[]string{"settings"}, "quiet", "22:00-07:00", nil},
		{[]string{"settings"}, "language", "de", nil},
		{[]string{"settings"}, "language", "en", nil},
		{party.Challenge, "turn_time", "5d", []bottest.Option{party.Opt("clock", "slow"), party.Opt("opponent", string(ben))}},
		{party.Challenge, "secrecy", "masked", []bottest.Option{party.Opt("opponent", string(ben))}},
		{party.Challenge, "force", "blue", []bottest.Option{party.Opt("opponent", string(ben))}},
	} {
		ask := func(typed string) string {
			if slices.Equal(x.command, party.Challenge) {
				p := party.Plain(t)
				p.Slash(ann, x.command, append(slices.Clone(x.more), party.Opt(x.option, typed))...)
				p.Settle()
				card, _, _ := strings.Cut(bottest.Words(p.Card().Message), "🎲") // the seal is of other dice each time
				return card
			}
			return party.Text(p.Slash(ann, x.command, append(slices.Clone(x.more), party.Opt(x.option, typed))...))
		}
		ask(x.value) // sets the settings, so that the next answers are equal
		want := ask(x.value)
		if want == "" || strings.Contains(want, "⚠️") {
			t.Errorf("%v %s:%s answers %q", x.command, x.option, x.value, want)
		}
		pastings := bottest.Pastings(x.value, x.option)
		for _, name := range slices.Sorted(maps.Keys(pastings)) {
			if got := ask(pastings[name]); got != want {
				t.Errorf("%v %s: with %s, %q answers %q; expected %q", x.command, x.option, name, pastings[name], got, want)
			}
		}
	}
}

// A pasted order is played. A question mark, wherever it is, makes the bot ask back.
func TestPastedOrders(t *testing.T) {
	for name, typed := range bottest.Pastings("bid 3", "line") {
		p := party.Plain(t)
		p.Begin()
		if got := party.Text(p.Slash(ann, []string{"order"}, party.Opt("line", typed))); !strings.Contains(got, "✔️ `bid 3`") {
			t.Errorf("%s: %q answers %q", name, typed, got)
		}
	}
	p := party.Plain(t)
	p.Begin()
	for _, typed := range []string{"quit?", "`quit?`", "“quit?”", "quit?!", "**quit**?", "quit？", "quit ?.", "(quit?)", "quit? please", "\u200bquit?\u200b"} {
		if got := party.Text(p.Slash(ann, []string{"order"}, party.Opt("line", typed))); strings.Contains(got, "✔️") {
			t.Errorf("%q is played: %s", typed, got)
		}
	}
	for _, typed := range []string{"`bi", "“bi", " bi", "line: bi", "\u200bbi"} {
		if cs := p.Complete(ann, []string{"order"}, party.Opt("line", typed)); len(cs) == 0 || cs[0].Value != "bid" {
			t.Errorf("%q is completed with %v", typed, cs)
		}
	}
	if cs := p.Complete(ann, []string{"order"}, party.Opt("line", "`bid ")); len(cs) != 0 && cs[0].Value != "bid" && cs[0].Value != "bid 1" {
		t.Errorf("after a word: %v", cs)
	}
	if cs := p.Complete(ann, []string{"order"}, party.Opt("line", "bid ")); len(cs) == 0 || cs[0].Value != "bid 1" {
		t.Errorf("after a word: %v", cs)
	}
}

// The names of forces are looked up first as typed, then as pasted.
func TestPastedNamesOfForces(t *testing.T) {
	p := party.Plain(t)
	open := func(name string) string { return party.Text(p.Slash(ann, []string{"force"}, party.Opt("open", name))) }
	keep := func(code, name string) {
		p.Slash(ann, []string{"force"}, party.Opt("code", code))
		p.Form(ann, "Keep", name)
	}
	keep("T-blue", "**Mine**")
	keep("T-red", "Mine")
	keep("T-green", "Yours?")
	for typed, want := range map[string]string{"**Mine**": "T-blue", "Mine": "T-red", "`Mine`": "T-red", "“mine”.": "T-red", "Open: Mine": "T-red", "Yours?": "T-green", "`T-red`": "T-red"} {
		if got := open(typed); !strings.Contains(got, "colour "+want) {
			t.Errorf("%q opens %s", typed, got)
		}
	}
	challenge := func(force string) string {
		return party.Text(p.Slash(ann, party.Challenge, party.Opt("opponent", string(ben)), party.Opt("force", force)))
	}
	for _, force := range []string{"**Mine**", "`Mine`", "“mine”", "Force: `T-red`"} {
		if got := challenge(force); strings.Contains(got, "⚠️") {
			t.Errorf("force %q: %s", force, got)
		}
	}
	p.Slash(ann, []string{"force"}, party.Opt("code", "T-red"))
	p.Form(ann, "Type a list", "“green”.")
	p.Shows(ann, "colour T-green")
	for _, typed := range []string{"`Min", "min", "“Mine”"} {
		if cs := p.Complete(ann, []string{"force"}, party.Opt("open", typed)); len(cs) != 2 {
			t.Errorf("%q is completed with %v", typed, cs)
		}
	}
}

// Free text stays as typed. Each option declares how it is read, and no option for words is read as a value.
func TestFreeTextStays(t *testing.T) {
	p := party.Plain(t)
	var free, orders, names []string
	var walk func(string, []bot.Command)
	walk = func(path string, cs []bot.Command) {
		for _, c := range cs {
			for _, o := range c.Options {
				at := strings.TrimSpace(path+" "+c.Name) + " " + o.Name
				switch o.Typing {
				case pasted.AsTyped:
					free = append(free, at)
				case pasted.AsOrder:
					orders = append(orders, at)
				case pasted.AsName:
					names = append(names, at)
				case pasted.AsValue:
					if o.Kind == wire.StringOption && slices.Contains([]string{"reason", "luck", "line", "ruling", "note", "name"}, o.Name) && at != "card name" {
						t.Errorf("%s is read as a value", at)
					}
				}
			}
			walk(strings.TrimSpace(path+" "+c.Name), c.Sub)
		}
	}
	walk("", p.Hosts()[0].Bot.Commands)
	if len(free) < 10 || !slices.Contains(free, "match challenge luck") {
		t.Errorf("as typed: %v", free)
	}
	if want := []string{"mod rule ruling", "order line"}; !slices.Equal(slices.Sorted(slices.Values(orders)), want) {
		t.Errorf("orders: %v", orders)
	}
	if want := []string{"force open", "match challenge force"}; !slices.Equal(slices.Sorted(slices.Values(names)), want) {
		t.Errorf("names: %v", names)
	}
	words := "**“Luck: my lück!”**\u2003x `y`."
	p.Slash(ann, party.Challenge, party.Opt("opponent", string(ben)), party.Opt("luck", words))
	list, err := p.Store.List(t.Context(), "table/", "", 10)
	if err != nil || len(list) != 1 || !strings.Contains(string(list[0].Value), table.Entropy(words)) {
		t.Errorf("the words for the dice are not as they were typed: %d challenges, %v", len(list), err)
	}
}
