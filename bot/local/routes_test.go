package local

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

func TestApplicationEmojis(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/applications/%s/emojis", s.AppID())
	picture := pngOf(t, 8, 8)
	image := func(data []byte) string { return "data:image/png;base64," + base64.StdEncoding.EncodeToString(data) }
	var e struct{ ID, Name string }
	a := b.call("POST", path, J{"name": "ping_small", "image": image(picture)})
	if a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a.into(t, &e)
	for what, body := range map[string]J{
		"a name twice":  {"name": "ping_small", "image": image(picture)},
		"a bad name":    {"name": "ping small", "image": image(picture)},
		"no picture":    {"name": "other", "image": "hello"},
		"bad base64":    {"name": "other", "image": "data:image/png;base64,%%%"},
		"257 kilobytes": {"name": "other", "image": image(make([]byte, maxEmojiBytes+1))},
	} {
		if a := b.call("POST", path, body); a.code() != 50035 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	with := button("a")
	with["emoji"] = J{"id": e.ID, "name": e.Name}
	if m := b.post(b.general(), v2(row(with))); m.Component("a").Emoji.ID.String() != e.ID {
		t.Errorf("%+v", m.Component("a"))
	}
	if status, data := fetch(t, s.URL()+"/emojis/"+e.ID+".png"); status != 200 || !bytes.Equal(data, picture) {
		t.Errorf("%d, %d bytes", status, len(data))
	}
	if a := b.call("PATCH", path+"/"+e.ID, J{"name": "ping_large"}); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("GET", path, nil); !strings.Contains(string(a.body), "ping_large") {
		t.Errorf("%s", a.body)
	}
	if a := b.call("DELETE", path+"/"+e.ID, nil); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if status, _ := fetch(t, s.URL()+"/emojis/"+e.ID+".png"); status != 404 {
		t.Errorf("a deleted emoji: %d", status)
	}
	if a := b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), v2(row(with))); a.code() != 50035 {
		t.Errorf("a button with a deleted emoji: %d %s", a.status, a.body)
	}
}

// The responses about the bot and its guild fit Discord's description.
func TestPlainQuestions(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	guild := "/guilds/" + s.GuildID().String()
	for path, want := range map[string]string{
		"/gateway":                            "/gw",
		"/gateway/bot":                        `"remaining":999`,
		"/users/@me":                          `"bot":true`,
		"/users/" + s.User("2").ID().String(): `"player2"`,
		"/applications/@me":                   s.AppID().String(),
		"/oauth2/applications/@me":            s.AppID().String(),
		guild:                                 `"name":"Local"`,
		guild + "/channels":                   `"general"`,
		guild + "/roles":                      `"@everyone"`,
		guild + "/threads/active":             `"threads":[]`,
		guild + "/members/search?query=player&limit=2":            `"player2"`,
		guild + "/members/search?query=play%20nobody":             "[]",
		guild + "/members/" + s.User("3").ID().String():           `"player3"`,
		fmt.Sprintf("/channels/%s", b.general()):                  `"general"`,
		fmt.Sprintf("/applications/%s/commands", s.AppID()):       "[]",
		fmt.Sprintf("/channels/%s/messages?limit=5", b.general()): "[]",
	} {
		for _, version := range []string{"v9", "v10"} {
			if a := b.callVersion(version, "GET", path, nil); a.status != 200 || !strings.Contains(string(a.body), want) {
				t.Errorf("%s %s: %d %s", version, path, a.status, a.body)
			}
		}
	}
	if a := b.call("GET", guild+"/members/search?limit=0", nil); a.code() != 50035 {
		t.Errorf("%d %s", a.status, a.body)
	}
	for _, v := range s.Violations() {
		t.Errorf("%s: %s in %.300s", v.Route, v.Problem, v.Body)
	}
}

