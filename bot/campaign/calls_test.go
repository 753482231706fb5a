package campaign_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/game/table"
)

// bans has a moderator ban a user.
func bans(w campaigns.Campaign, judge, u bot.UserID) {
	w.T.Helper()
	w.Slash(judge, []string{"mod", "ban"}, party.Opt("user", string(u)), party.Opt("reason", "spam"))
	w.Says(w.Click(judge, w.Newest(judge), "|go"), "is banned from matches")
}

// A moderator with a side who bans the other side's players and has their data removed does not keep them from the campaign: nobody could
// tell any more that they had a side, and their team mates would win it by waiting.
func TestCheatByBanningAndBeingForgotten(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	w.May[judge], w.May[second] = bot.ManageServer, bot.ManageServer
	w.Joins(judge, campaigns.SideOf[u])
	bans(w, judge, other)
	w.Erase(judge)
	w.Says(w.Slash(other, party.Challenge), "has banned you from matches here")
	id := w.Attacks(u)
	w.Takes(other, id)
	bans(w, second, other)
	w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "has banned that player from matches")
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
func survives(p *party.Party, dies *death, when death, do func()) {
	p.T.Helper()
	*dies = when
	defer func() {
		if what := recover(); what != when || *dies != never {
			p.T.Errorf("the host did not die as planned: %v", what)
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
			w := campaigns.NewAs(t, func(s *bottest.Setup) {
				s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls} }
			}, party.Opt("clock", "slow"))
			w.Joins(ben, "2")
			u, other := w.First(ann, ben)
			waits, late := other, u
			id := w.Attacks(u)
			if how == "accepts again" {
				w.Takes(other, id)
				w.Press(other, w.Card(), "decline|"+string(id))
				before := calls[u]
				w.Takes(other, id)
				w.Settle()
				if n := calls[u] - before; n != 0 {
					t.Errorf("%s: %s is called %d times more within the hour", how, u, n)
				}
			} else {
				waits, late = u, other
				w.Control(u, "back")
				before := calls[other]
				id = w.Attacks(u)
				if n := calls[other] - before; n != 0 {
					t.Errorf("%s: %s is called %d times more within the hour", how, other, n)
				}
			}
			before := calls[late]
			w.Pass(14*day + time.Hour)
			for range 2 {
				w.Says(w.Control(waits, "end"), "The other side wins")
			}
			if n := calls[late] - before; n != 1 {
				t.Errorf("%s: %s is called %d times", how, late, n)
			}
			w.Pass(23 * time.Hour)
			if w.Says(w.Control(waits, "end"), "The other side wins"); comes {
				if how == "attacks again" {
					w.Takes(late, id)
				}
				w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "The match begins")
				continue
			}
			w.Pass(2 * time.Hour)
			w.Says(w.Control(waits, "end"), "let it wait, so your side wins")
		}
	}
}

// A call that cannot be delivered is none: nobody loses a campaign by it, and they are called when somebody looks again.
func TestCheatByCallingInVain(t *testing.T) {
	for _, taken := range []bool{false, true} {
		calls, down := map[bot.UserID]int{}, false
		w := campaigns.NewAs(t, func(s *bottest.Setup) {
			s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls, down: &down} }
		}, party.Opt("clock", "slow"))
		w.Joins(ben, "2")
		u, other := w.First(ann, ben)
		id, waits, late := w.Attacks(u), u, other
		if taken {
			waits, late = other, u
			w.Takes(other, id)
			w.Press(other, w.Card(), "decline|"+string(id))
			w.Takes(other, id)
		} else {
			w.Control(u, "back")
			w.Attacks(u)
		}
		w.Settle()
		w.Pass(14*day + time.Hour)
		before := calls[late]
		down = true
		w.Control(waits, "end")
		down = false
		w.Pass(25 * time.Hour)
		w.Says(w.Control(waits, "end"), "The other side wins")
		if n := calls[late] - before; n != 1 {
			t.Errorf("taken: %t: %s is called %d times", taken, late, n)
		}
		w.Pass(25 * time.Hour)
		w.Says(w.Control(waits, "end"), "let it wait, so your side wins")
	}
}

