package main

import (
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
)

// A match in a channel that Discord hides from somebody is in none of their lists; the server's owner sees it, and so does
// anyone with access.
func TestHiddenChannelOnTheWire(t *testing.T) {
	s := newStage(t)
	if _, err := s.srv.AddUsers(4); err != nil {
		t.Fatal(err)
	}
	s.srv.User("player4").SetOwner()
	s.challenge("size:small")
	s.await("player3", "the thread", func(v local.View) bool { return thread(v) != "" })
	listed := func(user string) bool {
		t.Helper()
		s.srv.Clock().Advance(time.Minute) // what the bot knows of the channels is a minute old at most
		out := s.finish(s.srv.User(user).Slash("#matches", "/match list which:server"))
		return strings.Contains(text(s.srv.User(user).View().Message(out.Message)), "Player One against")
	}
	if !listed("player3") {
		t.Error("an open channel's match is not listed")
	}
	hide := func(whom string, allow, deny local.Permission) {
		t.Helper()
		if err := s.srv.SetOverwrite("general", whom, allow, deny); err != nil {
			t.Fatal(err)
		}
	}
	hide("@everyone", 0, local.ViewChannel)
	if listed("player3") {
		t.Error("a hidden channel's match is listed")
	}
	if !listed("player1") || !listed("player4") {
		t.Error("a player of it, or the server's owner, does not see it")
	}
	hide("player3", local.ViewChannel, 0)
	if !listed("player3") {
		t.Error("it is not listed for somebody who was let in")
	}
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}

// The server's owner holds every permission and judges, but not a match of their own, nor one in which they have been replaced.
// This also applies to a player who leaves the server and comes back as a moderator.
func TestOwnersAndLeaversOnTheWire(t *testing.T) {
	s := newStage(t)
	if _, err := s.srv.AddUsers(5); err != nil {
		t.Fatal(err)
	}
	owner, leaver := s.srv.User("player1"), s.srv.User("player2")
	owner.SetOwner()
	s.srv.User("player3").SetAdmin(true)
	s.challenge("size:small")
	s.await("player3", "the thread", func(v local.View) bool { return thread(v) != "" })
	answer := func(user, line, want string) {
		t.Helper()
		if got, _ := s.say(user, line); !strings.Contains(got, want) {
			t.Fatalf("%s %s: %q is not in %s\nlog:\n%s", user, line, want, got, s.log.String())
		}
	}
	answer("player1", "/setup moderators:@Moderator", "**Moderators**: ")
	answer("player1", "/mod show view:all reason:mine", "You play in this match")
	leaver.SetAway(true)
	answer("player1", "/mod end result:a reason:he has left", "You play in this match")
	leaver.SetAway(false)
	leaver.SetModerator(true)
	answer("player2", "/mod show view:A reason:I am back", "You play in this match")
	leaver.SetAway(true)
	decided := s.decide("player3", "/mod replace side:B user:@player4 reason:he has left")
	if !strings.Contains(decided, "number 1") {
		t.Fatal(decided)
	}
	s.takeSeat("player4")
	leaver.SetAway(false)
	leaver.SetModerator(true)
	answer("player2", "/mod show view:A reason:I am back", "You have played in this match")
	answer("player3", "/mod replace side:A user:@player2 reason:he is back", "a former player cannot rejoin")
	decided = s.decide("player3", "/mod replace side:A user:@player5 reason:a conflict")
	if !strings.Contains(decided, "number 3") { // the seat that was taken is number 2
		t.Fatal(decided)
	}
	s.takeSeat("player5")
	answer("player1", "/mod legal event:1", "You have played in this match")
	answer("player3", "/mod legal event:1", "was legal")
}
