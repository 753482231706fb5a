package local

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func pngOf(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gallery(file, alt string) J {
	return J{"type": kindMediaGallery, "items": L{J{"media": J{"url": "attachment://" + file}, "description": alt}}}
}

// fetch loads an address as a browser does.
func fetch(t *testing.T, url string) (int, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(within(t), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, data
}

func TestPicturesOfACard(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", b.general())
	board := upload{0, "board.png", "image/png", pngOf(t, 30, 20)}
	body := v2(gallery("board.png", "the board"))
	body["attachments"] = L{J{"id": "0", "filename": "board.png", "description": "the board"}}
	var m Message
	b.upload("v9", "POST", path, body, board).into(t, &m)
	if len(m.Attachments) != 0 {
		t.Errorf("a V2 message lists attachments: %+v", m.Attachments)
	}
	shown := m.Components[0].Items[0].Media
	if shown.Width != 30 || shown.Height != 20 || shown.ContentType != "image/png" {
		t.Errorf("media %+v", shown)
	}
	if status, data := fetch(t, shown.URL); status != 200 || !bytes.Equal(data, board.data) {
		t.Errorf("picture: %d, %d bytes", status, len(data))
	}

	next := upload{0, "next.png", "image/png", pngOf(t, 5, 5)}
	body = v2(gallery("next.png", "the next board"))
	body["attachments"] = L{J{"id": "0", "filename": "next.png"}}
	var edited Message
	b.upload("v9", "PATCH", path+"/"+m.ID.String(), body, next).into(t, &edited)
	if edited.ID != m.ID || edited.Components[0].Items[0].Media.Width != 5 || edited.EditedTimestamp == nil {
		t.Errorf("edited %+v", edited)
	}
	if status, _ := fetch(t, shown.URL); status != 404 {
		t.Errorf("the replaced picture is still served: %d", status)
	}
	var kept Message
	b.call("PATCH", path+"/"+m.ID.String(), v2(text("new words"), J{"type": kindMediaGallery, "items": L{J{"media": J{"url": edited.Components[0].Items[0].Media.URL}}}})).into(t, &kept)
	if kept.Components[1].Items[0].Media.AttachmentID != edited.Components[0].Items[0].Media.AttachmentID {
		t.Error("an edit that names the picture's address lost it")
	}
	if a := b.call("DELETE", path+"/"+m.ID.String(), nil); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if status, _ := fetch(t, kept.Components[1].Items[0].Media.URL); status != 404 {
		t.Errorf("the deleted picture is still served: %d", status)
	}
}

func TestFilesOfPlainMessages(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/channels/%s/messages", b.general())
	one := upload{0, "../a b.png", "image/png", pngOf(t, 1, 1)}
	two := upload{1, "log.txt", "text/plain", []byte("log")}
	var m Message
	b.upload("v10", "POST", path, J{"content": "two", "attachments": L{J{"id": "0", "description": "alt"}, J{"id": "1"}}}, one, two).into(t, &m)
	if len(m.Attachments) != 2 || m.Attachments[0].Filename != "a_b.png" || m.Attachments[0].Description != "alt" {
		t.Fatalf("%+v", m.Attachments)
	}
	first, second := m.Attachments[0].ID.String(), m.Attachments[1].ID.String()
	for _, c := range []struct {
		what, version string
		body          J
		files         []upload
		want          int
	}{
		{"keeps what is listed", "v10", J{"attachments": L{J{"id": first}, J{"id": second}}}, nil, 2},
		{"v10 drops new files that are not listed", "v10", J{"attachments": L{J{"id": first}}}, []upload{two}, 1},
		{"v9 adds new files that are not listed", "v9", J{"attachments": L{J{"id": first}}}, []upload{two}, 2},
		{"no list keeps all and adds", "v10", J{"content": "x"}, []upload{two}, 3},
		{"an empty list drops all", "v10", J{"attachments": L{}}, nil, 0},
	} {
		var e Message
		b.upload(c.version, "PATCH", path+"/"+m.ID.String(), c.body, c.files...).into(t, &e)
		if len(e.Attachments) != c.want {
			t.Errorf("%s: %d attachments, want %d", c.what, len(e.Attachments), c.want)
		}
	}
	if a := b.upload("v9", "POST", path, J{"content": "x"}, upload{0, "big.bin", "application/octet-stream", make([]byte, maxFile+1)}); a.status != 413 || a.code() != 40005 {
		t.Errorf("too large: %d %s", a.status, a.body)
	}
	many := make([]upload, maxFiles+1)
	for i := range many {
		many[i] = upload{i, fmt.Sprint(i), "text/plain", []byte("x")}
	}
	if a := b.upload("v9", "POST", path, J{"content": "x"}, many...); a.code() != 50035 {
		t.Errorf("eleven files: %d %s", a.status, a.body)
	}
}

func TestNonceIsEnforced(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	body := J{"content": "once", "nonce": "o1", "enforce_nonce": true}
	first := b.post(b.general(), body)
	if again := b.post(b.general(), body); again.ID != first.ID || again.Nonce != "o1" {
		t.Errorf("the repeat made %s, not %s", again.ID, first.ID)
	}
	if loose := b.post(b.general(), J{"content": "once", "nonce": "o1"}); loose.ID == first.ID {
		t.Error("a nonce that is not enforced was")
	}
	s.Clock().Advance(nonceMemory)
	if at := b.post(b.general(), body); at.ID != first.ID {
		t.Error("forgotten at five minutes already")
	}
	s.Clock().Advance(time.Second)
	if late := b.post(b.general(), body); late.ID == first.ID {
		t.Error("still remembered after five minutes")
	}
}

// Every refusal of the channel routes that does not concern a message's form.
func TestRefusesByPlaceAndRight(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	general := b.general().String()
	var dm Channel
	b.call("POST", "/users/@me/channels", J{"recipient_id": s.User("1").ID()}).into(t, &dm)
	if again := b.call("POST", "/users/@me/channels", J{"recipient_id": s.User("1").ID()}); !strings.Contains(string(again.body), dm.ID.String()) {
		t.Error("opening a DM again made another one")
	}
	theirs, err := s.User("2").Say("#general", "mine")
	if err != nil {
		t.Fatal(err)
	}
	mine := b.post(b.general(), J{"content": "the bot's"})
	hidden := b.post(s.User("1").View().Channel("matches").ID, J{"content": "x"})
	var thread Channel
	b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", general, mine.ID), J{"name": "t"}).into(t, &thread)
	inside, other, third := b.post(thread.ID, J{"content": "in the thread"}), b.post(thread.ID, J{"content": "other"}), b.post(thread.ID, J{"content": "third"})
	inject := func(f Fault) {
		t.Helper()
		if err := s.Inject(f); err != nil {
			t.Fatal(err)
		}
	}
	type call struct {
		what, method, path string
		body               any
		status, code       int
	}
	check := func(calls ...call) {
		t.Helper()
		for _, c := range calls {
			if a := b.call(c.method, c.path, c.body); a.status != c.status || a.code() != c.code {
				t.Errorf("%s: %d %s, want %d code %d", c.what, a.status, a.body, c.status, c.code)
			}
		}
	}
	say := J{"content": "x"}
	check(
		call{"no such channel", "POST", "/channels/5/messages", say, 404, 10003},
		call{"no snowflake", "GET", "/channels/abc", nil, 400, 50035},
		call{"no such message", "GET", "/channels/" + general + "/messages/5", nil, 404, 10008},
		call{"somebody else's message", "PATCH", fmt.Sprintf("/channels/%s/messages/%s", general, theirs.ID), say, 403, 50005},
		call{"a second thread", "POST", fmt.Sprintf("/channels/%s/messages/%s/threads", general, mine.ID), J{"name": "t"}, 400, 160004},
		call{"a thread in a thread", "POST", fmt.Sprintf("/channels/%s/threads", thread.ID), J{"name": "t", "type": 11}, 400, 50024},
		call{"a thread without a name", "POST", "/channels/" + general + "/threads", J{"name": "", "type": 11}, 400, 50035},
		call{"an odd auto-archive", "POST", "/channels/" + general + "/threads", J{"name": "t", "type": 11, "auto_archive_duration": 61}, 400, 50035},
		call{"a stranger's DM", "POST", "/users/@me/channels", J{"recipient_id": "5"}, 400, 50033},
		call{"no such guild", "GET", "/guilds/5", nil, 404, 10004},
		call{"no such member", "GET", fmt.Sprintf("/guilds/%s/members/5", s.GuildID()), nil, 404, 10007},
		call{"no such user", "GET", "/users/5", nil, 404, 10013},
		call{"another application", "GET", "/applications/5/commands", nil, 404, 10002},
		call{"no such command", "DELETE", fmt.Sprintf("/applications/%s/commands/5", s.AppID()), nil, 404, 10063},
		call{"no such emoji", "GET", fmt.Sprintf("/applications/%s/emojis/5", s.AppID()), nil, 404, 10014},
		call{"renaming a channel without the right", "PATCH", "/channels/" + general, J{"name": "x"}, 403, 50013},
		call{"an empty body", "POST", "/channels/" + general + "/messages", nil, 400, 50006},
	)
	s.User("1").CloseDM(true)
	check(call{"a closed DM", "POST", fmt.Sprintf("/channels/%s/messages", dm.ID), say, 403, 50007})
	s.User("1").CloseDM(false)
	check(call{"an open DM", "POST", fmt.Sprintf("/channels/%s/messages", dm.ID), say, 200, 0})

	inject(Fault{Kind: "deny", Channel: "#matches", Permissions: []string{"SEND_MESSAGES"}})
	check(call{"no right to send", "POST", fmt.Sprintf("/channels/%s/messages", hidden.ChannelID), say, 403, 50013})
	inject(Fault{Kind: "deny", Channel: "#matches", Permissions: []string{"VIEW_CHANNEL"}})
	check(call{"no right to see", "GET", fmt.Sprintf("/channels/%s/messages/%s", hidden.ChannelID, hidden.ID), nil, 403, 50001})
	inject(Fault{Kind: "allow", Channel: "#matches", Permissions: []string{"SEND_MESSAGES", "VIEW_CHANNEL"}})
	check(call{"rights given back", "POST", fmt.Sprintf("/channels/%s/messages", hidden.ChannelID), say, 200, 0})
	inject(Fault{Kind: "deny", Channel: "#general", Permissions: []string{"SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS"}})
	check(call{"no right to send in threads", "POST", fmt.Sprintf("/channels/%s/messages", thread.ID), say, 403, 50013},
		call{"no right to open threads", "POST", "/channels/" + general + "/threads", J{"name": "t", "type": 11}, 403, 50013})
	inject(Fault{Kind: "allow", Channel: "#general", Permissions: []string{"SEND_MESSAGES_IN_THREADS", "CREATE_PUBLIC_THREADS"}})

	inject(Fault{Kind: "archive", Channel: thread.ID.String()})
	check(call{"an edit in an archived thread", "PATCH", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, inside.ID), say, 400, 50083},
		call{"a deletion in an archived thread", "DELETE", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, other.ID), nil, 204, 0},
		call{"renaming an archived thread", "PATCH", "/channels/" + thread.ID.String(), J{"name": "x"}, 400, 50083},
		call{"sending opens it", "POST", fmt.Sprintf("/channels/%s/messages", thread.ID), say, 200, 0},
		call{"and an edit works again", "PATCH", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, inside.ID), say, 200, 0})
	inject(Fault{Kind: "archive", Channel: thread.ID.String()})
	inject(Fault{Kind: "lock", Channel: thread.ID.String()})
	locked := []call{
		{"a locked thread", "POST", fmt.Sprintf("/channels/%s/messages", thread.ID), say, 403, 160005},
		{"an edit in a locked thread", "PATCH", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, inside.ID), say, 403, 160005},
		{"changing a locked thread", "PATCH", "/channels/" + thread.ID.String(), J{"archived": false, "name": "x"}, 403, 50013},
	}
	check(append(locked, call{"a deletion in a locked, archived thread", "DELETE", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, inside.ID), nil, 403, 160005})...)
	inject(Fault{Kind: "unarchive", Channel: thread.ID.String()})
	check(locked...)
	check(call{"adding to a locked thread", "PUT", fmt.Sprintf("/channels/%s/thread-members/%s", thread.ID, s.User("1").ID()), nil, 403, 160005},
		call{"typing in a locked thread", "POST", fmt.Sprintf("/channels/%s/typing", thread.ID), nil, 403, 160005},
		call{"a deletion in a locked, active thread", "DELETE", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, third.ID), nil, 204, 0})
	if _, err := s.User("1").Say(thread.ID.String(), "hello"); err == nil {
		t.Error("a member writes in a locked thread")
	}
	inject(Fault{Kind: "allow", Channel: "#general", Permissions: []string{"MANAGE_THREADS"}})
	check(call{"sent by whoever manages threads", "POST", fmt.Sprintf("/channels/%s/messages", thread.ID), say, 200, 0},
		call{"unlocked by whoever manages threads", "PATCH", "/channels/" + thread.ID.String(), J{"archived": false, "locked": false}, 200, 0})
	inject(Fault{Kind: "deny", Channel: "#general", Permissions: []string{"MANAGE_THREADS"}})
	check(call{"after the lock", "POST", fmt.Sprintf("/channels/%s/messages", thread.ID), say, 200, 0})

	inject(Fault{Kind: "delete-message", Message: mine.ID.String()})
	check(call{"a deleted message", "PATCH", fmt.Sprintf("/channels/%s/messages/%s", general, mine.ID), say, 404, 10008})
	inject(Fault{Kind: "delete-channel", Channel: thread.ID.String()})
	check(call{"a deleted thread", "POST", fmt.Sprintf("/channels/%s/messages", thread.ID), say, 404, 10003})

	if a := b.do("v9", "POST", "/channels/"+general+"/messages", "application/json", strings.NewReader("{")); a.code() != 50109 {
		t.Errorf("broken JSON: %d %s", a.status, a.body)
	}
	req, err := http.NewRequestWithContext(within(t), "GET", s.URL()+"/api/v10/users/@me", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot wrong")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 401 {
		t.Errorf("a wrong token got %d", res.StatusCode)
	}
}

