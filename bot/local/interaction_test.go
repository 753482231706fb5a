package local

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// kinds makes one interaction of each type, as a bot receives it.
func kinds(t *testing.T, b *bot) map[string]func() received {
	t.Helper()
	b.register()
	card := b.post(b.general(), v2(row(button("go"))))
	click := func() received {
		t.Helper()
		if _, err := b.s.User("1").Click(card.ID, "go"); err != nil {
			t.Fatal(err)
		}
		return b.next()
	}
	command := func() received {
		_, i := b.slash("player1", "/match order line:x")
		return i
	}
	modal := func(from func() received) func() received {
		return func() received {
			t.Helper()
			if a := b.reply(from(), callbackModal, form1("f")); a.status != 204 {
				t.Fatalf("modal: %d %s", a.status, a.body)
			}
			if _, err := b.s.User("1").Submit("f", map[string]any{"name": "x"}); err != nil {
				t.Fatal(err)
			}
			return b.next()
		}
	}
	return map[string]func() received{
		"command": command, "component": click, "modal of a command": modal(command), "modal of a component": modal(click),
		"autocomplete": func() received {
			b.s.mu.Lock()
			p := b.s.people[0]
			_, _, _, err := suggest(b.s, p, "#general", "/match order line:mo")
			b.s.mu.Unlock()
			if err != nil {
				t.Fatal(err)
			}
			return b.next()
		},
	}
}

// form1 returns a modal of one required text.
func form1(id string) J {
	return J{"custom_id": id, "title": "Name", "components": L{row(J{"type": kindTextInput, "custom_id": "name", "label": "Name", "style": 1, "max_length": 5})}}
}

func TestWhichAnswerIsLegal(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	make := kinds(t, b)
	data := map[int]any{callbackMessage: J{"content": "x"}, callbackUpdate: J{"components": L{text("x"), row(button("go"))}},
		callbackChoices: J{"choices": L{J{"name": "a", "value": "a"}}}, callbackModal: form1("m")}
	legal := map[string][]int{
		"command":              {4, 5, 9},
		"component":            {4, 5, 6, 7, 9},
		"modal of a command":   {4, 5},
		"modal of a component": {4, 5, 6, 7},
		"autocomplete":         {8},
	}
	for kind, types := range legal {
		for _, answer := range []int{1, 4, 5, 6, 7, 8, 9, 99} {
			want := false
			for _, l := range types {
				want = want || l == answer
			}
			i := make[kind]()
			a := b.reply(i, answer, data[answer])
			if want && a.status != 204 || !want && a.code() != 50035 {
				t.Errorf("type %d to a %s: %d %s", answer, kind, a.status, a.body)
			}
			if want {
				if again := b.reply(i, answer, data[answer]); again.status != 400 || again.code() != 40060 {
					t.Errorf("type %d to a %s, twice: %d %s", answer, kind, again.status, again.body)
				}
			}
		}
	}
}

func TestThreeSeconds(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	act, i := b.slash("1", "/match order line:x")
	s.Clock().Advance(ackWithin)
	if a := b.reply(i, callbackDefer, nil); a.status != 204 {
		t.Fatalf("at three seconds: %d %s", a.status, a.body)
	}
	if out := act.Outcome(); out.State != Deferred {
		t.Errorf("%+v", out)
	}
	act, i = b.slash("1", "/match order line:x")
	s.Clock().Advance(ackWithin + time.Millisecond)
	out, err := act.Wait(within(t))
	if err != nil || out.State != Failed || out.Reason != "The application did not respond" {
		t.Errorf("%+v %v", out, err)
	}
	if a := b.reply(i, callbackMessage, J{"content": "late"}); a.status != 404 || a.code() != 10062 {
		t.Errorf("late: %d %s", a.status, a.body)
	}
	if a := b.call("POST", b.webhook(i, ""), J{"content": "late"}); a.status != 401 && a.status != 404 {
		t.Errorf("a followup without an answer: %d %s", a.status, a.body)
	}
	if s.User("1").View().Find("late") != nil {
		t.Error("a late answer is seen")
	}
	i.Token = "wrong"
	if a := b.reply(i, callbackMessage, J{"content": "x"}); a.code() != 10062 {
		t.Errorf("wrong token: %d %s", a.status, a.body)
	}
}

