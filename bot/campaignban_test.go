package bot_test

import (
	"testing"

	"downsync/bot"
)

// bans has a moderator ban a user.
func (w war) bans(judge, u bot.UserID) {
	w.t.Helper()
	w.Slash(judge, []string{"mod", "ban"}, opt("user", string(u)), opt("reason", "spam"))
	w.says(w.click(judge, w.Newest(judge), "|go"), "is kept from matches")
}

// A moderator with a side who bans the other side's players and has their data removed does not keep them from the campaign: nobody could
// tell any more that they had a side, and their team mates would win it by waiting.
func TestCheatByBanningAndBeingForgotten(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	w.May[judge], w.May[second] = bot.ManageServer, bot.ManageServer
	w.joins(judge, sideOf[u])
	w.bans(judge, other)
	w.erase(judge)
	w.says(w.Slash(other, challenge), "keeps you from matches here")
	id := w.attacks(u)
	w.takes(other, id)
	w.bans(second, other)
	w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "keeps that player from matches")
}