func TestThreadsArchiveThemselves(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	var thread Channel
	b.call("POST", fmt.Sprintf("/channels/%s/threads", b.general()), J{"name": "match", "type": 11, "auto_archive_duration": 60}).into(t, &thread)
	archived := func() bool { return s.User("3").View().Channel("match").Thread.Archived }
	s.Clock().Advance(59 * time.Minute)
	b.post(thread.ID, J{"content": "alive"})
	s.Clock().Advance(59 * time.Minute)
	if archived() {
		t.Error("archived an hour after it began, not after the last message")
	}
	s.Clock().Advance(time.Minute)
	if !archived() {
		t.Error("not archived after an hour of silence")
	}
	if _, err := s.User("3").Slash("match", "/match"); err == nil || !strings.Contains(err.Error(), "archived") {
		t.Errorf("a command in an archived thread: %v", err)
	}
	if m := s.User("2").View().Channel("general").Messages[0]; m.Type != messageThreadCreated || m.Reference.ChannelID != thread.ID {
		t.Errorf("the thread's notice: %+v", m)
	}
}

func TestPrivateThreadsShowToMembersOnly(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.allow("CREATE_PRIVATE_THREADS", "MANAGE_THREADS")
	var thread Channel
	b.call("POST", fmt.Sprintf("/channels/%s/threads", b.general()), J{"name": "secret", "type": 12}).into(t, &thread)
	member := fmt.Sprintf("/channels/%s/thread-members/%s", thread.ID, s.User("1").ID())
	if a := b.call("PUT", member, nil); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	b.post(thread.ID, J{"content": "psst"})
	if s.User("1").View().Find("psst") == nil || s.User("2").View().Channel("secret") != nil {
		t.Error("a private thread is seen by the wrong people")
	}
	if a := b.call("DELETE", member, nil); a.status != 204 || s.User("1").View().Channel("secret") != nil {
		t.Error("a member who was removed still sees it")
	}
}

