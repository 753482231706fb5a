package bot_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
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

// ringing is a wire that counts the messages in the channel that notify each user, and posts nothing while it is down.
type ringing struct {
	bot.Wire
	calls map[bot.UserID]int
	down  *bool
}

func (w ringing) Post(ctx context.Context, channel bot.ChannelID, m bot.Message, nonce string) (bot.MessageID, error) {
	if w.down != nil && *w.down {
		return "", errors.New("Discord cannot be reached")
	}
	for _, u := range m.Mention {
		if channel == bottest.General {
			w.calls[u]++
		}
	}
	return w.Wire.Post(ctx, channel, m, nonce)
}

// Nobody loses a campaign by a match for which they were not called: not who was called for the same challenge before its taker backed out and
// accepted again, nor who was called for another that was taken back just before.
func TestCheatByNotCalling(t *testing.T) {
	for _, how := range []string{"accepts again", "attacks again"} {
		for _, comes := range []bool{false, true} {
			calls := map[bot.UserID]int{}
			w := newWarAs(t, func(s *bottest.Setup) {
				s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls} }
			}, opt("clock", "slow"))
			w.joins(ben, "2")
			u, other := w.first(ann, ben)
			waits, late := other, u
			id := w.attacks(u)
			if how == "accepts again" {
				w.takes(other, id)
				w.Press(other, w.lobby(), "decline|"+string(id))
				before := calls[u]
				w.takes(other, id)
				w.Settle()
				if n := calls[u] - before; n != 0 {
					t.Errorf("%s: %s is called %d times more within the hour", how, u, n)
				}
			} else {
				waits, late = u, other
				w.control(u, "back")
				before := calls[other]
				id = w.attacks(u)
				if n := calls[other] - before; n != 0 {
					t.Errorf("%s: %s is called %d times more within the hour", how, other, n)
				}
			}
			before := calls[late]
			w.Pass(14*day + time.Hour)
			for range 2 {
				w.says(w.control(waits, "end"), "The other side wins")
			}
			if n := calls[late] - before; n != 1 {
				t.Errorf("%s: %s is called %d times", how, late, n)
			}
			w.Pass(23 * time.Hour)
			if w.says(w.control(waits, "end"), "The other side wins"); comes {
				if how == "attacks again" {
					w.takes(late, id)
				}
				w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "The match begins")
				continue
			}
			w.Pass(2 * time.Hour)
			w.says(w.control(waits, "end"), "let it wait, so your side wins")
		}
	}
}

// A call that cannot be delivered is none: nobody loses a campaign by it, and they are called when somebody looks again.
func TestCheatByCallingInVain(t *testing.T) {
	for _, taken := range []bool{false, true} {
		calls, down := map[bot.UserID]int{}, false
		w := newWarAs(t, func(s *bottest.Setup) {
			s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{w, calls, &down} }
		}, opt("clock", "slow"))
		w.joins(ben, "2")
		u, other := w.first(ann, ben)
		id, waits, late := w.attacks(u), u, other
		if taken {
			waits, late = other, u
			w.takes(other, id)
			w.Press(other, w.lobby(), "decline|"+string(id))
			w.takes(other, id)
		} else {
			w.control(u, "back")
			w.attacks(u)
		}
		w.Settle()
		w.Pass(14*day + time.Hour)
		before := calls[late]
		down = true
		w.control(waits, "end")
		down = false
		w.Pass(25 * time.Hour)
		w.says(w.control(waits, "end"), "The other side wins")
		if n := calls[late] - before; n != 1 {
			t.Errorf("taken: %t: %s is called %d times", taken, late, n)
		}
		w.Pass(25 * time.Hour)
		w.says(w.control(waits, "end"), "let it wait, so your side wins")
	}
}
