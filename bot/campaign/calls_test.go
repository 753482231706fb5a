package campaign_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// bans has a moderator ban a user.
func bans(w campaigns.Campaign, judge, u wire.UserID) {
	w.T.Helper()
	w.Slash(judge, []string{"mod", "ban"}, party.Opt("user", string(u)), party.Opt("reason", "spam"))
	w.Says(w.Click(judge, w.Newest(judge), "|go"), "is banned from matches")
}

// A moderator with a side bans the other side's players and has their own data removed. The bans do not stop those
// players: nobody could tell any more that the moderator had a side, and their team would win by waiting.
func TestCheatByBanningAndBeingForgotten(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	w.May[judge], w.May[second] = wire.ManageServer, wire.ManageServer
	w.Joins(judge, campaigns.SideOf[u])
	bans(w, judge, other)
	w.Erase(judge)
	w.Says(w.Slash(other, party.Challenge), "has banned you from matches here")
	id := w.Attacks(u)
	w.Takes(other, id)
	bans(w, second, other)
	w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "has banned that player from matches")
}

// ringing is a wire that counts the messages in the channel that notify each user, and posts nothing while it is down.
// If dies is set, the host dies at that point: before the next of these messages is posted, or before the post is
// known.
type ringing struct {
	wire.Wire
	calls map[wire.UserID]int
	down  *bool
	dies  *death
}

// death is the point at which a host dies.
type death int

const (
	never death = iota
	beforePosting
	beforeNoting
)

// survives runs something that kills a host as the test planned.
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

func (w ringing) Post(ctx context.Context, channel wire.ChannelID, m wire.Message, nonce string) (wire.MessageID, error) {
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

// Nobody loses a campaign through a match without having been notified of it: neither after a notification of the same
// challenge before its taker withdrew and accepted again, nor after one of another challenge that was withdrawn just
// before.
func TestCheatByNotCalling(t *testing.T) {
	for _, how := range []string{"accepts again", "attacks again"} {
		for _, comes := range []bool{false, true} {
			calls := map[wire.UserID]int{}
			w := campaigns.NewAs(t, func(s *bottest.Setup) {
				s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return ringing{Wire: w, calls: calls} }
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

// A notification that cannot be delivered does not count: nobody loses a campaign because of it, and it is sent when
// somebody looks again.
func TestCheatByCallingInVain(t *testing.T) {
	for _, taken := range []bool{false, true} {
		calls, down := map[wire.UserID]int{}, false
		w := campaigns.NewAs(t, func(s *bottest.Setup) {
			s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return ringing{Wire: w, calls: calls, down: &down} }
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

// A host that dies between noting a notification and sending it leaves it to the next host that looks. Nobody loses a
// campaign because of a notification that was never sent, be it the usual one or a postponed one.
func TestCheatByCallsThatDieWithTheHost(t *testing.T) {
	for _, when := range []death{beforePosting, beforeNoting} {
		for _, taken := range []bool{false, true} {
			for _, off := range []bool{false, true} {
				calls, dies := map[wire.UserID]int{}, never
				w := campaigns.NewAs(t, func(s *bottest.Setup) {
					s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return ringing{Wire: w, calls: calls, dies: &dies} }
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

// A side that must choose may not have been notified, because the bot could not post in the channel or did not run. It
// is notified when somebody looks, and then has the time to come. Otherwise whoever manages the channel could win by
// removing the bot's permission for a moment.
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
		w.CardSays(wire.Mention(other, "Name of "+string(other)) + " has let it wait")
		if calls := w.CampaignCard().Mention; len(calls) != 1 || calls[0] != other {
			t.Errorf("%s: the card calls %v", how, calls)
		}
		w.Pass(23 * time.Hour)
		w.Says(w.Press(u, w.Card(), page), "The other side wins")
		w.Pass(2 * time.Hour)
		w.Says(w.Press(u, w.Card(), page), "let it wait, so your side wins")
	}
}

// If a player who is notified of their side's turn leaves the side, the next player is notified and then has the time
// to come. The first might have joined on behalf of the other side, which would win by waiting. However many leave, the
// other side does not wait for ever.
func TestCheatByLeavingWhenCalled(t *testing.T) {
	for _, accepts := range []bool{false, true} {
		calls := map[wire.UserID]int{}
		w := campaigns.NewAs(t, func(s *bottest.Setup) {
			s.Through = func(_ *bottest.Room, w wire.Wire) wire.Wire { return ringing{Wire: w, calls: calls} }
		}, party.Opt("clock", "slow"))
		w.Joins(ben, "2")
		u, late := w.First(ann, ben)
		if !accepts {
			u, late = late, u
		}
		for _, x := range []wire.UserID{cal, dan} {
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