func TestMentions(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	one, two := s.User("1"), s.User("2")
	both := fmt.Sprintf("<@%s> and <@%s> @everyone", one.ID(), two.ID())
	for _, c := range []struct {
		what     string
		body     J
		mentions int
	}{
		{"by default all", J{"content": both}, 2},
		{"parse nothing", J{"content": both, "allowed_mentions": J{"parse": L{}}}, 0},
		{"one user", J{"content": both, "allowed_mentions": J{"users": L{one.ID()}}}, 1},
		{"in a text display", v2(text(both)), 2},
		{"twice is once", J{"content": fmt.Sprintf("<@%s> <@!%s>", one.ID(), one.ID())}, 1},
		{"nobody", J{"content": "<@5>"}, 0},
	} {
		if m := b.post(b.general(), c.body); len(m.Mentions) != c.mentions || m.MentionEveryone {
			t.Errorf("%s: %d mentions, everyone %v", c.what, len(m.Mentions), m.MentionEveryone)
		}
	}
	if pinged(one) != 4 || pinged(two) != 2 || pinged(s.User("3")) != 0 {
		t.Errorf("pings: %d %d %d, want 4 2 0", pinged(one), pinged(two), pinged(s.User("3")))
	}
	b.post(b.general(), J{"content": both, "flags": flagSuppressNotifications})
	m := b.post(b.general(), J{"content": "quiet"})
	b.call("PATCH", fmt.Sprintf("/channels/%s/messages/%s", b.general(), m.ID), J{"content": both}).into(t, m)
	if len(m.Mentions) != 2 {
		t.Error("an edit without allowed_mentions parses again")
	}
	if pinged(one) != 4 {
		t.Error("a silent message or an edit pinged")
	}
}

