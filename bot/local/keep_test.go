package local

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A second run on the same folder, at another address, finds channels, threads, DMs, messages, pictures and people
// unchanged. Ephemeral messages ended with the first run.
func TestKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	clock := Real()
	s := newServer(t, func(c *Config) { c.Clock = clock })
	b := newBot(t, s)
	b.register()
	board := pngOf(t, 30, 20)
	var pub, dm Message
	var thread, direct Channel
	b.upload("v9", "POST", fmt.Sprintf("/channels/%s/messages", b.general()), J{"flags": flagComponentsV2, "components": L{
		text("a board"), J{"type": kindMediaGallery, "items": L{J{"media": J{"url": "attachment://board.png"}, "description": "as text"}}}, row(button("view")),
	}, "attachments": L{J{"id": "0", "filename": "board.png"}}}, upload{0, "board.png", "image/png", board}).into(t, &pub)
	b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", pub.ChannelID, pub.ID), J{"name": "the match"}).into(t, &thread)
	b.post(thread.ID, J{"content": "in the thread"})
	b.call("POST", "/users/@me/channels", J{"recipient_id": s.User("1").ID()}).into(t, &direct)
	b.call("POST", fmt.Sprintf("/channels/%s/messages", direct.ID), J{"content": "a secret"}).into(t, &dm)
	act, i := b.slash("2", "/match order line:x")
	b.reply(i, callbackMessage, J{"content": "for two's eyes", "flags": flagEphemeral})
	if _, err := act.Wait(within(t)); err != nil {
		t.Fatal(err)
	}
	s.User("2").CloseDM(true)
	s.User("3").SetAdmin(true)
	clock.Advance(time.Hour)
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	before := views(s)
	if info, err := os.Stat(filepath.Join(dir, keptWorld)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}

	again := Real()
	s2 := loaded(t, dir, again)
	after := views(s2)
	if strings.Contains(after, "two's eyes") || !strings.Contains(before, "two's eyes") {
		t.Errorf("an ephemeral message outlived its client: %s", after)
	}
	for _, words := range []string{"a board", "in the thread", "a secret", "the match", "as text", pub.ID.String(), dm.ID.String()} {
		if strings.Count(after, words) != strings.Count(before, words) {
			t.Errorf("%q: %d times before, %d after", words, strings.Count(before, words), strings.Count(after, words))
		}
	}
	if again.Now().Sub(clock.Now()).Abs() > time.Minute {
		t.Errorf("the clock went from %s to %s", clock.Now(), again.Now())
	}
	shown := s2.User("3").View().Message(pub.ID).Components[1].Items[0].Media.URL
	if _, got := fetch(t, shown); !bytes.Equal(got, board) {
		t.Errorf("%s gives %d bytes", shown, len(got))
	}

	// The second run continues: newer ids, the same DM, edits of old messages, a click on an old button.
	b2 := newBot(t, s2)
	if m := b2.post(thread.ID, J{"content": "go on"}); m.ID <= dm.ID {
		t.Errorf("id %s after %s", m.ID, dm.ID)
	}
	if a := b2.call("PATCH", fmt.Sprintf("/channels/%s/messages/%s", direct.ID, dm.ID), J{"content": "another"}); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
	if _, err := s2.User("1").Click(pub.ID, "view"); err != nil {
		t.Error(err)
	}
	var two Channel
	b2.call("POST", "/users/@me/channels", J{"recipient_id": s2.User("2").ID()}).into(t, &two)
	if a := b2.call("POST", fmt.Sprintf("/channels/%s/messages", two.ID), J{"content": "x"}); a.code() != 50007 {
		t.Errorf("a closed DM opened: %d %s", a.status, a.body)
	}

	// The next save removes a deleted picture from the folder.
	if a := b2.call("DELETE", fmt.Sprintf("/channels/%s/messages/%s", pub.ChannelID, pub.ID), nil); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if err := s2.Save(dir); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Join(dir, keptFiles)); err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
}

