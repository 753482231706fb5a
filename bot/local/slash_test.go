package local

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestTypedCommands(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	two := s.User("2").ID().String()
	self := s.bot.ID.String()
	for _, c := range []struct{ text, want string }{
		{"/match challenge opponent:@player2 size:small", `[{"name":"opponent","type":6,"value":"ID2"},{"name":"size","type":3,"value":"small"}]`},
		{"/match challenge opponent:@bot", `[{"name":"opponent","type":6,"value":"SELF"}]`},
		{"/match challenge opponent:program", `[{"name":"opponent","type":6,"value":"SELF"}]`},
		{"/match challenge opponent:@player2 size:Small", `[{"name":"opponent","type":6,"value":"ID2"},{"name":"size","type":3,"value":"small"}]`},
		{"/match  challenge   opponent:<@ID2>", `[{"name":"opponent","type":6,"value":"ID2"}]`},
		{"/match challenge note:two words opponent:2", `[{"name":"note","type":3,"value":"two words"},{"name":"opponent","type":6,"value":"ID2"}]`},
		{`/match challenge note:"size:\"x\" \\" opponent:2`, `[{"name":"note","type":3,"value":"size:\"x\" \\"},{"name":"opponent","type":6,"value":"ID2"}]`},
		{"/match challenge opponent:@player2 minutes:60 ranked:true", `[{"name":"opponent","type":6,"value":"ID2"},{"name":"minutes","type":4,"value":60},{"name":"ranked","type":5,"value":true}]`},
		{"/match order line:move A2 to 12.5,30 via 10,28", `[{"name":"line","type":3,"value":"move A2 to 12.5,30 via 10,28"}]`},
		{"/match order line:say now: go times:2", `[{"name":"line","type":3,"value":"say now: go"},{"name":"times","type":4,"value":2}]`},
	} {
		text, want := strings.ReplaceAll(c.text, "ID2", two), strings.NewReplacer("ID2", two, "SELF", self).Replace(c.want)
		_, i := b.slash("1", text)
		var d struct {
			Options []struct {
				Options []struct {
					Name  string `json:"name"`
					Type  int    `json:"type"`
					Value any    `json:"value"`
				} `json:"options"`
			} `json:"options"`
		}
		if err := json.Unmarshal(i.Data, &d); err != nil {
			t.Fatal(err)
		}
		if got := string(encode(d.Options[0].Options)); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	for _, c := range []struct{ text, reason string }{
		{"match", "begins with /"},
		{"/nope", "no command /nope"},
		{"/match", "needs a subcommand: challenge, order"},
		{"/match nope", "needs a subcommand"},
		{"/match challenge", "needs the option opponent"},
		{"/match challenge size:small", "needs the option opponent"},
		{"/match challenge opponent:@player9", "nobody is called"},
		{"/match challenge opponent:@player2 size:huge", "not one of its choices: Small, Standard"},
		{"/match challenge opponent:@player2 minutes:0", "below the minimum"},
		{"/match challenge opponent:@player2 minutes:61", "above the maximum"},
		{"/match challenge opponent:@player2 minutes:x", "not a whole number"},
		{"/match challenge opponent:@player2 ranked:maybe", "neither True nor False"},
		{"/match challenge opponent:@player2 note:" + strings.Repeat("x", 21), "21 characters"},
		{"/match challenge opponent:@player2 stray", `"stray" is not an option`},
		{"/match challenge opponent:@player2 opponent:@player3", "is not an option"},
		{`/match order line:""`, "0 characters"},
	} {
		if _, err := s.User("1").Slash("#general", c.text); err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: %v, want %q", c.text, err, c.reason)
		}
	}
	if _, err := s.User("1").Slash("#nowhere", "/match order line:x"); err == nil {
		t.Error("a command in no channel")
	}
}

func suggestions(list []Suggestion) string {
	var all []string
	for _, x := range list {
		all = append(all, x.Text)
	}
	return strings.Join(all, "|")
}

