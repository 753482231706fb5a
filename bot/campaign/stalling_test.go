package campaign_test

import (
	"testing"
	"time"

	"downsync/bot/bottest/campaigns"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Attempts by a losing side to stall a campaign: to keep the other side waiting for ever without losing by it.

// A side that is challenged and does not accept, or accepts and withdraws, or whose turn falls to a banned user, loses
// on time. The waiting side need not wait for ever.
func TestCheatByNeverAccepting(t *testing.T) {
	for name, stall := range map[string]func(w campaigns.Campaign, u wire.UserID, id table.ID){
		"silent": func(campaigns.Campaign, wire.UserID, table.ID) {},
		"backs out": func(w campaigns.Campaign, u wire.UserID, id table.ID) {
			for range 3 {
				w.Takes(u, id)
				w.Says(w.Press(u, w.Card(), "decline|"+string(id)), "You have left")
				w.Pass(2 * day)
			}
		},
		"has their data removed": func(w campaigns.Campaign, u wire.UserID, id table.ID) {
			side := campaigns.SideOf[u]
			w.Joins(cal, side)
			w.Erase(u) // whose turn it was
			w.Joins(u, side)
			for _, x := range []wire.UserID{cal, u, cal} { // whoever leads the side
				w.Takes(x, id)
				w.Erase(x)
				w.Joins(x, side)
				w.Pass(2 * day)
			}
		},
	} {
		w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
		u, other := w.First(ann, ben)
		id := w.Attacks(u)
		stall(w, other, id)
		w.Says(w.Control(u, "end"), "The other side wins")
		w.Pass(14*day + time.Hour)
		w.Says(w.Control(u, "end"), "let it wait, so your side wins")
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// A side that makes challenges and withdraws them keeps the other side waiting all the while.
func TestCheatByTakingChallengesBack(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	for range 3 {
		w.Pass(5 * day)
		w.Attacks(u)
		w.Control(u, "back")
	}
	w.Says(w.Control(other, "end"), "let it wait, so your side wins")
}

// A user who is challenged and accepts in time has not kept the other side waiting, however long the challenger is not
// ready: the challenger has.
func TestCheatByNotBeingReady(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	id := w.Attacks(u)
	w.Pass(13 * day)
	w.Takes(other, id)
	w.Pass(2 * day)
	w.Says(w.Control(u, "end"), "The other side wins")
	w.Says(w.Control(eve, "map"), "The match begins when <@")
	w.Says(w.Control(other, "end"), "The other side wins")
	w.Pass(12*day + time.Hour)
	w.Says(w.Control(other, "end"), "let it wait, so your side wins")
}

// A side that attacks, is not ready when the other has accepted, and withdraws the challenge gains no time either.
func TestCheatByTakingAcceptedChallengesBack(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "slow"))
	u, other := w.First(ann, ben)
	for range 2 {
		w.Takes(other, w.Attacks(u))
		w.Pass(8 * day)
		w.Says(w.Control(u, "back"), "chooses the next match")
	}
	w.Says(w.Control(u, "end"), "The other side wins")
	w.Says(w.Control(other, "end"), "let it wait, so your side wins")
}

// The player who last said that they are ready waits for the other, even on clocks on which a Ready counts only for
// minutes: a user who accepts and vanishes keeps the challenger waiting, who is ready later.
func TestCheatByAcceptingAndVanishing(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "quick"))
	u, other := w.First(ann, ben)
	id := w.Attacks(u)
	w.Takes(other, id)
	w.Pass(time.Hour)
	w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "You are ready")
	w.Pass(13 * day)
	w.Says(w.Control(u, "end"), "The other side wins")
	w.Pass(day + time.Hour)
	w.Says(w.Control(other, "end"), "The other side wins")
	w.Says(w.Control(u, "end"), "let it wait, so your side wins")
}