// loaded returns a Discord with the content of the folder.
func loaded(t *testing.T, dir string, clock *Clock) *Server {
	t.Helper()
	s, err := New(Config{Users: 2, Clock: clock, Record: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.SetURL("http://" + l.Addr().String())
	if err := s.Load(dir); err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }() // ends by Close
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// views returns everything that the three people see.
func views(s *Server) string {
	var all []View
	for _, name := range []string{"1", "2", "3"} {
		all = append(all, s.User(name).View())
	}
	return string(encode(all))
}

// Everything that a request was answered for survives a kill: a new process finds it without anything having been saved in
// between. A line that was cut short is ignored, and a nonce still names its message.
func TestKilledAfterTheAnswer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := newServer(t)
	if err := s.Keep(dir); err != nil {
		t.Fatal(err)
	}
	b := newBot(t, s)
	var pub, gone, dm Message
	var thread, direct, dropped Channel
	path := fmt.Sprintf("/channels/%s/messages", b.general())
	board := pngOf(t, 30, 20)
	b.upload("v9", "POST", path, J{"flags": flagComponentsV2, "components": L{text("a board"),
		J{"type": kindMediaGallery, "items": L{J{"media": J{"url": "attachment://board.png"}}}}}, "attachments": L{J{"id": "0", "filename": "board.png"}},
	}, upload{0, "board.png", "image/png", board}).into(t, &pub)
	killed := func() *Server {
		t.Helper()
		copied := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		return loaded(t, copied, Still(s.Clock().Now()))
	}
	shown := killed().User("3").View().Message(pub.ID)
	if shown == nil {
		t.Fatal("a message with a picture is lost")
	}
	if _, got := fetch(t, shown.Components[1].Items[0].Media.URL); !bytes.Equal(got, board) {
		t.Errorf("its picture has %d bytes", len(got))
	}
	b.call("POST", path, J{"content": "short-lived"}).into(t, &gone)
	b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", pub.ChannelID, pub.ID), J{"name": "the match"}).into(t, &thread)
	b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", gone.ChannelID, gone.ID), J{"name": "another"}).into(t, &dropped)
	b.call("POST", "/users/@me/channels", J{"recipient_id": s.User("1").ID()}).into(t, &direct)
	b.call("POST", fmt.Sprintf("/channels/%s/messages", direct.ID), J{"content": "a question", "nonce": "n", "enforce_nonce": true}).into(t, &dm)
	if v := killed().User("1").View(); v.Find("a question") == nil || v.Find("short-lived") == nil || v.Channel("the match") == nil {
		t.Error("a new message is lost")
	}
	b.call("PATCH", fmt.Sprintf("/channels/%s/messages/%s", direct.ID, dm.ID), J{"content": "another question"})
	b.call("DELETE", fmt.Sprintf("/channels/%s/messages/%s", gone.ChannelID, gone.ID), nil)
	if err := s.Inject(Fault{Kind: "delete-channel", Channel: dropped.ID.String()}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.User("2").Say("#general", "hello"); err != nil {
		t.Fatal(err)
	}
	v := killed().User("1").View()
	if v.Find("another question") == nil || v.Find("hello") == nil || v.Find("short-lived") != nil || v.Channel(dropped.ID.String()) != nil {
		t.Error("an edit, a deletion or a user's message is lost")
	}
	journals, err := filepath.Glob(filepath.Join(dir, "journal-*"))
	if err != nil || len(journals) != 1 {
		t.Fatalf("%v %v", journals, err)
	}
	text, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journals[0], append(text, text[:len(text)/2]...)[:len(text)+40], 0o600); err != nil {
		t.Fatal(err)
	}
	again := killed()
	var repeated Message
	b2 := newBot(t, again)
	b2.call("POST", fmt.Sprintf("/channels/%s/messages", direct.ID), J{"content": "a question", "nonce": "n", "enforce_nonce": true}).into(t, &repeated)
	if repeated.ID != dm.ID {
		t.Errorf("the same nonce made message %s, and %s before the kill", repeated.ID, dm.ID)
	}
	if err := os.WriteFile(journals[0], []byte("nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := newServer(t).Load(dir); err == nil || !strings.Contains(err.Error(), "damaged in line 1") {
		t.Errorf("a damaged journal: %v", err)
	}
}

// While the disk fails, what cannot be kept is answered with 503, and interactions and reading go on. Sent again with its
// nonce, a message is kept, once, and answered.
func TestKeepingOnAFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := newServer(t)
	if err := s.Keep(dir); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(within(t))
	warned, done := make(chan error, 1000), make(chan error, 1)
	b := newBot(t, s)
	b.register()
	s.mu.Lock()
	working := s.keeper.journal
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	s.keeper.journal = full
	s.mu.Unlock()
	post := func() answer {
		return b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), J{"content": "a question", "nonce": "n", "enforce_nonce": true})
	}
	for range 2 {
		if a := post(); a.status != 503 || !strings.Contains(string(a.body), "not kept: ") {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	go func() { done <- s.Tend(ctx, func(err error) { warned <- err }) }()
	act, i := b.slash("2", "/match order line:x")
	b.reply(i, callbackMessage, J{"content": "for two's eyes", "flags": flagEphemeral})
	if out, err := act.Wait(within(t)); err != nil || out.State != Answered {
		t.Errorf("%+v %v", out, err)
	}
	if err := <-warned; !strings.Contains(err.Error(), "keeping the local Discord: ") {
		t.Errorf("it says %v", err)
	}
	s.mu.Lock()
	s.keeper.journal = working
	s.mu.Unlock()
	if a := post(); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	v := loaded(t, dir, Real()).User("2").View()
	if n := strings.Count(string(encode(v)), "a question"); n != 1 {
		t.Errorf("it is there %d times", n)
	}
	if err := s.Keep("/dev/null/nowhere"); err == nil {
		t.Error("a folder that cannot be is no error")
	}
}

// Tend makes a new snapshot of a long journal, in which everything is.
func TestLongJournal(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := newServer(t)
	if err := s.Keep(dir); err != nil {
		t.Fatal(err)
	}
	b := newBot(t, s)
	b.post(b.general(), J{"content": "the first"})
	s.mu.Lock()
	k := s.keeper
	s.mu.Unlock()
	for range 2 {
		if err := snapshot(s, dir, k); err != nil {
			t.Fatal(err)
		}
		b.post(b.general(), J{"content": "more"})
	}
	if err := os.RemoveAll(filepath.Join(dir, "journal-1")); err != nil {
		t.Fatal(err)
	}
	journals, err := filepath.Glob(filepath.Join(dir, "journal-*"))
	if err != nil || len(journals) != 1 {
		t.Errorf("%v %v", journals, err)
	}
	if v := string(encode(loaded(t, dir, Real()).User("2").View())); !strings.Contains(v, "the first") || strings.Count(v, `"more"`) != 2 {
		t.Error("something is lost")
	}
}

// An empty folder gives a new Discord. A folder with something else is refused, and the error says what to do.
func TestLoadBad(t *testing.T) {
	s := newServer(t)
	if err := s.Load(t.TempDir()); err != nil {
		t.Error(err)
	}
	dir := t.TempDir()
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(filepath.Join(dir, keptWorld))
	if err != nil {
		t.Fatal(err)
	}
	var w map[string]any
	if err := json.Unmarshal(good, &w); err != nil {
		t.Fatal(err)
	}
	with := func(key string, v any) string {
		c := map[string]any{}
		for k, x := range w {
			c[k] = x
		}
		c[key] = v
		return string(encode(c))
	}
	for text, want := range map[string]string{
		string(good[:len(good)/2]): "is damaged",
		"not ours":                 "is damaged",
		with("version", 7):         "version 7, expected 1",
		with("rooms", L{J{}}):      "a room lacks its channel",
		with("rooms", L{J{"channel": J{"id": "7"}, "messages": L{nil}, "files": L{nil}}}):             "a message is empty",
		with("rooms", L{J{"channel": J{"id": "7"}, "messages": L{J{"id": "8"}}, "files": L{L{"9"}}}}): "message 8 lacks its file 9",
		with("files", L{J{"id": "9"}}):        "no such file",
		with("people", make([]J, MaxUsers+1)): "expected at most 50",
	} {
		if err := os.WriteFile(filepath.Join(dir, keptWorld), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := newServer(t).Load(dir); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v; expected %q", text, err, want)
		}
	}
}
