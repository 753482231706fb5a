package local

import (
	"fmt"
	"strings"
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

// A form in a locked or an archived thread cannot be sent, nor one of a bot that was removed, as with Discord.
func TestFormsInClosedThreads(t *testing.T) {
	for closed, opened := range map[string]string{"lock": "unlock", "archive": "unarchive", "kick": "invite"} {
		s := newServer(t)
		b := newBot(t, s)
		b.register()
		card := b.post(b.general(), J{"content": "a card"})
		var thread Channel
		b.call("POST", fmt.Sprintf("/channels/%s/messages/%s/threads", card.ChannelID, card.ID), J{"name": "the match"}).into(t, &thread)
		m := b.post(thread.ID, J{"flags": flagComponentsV2, "components": L{row(button("go"))}})
		if _, err := s.User("1").Click(m.ID, "go"); err != nil {
			t.Fatal(err)
		}
		i := b.next()
		fields := L{J{"type": kindLabel, "label": "Name", "component": J{"type": kindTextInput, "custom_id": "name", "style": 1}}}
		if a := b.reply(i, callbackModal, J{"custom_id": "f", "title": "Form", "components": fields}); a.status != 204 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		for _, kind := range []string{closed, opened} {
			if err := s.Inject(Fault{Kind: kind, Channel: thread.ID.String()}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.User("1").Submit("f", map[string]any{"name": "Ann"}); (err == nil) != (kind == opened) {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}

// Only an emoji of Unicode, or a custom one that exists, is taken in buttons and options. A custom one is shown with the name that it has.
func TestEmojisOfComponents(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	a := b.call("POST", fmt.Sprintf("/applications/%s/emojis", s.AppID()), J{"name": "ping_small", "image": "data:image/gif;base64,R0lGODlh"})
	if a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	var e struct{ ID string }
	a.into(t, &e)
	for _, x := range []struct {
		emoji J
		ok    bool
	}{
		{J{"name": "🎲"}, true}, {J{"name": "⚔️"}, true}, {J{"name": "⚔"}, true}, {J{"name": "👍🏽"}, true}, {J{"name": "👩‍🚀"}, true}, {J{"name": "🏳️‍🌈"}, true},
		{J{"name": "🇩🇪"}, true}, {J{"name": "1️⃣"}, true}, {J{"name": "🏴\U000e0067\U000e0062\U000e007f"}, true}, {J{"id": e.ID, "name": "other"}, true},
		{J{"name": ""}, false}, {J{"name": "x"}, false}, {J{"name": "1"}, false}, {J{"name": "dice"}, false}, {J{"name": ":game_die:"}, false}, {J{"name": "🎲🎲"}, false}, {J{"name": "🎲 "}, false},
		{J{"name": "→"}, false}, {J{"name": "🇩"}, false}, {J{"name": "\u200d"}, false}, {J{"name": "👩\u200d"}, false}, {J{"id": "123", "name": "ping_small"}, false}, {J{}, false},
	} {
		press, choose := button("a"), options(2)
		press["emoji"], choose[0].(J)["emoji"] = x.emoji, x.emoji
		for what, body := range map[string]J{"button": v2(row(press)), "option": v2(row(J{"type": kindStringSelect, "custom_id": "a", "options": choose}))} {
			a := b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), body)
			if x.ok != (a.status == 200) || !x.ok && a.code() != 50035 {
				t.Errorf("%s with %v: %d %s", what, x.emoji, a.status, a.body)
				continue
			}
			if x.ok && x.emoji["id"] != nil {
				var m Message
				a.into(t, &m)
				k := m.Component("a")
				shown := k.Emoji
				if what == "option" {
					shown = k.Options[0].Emoji
				}
				if shown.Name != "ping_small" || !shown.Animated {
					t.Errorf("%s with %v shows %+v", what, x.emoji, shown)
				}
			}
		}
	}
}

// Emojis of the application outlive a restart on the same data, from a snapshot and from its journal.
func TestEmojisAreKept(t *testing.T) {
	for _, journal := range []bool{false, true} {
		dir := t.TempDir()
		s := newServer(t)
		b := newBot(t, s)
		register := func() {
			if a := b.call("POST", fmt.Sprintf("/applications/%s/emojis", s.AppID()), J{"name": "ping_small", "image": "data:image/png;base64,R0lGODlh"}); a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		if !journal {
			register()
		}
		if err := s.Keep(dir); err != nil {
			t.Fatal(err)
		}
		if journal {
			register()
		}
		s2 := loaded(t, dir, Real())
		if len(s2.emojis) != 1 || s2.emojis[0].Name != "ping_small" || s2.emojis[0].ID != s.emojis[0].ID || string(s2.emojis[0].data) != string(s.emojis[0].data) {
			t.Errorf("journal %v: %+v is kept of %+v", journal, s2.emojis, s.emojis)
		}
	}
}

// In a select of roles a person chooses a role of the guild by its name. A default must be of the select's type.
func TestRoleSelect(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	menu := func(kind string) J {
		return J{"type": kindActionRow, "components": L{J{"type": kindRoleSelect, "custom_id": "roles", "min_values": 0, "default_values": L{J{"id": roleModerator.String(), "type": kind}}}}}
	}
	if a := b.call("POST", fmt.Sprintf("/channels/%s/messages", b.general()), J{"flags": flagComponentsV2, "components": L{menu("channel")}}); a.status != 400 {
		t.Errorf("a select of roles with a channel as its default: %v", a)
	}
	m := b.post(b.general(), J{"flags": flagComponentsV2, "components": L{menu("role")}})
	for role, fine := range map[string]bool{"@Moderator": true, roleAdministrator.String(): true, "nobody": false} {
		if _, err := s.User("1").Click(m.ID, "roles", role); (err == nil) != fine {
			t.Errorf("%s: %v", role, err)
		}
	}
	if _, err := s.User("1").Click(m.ID, "roles"); err != nil {
		t.Errorf("no role: %v", err)
	}
}

// Commands of context menus have names of any letters, and neither description nor options. Each menu takes five. An application learns which
// person or message was meant; a message that only its reader sees has no menu.
func TestContextMenus(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	path := fmt.Sprintf("/applications/%s/commands", s.bot.ID)
	for name, x := range map[string]struct {
		command J
		fine    bool
	}{
		"mixed case and spaces": {J{"type": 2, "name": "Why Not?"}, true},
		"32 characters":         {J{"type": 3, "name": strings.Repeat("x", 32)}, true},
		"33 characters":         {J{"type": 3, "name": strings.Repeat("x", 33)}, false},
		"no name":               {J{"type": 3, "name": ""}, false},
		"a description":         {J{"type": 2, "name": "A", "description": "x"}, false},
		"options":               {J{"type": 2, "name": "A", "options": L{J{"type": 3, "name": "x", "description": "x"}}}, false},
		"an unknown type":       {J{"type": 9, "name": "A"}, false},
	} {
		if a := b.call("PUT", path, L{x.command}); (a.status == 200) != x.fine {
			t.Errorf("%s: %v", name, a)
		}
	}
	for kind, most := range map[int]int{2: 5, 3: 5} {
		var list L
		for n := range most + 1 {
			list = append(list, J{"type": kind, "name": fmt.Sprint("Menu ", n)})
		}
		if a := b.call("PUT", path, list); a.status != 400 {
			t.Errorf("%d commands of type %d: %v", len(list), kind, a)
		}
		if a := b.call("PUT", path, list[:most]); a.status != 200 {
			t.Errorf("%d commands of type %d: %v", most, kind, a)
		}
	}
	if a := b.call("PUT", path, L{J{"type": 2, "name": "same"}, J{"type": 3, "name": "same"}, J{"name": "same", "description": "x"}}); a.status != 200 {
		t.Fatalf("the same name in each menu: %v", a)
	}
	m := b.post(b.general(), J{"content": "a message"})
	if _, err := s.User("1").OnMessage(m.ID, "same"); err != nil {
		t.Error(err)
	}
	if _, err := s.User("1").OnUser("general", "same", "@player2"); err != nil {
		t.Error(err)
	}
	for _, bad := range []func() error{
		func() error { _, err := s.User("1").OnMessage(m.ID, "other"); return err },
		func() error { _, err := s.User("1").OnMessage(5, "same"); return err },
		func() error { _, err := s.User("1").OnUser("general", "same", "nobody"); return err },
	} {
		if bad() == nil {
			t.Error("a client let its user do what it cannot")
		}
	}
	user, message, err := s.User("1").Menus("general")
	if err != nil || fmt.Sprint(user, message) != "[same] [same]" {
		t.Errorf("the menus: %v %v %v", user, message, err)
	}
}
