package bot_test

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
)

// Who is banned before a replacement is confirmed is not put into the seat.
func TestReplaceRechecksBans(t *testing.T) {
	p, id := court(t)
	p.says(p.mod(judge, id, "replace", opt("side", "B"), opt("user", "eve"), opt("reason", "x")), "You are about to")
	sure := p.Newest(judge)
	p.Slash(second, []string{"mod", "ban"}, opt("user", "eve"), opt("reason", "rude"))
	p.click(second, p.Newest(second), "ban|go")
	p.says(p.click(judge, sure, "|go"), "keeps that player from matches")
	p.says(p.Slash(eve, []string{"match", "show"}, slashIn(string(id))), "You are not in this match")
}

// Nobody is written to about a ban whom it does not concern: who is not on the server and never played there. Who has left it and did is.
func TestBansConcern(t *testing.T) {
	p, id := court(t)
	p.Strangers = map[bot.UserID]bool{"far": true, ben: true, eve: true}
	told := func(user bot.UserID, verb string) bool {
		t.Helper()
		before := len(p.Wire.Messages(bot.ChannelID("dm-" + user)))
		p.says(p.Slash(judge, []string{"mod", verb}, opt("user", string(user)), opt("reason", "buy at x.example")), "**You are about to**")
		says := strings.Contains(bottest.Words(p.Newest(judge).Message), "They are told by direct message")
		p.says(p.click(judge, p.Newest(judge), "ban|go"), "<@"+string(user)+">")
		did := len(p.Wire.Messages(bot.ChannelID("dm-"+user))) > before
		if says != did {
			t.Errorf("%s of %s: says that they are told: %t; told: %t", verb, user, says, did)
		}
		return did
	}
	for _, x := range []struct {
		user bot.UserID
		told bool
	}{{"far", false}, {eve, false}, {ben, true}, {"near", true}} {
		for _, verb := range []string{"ban", "unban"} {
			if told(x.user, verb) != x.told {
				t.Errorf("%s of %s: told: %t", verb, x.user, !x.told)
			}
		}
	}
	p.Slash(ann, []string{"match", "concede"}, slashIn(string(id)))
	p.click(ann, p.Newest(ann), "x|")
	p.Settle()
	if r, err := p.Hall.Public(ctx, id); err != nil || r.Result == nil {
		t.Fatalf("%v: the match goes on", err)
	}
	if !told(ben, "ban") {
		t.Error("ben, who has played here, is not told")
	}
}

// A moderator whom another has banned does not end that ban.
func TestCheatByEndingTheOwnBan(t *testing.T) {
	p, _ := court(t)
	p.Slash(second, []string{"mod", "ban"}, opt("user", string(judge)), opt("reason", "rude"))
	p.says(p.click(second, p.Newest(second), "ban|go"), "is kept from matches")
	p.says(p.Slash(judge, []string{"mod", "unban"}, opt("user", string(judge)), opt("reason", "sorry")), "You cannot end your own ban")
	p.says(p.Slash(judge, challenge), "keeps you from matches here")
}

// Who reported a moderator is told to the other moderators, and not to them.
func TestCheatByReadingOwnReports(t *testing.T) {
	p, _ := court(t)
	p.says(p.Slash(ann, []string{"report"}, opt("user", string(judge)), opt("reason", "takes sides")), "Reported")
	if got := text(p.Slash(judge, []string{"mod", "list"})); strings.Contains(got, "takes sides") || strings.Contains(got, "<@"+string(ann)+">") {
		t.Errorf("the moderator is told: %s", got)
	}
	p.says(p.Slash(second, []string{"mod", "list"}), "takes sides")
}
