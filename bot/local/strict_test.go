package local

import (
	"fmt"
	"testing"
)

// A button in a locked thread does nothing for members who do not manage threads, as with Discord.
func TestButtonsInLockedThreads(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	card := b.post(b.general(), J{"content": "a card"})
	var thread Channel
	b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", card.ChannelID, card.ID), J{"name": "the match"}).into(t, &thread)
	m := b.post(thread.ID, J{"flags": flagComponentsV2, "components": L{row(button("go"))}})
	if err := s.Inject(Fault{Kind: "lock", Channel: thread.ID.String()}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.User("1").Click(m.ID, "go"); err == nil {
		t.Error("pressed in a locked thread")
	}
	if err := s.Inject(Fault{Kind: "unlock", Channel: thread.ID.String()}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.User("1").Click(m.ID, "go"); err != nil {
		t.Error(err)
	}
}

// A bot that was removed from the server has neither commands nor buttons there. Its commands for that server are gone for good.
func TestKickedBotHasNoCommands(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	m := b.post(b.general(), J{"flags": flagComponentsV2, "components": L{row(button("go"))}})
	if a := b.call("PUT", fmt.Sprintf("/applications/%s/guilds/%s/commands", s.bot.ID, s.GuildID()), L{J{"name": "here", "description": "x"}}); a.status != 200 {
		t.Fatal(a)
	}
	for _, kind := range []string{"kick", "invite"} {
		if err := s.Inject(Fault{Kind: kind}); err != nil {
			t.Fatal(err)
		}
		for line, want := range map[string]bool{"/match order line:x": kind == "invite", "/here": false} {
			if _, err := s.User("1").Slash("general", line); (err == nil) != want {
				t.Errorf("%s: %s: %v", kind, line, err)
			}
		}
		if _, err := s.User("1").Click(m.ID, "go"); (err == nil) != (kind == "invite") {
			t.Errorf("%s: a button: %v", kind, err)
		}
	}
}

// Commands, and that the bot was removed or timed out, outlive a restart on the same data, from a snapshot and from its journal.
func TestCommandsAreKept(t *testing.T) {
	for _, journal := range []bool{false, true} {
		dir := t.TempDir()
		s := newServer(t)
		b := newBot(t, s)
		begin := func() {
			b.register()
			for _, f := range []Fault{{Kind: "kick"}, {Kind: "time-out", Wait: "1h"}} {
				if err := s.Inject(f); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !journal {
			begin()
		}
		if err := s.Keep(dir); err != nil {
			t.Fatal(err)
		}
		if journal {
			begin()
			s.User("1").CloseDM(true)
			b.call("GET", "/users/@me", nil) // each request keeps what has changed
		}
		want := fmt.Sprint(len(s.Commands()), s.Commands()[0].ID)
		s2 := loaded(t, dir, Real())
		if len(s2.Commands()) == 0 || fmt.Sprint(len(s2.Commands()), s2.Commands()[0].ID) != want {
			t.Errorf("journal %v: %d commands, want %s", journal, len(s2.Commands()), want)
		}
		if !s2.kicked || s2.timedOut.IsZero() {
			t.Errorf("journal %v: the bot is on the server again: %v, %s", journal, !s2.kicked, s2.timedOut)
		}
	}
}
