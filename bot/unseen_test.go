package bot_test

import (
	"errors"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/toy"
)

// What is played or open in a channel is listed and suggested for those who see the channel, and for its players. If nobody can tell,
// it is not.
func TestListsOfHiddenChannels(t *testing.T) {
	p := newParty(t)
	const arena, hall = bot.ChannelID("arena"), "hall"
	p.Slash(ann, challenge, opt("in", string(arena)), challengeTo(ben), opt("force", "blue"))
	card := p.Wire.Messages(arena)[0]
	p.click(ben, card, "accept|")
	p.click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	p.Slash(ann, challenge, opt("in", string(arena)))
	p.Slash(ann, challenge, opt("in", hall), challengeTo(eve))
	listed := func(user bot.UserID, which string) string {
		return text(p.Slash(user, []string{"match", "list"}, opt("which", which)))
	}
	offered := func(user bot.UserID, of string, o ...bottest.Option) int {
		return len(p.Complete(user, []string{"match", of}, append(o, opt("challenge", ""))...))
	}
	ms := p.Wire.Messages(arena)
	open, _ := bottest.ControlsOf(ms[len(ms)-1].Message).Find("accept|")
	open = strings.TrimPrefix(open, "accept|")
	expect := func(what string, got, want bool) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v", what, got)
		}
	}
	for _, hidden := range []bool{false, true} {
		if hidden {
			p.Wire.Hide(arena, eve, ben)
		}
		server := listed(eve, "server")
		expect("eve sees the match in the server's list", strings.Contains(server, id), !hidden)
		expect("eve sees the challenge in the server's list", strings.Contains(server, "Name of ann to anyone"), !hidden)
		expect("eve sees the open challenge", strings.Contains(listed(eve, "open"), "to anyone"), !hidden)
		expect("eve sees the challenge to her", strings.Contains(listed(eve, "open"), "to Name of eve"), true)
		expect("eve's own list has it", strings.Contains(listed(eve, "mine"), "to anyone"), !hidden)
		expect("both are suggested to eve", offered(eve, "accept") == 2, !hidden)
		expect("a player sees the match", strings.Contains(listed(ben, "server"), id), true)
		expect("it is suggested in the channel itself", offered(eve, "accept", opt("in", string(arena))) == 2, true)
	}
	p.says(p.Slash(eve, []string{"match", "accept"}, opt("challenge", open)), "for somebody else")
	p.May[eve] = bot.Administrator
	expect("an administrator sees it", strings.Contains(listed(eve, "server"), id), true)
	p.May[eve] = 0
	p.Wire.Hide(arena)
	p.Wire.Fail(2, errors.New("Discord is away"))
	expect("what cannot be told is listed", strings.Contains(listed(eve, "server"), "• "), false)
	expect("it is listed again", strings.Contains(listed(eve, "server"), id), true)
	expect("on another server", strings.Contains(text(p.Slash(eve, []string{"match", "list"}, opt("which", "server"), opt("guild", "other"))), id), false)
}

// What a user calls themselves, and what they write as a reason, changes nothing else in a line: neither its direction nor its height.
func TestMisleadingCharacters(t *testing.T) {
	const evil = "\u202eAnn\u2066" + "e\u0301\u0301\u0301\u0301\u0301\u0301\u200b"
	p := &party{t: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: toyForms{}, Name: func(u bot.UserID) string { return evil + string(u) }})}
	id := p.begin()
	p.Slash(ann, []string{"dispute", "open"}, opt("reason", evil+" is slow"), slashIn(string(id)))
	p.Settle()
	p.Slash(eve, challenge)
	p.Slash(eve, []string{"match", "list"}, opt("which", "server"))
	p.Slash(ben, []string{"dispute", "list"}, slashIn(string(id)))
	p.Complete(ben, []string{"match", "accept"}, opt("challenge", ""))
	for _, s := range append(p.Wire.Delivered(ben, 0), p.Wire.Delivered(eve, 0)...) {
		words := bottest.Words(s.Message.Message)
		for _, c := range s.Choices {
			words += c.Name
		}
		if strings.ContainsAny(words, "\u202e\u2066") || strings.Contains(words, strings.Repeat("\u0301", 4)) {
			t.Errorf("%s: %+q", s.What, words)
		}
	}
}