// On a running clock, an interaction fails without any request.
func TestThreeSecondsOnARunningClock(t *testing.T) {
	clock := Real()
	s := newServer(t, func(c *Config) { c.Clock = clock })
	b := newBot(t, s)
	b.register()
	act, _ := b.slash("1", "/match order line:x")
	clock.Advance(ackWithin - 20*time.Millisecond)
	out, err := act.Wait(within(t))
	if err != nil || out.State != Failed {
		t.Errorf("%+v %v", out, err)
	}
}

func TestFifteenMinutes(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	_, i := b.slash("1", "/match order line:x")
	if a := b.call("PATCH", b.webhook(i, "/messages/@original"), J{"content": "early"}); a.status != 404 || a.code() != 10015 {
		t.Errorf("an edit before the answer: %d %s", a.status, a.body)
	}
	b.reply(i, callbackMessage, J{"content": "first"})
	s.Clock().Advance(tokenLives)
	if a := b.call("PATCH", b.webhook(i, "/messages/@original"), J{"content": "second"}); a.status != 200 {
		t.Errorf("at fifteen minutes: %d %s", a.status, a.body)
	}
	s.Clock().Advance(time.Millisecond)
	for _, a := range []answer{
		b.call("PATCH", b.webhook(i, "/messages/@original"), J{"content": "third"}),
		b.call("POST", b.webhook(i, ""), J{"content": "third"}),
		b.call("GET", b.webhook(i, "/messages/@original"), nil),
		b.call("DELETE", b.webhook(i, "/messages/@original"), nil),
	} {
		if a.status != 401 || a.code() != 50027 {
			t.Errorf("after fifteen minutes: %d %s", a.status, a.body)
		}
	}
	act, i := b.slash("1", "/match order line:x")
	b.reply(i, callbackDefer, nil)
	s.Clock().Advance(tokenLives + time.Millisecond)
	if out := act.Outcome(); out.State != Expired {
		t.Errorf("a deferral that was never paid: %+v", out)
	}
}

