package bot_test

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/game/table"
)

// The side that let the other wait comes at the very moment at which its campaign is ended for that, wherever it comes between what the other's
// host reads and writes: it has come in time or the campaign is over, and never both.
func TestCheatByClaimingAsTheyCome(t *testing.T) {
	for _, late := range []string{"chooses", "accepts", "accepts, with clocks", "is ready"} {
		won, came := 0, 0
		for n := 1; ; n++ {
			cut, clock := &cutting{}, "none"
			if late == "is ready" || late == "accepts, with clocks" {
				clock = "slow"
			}
			w := newWarAs(t, func(s *bottest.Setup) { s.Store = func(x table.Store) table.Store { return cutIn{x, cut} } },
				opt("clock", clock))
			w.joins(ben, "2")
			first, other := w.first(ann, ben)
			waits, id := other, ""
			comes := func() string { return text(w.control(first, "attack", "1")) }
			if late != "chooses" {
				id = string(w.attacks(first))
				waits = first
				comes = func() string { return text(w.Press(other, w.card(), "force|"+id, "blue")) }
				if late == "is ready" {
					waits = other
					w.takes(other, table.ID(id))
					comes = func() string { return text(w.Press(first, w.card(), "ready|"+id)) }
				}
			}
			w.Pass(14*day + time.Hour)
			w.control(waits, "end")
			w.Pass(25 * time.Hour)
			w.says(w.control(waits, "end"), "so your side wins")
			said, reached := cut.both(n, func() string { return text(w.control(waits, "ended.idle")) }, comes)
			w.Settle()
			over := strings.Contains(w.stored("campaign/guild/"+w.id()), `"over"`)
			in := strings.Contains(said[1], "Your challenge is out") || strings.Contains(said[1], "The match begins") || strings.Contains(said[1], "You are in")
			if over == in {
				t.Errorf("use %d, who is late %s: over %t, and told %q", n, late, over, said)
			}
			if !over && id != "" && w.stored("table/"+id)+w.stored("match/"+id) == "" {
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

// A captain takes somebody out of the side at the very moment at which they make them the captain, on two devices: whoever stays in it keeps the
// challenge that they have made.
func TestCheatByTakingOutAsOneIsReplaced(t *testing.T) {
	stayed, out := 0, 0
	for n := 1; ; n++ {
		cut := &cutting{}
		w := newWarAs(t, func(s *bottest.Setup) { s.Store = func(x table.Store) table.Store { return cutIn{x, cut} } }, opt("clock", "slow"), opt("size", "2"))
		w.joins(ben, "2")
		first, _ := w.first(ann, ben)
		w.joins(cal, sideOf[first])
		w.control(first, "named", string(cal))
		id := w.attacks(cal)
		_, reached := cut.both(n, func() string { return text(w.control(first, "out", string(cal))) },
			func() string { return text(w.control(first, "captain", string(cal))) })
		w.Settle()
		if !strings.Contains(w.stored("campaign/guild/"+w.id()), `{"user":"cal"`) {
			out++
		} else if stayed++; w.stored("table/"+string(id)) == "" {
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

// A player who is asked to take a match up and leaves their side, or is passed over by their captain, is asked no more: the challenge asks
// whoever is called now, on its card and among what waits for them.
func TestCampaignAsksWhoIsCalled(t *testing.T) {
	for _, how := range []string{"leaves", "appoints"} {
		w, one, other, _, otherMate := teams(t)
		w.attacks(one)
		w.says(w.click(other, w.lobby(), "accept|"), "Choose your force")
		has(t, w.lobby(), "<@"+string(other)+">", "**Name of "+string(other)+"** is choosing a force.")
		w.says(w.Slash(other, []string{"inbox"}), "Name of "+string(one)+" to Name of "+string(other))
		if how == "leaves" {
			w.campaign(other, "leave")
			w.says(w.click(other, w.Newest(other), "Leave the campaign"), "You have left")
			w.says(w.click(other, w.lobby(), "accept|"), "somebody else")
		} else {
			w.says(w.campaign(other, "appoint", opt("member", string(otherMate))), "plays the next match of your side")
		}
		w.Settle()
		card := bottest.Words(w.lobby().Message)
		if !strings.Contains(card, "<@"+string(otherMate)+">") || strings.Contains(card, "<@"+string(other)+">") || how == "leaves" && strings.Contains(card, "choosing") {
			t.Errorf("%s: the card says %s", how, card)
		}
		w.says(w.click(eve, w.lobby(), "accept|"), "**Name of "+string(otherMate)+"** is asked to accept it")
		w.says(w.Slash(otherMate, []string{"inbox"}), "Name of "+string(one)+" to Name of "+string(otherMate))
		if how == "leaves" {
			w.says(w.Slash(other, []string{"inbox"}), "Nothing.")
		}
		w.says(w.click(otherMate, w.lobby(), "accept|"), "Choose your force")
	}
}