// A host that dies between noting that it calls somebody and having called them leaves the call to whoever looks next. Nobody loses a campaign by a
// call that was never made, be it the usual one or one that was put off.
func TestCheatByCallsThatDieWithTheHost(t *testing.T) {
	for _, when := range []death{beforePosting, beforeNoting} {
		for _, taken := range []bool{false, true} {
			for _, off := range []bool{false, true} {
				calls, dies := map[bot.UserID]int{}, never
				w := campaigns.NewAs(t, func(s *bottest.Setup) {
					s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls, dies: &dies} }
				}, party.Opt("clock", "slow"))
				w.Joins(ben, "2")
				u, other := w.First(ann, ben)
				id, waits, late := table.ID(""), u, other
				switch {
				case taken:
					waits, late = other, u
					id = w.Attacks(u)
					if off {
						w.Takes(other, id)
						w.Press(other, w.Card(), "decline|"+string(id))
						w.Takes(other, id)
						break
					}
					survives(w.Party, &dies, when, func() { w.Takes(other, id) })
				case off:
					w.Attacks(u)
					w.Control(u, "back")
					w.Attacks(u)
				default:
					survives(w.Party, &dies, when, func() { w.Attacks(u) })
				}
				w.Settle()
				before := calls[late]
				w.Pass(14*day + time.Hour)
				if off {
					survives(w.Party, &dies, when, func() { w.Control(waits, "end") })
				}
				w.Pass(time.Minute)
				for range 2 {
					w.Says(w.Control(waits, "end"), "The other side wins")
				}
				if n := calls[late] - before; n != 1 && (!off || when != beforeNoting || n != 2) {
					t.Errorf("dies %d, taken: %t, put off: %t: %s is called %d times", when, taken, off, late, n)
				}
				w.Pass(23 * time.Hour)
				w.Says(w.Control(waits, "end"), "The other side wins")
				w.Pass(2 * time.Hour)
				w.Says(w.Control(waits, "end"), "let it wait, so your side wins")
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
		w := campaigns.New(t, party.Opt("clock", "slow"), party.Opt("form", "five"))
		w.Joins(ben, "2")
		u, other := w.First(ann, ben)
		id := w.Attacks(u)
		w.Takes(other, id)
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "The match begins")
		w.Settle()
		w.Slash(other, []string{"order"}, party.Opt("line", "quit"), party.Opt("match", string(id)))
		if how == "denied" {
			w.Wire.Deny(bottest.General, true)
			w.Settle()
			w.Wire.Deny(bottest.General, false)
		}
		w.Clock.Advance(14*day + time.Hour)
		page := "campaign|" + w.CampaignID() + "@guild|end"
		w.Says(w.Press(u, w.Card(), page), "The other side wins")
		w.Settle()
		w.CardSays("<@" + string(other) + "> has let it wait")
		if calls := w.CampaignCard().Mention; len(calls) != 1 || calls[0] != other {
			t.Errorf("%s: the card calls %v", how, calls)
		}
		w.Pass(23 * time.Hour)
		w.Says(w.Press(u, w.Card(), page), "The other side wins")
		w.Pass(2 * time.Hour)
		w.Says(w.Press(u, w.Card(), page), "let it wait, so your side wins")
	}
}

// Who is called for a turn of their side and leaves it has the next of the side called, who has the time to come then. They might have joined for
// the other side, which would win by waiting. However many leave, the other side does not wait for ever.
func TestCheatByLeavingWhenCalled(t *testing.T) {
	for _, accepts := range []bool{false, true} {
		calls := map[bot.UserID]int{}
		w := campaigns.NewAs(t, func(s *bottest.Setup) {
			s.Through = func(_ *bottest.Room, w bot.Wire) bot.Wire { return ringing{Wire: w, calls: calls} }
		}, party.Opt("clock", "slow"))
		w.Joins(ben, "2")
		u, late := w.First(ann, ben)
		if !accepts {
			u, late = late, u
		}
		for _, x := range []bot.UserID{cal, dan} {
			w.Joins(x, campaigns.SideOf[late])
		}
		w.Control(late, "named."+string(cal))
		if accepts {
			w.Attacks(u)
		}
		before := calls[late]
		w.Pass(14*day - time.Hour)
		w.Control(cal, "left")
		w.Settle()
		if n := calls[late] - before; n != 1 {
			t.Errorf("accepts: %t: %s is called %d times", accepts, late, n)
		}
		w.Pass(23 * time.Hour)
		w.Says(w.Control(u, "end"), "The other side wins")
		w.Pass(2 * time.Hour)
		w.Says(w.Control(u, "end"), "let it wait, so your side wins")
		for range 7 {
			w.Joins(cal, campaigns.SideOf[late])
			w.Control(late, "named."+string(cal))
			w.Control(cal, "left")
			w.Pass(23 * time.Hour)
		}
		w.Says(w.Control(u, "end"), "let it wait, so your side wins")
	}
}
