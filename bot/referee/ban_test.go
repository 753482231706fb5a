package referee_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A user who is banned before a replacement is confirmed does not get the seat.
func TestReplaceRechecksBans(t *testing.T) {
	p, id := party.Court(t)
	p.Says(p.Mod(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"), party.Opt("reason", "x")), "You are about to")
	sure := p.Newest(judge)
	p.Slash(second, []string{"mod", "ban"}, party.Opt("user", "eve"), party.Opt("reason", "rude"))
	p.Click(second, p.Newest(second), "ban|go")
	p.Says(p.Click(judge, sure, "|go"), "has banned that player from matches")
	p.Says(p.Slash(eve, []string{"match", "show"}, party.In(string(id))), "You are not in this match")
}

// The bot writes about a ban only to users whom it concerns: not to a user who is not on the server and never played
// there, but to one who has left it and did play there.
func TestBansConcern(t *testing.T) {
	p, id := party.Court(t)
	p.Strangers = map[wire.UserID]bool{"far": true, ben: true, eve: true}
	told := func(user wire.UserID, verb string) bool {
		t.Helper()
		before := len(p.Wire.Messages(wire.ChannelID("dm-" + user)))
		p.Says(p.Slash(judge, []string{"mod", verb}, party.Opt("user", string(user)), party.Opt("reason", "buy at x.example")), "**You are about to**")
		says := strings.Contains(bottest.Words(p.Newest(judge).Message), "They are told by direct message")
		p.Says(p.Click(judge, p.Newest(judge), "ban|go"), "<@"+string(user)+">")
		did := len(p.Wire.Messages(wire.ChannelID("dm-"+user))) > before
		if says != did {
			t.Errorf("%s of %s: says that they are told: %t; told: %t", verb, user, says, did)
		}
		return did
	}
	for _, x := range []struct {
		user wire.UserID
		told bool
	}{{"far", false}, {eve, false}, {ben, true}, {"near", true}} {
		for _, verb := range []string{"ban", "unban"} {
			if told(x.user, verb) != x.told {
				t.Errorf("%s of %s: told: %t", verb, x.user, !x.told)
			}
		}
	}
	p.Slash(ann, []string{"match", "concede"}, party.In(string(id)))
	p.Click(ann, p.Newest(ann), "x|")
	p.Settle()
	if r, err := p.Hall.Public(ctx, id); err != nil || r.Result == nil {
		t.Fatalf("%v: the match goes on", err)
	}
	if !told(ben, "ban") {
		t.Error("ben, who has played here, is not told")
	}
}

// A banned moderator cannot end their own ban.
func TestCheatByEndingTheOwnBan(t *testing.T) {
	p, _ := party.Court(t)
	p.Slash(second, []string{"mod", "ban"}, party.Opt("user", string(judge)), party.Opt("reason", "rude"))
	p.Says(p.Click(second, p.Newest(second), "ban|go"), "is banned from matches")
	p.Says(p.Slash(judge, []string{"mod", "unban"}, party.Opt("user", string(judge)), party.Opt("reason", "sorry")), "You cannot end your own ban")
	p.Says(p.Slash(judge, party.Challenge), "has banned you from matches here")
}

// Only the other moderators learn who reported a moderator.
func TestCheatByReadingOwnReports(t *testing.T) {
	p, _ := party.Court(t)
	p.Says(p.Slash(ann, []string{"report"}, party.Opt("user", string(judge)), party.Opt("reason", "takes sides")), "Reported")
	if got := party.Text(p.Slash(judge, []string{"mod", "list"})); strings.Contains(got, "takes sides") || strings.Contains(got, "<@"+string(ann)+">") {
		t.Errorf("the moderator is told: %s", got)
	}
	p.Says(p.Slash(second, []string{"mod", "list"}), "takes sides")
}
