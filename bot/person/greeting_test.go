package person_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/lang"
	"downsync/bot/wire"
)

// arrive tells one host after the other that the bot was added to the server, and lets the bot do what is due.
func arrive(p *party.Party, channels ...wire.ChannelID) {
	for _, h := range p.Hosts() {
		h.Bot.Arrived(ctx, wire.Arrival{Guild: "guild", Locale: p.Locales[""], Channels: channels})
	}
	p.Settle()
}

// greeted returns the greetings in a channel.
func greeted(p *party.Party, channel wire.ChannelID) (out []bottest.Message) {
	for _, m := range p.Wire.Messages(channel) {
		if _, ok := bottest.ControlsOf(m.Message).Find("setup"); ok {
			out = append(out, m)
		}
	}
	return out
}

// A server is greeted once, silently, in the first channel: not again by another host, after a restart, or when it adds the bot again.
func TestGreetingOnce(t *testing.T) {
	p := party.Plain(t)
	arrive(p, "lounge", "general")
	p.Restart()
	arrive(p, "lounge", "general")
	p.Pass(48 * time.Hour)
	arrive(p, "other", "general")
	ms := greeted(p, "lounge")
	if len(ms) != 1 || len(greeted(p, "general")) > 0 || len(greeted(p, "other")) > 0 {
		t.Fatalf("%d greetings in the first channel, %d in the second, %d in a later one", len(ms), len(greeted(p, "general")), len(greeted(p, "other")))
	}
	if !ms[0].Silent {
		t.Error("the greeting notifies people")
	}
	p.May[ben] = wire.ManageServer
	p.Says(p.Click(ann, ms[0], "Set up"), "may manage this server")
	p.Says(p.Click(ben, ms[0], "Set up"), "This server")
	p.Says(p.Click(ann, ms[0], "How to play"), "Toy")
}

// Where the bot may not write after all, the next channel is tried. Without a channel nobody is greeted, also later.
func TestGreetingWhereTheBotMayWrite(t *testing.T) {
	p := party.Plain(t)
	p.Wire.Deny("lounge", true)
	p.Wire.Remove("gone")
	arrive(p, "lounge", "gone", "general")
	if n := len(greeted(p, "general")); n != 1 {
		t.Errorf("%d greetings", n)
	}
	p = party.Plain(t)
	arrive(p)
	arrive(p, "general")
	if n := len(greeted(p, "general")); n != 0 {
		t.Errorf("%d greetings on a server that had no channel for one", n)
	}
	p = party.Plain(t)
	p.Wire.Deny("1", true)
	p.Wire.Deny("2", true)
	p.Wire.Deny("3", true)
	p.Wire.Deny("4", true)
	p.Wire.Deny("5", true)
	arrive(p, "1", "2", "3", "4", "5", "6") // five are tried
	if n := len(greeted(p, "6")); n != 0 {
		t.Errorf("%d greetings in the sixth channel", n)
	}
}

// A greeting whose receipt was lost is not sent a second time, whenever the bot goes on.
func TestGreetingWhoseReceiptIsLost(t *testing.T) {
	unknown := &wire.WireError{Status: 500, RetryAfter: time.Second}
	for _, after := range []time.Duration{30 * time.Second, 10 * time.Minute} {
		p := party.Plain(t)
		p.Wire.Lose(1, unknown)
		arrive(p, "general")
		p.Restart()
		p.Pass(after)
		if n := len(greeted(p, "general")); n != 1 {
			t.Errorf("after %s: %d greetings", after, n)
		}
	}
	p := party.Plain(t)
	p.Wire.Fail(1, unknown) // it was not sent
	arrive(p, "general")
	p.Pass(30 * time.Second)
	if n := len(greeted(p, "general")); n != 1 {
		t.Errorf("%d greetings after a failure", n)
	}
}

// The greeting is in the language that the server prefers.
func TestGreetingInTheServersLanguage(t *testing.T) {
	for _, l := range lang.All() {
		p := party.Plain(t)
		p.Locales = map[wire.UserID]string{"": l.DiscordLocales()[0]}
		arrive(p, "general")
		ms := greeted(p, "general")
		if len(ms) != 1 || !strings.Contains(bottest.Words(ms[0].Message), l.Text("How to play")) {
			t.Errorf("%s: %d greetings", l, len(ms))
		}
	}
}
