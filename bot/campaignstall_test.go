package bot_test

import (
	"testing"
	"time"

	"downsync/bot"
	"downsync/game/table"
)

// What a side may try so that a campaign that it is losing does not go on: to let the other wait for ever without losing by it.

// A side that is challenged and does not accept, or accepts and backs out, or has a banned user called, loses by time. The side that waits cannot
// be told to wait for ever.
func TestCheatByNeverAccepting(t *testing.T) {
	for name, stall := range map[string]func(w war, u bot.UserID, id table.ID){
		"silent": func(war, bot.UserID, table.ID) {},
		"backs out": func(w war, u bot.UserID, id table.ID) {
			for range 3 {
				w.takes(u, id)
				w.says(w.Press(u, w.lobby(), "decline|"+string(id)), "You are out of it again")
				w.Pass(2 * day)
			}
		},
		"has their data removed": func(w war, u bot.UserID, id table.ID) {
			side := sideOf[u]
			w.joins(cal, side)
			w.erase(u) // who was called
			w.joins(u, side)
			for _, x := range []bot.UserID{cal, u, cal} { // whoever leads the side
				w.takes(x, id)
				w.erase(x)
				w.joins(x, side)
				w.Pass(2 * day)
			}
		},
	} {
		w := newTeams(t, opt("clock", "slow"))
		u, other := w.first(ann, ben)
		id := w.attacks(u)
		stall(w, other, id)
		w.says(w.control(u, "end"), "The other side wins")
		w.Pass(14*day + time.Hour)
		w.says(w.control(u, "end"), "let it wait, so your side wins")
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// A side that makes challenges and takes them back lets the other side wait all the while.
func TestCheatByTakingChallengesBack(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	for range 3 {
		w.Pass(5 * day)
		w.attacks(u)
		w.control(u, "back")
	}
	w.says(w.control(other, "end"), "let it wait, so your side wins")
}

// A user who is challenged and accepts in time has not let the other side wait, however long the challenger is not ready: that one has.
func TestCheatByNotBeingReady(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	id := w.attacks(u)
	w.Pass(13 * day)
	w.takes(other, id)
	w.Pass(2 * day)
	w.says(w.control(u, "end"), "The other side wins")
	w.says(w.control(eve, "map"), "The match begins when <@")
	w.says(w.control(other, "end"), "The other side wins")
	w.Pass(12*day + time.Hour)
	w.says(w.control(other, "end"), "let it wait, so your side wins")
}

// Nor does a side gain time that attacks, is not ready when the other has accepted, and takes the challenge back.
func TestCheatByTakingAcceptedChallengesBack(t *testing.T) {
	w := newTeams(t, opt("clock", "slow"))
	u, other := w.first(ann, ben)
	for range 2 {
		w.takes(other, w.attacks(u))
		w.Pass(8 * day)
		w.says(w.control(u, "back"), "chooses the next match")
	}
	w.says(w.control(u, "end"), "The other side wins")
	w.says(w.control(other, "end"), "let it wait, so your side wins")
}

// Whoever of the two said last that they are ready waits for the other, also on clocks on which that stands for minutes alone: a user who
// accepts and is gone lets the challenger wait, who is ready later.
func TestCheatByAcceptingAndVanishing(t *testing.T) {
	w := newTeams(t, opt("clock", "quick"))
	u, other := w.first(ann, ben)
	id := w.attacks(u)
	w.takes(other, id)
	w.Pass(time.Hour)
	w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "You are ready")
	w.Pass(13 * day)
	w.says(w.control(u, "end"), "The other side wins")
	w.Pass(day + time.Hour)
	w.says(w.control(other, "end"), "The other side wins")
	w.says(w.control(u, "end"), "let it wait, so your side wins")
}

// On clocks on which a Ready stands for minutes alone, nobody has the other wait for ever by saying so too late again and again: all the
// time that a side has let the other wait counts, also that before it accepted, and that of a challenge that it takes back.
func TestCheatByBeingReadyTooLate(t *testing.T) {
	ready := func(w war, u bot.UserID, id table.ID) {
		w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "You are ready")
	}
	for name, stall := range map[string]func(w war, u, other bot.UserID) (waits bot.UserID){
		"the taker": func(w war, u, other bot.UserID) bot.UserID {
			id := w.attacks(u)
			w.takes(other, id)
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
		"the challenger": func(w war, u, other bot.UserID) bot.UserID {
			id := w.attacks(u)
			w.takes(other, id)
			for range 2 {
				w.Pass(8 * day)
				ready(w, u, id)
				w.Pass(time.Hour)
				ready(w, other, id)
			}
			w.Pass(day)
			return other
		},
		"the challenger, who takes it back": func(w war, u, other bot.UserID) bot.UserID {
			for range 2 {
				id := w.attacks(u)
				w.takes(other, id)
				w.Pass(8 * day)
				ready(w, u, id)
				w.control(u, "back")
			}
			return other
		},
		"the taker, who accepts at the last moment": func(w war, u, other bot.UserID) bot.UserID {
			id := w.attacks(u)
			w.Pass(14*day - time.Minute)
			w.takes(other, id)
			w.Pass(time.Hour)
			ready(w, u, id)
			w.Pass(day)
			return u
		},
		"whom the other calls each day": func(w war, u, other bot.UserID) bot.UserID {
			id := w.attacks(u)
			w.takes(other, id)
			for range 15 {
				w.Pass(day)
				ready(w, other, id)
			}
			return other
		},
	} {
		w := newTeams(t, opt("clock", "quick"))
		u, other := w.first(ann, ben)
		waits := stall(w, u, other)
		w.says(w.control(waits, "end"), "let it wait, so your side wins")
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// What a challenger lets the other side wait does not count against that one when its player backs out at last, for another to play.
func TestCheatByWaitingUntilTheOtherBacksOut(t *testing.T) {
	for _, clock := range []string{"quick", "slow"} {
		w := newTeams(t, opt("clock", clock))
		u, other := w.first(ann, ben)
		id := w.attacks(u)
		w.takes(other, id)
		w.Pass(13 * day)
		w.says(w.Press(other, w.lobby(), "decline|"+string(id)), "You are out of it again")
		w.Pass(2 * day)
		w.says(w.control(u, "end"), "The other side wins")
		w.Pass(12*day + time.Hour)
		w.says(w.control(u, "end"), "let it wait, so your side wins")
	}
}

// A side that accepts each night and is out of it each morning lets the challenger wait all the while.
func TestCheatByAcceptingAtNight(t *testing.T) {
	for _, clock := range []string{"quick", "slow"} {
		w := newTeams(t, opt("clock", clock))
		u, other := w.first(ann, ben)
		id := w.attacks(u)
		for range 14 {
			w.takes(other, id)
			w.Pass(10 * time.Hour)
			w.says(w.Press(other, w.lobby(), "decline|"+string(id)), "You are out of it again")
			w.Pass(14 * time.Hour)
		}
		w.says(w.control(u, "end"), "let it wait, so your side wins")
	}
}

// Nor does anybody win who is ready a little after the other has gone, each day: nobody was away.
func TestCheatByMissingEachOther(t *testing.T) {
	w := newTeams(t, opt("clock", "quick"))
	u, other := w.first(ann, ben)
	id := w.attacks(u)
	w.takes(other, id)
	for range 28 {
		w.Pass(23 * time.Hour)
		w.says(w.Press(u, w.lobby(), "ready|"+string(id)), "You are ready")
		w.Pass(11 * time.Minute)
		w.says(w.Press(other, w.lobby(), "ready|"+string(id)), "You are ready")
		w.says(w.control(other, "end"), "The other side wins")
	}
	w.Pass(23 * time.Hour)
	w.says(w.control(eve, "map"), "chooses the next match")
	w.says(w.control(other, "end"), "The other side wins")
}