func TestSuggestions(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	for text, want := range map[string]string{
		"hello":                               "",
		"/":                                   "/match ",
		"/ma":                                 "/match ",
		"/x":                                  "",
		"/match ":                             "/match challenge |/match order ",
		"/match o":                            "/match order ",
		"/match challenge ":                   "/match challenge opponent:|/match challenge size:|/match challenge note:|/match challenge minutes:|/match challenge ranked:",
		"/match challenge si":                 "/match challenge size:",
		"/match challenge opponent:":          `/match challenge opponent:@player1 |/match challenge opponent:@player2 |/match challenge opponent:@player3 `,
		"/match challenge opponent:@player3":  "/match challenge opponent:@player3 ",
		"/match challenge opponent:@player3 ": "/match challenge opponent:@player3 size:|/match challenge opponent:@player3 note:|/match challenge opponent:@player3 minutes:|/match challenge opponent:@player3 ranked:",
		"/match challenge opponent:@player3 size:st":     "/match challenge opponent:@player3 size:standard ",
		"/match challenge ranked:":                       "/match challenge ranked:True |/match challenge ranked:False ",
		"/match challenge size:standard ":                "/match challenge size:standard opponent:|/match challenge size:standard note:|/match challenge size:standard minutes:|/match challenge size:standard ranked:",
		"/match challenge note:hello m":                  "/match challenge note:hello minutes:",
		"/match challenge note:hello there ":             "/match challenge note:hello there opponent:|/match challenge note:hello there size:|/match challenge note:hello there minutes:|/match challenge note:hello there ranked:",
		"/match challenge note:m":                        "",
		`/match challenge note:"hello m`:                 "",
		`/match challenge note:"a b" mi`:                 `/match challenge note:"a b" minutes:`,
		"/match challenge opponent:@player3 minutes:5 r": "/match challenge opponent:@player3 minutes:5 ranked:",
	} {
		got, err := s.User("1").Autocomplete(within(t), "#general", text)
		if err != nil || suggestions(got) != want {
			t.Errorf("%q\n got %s %v\nwant %s", text, suggestions(got), err, want)
		}
	}
	if _, err := s.User("1").Autocomplete(within(t), "#nowhere", "/"); err == nil {
		t.Error("suggestions in no channel")
	}
}

func TestAutocompleteAsksTheBot(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	type result struct {
		list []Suggestion
		err  error
	}
	got := make(chan result, 1)
	complete := func(text string) received {
		go func() {
			list, err := s.User("1").Autocomplete(within(t), "#general", text)
			got <- result{list, err}
		}()
		return b.next()
	}
	i := complete("/match order line:move A")
	if want := `{"focused":true,"name":"line","type":3,"value":"move A"}`; i.Type != typeAutocomplete || !strings.Contains(string(i.Data), want) {
		t.Errorf("%s lacks %s", i.Data, want)
	}
	b.reply(i, callbackChoices, J{"choices": L{J{"name": "Move A1", "value": "move A1"}, J{"name": "Say", "value": "say times:5"}}})
	r := <-got
	if want := `/match order line:move A1 |/match order line:"say times:5" `; r.err != nil || suggestions(r.list) != want {
		t.Errorf("%s %v, want %s", suggestions(r.list), r.err, want)
	}
	i = complete("/match order line:")
	s.Clock().Advance(ackWithin * 2)
	if r = <-got; r.err == nil {
		t.Error("no failure without an answer")
	}
	for _, c := range []struct {
		what    string
		choices L
		fine    bool
	}{
		{"25 choices", many(25, func(i int) any { return J{"name": fmt.Sprint(i), "value": fmt.Sprint(i)} }), true},
		{"26 choices", many(26, func(i int) any { return J{"name": fmt.Sprint(i), "value": fmt.Sprint(i)} }), false},
		{"a name of 101", L{J{"name": strings.Repeat("x", 101), "value": "x"}}, false},
		{"a value of 101", L{J{"name": "x", "value": strings.Repeat("x", 101)}}, false},
		{"a number for a text", L{J{"name": "x", "value": 5}}, false},
		{"none", L{}, true},
	} {
		i := complete("/match order line:x")
		if a := b.reply(i, callbackChoices, J{"choices": c.choices}); (a.status == 204) != c.fine {
			t.Errorf("%s: %d %s", c.what, a.status, a.body)
		} else if !c.fine {
			b.reply(i, callbackChoices, J{"choices": L{}})
		}
		<-got
	}
}

