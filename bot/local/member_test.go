package local

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// thread starts a public thread without a message and returns it.
func (b *bot) thread(name string) *Channel {
	b.t.Helper()
	var ch Channel
	b.call("POST", fmt.Sprintf("/channels/%s/threads", b.general()), J{"name": name, "type": 11}).into(b.t, &ch)
	return &ch
}

// joined reports whether a thread is in the user's list of channels.
func joined(u *User, thread string) bool { return u.View().Channel(thread).Joined }

// pinged returns how many messages notified the user.
func pinged(u *User) (n int) {
	for _, it := range u.Delivered() {
		if it.Kind == EventMessage && strings.Contains(string(it.Data), `"ping":true`) {
			n++
		}
	}
	return n
}

// People join a thread by the route, by a mention, by writing and by themselves. Seeing a thread does not make anybody its member.
func TestMembersOfThreads(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Users = 6 })
	b := newBot(t, s)
	thread := b.thread("match")
	members := fmt.Sprintf("/channels/%s/thread-members", thread.ID)
	u := s.Users()
	if joined(u[0], "match") {
		t.Error("a member before anybody joined")
	}
	for range 2 {
		if a := b.call("PUT", members+"/"+u[0].ID().String(), nil); a.status != 204 {
			t.Errorf("by the route: %d %s", a.status, a.body)
		}
	}
	notices := 0
	for _, m := range u[0].View().Channel("match").Messages {
		if m.Type == messageRecipientAdd && m.Mentions[0].ID == u[0].ID() {
			notices++
		}
	}
	if notices != 1 || !joined(u[0], "match") {
		t.Errorf("joined by the route: %v, with %d notices, want 1", joined(u[0], "match"), notices)
	}
	silent := b.post(thread.ID, J{"content": fmt.Sprintf("<@%s>", u[1].ID()), "flags": flagSuppressNotifications})
	if !joined(u[1], "match") || pinged(u[1]) != 0 {
		t.Errorf("by a silent mention: joined %v, %d pings", joined(u[1], "match"), pinged(u[1]))
	}
	b.post(thread.ID, J{"content": fmt.Sprintf("<@%s>", u[2].ID()), "allowed_mentions": J{"parse": L{}}})
	if joined(u[2], "match") {
		t.Error("a suppressed mention added somebody")
	}
	b.call("PATCH", fmt.Sprintf("/channels/%s/messages/%s", thread.ID, silent.ID), J{"content": fmt.Sprintf("<@%s>", u[2].ID())}).into(t, new(Message))
	if !joined(u[2], "match") || pinged(u[2]) != 0 {
		t.Errorf("by an edit: joined %v, %d pings", joined(u[2], "match"), pinged(u[2]))
	}
	if _, err := u[3].Say("match", "hello"); err != nil || !joined(u[3], "match") {
		t.Errorf("by writing: %v", err)
	}
	if err := u[4].Join("match"); err != nil || !joined(u[4], "match") {
		t.Errorf("by themselves: %v", err)
	}
	if err := u[4].Leave("match"); err != nil || joined(u[4], "match") {
		t.Errorf("left: %v", err)
	}
	if err := u[4].Join("#general"); err == nil {
		t.Error("joined a channel")
	}
	for path, want := range map[string]int{"": 50001, "/" + u[0].ID().String(): 0, "/@me": 0, "/" + u[4].ID().String(): 10007} {
		if a := b.call("GET", members+path, nil); a.code() != want {
			t.Errorf("GET thread-members%s: %d %s", path, a.status, a.body)
		}
	}
	if a := b.call("PUT", members+"/5", nil); a.code() != 10007 {
		t.Errorf("somebody who is not in the guild: %d %s", a.status, a.body)
	}
	if n := *u[0].View().Channel("match").MemberCount; n != 5 {
		t.Errorf("%d members, want the bot and four people", n)
	}
	for _, v := range s.Violations() {
		t.Errorf("%s: %s in %.300s", v.Route, v.Problem, v.Body)
	}
}

// The members can be listed with the intent for members only.
func TestListingMembersNeedsAnIntent(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Intents = intentMembers })
	b := newBot(t, s)
	thread := b.thread("match")
	var list []threadMember
	b.call("GET", fmt.Sprintf("/channels/%s/thread-members", thread.ID), nil).into(t, &list)
	if len(list) != 1 || list[0].UserID != s.AppID() || !list[0].Joined.Equal(start) {
		t.Errorf("%+v", list)
	}
}

