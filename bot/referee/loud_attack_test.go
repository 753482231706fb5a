package referee_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// loud counts the direct messages about moderators' acts to a user that came with a sound.
func loud(p *party.Party, u wire.UserID) (sounds, all int) {
	for _, m := range p.Direct(u) {
		if !strings.HasPrefix(bottest.Words(m.Message), "⚖️") {
			continue
		}
		if all++; !m.Silent {
			sounds++
		}
	}
	return sounds, all
}

// Bans are no megaphone: however often a moderator, or several, ban somebody and end the ban, one message a day comes with a sound.
func TestCheatByBansAsAMegaphone(t *testing.T) {
	p, _ := party.Court(t)
	bans := func(by wire.UserID, verb string) {
		p.Slash(by, []string{"mod", verb}, party.Opt("user", "eve"), party.Opt("reason", "a message"))
		p.Says(p.Click(by, p.Newest(by), "ban|go"), "on this server")
	}
	for range 10 {
		bans(judge, "ban")
		p.Erase(eve)
		bans(second, "unban")
		p.Restart()
	}
	if sounds, all := loud(p, eve); sounds != 1 || all != 20 {
		t.Errorf("%d of %d messages came with a sound", sounds, all)
	}
	p.Pass(day)
	bans(judge, "ban")
	if sounds, _ := loud(p, eve); sounds != 2 {
		t.Errorf("%d sounds after a day", sounds)
	}
}

// The same holds for notes and other acts in a match: the players hear of one a day, and find all of them.
func TestCheatByActsAsAMegaphone(t *testing.T) {
	p, id := party.Court(t)
	p.Pass(time.Hour) // nobody is present
	for range 8 {
		p.Moderates(judge, id, "note")
	}
	if sounds, all := loud(p, ben); sounds != 1 || all != 8 {
		t.Errorf("%d of %d messages came with a sound", sounds, all)
	}
}

// Disputes call the moderators of a server so often in a day. Each still stops its match and is shown in its thread.
func TestCheatByDisputesAsAMegaphone(t *testing.T) {
	p, _ := party.Court(t)
	called := 0
	for n := range 30 {
		u := wire.UserID(fmt.Sprint("u", n))
		p.Slash(u, party.Challenge, party.ChallengeTo(ben))
		card := p.Card()
		p.Click(ben, card, "accept|")
		p.Click(ben, p.Newest(ben), "force|", "blue")
		p.Settle()
		before := p.Wire.Count()
		p.Says(p.Slash(u, []string{"dispute", "open"}, party.Opt("reason", "why")), "The match is stopped")
		p.Settle()
		for _, s := range p.Wire.Sent(before) {
			called += len(s.Message.Call)
		}
	}
	if called != 20 {
		t.Errorf("the moderators were called %d times", called)
	}
}