func TestChangingAndDeletingChannels(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	var thread Channel
	b.call("POST", fmt.Sprintf("/channels/%s/threads", b.general()), J{"name": "old", "type": 11}).into(t, &thread)
	path := "/channels/" + thread.ID.String()
	for what, body := range map[string]J{"an empty name": {"name": ""}, "a name of 101": {"name": strings.Repeat("x", 101)}, "an odd duration": {"auto_archive_duration": 5}} {
		if a := b.call("PATCH", path, body); a.code() != 50035 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	if a := b.call("PATCH", path, J{"name": "new", "auto_archive_duration": 10080}); a.status != 200 || s.User("1").View().Channel("new").Thread.AutoArchiveDuration != 10080 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("POST", path+"/typing", nil); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if log := s.User("2").Delivered(); log[len(log)-1].Kind != EventTyping {
		t.Errorf("the last event is %s", log[len(log)-1].Kind)
	}
	if a := b.call("PUT", path+"/thread-members/@me", nil); a.status != 204 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("PUT", fmt.Sprintf("/channels/%s/thread-members/@me", b.general()), nil); a.code() != 50024 {
		t.Errorf("members of a channel: %d %s", a.status, a.body)
	}
	if err := s.Inject(Fault{Kind: "deny", Channel: "#general", Permissions: []string{"MANAGE_THREADS"}}); err != nil {
		t.Fatal(err)
	}
	if a := b.call("DELETE", fmt.Sprintf("%s/thread-members/%s", path, s.User("1").ID()), nil); a.code() != 50013 {
		t.Errorf("another is taken out without the right: %d %s", a.status, a.body)
	}
	if a := b.call("DELETE", path+"/thread-members/@me", nil); a.status != 204 {
		t.Errorf("the bot leaves without the right: %d %s", a.status, a.body)
	}
	if a := b.call("DELETE", path, nil); a.code() != 50013 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if err := s.Inject(Fault{Kind: "allow", Channel: "#general", Permissions: []string{"MANAGE_THREADS"}}); err != nil {
		t.Fatal(err)
	}
	if a := b.call("DELETE", path, nil); a.status != 200 || s.User("1").View().Channel("new") != nil {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("DELETE", fmt.Sprintf("/channels/%s", b.general()), nil); a.code() != 50013 {
		t.Errorf("%d %s", a.status, a.body)
	}
	var dm Channel
	b.call("POST", "/users/@me/channels", J{"recipient_id": s.User("1").ID()}).into(t, &dm)
	if a := b.call("PATCH", "/channels/"+dm.ID.String(), J{"name": "x"}); a.code() != 50024 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("DELETE", "/channels/"+dm.ID.String(), nil); a.status != 200 || s.User("1").View().Channel("dm") == nil {
		t.Errorf("closing a DM keeps it: %d %s", a.status, a.body)
	}
}

func TestThousandThreadsAreTheMost(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Validate, c.Record = nil, false })
	b := newBot(t, s)
	b.allow("CREATE_PRIVATE_THREADS")
	path := fmt.Sprintf("/channels/%s/threads", b.general())
	for i := range maxActiveThreads {
		if a := b.call("POST", path, J{"name": fmt.Sprint(i), "type": 12}); a.status != 201 {
			t.Fatalf("%d: %d %s", i, a.status, a.body)
		}
	}
	if a := b.call("POST", path, J{"name": "one more", "type": 12}); a.code() != 160006 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if err := s.Inject(Fault{Kind: "archive", Channel: "7"}); err == nil {
		t.Error("a thread of name 7 was taken for an id") // 7 is read as a snowflake
	}
	if err := s.Inject(Fault{Kind: "archive", Channel: "#7"}); err != nil {
		t.Fatal(err)
	}
	if a := b.call("POST", path, J{"name": "one more", "type": 12}); a.status != 201 {
		t.Errorf("an archived one does not count: %d %s", a.status, a.body)
	}
}

func TestBodiesThatCannotBeRead(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", b.general())
	multi := "multipart/form-data; boundary=x"
	part := func(name, body string) string {
		return "--x\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + body + "\r\n"
	}
	for _, c := range []struct {
		what, kind, body string
		code             int
	}{
		{"another type", "text/plain", "hello", 50035},
		{"no such type", ";;", "{}", 50035},
		{"a part of another name", multi, part("file", "x") + "--x--", 50035},
		{"a part cut short", multi, part("payload_json", "{}"), 50109},
		{"payload_json that is none", multi, part("payload_json", "{") + "--x--", 50109},
		{"a wrong type", "application/json", `{"content":{}}`, 50035},
		{"a snowflake that is a number", "application/json", `{"content":"x","message_reference":{"message_id":5}}`, 50035},
		{"a list", "application/json", `[]`, 50035},
		{"too much", "application/json", `{"content":"` + strings.Repeat("x", maxRequest) + `"}`, 40005},
	} {
		if a := b.do("v9", "POST", path, c.kind, strings.NewReader(c.body)); a.code() != c.code {
			t.Errorf("%s: %d %.300s, want %d", c.what, a.status, a.body, c.code)
		}
	}
}