func TestCommandsDiscordRefuses(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Validate = nil })
	b := newBot(t, s)
	option := func(more J) J {
		o := J{"type": 3, "name": "a", "description": "x"}
		for f, v := range more {
			o[f] = v
		}
		return o
	}
	command := func(options ...any) L { return L{J{"name": "c", "description": "x", "options": options}} }
	for _, c := range []struct {
		what string
		body L
		code int
	}{
		{"a plain one", command(), 0},
		{"upper case", L{J{"name": "Match", "description": "x"}}, 50035},
		{"a space", L{J{"name": "a b", "description": "x"}}, 50035},
		{"a name of 33", L{J{"name": strings.Repeat("x", 33), "description": "x"}}, 50035},
		{"no description", L{J{"name": "x"}}, 50035},
		{"a description of 101", L{J{"name": "x", "description": strings.Repeat("x", 101)}}, 50035},
		{"two of one name", L{J{"name": "x", "description": "x"}, J{"name": "x", "description": "x"}}, 50035},
		{"101 commands", many(101, func(i int) any { return J{"name": fmt.Sprint("c", i), "description": "x"} }), 30032},
		{"25 options", command(many(25, func(i int) any { return option(J{"name": fmt.Sprint("o", i)}) })...), 0},
		{"26 options", command(many(26, func(i int) any { return option(J{"name": fmt.Sprint("o", i)}) })...), 50035},
		{"an option twice", command(option(nil), option(nil)), 50035},
		{"required after optional", command(option(nil), option(J{"name": "b", "required": true})), 50035},
		{"25 choices", command(option(J{"choices": many(25, func(i int) any { return J{"name": "x", "value": fmt.Sprint(i)} })})), 0},
		{"26 choices", command(option(J{"choices": many(26, func(i int) any { return J{"name": "x", "value": fmt.Sprint(i)} })})), 50035},
		{"choices and autocomplete", command(option(J{"autocomplete": true, "choices": L{J{"name": "x", "value": "x"}}})), 50035},
		{"autocomplete of a user", command(option(J{"type": 6, "autocomplete": true})), 50035},
		{"a subcommand beside an option", command(option(nil), option(J{"type": 1, "name": "b"})), 50035},
		{"a group in a group", command(option(J{"type": 2, "options": L{option(J{"type": 2})}})), 50035},
		{"words in German", L{J{"name": "c", "description": "x", "name_localizations": J{"de": "größe"}, "description_localizations": J{"de": "y"},
			"options": L{option(J{"name_localizations": J{"de": "wie_weit"}, "choices": L{J{"name": "x", "value": "x", "name_localizations": J{"de": "Ü x"}}}})}}}, 0},
		{"an upper case name in German", L{J{"name": "c", "description": "x", "name_localizations": J{"de": "Größe"}}}, 50035},
		{"a name of 33 in German", L{J{"name": "c", "description": "x", "name_localizations": J{"de": strings.Repeat("ö", 33)}}}, 50035},
		{"a name of 32 in German", L{J{"name": "c", "description": "x", "name_localizations": J{"de": strings.Repeat("ö", 32)}}}, 0},
		{"a language Discord has not", L{J{"name": "c", "description": "x", "name_localizations": J{"xx": "c"}}}, 50035},
		{"a German description of 101", command(option(J{"description_localizations": J{"de": strings.Repeat("ü", 101)}})), 50035},
		{"a choice of 101 in German", command(option(J{"choices": L{J{"name": "x", "value": "x", "name_localizations": J{"de": strings.Repeat("ü", 101)}}}})), 50035},
		{"two of one German name", L{J{"name": "x", "description": "x", "name_localizations": J{"de": "z"}}, J{"name": "y", "description": "x", "name_localizations": J{"de": "z"}}}, 50035},
		{"an option named in German as another is", command(option(J{"name_localizations": J{"de": "b"}}), option(J{"name": "b"})), 50035},
		{"8001 characters in German", command(many(25, func(i int) any {
			return option(J{"name": fmt.Sprint("o", i), "description_localizations": J{"de": strings.Repeat("ü", 100)},
				"choices": many(4, func(j int) any {
					return J{"name": "y", "value": fmt.Sprint(j), "name_localizations": J{"de": strings.Repeat("ü", 60)}}
				})})
		})...), 50035},
		{"a group of subcommands", command(option(J{"type": 2, "options": L{option(J{"type": 1, "options": L{option(nil)}})}})), 0},
		{"8001 characters", command(many(25, func(i int) any {
			return option(J{"name": fmt.Sprint("o", i), "description": strings.Repeat("x", 100),
				"choices": many(4, func(j int) any { return J{"name": strings.Repeat("y", 60), "value": fmt.Sprint(j)} })})
		})...), 50035},
	} {
		a := b.call("PUT", fmt.Sprintf("/applications/%s/commands", s.AppID()), c.body)
		if a.code() != c.code || (a.status == 200) != (c.code == 0) {
			t.Errorf("%s: %d %.200s", c.what, a.status, a.body)
		}
	}
}