// A role is pinged if anyone may mention it or the bot may mention everyone, and if the message asks for it.
func TestRoleMentions(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	one, role := s.User("1"), s.ModeratorID()
	one.SetModerator(true)
	call := J{"content": fmt.Sprintf("<@&%s>", role), "allowed_mentions": J{"parse": L{}, "roles": L{role}}}
	if m := b.post(b.general(), call); len(m.MentionRoles) != 0 || pinged(one) != 0 {
		t.Errorf("a role that is not mentionable: %v, %d pings", m.MentionRoles, pinged(one))
	}
	s.SetMentionable(true)
	if p := b.want(opDispatch, "GUILD_ROLE_UPDATE"); !strings.Contains(string(p.Data), `"mentionable":true`) {
		t.Errorf("%s", p.Data)
	}
	thread := b.thread("match")
	if m := b.post(thread.ID, call); len(m.MentionRoles) != 1 || pinged(one) != 1 || pinged(s.User("2")) != 0 || !joined(one, "match") {
		t.Errorf("a mentionable role: %v, %d pings, joined %v", m.MentionRoles, pinged(one), joined(one, "match"))
	}
	if m := b.post(b.general(), J{"content": call["content"], "allowed_mentions": J{"parse": L{}}}); len(m.MentionRoles) != 0 {
		t.Error("a suppressed mention of a role")
	}
	s.SetMentionable(false)
	b.allow("MENTION_EVERYONE")
	if m := b.post(b.general(), call); len(m.MentionRoles) != 1 || pinged(one) != 2 {
		t.Errorf("by a bot that may mention everyone: %v, %d pings", m.MentionRoles, pinged(one))
	}
}

// A thread on an older message is announced in the channel; one on a message just sent is not.
func TestThreadsAreAnnounced(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	for _, c := range []struct {
		name string
		age  time.Duration
		want int
	}{{"fresh", 0, 0}, {"old", time.Minute, 1}} {
		m := b.post(b.general(), J{"content": c.name})
		s.Clock().Advance(c.age)
		var ch Channel
		b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", b.general(), m.ID), J{"name": c.name}).into(t, &ch)
		n := 0
		for _, x := range s.User("1").View().Channel("general").Messages {
			if x.Type == messageThreadCreated && x.Content == c.name && x.Reference.ChannelID == ch.ID {
				n++
			}
		}
		if n != c.want {
			t.Errorf("%s: announced %d times, want %d", c.name, n, c.want)
		}
	}
}

// A person who leaves the guild is no member of it or of its threads, sees nothing of it, and gets no direct messages.
func TestLeavingTheGuild(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Intents = intentMembers })
	b := newBot(t, s)
	one := s.User("1")
	thread := b.thread("match")
	if err := one.Join("match"); err != nil {
		t.Fatal(err)
	}
	move := func(kind string) {
		t.Helper()
		if err := s.Inject(Fault{Kind: kind, User: "player1"}); err != nil {
			t.Fatal(err)
		}
	}
	var dm Channel
	b.call("POST", "/users/@me/channels", J{"recipient_id": one.ID()}).into(t, &dm)
	member := fmt.Sprintf("/guilds/%s/members/%s", s.GuildID(), one.ID())
	write := func() int {
		return b.call("POST", fmt.Sprintf("/channels/%s/messages", dm.ID), J{"content": "hello"}).code()
	}
	move("leave")
	if a := b.call("GET", member, nil); a.code() != 10007 {
		t.Errorf("still a member: %d %s", a.status, a.body)
	}
	if a := b.call("GET", fmt.Sprintf("/channels/%s/thread-members/%s", thread.ID, one.ID()), nil); a.code() != 10007 {
		t.Errorf("still a member of the thread: %d %s", a.status, a.body)
	}
	if a := b.call("PUT", fmt.Sprintf("/channels/%s/thread-members/%s", thread.ID, one.ID()), nil); a.code() != 10007 {
		t.Errorf("added to a thread of a guild that they are not in: %d %s", a.status, a.body)
	}
	if v := one.View(); v.Channel("general") != nil || v.Channel("match") != nil || v.Channel("dm") == nil {
		t.Errorf("still sees %d channels", len(v.Channels))
	}
	if code := write(); code != 50278 {
		t.Errorf("a direct message: code %d", code)
	}
	if _, err := one.Slash("#general", "/match"); err == nil {
		t.Error("still uses commands there")
	}
	move("join")
	if a := b.call("GET", member, nil); a.status != 200 || one.View().Channel("general") == nil || one.View().Channel("match").Joined {
		t.Errorf("entered again: %d %s", a.status, a.body)
	}
	if code := write(); code != 0 {
		t.Errorf("a direct message after that: code %d", code)
	}
	if err := s.Inject(Fault{Kind: "leave", User: "nobody"}); err == nil {
		t.Error("nobody left")
	}
}
