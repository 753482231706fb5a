package main

import (
	"strings"
	"testing"

	"downsync/bot/bottest/twins"
	jagworlds "downsync/bot/jagged/worlds"
	"downsync/bot/local"
)

// Two people fight a battle of the third game over the wire, from the challenge to its end, by buttons only, each in a language
// of their own, while a third looks on. Discord refuses nothing of it.
func TestJaggedByButtons(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if err := s.srv.User("player2").SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	s.challenge("game:jagged faction:human-colonies map:spire-yard options:zones=deep")
	s.pressOn("player1", "player2")
	v := s.await("player3", "the end in the thread", func(v local.View) bool { return strings.Contains(thread(v), " wins") })
	told := thread(v) + s.happened("player3")
	for _, words := range []string{"brings Combat Engineer", "Initiative", "needing", "Round 2"} {
		if !strings.Contains(told, words) {
			t.Errorf("the thread and its cards have no %q: %s", words, told)
		}
	}
	s.await("player2", "the end in German", func(v local.View) bool { return strings.Contains(text(lastingConsole(v)), "Gefecht vorbei") })
	if bad := s.srv.Violations(); len(bad) > 0 {
		t.Errorf("what Discord would have refused: %v", bad)
	}
}

// Twin worlds of the third game through the whole program: a list or a deployment under seal makes no difference to what others
// are delivered, to the byte of every picture and the millisecond of the clock. A deployment that was shown does make one.
func TestJaggedTwinsOnTheLocalDiscord(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"a list under seal", "that a list is in", "a deployment under seal", "that a deployment is in"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			pair := jagworlds.Pair(kind)
			one, other := playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[1], twins.Leak{})
			for _, user := range []string{"ben", "eve"} {
				if d := twins.Difference(one[user], other[user]); d != "" {
					t.Errorf("%s can tell the worlds apart: %s", user, d)
				}
			}
		})
	}
	pair := jagworlds.Apart()
	one, other := playTwin(t, pair.World[0], twins.Leak{}), playTwin(t, pair.World[1], twins.Leak{})
	for _, user := range []string{"ben", "eve"} {
		if twins.Difference(one[user], other[user]) == "" {
			t.Errorf("another deployment makes no difference to %s", user)
		}
	}
}
