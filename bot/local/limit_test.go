package local

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// A channel accepts a few edits an hour of messages older than an hour, whichever they are. The next one is refused with a
// 429 with its own code. New messages are edited as before.
func TestEditsOfOldMessages(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	edit := func(m *Message) answer {
		return b.call("PATCH", fmt.Sprintf("/channels/%s/messages/%s", m.ChannelID, m.ID), J{"content": "again"})
	}
	old, other := b.post(b.general(), J{"content": "old"}), b.post(b.general(), J{"content": "other"})
	elsewhere := b.post(s.User("1").View().Channel("matches").ID, J{"content": "elsewhere"})
	s.Clock().Advance(time.Hour)
	for range 2 * oldEdits {
		if a := edit(old); a.status != 200 {
			t.Fatalf("an hour old: %d %s", a.status, a.body)
		}
	}
	s.Clock().Advance(time.Second)
	for n := range oldEdits {
		if a := edit([]*Message{old, other}[n%2]); a.status != 200 {
			t.Fatalf("%d: %d %s", n, a.status, a.body)
		}
	}
	for _, m := range []*Message{old, other} {
		if a := edit(m); a.status != http.StatusTooManyRequests || a.code() != 30046 || a.header.Get("Retry-After") != "3600" {
			t.Errorf("one too many: %d %s, after %s", a.status, a.body, a.header.Get("Retry-After"))
		}
	}
	if a := edit(b.post(b.general(), J{"content": "new"})); a.status != 200 {
		t.Errorf("a new message: %d %s", a.status, a.body)
	}
	if a := edit(elsewhere); a.status != 200 {
		t.Errorf("in another channel: %d %s", a.status, a.body)
	}
	s.Clock().Advance(time.Hour)
	if a := edit(old); a.status != 200 {
		t.Errorf("an hour later: %d %s", a.status, a.body)
	}
}

// A bot may open a number of direct messages in ten minutes, each time counted.
func TestOpeningsAreCounted(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	open := func() answer {
		return b.call("POST", "/users/@me/channels", J{"recipient_id": s.User("1").ID()})
	}
	for n := range maxOpenings {
		if a := open(); a.status != 200 {
			t.Fatalf("%d: %d %s", n, a.status, a.body)
		}
	}
	if a := open(); a.status != http.StatusForbidden || a.code() != 40003 {
		t.Errorf("one too many: %d %s", a.status, a.body)
	}
	s.Clock().Advance(openingsIn)
	if a := open(); a.status != 200 {
		t.Errorf("ten minutes later: %d %s", a.status, a.body)
	}
	if n := s.Requests("POST /users/@me/channels"); n != maxOpenings+2 {
		t.Errorf("%d openings were counted", n)
	}
}

// Edits with new files can be refused as at Discord, in a channel and in an answer; others are not.
func TestBadEdits(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	m := b.post(b.general(), J{"content": "x"})
	path := fmt.Sprintf("/channels/%s/messages/%s", b.general(), m.ID)
	if err := s.Inject(Fault{Kind: "bad-edit"}); err != nil {
		t.Fatal(err)
	}
	if a := b.call("PATCH", path, J{"content": "y"}); a.status != 200 {
		t.Errorf("without files: %d %s", a.status, a.body)
	}
	file := upload{0, "a.png", "image/png", pngOf(t, 8, 8)}
	for _, want := range []int{400, 200} {
		if a := b.upload("v9", "PATCH", path, J{"content": "z"}, file); a.status != want {
			t.Errorf("with a file: %d %s, want %d", a.status, a.body, want)
		}
	}
}

// Answers are dated by the Discord's clock, which may be another than the machine's.
func TestOwnClock(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Clock = Ahead(-time.Hour) })
	b := newBot(t, s)
	before := time.Now().Add(-time.Hour).Truncate(time.Second)
	date, err := http.ParseTime(b.call("GET", "/users/@me", nil).header.Get("Date"))
	if err != nil || date.Before(before) || date.After(before.Add(time.Minute)) {
		t.Errorf("dated %s, %v; an hour ago was %s", date, err, before)
	}
	if at := b.post(b.general(), J{"content": "x"}).ID.Time(); at.Before(before) || at.After(before.Add(time.Minute)) {
		t.Errorf("an id of %s", at)
	}
}
