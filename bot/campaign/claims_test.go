package campaign_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/hosts"
	"downsync/bot/bottest/party"
	"downsync/game/table"
)

// The side that kept the other waiting comes at the very moment at which its campaign is ended for that, at any point
// between the reads and writes of the other's host. Either it has come in time or the campaign is over, never both.
func TestCheatByClaimingAsTheyCome(t *testing.T) {
	for _, late := range []string{"chooses", "accepts", "accepts, with clocks", "is ready"} {
		won, came := 0, 0
		for n := 1; ; n++ {
			cut, clock := &hosts.Interruption{}, "none"
			if late == "is ready" || late == "accepts, with clocks" {
				clock = "slow"
			}
			w := campaigns.NewAs(t, func(s *bottest.Setup) { s.Store = cut.Store }, party.Opt("clock", clock))
			w.Joins(ben, "2")
			first, other := w.First(ann, ben)
			waits, id := other, ""
			comes := func() string { return party.Text(w.Control(first, "attack", "1")) }
			if late != "chooses" {
				id = string(w.Attacks(first))
				waits = first
				comes = func() string { return party.Text(w.Press(other, w.CampaignCard(), "force|"+id, "blue")) }
				if late == "is ready" {
					waits = other
					w.Takes(other, table.ID(id))
					comes = func() string { return party.Text(w.Press(first, w.CampaignCard(), "ready|"+id)) }
				}
			}
			w.Pass(14*day + time.Hour)
			w.Control(waits, "end")
			w.Pass(25 * time.Hour)
			w.Says(w.Control(waits, "end"), "so your side wins")
			said, reached := cut.Both(n, func() string { return party.Text(w.Control(waits, "ended.idle")) }, comes)
			w.Settle()
			over := strings.Contains(w.Stored("campaign/guild/"+w.CampaignID()), `"over"`)
			in := strings.Contains(said[1], "Your challenge is out") || strings.Contains(said[1], "The match begins") || strings.Contains(said[1], "You are in")
			if over == in {
				t.Errorf("use %d, who is late %s: over %t, and told %q", n, late, over, said)
			}
			if !over && id != "" && w.Stored("table/"+id)+w.Stored("match/"+id) == "" {
				t.Errorf("use %d, who is late %s: they came, and there is neither a challenge nor a match", n, late)
			}
			if over {
				won++
			} else {
				came++
			}
			if !reached {
				break
			}
		}
		if won == 0 || came == 0 {
			t.Errorf("who is late %s: won %d times, came in time %d times", late, won, came)
		}
	}
}

// A captain removes a member at the very moment at which they make that member the captain, on two devices. Whoever
// stays on the side keeps the challenge that they have made.
func TestCheatByTakingOutAsOneIsReplaced(t *testing.T) {
	stayed, out := 0, 0
	for n := 1; ; n++ {
		cut := &hosts.Interruption{}
		w := campaigns.NewAs(t, func(s *bottest.Setup) { s.Store = cut.Store }, party.Opt("clock", "slow"), party.Opt("size", "2"))
		w.Joins(ben, "2")
		first, _ := w.First(ann, ben)
		w.Joins(cal, campaigns.SideOf[first])
		w.Control(first, "named", string(cal))
		id := w.Attacks(cal)
		_, reached := cut.Both(n, func() string { return party.Text(w.Control(first, "out", string(cal))) },
			func() string { return party.Text(w.Control(first, "captain", string(cal))) })
		w.Settle()
		if !strings.Contains(w.Stored("campaign/guild/"+w.CampaignID()), `{"user":"cal"`) {
			out++
		} else if stayed++; w.Stored("table/"+string(id)) == "" {
			t.Errorf("use %d: cal is of the side, and the challenge is gone", n)
		}
		if !reached {
			break
		}
	}
	if stayed == 0 || out == 0 {
		t.Errorf("cal stayed %d times, and was taken out %d times", stayed, out)
	}
}

// A player who is asked to accept a match and leaves their side, or is passed over by their captain, is no longer
// asked. The challenge asks the player whose turn it is now, on its card and in their inbox.
func TestCampaignAsksWhoIsCalled(t *testing.T) {
	for _, how := range []string{"leaves", "appoints"} {
		w, one, other, _, otherMate := teams(t)
		w.Attacks(one)
		w.Says(w.Click(other, w.Card(), "accept|"), "Choose your force")
		party.Has(t, w.Card(), "<@"+string(other)+">", "**Name of "+string(other)+"** is choosing a force.")
		w.Says(w.Slash(other, []string{"inbox"}), "Name of "+string(one)+" to Name of "+string(other))
		if how == "leaves" {
			w.Command(other, "leave")
			w.Says(w.Click(other, w.Newest(other), "Leave the campaign"), "You have left")
			w.Says(w.Click(other, w.Card(), "accept|"), "somebody else")
		} else {
			w.Says(w.Command(other, "appoint", party.Opt("member", string(otherMate))), "plays the next match of your side")
		}
		w.Settle()
		card := bottest.Words(w.Card().Message)
		if !strings.Contains(card, "<@"+string(otherMate)+">") || strings.Contains(card, "<@"+string(other)+">") || how == "leaves" && strings.Contains(card, "choosing") {
			t.Errorf("%s: the card says %s", how, card)
		}
		w.Says(w.Click(eve, w.Card(), "accept|"), "**Name of "+string(otherMate)+"** is asked to accept it")
		w.Says(w.Slash(otherMate, []string{"inbox"}), "Name of "+string(one)+" to Name of "+string(otherMate))
		if how == "leaves" {
			w.Says(w.Slash(other, []string{"inbox"}), "Nothing.")
		}
		w.Says(w.Click(otherMate, w.Card(), "accept|"), "Choose your force")
	}
}
