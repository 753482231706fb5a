package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/bot/local"
)

// say gives a slash command in the match's thread and returns its answer as text.
func (s *stage) say(user, line string) (string, local.ID) {
	s.t.Helper()
	where := "#general"
	for _, c := range s.srv.User(user).View().Channels {
		if c.IsThread() {
			where = c.ID.String()
		}
	}
	out := s.finish(s.srv.User(user).Slash(where, line))
	return text(s.srv.User(user).View().Message(out.Message)), out.Message
}

// decide gives a command of /mod and confirms it.
func (s *stage) decide(user, line string) string {
	s.t.Helper()
	asked, message := s.say(user, line)
	controls := controlsOf(s.srv.User(user).View().Message(message))
	i := slices.IndexFunc(controls, func(k *local.Component) bool { return strings.Contains(k.CustomID, "|go") })
	if i < 0 {
		s.t.Fatalf("%s is not asked to confirm %q: %s", user, line, asked)
	}
	sure := controls[i]
	out := s.finish(s.srv.User(user).Click(message, sure.CustomID, touch(sure, nil)...))
	return text(s.srv.User(user).View().Message(out.Message))
}

// takeSeat makes a user take the seat that a moderator offers them in the match's thread, once the offer is there.
func (s *stage) takeSeat(user string) {
	s.t.Helper()
	u := s.srv.User(user)
	var message local.ID
	var take string
	s.await(user, "the offer of a seat", func(v local.View) bool {
		for _, c := range v.Channels {
			for _, m := range c.Messages {
				for _, k := range controlsOf(m) {
					if strings.HasSuffix(k.CustomID, "|take") && strings.Contains(m.Text(), fmt.Sprintf("<@%d>", u.ID())) {
						message, take = m.ID, k.CustomID
					}
				}
			}
		}
		return take != ""
	})
	out := s.finish(u.Click(message, take))
	if got := text(u.View().Message(out.Message)); !strings.Contains(got, "in this match now") {
		s.t.Fatalf("%s takes no seat: %s", user, got)
	}
}

// A dispute over the wire, from its opening to the decision of its appeal: the match stands still, the thread calls the
// moderators' role, both players hear of each decision in their direct messages, and the moderator who decided does not decide
// the appeal.
func TestDisputeOnTheWire(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if _, err := s.srv.AddUsers(4); err != nil {
		t.Fatal(err)
	}
	s.srv.User("player3").SetModerator(true)
	s.srv.User("player4").SetAdmin(true)
	s.challenge("size:small")
	s.await("player3", "the thread", func(v local.View) bool { return thread(v) != "" })
	expect := func(got, want string) {
		t.Helper()
		if !strings.Contains(got, want) {
			t.Fatalf("%q is not in %s\nlog:\n%s", want, got, s.log.String())
		}
	}
	answer := func(user, line, want string) {
		t.Helper()
		got, _ := s.say(user, line)
		expect(got, want)
	}
	answer("player4", "/setup moderators:@Moderator", "notifies nobody")
	s.srv.SetMentionable(true)
	answer("player4", "/setup moderators:@Moderator", "**Moderators**: ")
	answer("player3", "/dispute open reason:x", "do not play")
	answer("player1", "/dispute open event:2 reason:that roll was odd", "The match is stopped")
	s.await("player3", "the call", func(v local.View) bool {
		return strings.Contains(thread(v), "that roll was odd") && strings.Contains(thread(v), "about event 2") && strings.Contains(thread(v), "\\u003c@\\u0026")
	})
	one, _ := s.say("player1", "/order line:first")
	other, _ := s.say("player2", "/order line:first")
	expect(one+other, "held") // one of them is asked, whom the dice chose
	answer("player2", "/mod pause reason:x", "you have neither")
	answer("player3", "/mod legal event:2", "was legal")
	expect(s.decide("player3", "/mod show view:all reason:to be sure"), "What you asked to see")
	expect(s.decide("player3", "/mod dismiss reason:the dice fit the seed"), "number 3")
	for _, user := range []string{"player1", "player2"} {
		s.await(user, "both decisions", func(v local.View) bool {
			dm := ""
			for _, m := range v.Channel("dm").Messages {
				dm += text(m)
			}
			return strings.Contains(dm, "looked at the whole match") && strings.Contains(dm, "the dice fit the seed")
		})
	}
	answer("player2", "/dispute appeal number:3 reason:I doubt it", "Your appeal is open")
	answer("player3", "/mod uphold reason:I was right", "another moderator must decide")
	s.stop()
	s.start() // nothing of it is in memory alone
	expect(s.decide("player4", "/mod dismiss reason:he was right"), "number 5")
	answer("player2", "/dispute appeal number:3 reason:still", "appealed before")
	answer("player2", "/match verify", "So far everything fits")
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}