func TestEphemeralsAreTheInvokersAlone(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	act, i := b.slash("1", "/match order line:x")
	body := v2(text("secret-words"), row(button("go")))
	body["flags"] = flagComponentsV2 | flagEphemeral
	a := b.call("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback?with_response=true", J{"type": 4, "data": body})
	if a.status != 200 || !strings.Contains(string(a.body), `"response_message_ephemeral":true`) {
		t.Fatalf("%d %s", a.status, a.body)
	}
	out := act.Outcome()
	if s.User("1").View().Message(out.Message) == nil {
		t.Fatal("the invoker does not see it")
	}
	for _, other := range []string{"2", "3"} {
		u := s.User(other)
		if u.View().Message(out.Message) != nil {
			t.Errorf("player%s sees it", other)
		}
		for _, it := range u.Delivered() {
			if strings.Contains(string(it.Data), "secret-words") || strings.Contains(string(it.Data), out.Message.String()) {
				t.Errorf("player%s was told of it: %s", other, it.Data)
			}
		}
		if _, err := u.Click(out.Message, "go"); err == nil {
			t.Errorf("player%s can press its button", other)
		}
	}
	path := fmt.Sprintf("/channels/%s/messages/%s", b.general(), out.Message)
	for _, a := range []answer{b.call("GET", path, nil), b.call("PATCH", path, J{"components": L{text("x")}}), b.call("DELETE", path, nil)} {
		if a.status != 404 || a.code() != 10008 {
			t.Errorf("through the channel: %d %s", a.status, a.body)
		}
	}
	if a := b.call("GET", fmt.Sprintf("/channels/%s/messages", b.general()), nil); string(a.body) != "[]" {
		t.Errorf("the channel lists it: %s", a.body)
	}
	// Its own button gives a fresh token, and type 7 edits it in place, still for the invoker alone.
	if _, err := s.User("1").Click(out.Message, "go"); err != nil {
		t.Fatal(err)
	}
	i = b.next()
	if i.Message == nil || !i.Message.Ephemeral() {
		t.Errorf("the bot is not told that it is ephemeral: %+v", i.Message)
	}
	if a := b.reply(i, callbackUpdate, J{"components": L{text("other-secret")}}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if s.User("1").View().Find("other-secret") == nil || s.User("2").View().Find("other-secret") != nil {
		t.Error("the update went wrong")
	}
	if err := s.User("1").Dismiss(out.Message); err != nil || s.User("1").View().Message(out.Message) != nil {
		t.Errorf("dismissed: %v", err)
	}
	if a := b.call("PATCH", b.webhook(i, "/messages/@original"), J{"components": L{text("x")}}); a.code() != 10008 {
		t.Errorf("an edit of a dismissed message: %d %s", a.status, a.body)
	}
}

// The first answer decides the visibility of the rest, whatever flags come later.
func TestDeferralDecidesVisibility(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	act, i := b.slash("1", "/match order line:x")
	b.reply(i, callbackDefer, J{"flags": flagEphemeral | flagComponentsV2})
	thinking := s.User("1").View().Message(act.Outcome().Message)
	if thinking == nil || thinking.Flags != flagEphemeral|flagLoading {
		t.Fatalf("only EPHEMERAL counts in a deferral: %+v", thinking)
	}
	if s.User("2").View().Message(thinking.ID) != nil {
		t.Error("others see it thinking")
	}
	if a := b.call("PATCH", b.webhook(i, "/messages/@original"), J{"components": L{text("x")}}); a.code() != 50035 {
		t.Errorf("V2 without its flag after a deferral: %d %s", a.status, a.body)
	}
	var m Message
	b.call("PATCH", b.webhook(i, "/messages/@original"), v2(text("done"))).into(t, &m)
	if m.Flags != flagEphemeral|flagComponentsV2 || act.Outcome().State != Answered {
		t.Errorf("flags %d, %+v", m.Flags, act.Outcome())
	}
	if s.User("2").View().Find("done") != nil {
		t.Error("an ephemeral deferral was answered publicly")
	}

	act, i = b.slash("1", "/match order line:x")
	b.reply(i, callbackDefer, nil)
	b.call("POST", b.webhook(i, ""), J{"content": "public all the same", "flags": flagEphemeral}).into(t, &m)
	if m.ID != act.Outcome().Message || m.Ephemeral() {
		t.Errorf("the first followup takes the deferral's place and visibility: %+v", m)
	}
	var second Message
	b.call("POST", b.webhook(i, "?wait=true"), J{"content": "private", "flags": flagEphemeral}).into(t, &second)
	if second.ID == m.ID || s.User("1").View().Message(second.ID) == nil || s.User("2").View().Message(second.ID) != nil {
		t.Errorf("a second followup has its own visibility: %+v", second)
	}
	b.call("PATCH", b.webhook(i, "/messages/"+second.ID.String()), J{"content": "changed"}).into(t, &second)
	if a := b.call("DELETE", b.webhook(i, "/messages/"+second.ID.String()), nil); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	stranger := b.post(b.general(), J{"content": "not of this token"})
	if a := b.call("PATCH", b.webhook(i, "/messages/"+stranger.ID.String()), J{"content": "x"}); a.code() != 10008 {
		t.Errorf("a token reached another message: %d %s", a.status, a.body)
	}
}

func TestDeferredUpdateMeansTheClickedMessage(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	card := b.post(b.general(), v2(text("before"), row(button("go"))))
	act, err := s.User("2").Click(card.ID, "go")
	if err != nil {
		t.Fatal(err)
	}
	i := b.next()
	if a := b.reply(i, callbackDeferUpdate, nil); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	var m Message
	b.call("PATCH", b.webhook(i, "/messages/@original"), J{"components": L{text("after")}}).into(t, &m)
	if m.ID != card.ID || act.Outcome().State != Answered {
		t.Errorf("%s %+v", m.ID, act.Outcome())
	}
}

// A real client does not let its user do any of this.
func TestClicksTheClientRefuses(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	off := button("off")
	off["disabled"] = true
	card := b.post(b.general(), v2(row(button("go"), off), row(menu(3, J{"min_values": 2, "max_values": 3})),
		row(J{"type": kindUserSelect, "custom_id": "who"}), row(J{"type": kindChannelSelect, "custom_id": "where", "channel_types": L{0}})))
	for _, c := range []struct {
		what, id string
		values   []string
		fine     bool
	}{
		{"a button", "go", nil, true},
		{"a button with values", "go", []string{"1"}, false},
		{"a disabled button", "off", nil, false},
		{"an absent component", "no", nil, false},
		{"too few values", "menu", []string{"1"}, false},
		{"enough values", "menu", []string{"1", "0"}, true},
		{"too many values", "menu", []string{"0", "1", "2", "3"}, false},
		{"a value twice", "menu", []string{"1", "1"}, false},
		{"an absent option", "menu", []string{"1", "9"}, false},
		{"a user", "who", []string{"@player2"}, true},
		{"nobody", "who", []string{"@player9"}, false},
		{"a channel", "where", []string{"#matches"}, true},
		{"no channel", "where", []string{"#nowhere"}, false},
	} {
		if _, err := s.User("1").Click(card.ID, c.id, c.values...); (err == nil) != c.fine {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if _, err := s.User("1").Click(5, "go"); err == nil {
		t.Error("a message that is not there was clicked")
	}
	i := b.next()
	if string(i.Data) == "" || i.Message.ID != card.ID {
		t.Errorf("%+v", i)
	}
	if i = b.next(); !strings.Contains(string(i.Data), `"values":["1","0"]`) {
		t.Errorf("select: %s", i.Data)
	}
	if i = b.next(); !strings.Contains(string(i.Data), `"resolved":{"members":`) {
		t.Errorf("user select: %s", i.Data)
	}
}

// In a DM an interaction has a user and no member, and only the application's commands are available.
func TestInteractionsInDMs(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	guildOnly := J{"name": "admin", "description": "x", "contexts": L{0}}
	if a := b.call("PUT", fmt.Sprintf("/applications/%s/commands", s.AppID()), L{match, guildOnly}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := b.call("PUT", fmt.Sprintf("/applications/%s/guilds/%s/commands", s.AppID(), s.GuildID()), L{J{"name": "dev", "description": "x"}}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if _, err := s.User("2").Slash("dm", "/match order line:x"); err != nil {
		t.Fatal(err)
	}
	i := b.next()
	if i.Member != nil || i.User == nil || i.User.Username != "player2" {
		t.Errorf("%+v", i)
	}
	b.reply(i, callbackMessage, J{"content": "only for two"})
	if s.User("2").View().Channel("dm").Messages[0].Content != "only for two" || s.User("1").View().Find("only for two") != nil {
		t.Error("a DM is seen by the wrong people")
	}
	for _, c := range []struct {
		channel, text string
		fine          bool
	}{{"dm", "/admin", false}, {"dm", "/dev", false}, {"#general", "/admin", true}, {"#general", "/dev", true}} {
		if _, err := s.User("2").Slash(c.channel, c.text); (err == nil) != c.fine {
			t.Errorf("%s in %s: %v", c.text, c.channel, err)
		}
	}
}

func TestAdminCommandsNeedTheRight(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	if a := b.call("PUT", fmt.Sprintf("/applications/%s/commands", s.AppID()),
		L{J{"name": "rule", "description": "x", "default_member_permissions": "0"}}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	one := s.User("1")
	if _, err := one.Slash("#general", "/rule"); err == nil {
		t.Error("anybody may use it")
	}
	one.SetAdmin(true)
	if _, err := one.Slash("#general", "/rule"); err != nil {
		t.Error(err)
	}
	if i := b.next(); i.Member.Permissions&Administrator == 0 {
		t.Errorf("permissions %d", i.Member.Permissions)
	}
}

// The role Moderator can be given and removed, chosen as an option, and is part of its holder's interactions.
func TestModerator(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	if a := b.call("PUT", fmt.Sprintf("/applications/%s/commands", s.AppID()), L{J{"name": "setup", "description": "x", "options": L{
		J{"type": optionRole, "name": "role", "description": "x"},
		J{"type": optionChannel, "name": "where", "description": "x", "channel_types": L{channelText}}}}}); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	one := s.User("1")
	one.SetModerator(true)
	if _, err := one.Slash("#general", "/setup role:@moderator where:#matches"); err != nil {
		t.Fatal(err)
	}
	i := b.next()
	if len(i.Member.Roles) != 1 || !strings.Contains(string(i.Data), `"value":"`+i.Member.Roles[0].String()+`"`) {
		t.Errorf("roles %v, data %s", i.Member.Roles, i.Data)
	}
	one.SetModerator(false)
	for _, text := range []string{"/setup role:@king", "/setup where:#nowhere"} {
		if _, err := one.Slash("#general", text); err == nil {
			t.Errorf("%s is sent", text)
		}
	}
	if _, err := one.Slash("#general", "/setup"); err != nil {
		t.Fatal(err)
	}
	if i := b.next(); len(i.Member.Roles) != 0 {
		t.Errorf("roles %v", i.Member.Roles)
	}
}
