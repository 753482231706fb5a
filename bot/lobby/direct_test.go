package lobby_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest/mind"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// In direct messages a user plays against the program, to the end and again: on no server, with one message for the terms and the result and one for
// the console. Everything that needs people says that it needs a server.
func TestMatchOnNoServer(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	in := party.Opt("in", "dm-ann")
	p.Says(p.Slash(ann, []string{"play"}, in), "That needs a server")
	p.Says(p.Slash(ann, []string{"play"}, in, party.Opt("opponent", string(ben))), "That needs a server")
	p.Says(p.Slash(ann, party.Challenge, in, party.Opt("rival", "recruit"), party.Opt("clock", "quick")), "That needs a server")
	p.Slash(ann, []string{"help"}, in)
	help := p.Newest(ann)
	help.Channel = "dm-ann"
	p.Click(ann, help, "rival|")
	which := p.Newest(ann)
	which.Channel = "dm-ann"
	p.Click(ann, which, "Recruit")
	p.Settle()
	id := p.MatchOf(ann)
	if n := len(p.Wire.Threads()); n > 0 {
		t.Errorf("%d threads", n)
	}
	for _, other := range []wire.UserID{ben, eve} {
		if said := p.Wire.Delivered(other, 0); len(said) > 0 {
			t.Errorf("%s is told %d things", other, len(said))
		}
	}
	before := len(p.Direct(ann))
	for range 40 {
		if p.PublicOf(id).Result != nil {
			break
		}
		p.Pass(mind.Calm)
		for _, line := range []string{"bid 1", "done", "pass", "leave"} {
			p.Slash(ann, []string{"order"}, in, party.Opt("line", line))
		}
		p.Settle()
	}
	if p.PublicOf(id).Result == nil {
		t.Fatal("the match does not end")
	}
	p.Pass(mind.Calm)
	if now := len(p.Direct(ann)); now > before+3 {
		t.Errorf("%d messages more in direct messages", now-before)
	}
	p.Says(p.Slash(ann, []string{"match", "dispute"}, in, party.Opt("match", string(id)), party.Opt("reason", "unfair")), "on no server")
	p.NoFaults()
	if strings.Contains(p.Log.String(), "level=ERROR") {
		t.Error(p.Log.String())
	}
}

// Where only the user has installed the bot, the match goes on in their direct messages; without these, they are told so.
func TestMatchFromElsewhere(t *testing.T) {
	p := party.PlainWithRival(t, mind.Mind{})
	in, nowhere := party.Opt("in", "abroad"), party.Opt("guild", "")
	p.Wire.CloseDM(ann, true)
	p.Slash(ann, party.Challenge, in, nowhere, party.Opt("rival", "recruit"))
	p.Says(p.Slash(ann, party.Challenge, in, nowhere, party.Opt("rival", "recruit")), "I cannot write to you")
	p.Wire.CloseDM(ann, false)
	p.Slash(ann, party.Challenge, in, nowhere, party.Opt("rival", "recruit"))
	p.Settle()
	party.Has(t, p.Console(ann), "Against")
	if strings.Contains(p.Written(ann), "<#") {
		t.Errorf("the console leads to a channel: %s", p.Written(ann))
	}
	if p.MatchOf(ann) == "" || len(p.Direct(ann)) == 0 || len(p.Wire.Messages("abroad")) > 0 {
		t.Error("the match is not in direct messages")
	}
}