// A bulk overwrite is idempotent: a command with a known name keeps its id.
func TestOverwriteKeepsIDs(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/applications/%s/commands", s.AppID())
	var first, second, listed []Command
	b.call("PUT", path, L{match}).into(t, &first)
	b.call("PUT", path, L{match, J{"name": "help", "description": "Help"}}).into(t, &second)
	b.call("GET", path, nil).into(t, &listed)
	if first[0].ID != second[0].ID || len(listed) != 2 {
		t.Errorf("%s %s %d", first[0].ID, second[0].ID, len(listed))
	}
	if a := b.call("POST", path, J{"name": "more", "description": "More"}); a.status != 201 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("DELETE", path+"/"+first[0].ID.String(), nil); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if _, err := s.User("1").Slash("#general", "/match order line:x"); err == nil {
		t.Error("a deleted command is still there")
	}
}

// A client shows commands in its language and accepts either name. The bot receives the registered names, and lists all
// languages only on request.
func TestCommandsInAnotherLanguage(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/applications/%s/commands", s.AppID())
	put := b.call("PUT", path, L{J{"name": "match", "description": "A match", "name_localizations": J{"de": "partie"}, "description_localizations": J{"de": "Eine Partie"},
		"options": L{J{"type": optionString, "name": "size", "description": "Size", "name_localizations": J{"de": "größe"},
			"choices": L{J{"name": "small", "value": "s", "name_localizations": J{"de": "klein"}}}}}}})
	if put.status != 200 {
		t.Fatalf("%d %s", put.status, put.body)
	}
	if a := b.call("GET", path, nil); strings.Contains(string(a.body), "partie") {
		t.Errorf("listed unasked: %s", a.body)
	}
	if a := b.call("GET", path+"?with_localizations=true", nil); !strings.Contains(string(a.body), "partie") || !strings.Contains(string(a.body), "klein") {
		t.Errorf("listed: %s", a.body)
	}
	u := s.User("1")
	if err := u.SetLocale("tlh"); err == nil {
		t.Error("a language that Discord has not")
	}
	if err := u.SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	list, err := u.Autocomplete(t.Context(), "#general", "/partie größe:k")
	if err != nil || len(list) != 1 || list[0].Name != "klein" {
		t.Errorf("%+v, %v", list, err)
	}
	for _, line := range []string{"/partie größe:klein", "/match size:klein", "/partie size:s"} {
		if _, err := u.Slash("#general", line); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		i := b.next()
		if raw := string(i.Data); !strings.Contains(raw, `"name":"match"`) || !strings.Contains(raw, `"name":"size"`) || !strings.Contains(raw, `"value":"s"`) || i.Locale != "de" {
			t.Errorf("%s: the bot got %s in %q", line, raw, i.Locale)
		}
	}
	if _, err := s.User("2").Slash("#general", "/partie size:s"); err == nil {
		t.Error("an English client has a German command")
	}
}
