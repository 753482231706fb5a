package match_test

import (
	"errors"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/bottest/plain"
	"downsync/bot/wire"
	"downsync/game/toy"
)

// Matches and challenges in a channel are listed and suggested only to users who see the channel, and to their players.
// If that is unknown, they are not.
func TestListsOfHiddenChannels(t *testing.T) {
	p := party.Plain(t)
	const arena, hall = wire.ChannelID("arena"), "hall"
	p.Slash(ann, party.Challenge, party.Opt("in", string(arena)), party.ChallengeTo(ben), party.Opt("force", "blue"))
	card := p.Wire.Messages(arena)[0]
	p.Click(ben, card, "accept|")
	p.Click(ben, p.Newest(ben), "force|", "blue")
	p.Settle()
	_, id, _ := strings.Cut(bottest.ControlsOf(card.Message).Buttons[0].ID, "|")
	p.Slash(ann, party.Challenge, party.Opt("in", string(arena)))
	p.Slash(ann, party.Challenge, party.Opt("in", hall), party.ChallengeTo(eve))
	listed := func(user wire.UserID, which string) string {
		return party.Text(p.Slash(user, []string{"match", "list"}, party.Opt("which", which)))
	}
	offered := func(user wire.UserID, of string, o ...bottest.Option) int {
		return len(p.Complete(user, []string{"match", of}, append(o, party.Opt("challenge", ""))...))
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
		expect("it is suggested in the channel itself", offered(eve, "accept", party.Opt("in", string(arena))) == 2, true)
	}
	p.Says(p.Slash(eve, []string{"match", "accept"}, party.Opt("challenge", open)), "for somebody else")
	p.May[eve] = wire.Administrator
	expect("an administrator sees it", strings.Contains(listed(eve, "server"), id), true)
	p.May[eve] = 0
	p.Wire.Hide(arena)
	p.Wire.Fail(2, errors.New("Discord is away"))
	expect("what cannot be told is listed", strings.Contains(listed(eve, "server"), "• "), false)
	expect("it is listed again", strings.Contains(listed(eve, "server"), id), true)
	expect("on another server", strings.Contains(party.Text(p.Slash(eve, []string{"match", "list"}, party.Opt("which", "server"), party.Opt("guild", "other"))), id), false)
}

// A user's name and the reasons that they write change nothing else in a line: neither its direction nor its height.
func TestMisleadingCharacters(t *testing.T) {
	const evil = "\u202eAnn\u2066" + "e\u0301\u0301\u0301\u0301\u0301\u0301\u200b"
	p := &party.Party{T: t, Room: bottest.New(t, bottest.Setup{Game: toy.Rules(), Forms: plain.Forms{}, Name: func(u wire.UserID) string { return evil + string(u) }})}
	id := p.Begin()
	p.Slash(ann, []string{"dispute", "open"}, party.Opt("reason", evil+" is slow"), party.In(string(id)))
	p.Settle()
	p.Slash(eve, party.Challenge)
	p.Slash(eve, []string{"match", "list"}, party.Opt("which", "server"))
	p.Slash(ben, []string{"dispute", "list"}, party.In(string(id)))
	p.Complete(ben, []string{"match", "accept"}, party.Opt("challenge", ""))
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
