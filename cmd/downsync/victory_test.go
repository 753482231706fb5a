package main

import (
	"strings"
	"testing"

	"downsync/bot/local"
)

// Two people play a small game to a VIP victory by buttons alone.
func TestVictoryByButtons(t *testing.T) {
	s := newStage(t)
	s.challenge("size:small")
	runners := []runner{{user: "player1"}, {user: "player2", idle: true}}
	s.playOn(runners, nil, nil)
	v := s.await("player3", "the end in the thread", func(v local.View) bool { return strings.Contains(thread(v), "Match over") })
	if !strings.Contains(thread(v), "on Victory Points") {
		t.Errorf("not won by VP: %s", thread(v))
	}
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("violations: %v", bad)
	}
}
