package bot_test

import (
	"testing"

	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// FuzzPress checks that any custom id, values and fields of a press or a form, from a player or a stranger, get an
// answer that Discord accepts, and that the match goes on.
func FuzzPress(f *testing.F) {
	for _, id := range []string{"view|", "accept|x", "force|x|luck", "own|", "ready|x", "x|", "s||1|1.1", "c||bid|9999999999.1", "d|a|b|c|d", "|||", "t||1|-1.-1", "é|\x00"} {
		f.Add(id, "1", "a", true)
		f.Add(id, "", "b", false)
	}
	f.Fuzz(func(t *testing.T, id, value, field string, private bool) {
		p := party.Plain(t)
		m := p.Begin()
		for _, user := range []wire.UserID{ann, "stranger"} {
			for _, kind := range []wire.Kind{wire.Press, wire.Submit} {
				for _, id := range []string{id, id + string(m)} {
					i := wire.Interaction{ID: "f" + wire.InteractionID(id), Kind: kind, User: user, Name: value, Guild: "guild", Channel: "general", CustomID: id,
						Values: []string{value, field}, Fields: map[string]string{"force": value, field: value},
						Names: map[wire.UserID]string{wire.UserID(value): "Name", wire.UserID(field): "Name"}, Private: private, Message: "m1"}
					if a := p.Repeat(i); a.Letter == nil && a.Form == nil {
						t.Errorf("no answer to %+v", i)
					}
				}
			}
		}
		if _, err := p.Hall.Public(t.Context(), m); err != nil {
			t.Errorf("the match is held: %v", err)
		}
	})
}

// FuzzCommand checks the same for text typed into a command.
func FuzzCommand(f *testing.F) {
	for _, s := range []string{"bid 1", "undo", "", "@everyone", "-1", "99999999999999999999", "a|b|c", "```\n# x", "\xff\xfe", "ann"} {
		for n := range uint8(6) {
			f.Add(n, s, s)
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, one, two string) {
		p := party.Plain(t)
		m := p.Begin()
		i := wire.Interaction{ID: "f1", User: ann, Name: two, Guild: "guild", Channel: "general", Options: map[string]string{},
			Names: map[wire.UserID]string{wire.UserID(one): "Name", wire.UserID(two): "Name"}}
		for _, c := range p.Bot.Commands {
			path, options := []string{c.Name}, c.Options
			if len(c.Sub) > 0 {
				sub := c.Sub[int(n)%len(c.Sub)]
				path, options = append(path, sub.Name), sub.Options
			}
			for k, o := range options {
				i.Options[o.Name] = []string{one, two}[k%2]
			}
			for _, with := range []string{one, string(m)} {
				i.Kind, i.Command, i.Options["match"] = wire.Slash, path, with
				if a := p.Repeat(i); a.Letter == nil && a.Form == nil {
					t.Errorf("no answer to %v", path)
				}
				for _, o := range options {
					i.Kind, i.Focused = wire.Complete, o.Name
					p.Repeat(i)
				}
			}
		}
		if _, err := p.Hall.Public(t.Context(), m); err != nil {
			t.Errorf("the match is held: %v", err)
		}
	})
}

// FuzzRecords checks that everything is answered whatever a small record contains.
func FuzzRecords(f *testing.F) {
	keys := []string{"prefs/ann", "guild/guild", "table/c", "forces/ann", "thread/general", "card/", "dm/ann", "ledger//1", "user/ann/", "match/", "room/",
		"film/", "on/guild/", "dice/", "salts/"}
	for n := range keys {
		for _, v := range []string{`{"v":1,"language":"de","theme":"light","zone":"Europe/Berlin","quiet":{"from":1,"to":2}}`, `{"v":99}`, `[]`, `"x"`, `null`, `{"zone":"?","quiet":{"from":-1}}`,
			`{"id":"c","from":"ann","to":"ben","summary":"x","settings":{}}`, `[{"n":1,"r":"x","t":"2150-01-01T00:00:00Z"}]`, `closed`, `{"seat":9}`} {
			f.Add(uint8(n), []byte(v))
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, value []byte) {
		p := party.Plain(t)
		m := p.Begin()
		key := keys[int(n)%len(keys)]
		if key[len(key)-1] == '/' {
			key += string(m)
		}
		if key == "ledger//1" {
			key = "ledger/" + string(m) + "/1"
		}
		if err := p.Store.Put(t.Context(), table.Record{Key: key, Value: append([]byte{}, value...)}); err != nil {
			return
		}
		for _, path := range [][]string{{"match", "list"}, {"match", "show"}, {"match", "ledger"}, {"match", "accept"}, {"match", "challenge"}, {"settings"}, {"setup"},
			{"inbox"}, {"force"}, {"order"}, {"help"}} {
			for _, user := range []wire.UserID{ann, eve} {
				if a := p.Slash(user, path, party.Opt("match", string(m)), party.Opt("line", "bid 1")); a.Letter == nil && a.Form == nil {
					t.Errorf("%s holds %q: no answer to %v", key, value, path)
				}
			}
		}
	})
}
