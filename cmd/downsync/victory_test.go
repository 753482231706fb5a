package main

import (
	"math/rand/v2"
	"strings"
	"testing"

	"downsync/bot/local"
	"downsync/game"
	"downsync/game/table"
	"downsync/game/table/tabletest"
)

// Two people play a small game to a VIP victory by buttons only, while a third looks on. After every step the test checks what
// each of the three was delivered.
func TestVictoryByButtons(t *testing.T) {
	wholeMatch(t, false, "size:small map:saltmarket", "on Victory Points", runner{user: "player1"}, runner{user: "player2", idle: true})
}

// Three Rounds with typed orders wherever a button has one, and with interactions over HTTP.
func TestMatchByTypedOrders(t *testing.T) {
	wholeMatch(t, true, "size:small map:saltmarket max_rounds:3", "Match over: a draw", runner{user: "player1", typed: true}, runner{user: "player2", idle: true, typed: true})
}

// sameDice returns dice that fall the same in every run: the dice decide whether such players win by points or are wiped out.
type sameDice struct{}

func (sameDice) Roll(stream game.Seat, number, sides int) (int, error) {
	return 1 + rand.New(rand.NewPCG(uint64(stream), uint64(number))).IntN(sides), nil
}

func wholeMatch(t *testing.T, overHTTP bool, challenge, end string, runners ...runner) {
	t.Parallel()
	s := bareStage(t, local.Still(tabletest.Noon))
	s.conf.seams.dice = func(table.ID) game.Dice { return sameDice{} }
	if overHTTP {
		s.overHTTP()
	}
	s.start()
	if (s.srv.Identifies() == 0) != overHTTP {
		t.Errorf("%d gateway sessions", s.srv.Identifies())
	}
	s.challenge(challenge)
	w := newWatch(s)
	s.playOn(runners, nil, w.check)
	v := s.await("player3", "the end in the thread", func(v local.View) bool { return strings.Contains(thread(v), "Match over") })
	if !strings.Contains(thread(v), end) {
		t.Errorf("it did not end %q: %s", end, thread(v))
	}
	w.nothingForOnlookers()
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
	for _, secret := range []string{s.srv.Token(), "designate", "counter", "virago"} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// The first Turns by buttons: what the race detector watches, for which a whole match takes too long.
func TestFirstTurns(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.challenge("size:small map:saltmarket")
	w := newWatch(s)
	s.playOn([]runner{{user: "player1"}, {user: "player2", react: true}}, func() bool {
		return strings.Contains(thread(s.srv.User("player3").View()), "Turn 4")
	}, w.check)
	w.nothingForOnlookers()
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
}
