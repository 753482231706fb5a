package bot_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/game/table"
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

// ringing is a wire that counts the messages in the channel that notify each user, and posts nothing while it is down. The host dies at dies, if
// that is set: before the next of these messages is posted, or before it is known to be.
type ringing struct {
	bot.Wire
	calls map[bot.UserID]int
	down  *bool
	dies  *death
}

// death is when a host dies.
type death int

const (
	never death = iota
	beforePosting
	beforeNoting
)

// survives lets a host do something that it dies of, as the test planned it.
func (p *party) survives(dies *death, when death, do func()) {
	p.t.Helper()
	*dies = when
	defer func() {
		if what := recover(); what != when || *dies != never {
			p.t.Errorf("the host did not die as planned: %v", what)
		}
		p.Restart()
	}()
	do()
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
	when := never
	if w.dies != nil && len(m.Mention) > 0 && channel == bottest.General {
		when, *w.dies = *w.dies, never
	}
	if when == beforePosting {
		w.calls[m.Mention[0]]--
		panic(when)
	}
	id, err := w.Wire.Post(ctx, channel, m, nonce)
	if when == beforeNoting {
		panic(when)
	}
	return id, err
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
			s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls, down: &down} }
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

// A host that dies between noting that it calls somebody and having called them leaves the call to whoever looks next. Nobody loses a campaign by a
// call that was never made, be it the usual one or one that was put off.
func TestCheatByCallsThatDieWithTheHost(t *testing.T) {
	for _, when := range []death{beforePosting, beforeNoting} {
		for _, taken := range []bool{false, true} {
			for _, off := range []bool{false, true} {
				calls, dies := map[bot.UserID]int{}, never
				w := newWarAs(t, func(s *bottest.Setup) {
					s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls, dies: &dies} }
				}, opt("clock", "slow"))
				w.joins(ben, "2")
				u, other := w.first(ann, ben)
				id, waits, late := table.ID(""), u, other
				switch {
				case taken:
					waits, late = other, u
					id = w.attacks(u)
					if off {
						w.takes(other, id)
						w.Press(other, w.lobby(), "decline|"+string(id))
						w.takes(other, id)
						break
					}
					w.survives(&dies, when, func() { w.takes(other, id) })
				case off:
					w.attacks(u)
					w.control(u, "back")
					w.attacks(u)
				default:
					w.survives(&dies, when, func() { w.attacks(u) })
				}
				w.Settle()
				before := calls[late]
				w.Pass(14*day + time.Hour)
				if off {
					w.survives(&dies, when, func() { w.control(waits, "end") })
				}
				w.Pass(time.Minute)
				for range 2 {
					w.says(w.control(waits, "end"), "The other side wins")
				}
				if n := calls[late] - before; n != 1 && (!off || when != beforeNoting || n != 2) {
					t.Errorf("dies %d, taken: %t, put off: %t: %s is called %d times", when, taken, off, late, n)
				}
				w.Pass(23 * time.Hour)
				w.says(w.control(waits, "end"), "The other side wins")
				w.Pass(2 * time.Hour)
				w.says(w.control(waits, "end"), "let it wait, so your side wins")
				if t.Failed() {
					t.Fatalf("dies %d, taken: %t, put off: %t", when, taken, off)
				}
			}
		}
	}
}

// A side that is to choose and was never called, as the bot could not write in the channel or did not run, is called when somebody looks, and has
// the time to come then. Whoever manages the channel would else win by taking the bot's right to write for a moment.
func TestCheatByACardThatIsNotPosted(t *testing.T) {
	for _, how := range []string{"denied", "down"} {
		w := newWar(t, opt("clock", "slow"), opt("form", "five"))
		w.joins(ben, "2")
		u, other := w.first(ann, ben)
		id := w.attacks(u)
		w.takes(other, id)
		w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "The match begins")
		w.Settle()
		w.Slash(other, []string{"order"}, opt("line", "quit"), opt("match", string(id)))
		if how == "denied" {
			w.Wire.Deny(bottest.General, true)
			w.Settle()
			w.Wire.Deny(bottest.General, false)
		}
		w.Clock.Advance(14*day + time.Hour)
		page := "campaign|" + w.id() + "@guild|end"
		w.says(w.Press(u, w.lobby(), page), "The other side wins")
		w.Settle()
		w.saysCard("<@" + string(other) + "> has let it wait")
		if calls := w.card().Mention; len(calls) != 1 || calls[0] != other {
			t.Errorf("%s: the card calls %v", how, calls)
		}
		w.Pass(23 * time.Hour)
		w.says(w.Press(u, w.lobby(), page), "The other side wins")
		w.Pass(2 * time.Hour)
		w.says(w.Press(u, w.lobby(), page), "let it wait, so your side wins")
	}
}

// Who is called for a turn of their side and leaves it has the next of the side called, who has the time to come then. They might have joined for
// the other side, which would win by waiting. However many leave, the other side does not wait for ever.
func TestCheatByLeavingWhenCalled(t *testing.T) {
	for _, accepts := range []bool{false, true} {
		calls := map[bot.UserID]int{}
		w := newWarAs(t, func(s *bottest.Setup) {
			s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls} }
		}, opt("clock", "slow"))
		w.joins(ben, "2")
		u, late := w.first(ann, ben)
		if !accepts {
			u, late = late, u
		}
		for _, x := range []bot.UserID{cal, dan} {
			w.joins(x, sideOf[late])
		}
		w.control(late, "named."+string(cal))
		if accepts {
			w.attacks(u)
		}
		before := calls[late]
		w.Pass(14*day - time.Hour)
		w.control(cal, "left")
		w.Settle()
		if n := calls[late] - before; n != 1 {
			t.Errorf("accepts: %t: %s is called %d times", accepts, late, n)
		}
		w.Pass(23 * time.Hour)
		w.says(w.control(u, "end"), "The other side wins")
		w.Pass(2 * time.Hour)
		w.says(w.control(u, "end"), "let it wait, so your side wins")
		for range 7 {
			w.joins(cal, sideOf[late])
			w.control(late, "named."+string(cal))
			w.control(cal, "left")
			w.Pass(23 * time.Hour)
		}
		w.says(w.control(u, "end"), "let it wait, so your side wins")
	}
}
