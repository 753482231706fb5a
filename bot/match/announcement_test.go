package match_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A result is announced once, in the channel that the server chose.
func TestAnnouncement(t *testing.T) {
	p := party.Plain(t)
	p.May[ann] = wire.ManageServer
	p.Slash(ann, setup, party.Opt("announcements", "news"))
	p.Begin()
	p.Play(ben, "quit")
	p.Restart()
	p.Settle()
	ms := p.Wire.Messages("news")
	if len(ms) != 1 || !strings.Contains(bottest.Words(ms[0].Message), "ranks [1 2], quit. a plain game") {
		t.Errorf("told %+v", ms)
	}
	p.Slash(ann, setup, party.Opt("clear", "announcements"))
	p.Begin()
	p.Play(ben, "quit")
	p.Settle()
	if n := len(p.Wire.Messages("news")); n != 1 {
		t.Errorf("%d messages", n)
	}
}