func TestListMessages(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	var ids []ID
	for i := range 5 {
		ids = append(ids, b.post(b.general(), J{"content": fmt.Sprint(i)}).ID)
	}
	for query, want := range map[string]string{
		"": "43210", "?limit=2": "43", "?before=" + ids[2].String(): "10", "?after=" + ids[2].String(): "43",
		"?limit=1&after=" + ids[0].String(): "1",
	} {
		var list []Message
		b.call("GET", fmt.Sprintf("/channels/%s/messages%s", b.general(), query), nil).into(t, &list)
		got := ""
		for _, m := range list {
			got += m.Content
		}
		if got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
	if a := b.call("GET", fmt.Sprintf("/channels/%s/messages?limit=101", b.general()), nil); a.code() != 50035 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// An edit may convert a message to V2 but not back, and must clear what V2 does not allow.
func TestV2IsIrreversible(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	m := b.post(b.general(), J{"content": "old"})
	path := fmt.Sprintf("/channels/%s/messages/%s", b.general(), m.ID)
	if a := b.call("PATCH", path, v2(text("new"))); a.code() != 50035 {
		t.Errorf("content was left: %d %s", a.status, a.body)
	}
	body := v2(text("new"))
	body["content"] = nil
	if a := b.call("PATCH", path, body); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := b.call("PATCH", path, J{"flags": 0}); a.code() != 50035 {
		t.Errorf("taken back: %d %s", a.status, a.body)
	}
	if a := b.call("PATCH", path, J{"content": "x"}); a.code() != 50035 {
		t.Errorf("content beside V2: %d %s", a.status, a.body)
	}
	if a := b.call("PATCH", path, J{"components": L{text("again")}}); a.status != 200 {
		t.Errorf("without flags they stay: %d %s", a.status, a.body)
	}
}