// On clocks on which a Ready counts only for minutes, nobody can keep the other waiting for ever by saying so too late
// again and again. All the time that a side has kept the other waiting counts, including the time before it accepted,
// and the time of a challenge that it withdraws.
func TestCheatByBeingReadyTooLate(t *testing.T) {
	ready := func(w campaigns.Campaign, u wire.UserID, id table.ID) {
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "You are ready")
	}
	for name, stall := range map[string]func(w campaigns.Campaign, u, other wire.UserID) (waits wire.UserID){
		"the taker": func(w campaigns.Campaign, u, other wire.UserID) wire.UserID {
			id := w.Attacks(u)
			w.Takes(other, id)
			for range 2 {
				w.Pass(time.Hour)
				ready(w, u, id)
				w.Pass(8 * day)
				ready(w, other, id)
			}
			w.Pass(time.Hour)
			ready(w, u, id)
			w.Pass(day)
			return u
		},
		"the challenger": func(w campaigns.Campaign, u, other wire.UserID) wire.UserID {
			id := w.Attacks(u)
			w.Takes(other, id)
			for range 2 {
				w.Pass(8 * day)
				ready(w, u, id)
				w.Pass(time.Hour)
				ready(w, other, id)
			}
			w.Pass(day)
			return other
		},
		"the challenger, who takes it back": func(w campaigns.Campaign, u, other wire.UserID) wire.UserID {
			for range 2 {
				id := w.Attacks(u)
				w.Takes(other, id)
				w.Pass(8 * day)
				ready(w, u, id)
				w.Control(u, "back")
			}
			return other
		},
		"the taker, who accepts at the last moment": func(w campaigns.Campaign, u, other wire.UserID) wire.UserID {
			id := w.Attacks(u)
			w.Pass(14*day - time.Minute)
			w.Takes(other, id)
			w.Pass(time.Hour)
			ready(w, u, id)
			w.Pass(day)
			return u
		},
		"whom the other calls each day": func(w campaigns.Campaign, u, other wire.UserID) wire.UserID {
			id := w.Attacks(u)
			w.Takes(other, id)
			for range 15 {
				w.Pass(day)
				ready(w, other, id)
			}
			return other
		},
	} {
		w := campaigns.NewTeams(t, party.Opt("clock", "quick"))
		u, other := w.First(ann, ben)
		waits := stall(w, u, other)
		w.Says(w.Control(waits, "end"), "let it wait, so your side wins")
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// The time for which a challenger keeps the other side waiting does not count against that side when its player finally
// withdraws for another to play.
func TestCheatByWaitingUntilTheOtherBacksOut(t *testing.T) {
	for _, clock := range []string{"quick", "slow"} {
		w := campaigns.NewTeams(t, party.Opt("clock", clock))
		u, other := w.First(ann, ben)
		id := w.Attacks(u)
		w.Takes(other, id)
		w.Pass(13 * day)
		w.Says(w.Press(other, w.Card(), "decline|"+string(id)), "You have left")
		w.Pass(2 * day)
		w.Says(w.Control(u, "end"), "The other side wins")
		w.Pass(12*day + time.Hour)
		w.Says(w.Control(u, "end"), "let it wait, so your side wins")
	}
}

// A side that accepts each night and withdraws each morning keeps the challenger waiting all the while.
func TestCheatByAcceptingAtNight(t *testing.T) {
	for _, clock := range []string{"quick", "slow"} {
		w := campaigns.NewTeams(t, party.Opt("clock", clock))
		u, other := w.First(ann, ben)
		id := w.Attacks(u)
		for range 14 {
			w.Takes(other, id)
			w.Pass(10 * time.Hour)
			w.Says(w.Press(other, w.Card(), "decline|"+string(id)), "You have left")
			w.Pass(14 * time.Hour)
		}
		w.Says(w.Control(u, "end"), "let it wait, so your side wins")
	}
}

// A player who is ready shortly after the other has gone, each day, does not win either: nobody was away.
func TestCheatByMissingEachOther(t *testing.T) {
	w := campaigns.NewTeams(t, party.Opt("clock", "quick"))
	u, other := w.First(ann, ben)
	id := w.Attacks(u)
	w.Takes(other, id)
	for range 28 {
		w.Pass(23 * time.Hour)
		w.Says(w.Press(u, w.Card(), "ready|"+string(id)), "You are ready")
		w.Pass(11 * time.Minute)
		w.Says(w.Press(other, w.Card(), "ready|"+string(id)), "You are ready")
		w.Says(w.Control(other, "end"), "The other side wins")
	}
	w.Pass(23 * time.Hour)
	w.Says(w.Control(eve, "map"), "chooses the next match")
	w.Says(w.Control(other, "end"), "The other side wins")
}
