package local

import (
	"fmt"
	"path/filepath"
	"testing"
)

// A hidden channel and its threads disappear from people's views, events and reach; the bot goes on there. The channel comes back
// unchanged.
func TestHiddenChannel(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	ch := s.User("player1").View().Channel("general").ID
	post := b.post(ch, J{"content": "one"})
	b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", ch, post.ID), J{"name": "match"})
	if err := s.SetOverwrite("general", "@everyone", 0, ViewChannel); err != nil {
		t.Fatal(err)
	}
	if err := s.SetOverwrite("general", "player2", ViewChannel, 0); err != nil {
		t.Fatal(err)
	}
	if v := s.User("player1").View(); v.Channel("general") != nil || v.Channel("match") != nil || v.Find("one") != nil {
		t.Error("player1 sees the channel")
	}
	if v := s.User("player2").View(); v.Channel("general") == nil || v.Channel("match") == nil {
		t.Error("player2 does not see the channel")
	}
	if _, err := s.User("player1").Say("general", "x"); err == nil {
		t.Error("player1 writes there")
	}
	if a := b.call("POST", fmt.Sprintf("/channels/%s/messages", ch), J{"content": "two"}); a.code() != 0 {
		t.Errorf("the bot's message: %d", a.code())
	}
	if n := len(s.User("player1").Delivered()); n == 0 || s.User("player1").Delivered()[n-1].Kind != EventChannelDelete {
		t.Error("the last that player1 hears is not that the channels are gone")
	}
	s.User("player1").SetOwner()
	if s.User("player1").View().Find("two") == nil {
		t.Error("the owner does not see it")
	}
	if s.SetOverwrite("nowhere", "player1", 0, 0) == nil || s.SetOverwrite("general", "nobody", 0, 0) == nil {
		t.Error("an overwrite of nothing, or for nobody")
	}
	dir := filepath.Join(t.TempDir(), "kept")
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	again := newServer(t)
	if err := again.Load(dir); err != nil {
		t.Fatal(err)
	}
	if again.User("player1").View().Find("two") == nil || again.User("player3").View().Channel("general") != nil {
		t.Error("overwrites and the owner are not kept")
	}
}

// A person who has left sees only the DM, is not a member, and cannot be written to until they are back.
func TestLeave(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	u := s.User("player2")
	u.SetModerator(true)
	var dm Channel
	b.call("POST", "/users/@me/channels", J{"recipient_id": u.ID()}).into(t, &dm)
	write := func() int {
		return b.call("POST", fmt.Sprintf("/channels/%s/messages", dm.ID), J{"content": "x"}).code()
	}
	guild := s.User("player1").View().Guild.ID
	member := func() int { return b.call("GET", fmt.Sprintf("/guilds/%s/members/%s", guild, u.ID()), nil).code() }
	u.SetAway(true)
	if write() != 50278 || member() != 10007 {
		t.Errorf("a message: %d; the member: %d", write(), member())
	}
	if v := u.View(); len(v.Channels) != 1 || v.Channel("dm") == nil {
		t.Errorf("sees %d channels", len(v.Channels))
	}
	if _, err := u.Slash("#general", "/ping"); err == nil {
		t.Error("gives a command")
	}
	u.SetAway(false)
	if write() != 0 || member() != 0 || u.View().Channel("general") == nil || u.View().Mod {
		t.Error("not as a new member after coming back")
	}
}
