package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"downsync/bot/downsync/worlds"
	"downsync/bot/local"
)

// began brings a match to the first designation and returns the player who designates.
func (s *stage) began() (active, other string) {
	s.t.Helper()
	s.challenge("size:small")
	isAsked := func(user, name string) bool {
		return slices.ContainsFunc(controlsOf(console(s.srv.User(user).View())), func(k *local.Component) bool {
			return strings.HasPrefix(s.control(user, k.CustomID).Ask, name+".")
		})
	}
	asked := func(name string) string {
		var who string
		s.await("player3", "somebody to be asked to "+name, func(local.View) bool {
			for _, u := range []string{"player1", "player2"} {
				if isAsked(u, name) {
					who = u
				}
			}
			return who != ""
		})
		return who
	}
	s.finish(s.srv.User(asked("choose")).Slash("#general", "/order line:first"))
	for range 2 {
		who := asked("deploy")
		s.finish(s.srv.User(who).Slash("#general", "/order line:deploy rest"))
		s.finish(s.srv.User(who).Slash("#general", "/order line:done"))
		s.await(who, "the console after deployment", func(local.View) bool { return !isAsked(who, "deploy") })
	}
	active = asked("designate")
	if active == "player1" {
		return active, "player2"
	}
	return active, "player1"
}

// answer returns the user's answer as text. The answer must be visible only to the user.
func (s *stage) answer(user string, out local.Outcome) string {
	s.t.Helper()
	m := s.srv.User(user).View().Message(out.Message)
	if m == nil {
		s.t.Fatalf("%s was not answered: %+v", user, out)
	}
	for _, u := range []string{"player1", "player2", "player3"} {
		if u != user && s.srv.User(u).View().Message(out.Message) != nil {
			s.t.Errorf("%s sees the answer to %s", u, user)
		}
	}
	return text(m)
}

// Orders that make no sense are answered in private with what was expected, and change nothing.
func TestBadOrders(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	active, other := s.began()
	side, enemy := "A", "B"
	if active == "player2" {
		side, enemy = "B", "A"
	}
	for _, c := range []struct{ user, order, says string }{
		{active, "fly", "an order begins now with: designate"},
		{active, "designate", "up to “designate”, then comes: " + side + "1"},
		{active, "designate " + side + "1 " + side + "1", "named twice"},
		{active, "designate " + enemy + "1", "not yours"},
		{active, "designate " + side + "9", "no " + side + "9"},
		{active, "designate Q7", "up to “designate”, then comes: " + side + "1"},
		{active, "move " + side + "1 to 12", "an order begins now with: designate"},
		{active, "move " + side + "1 to 12.12345,3", "an order begins now with: designate"},
		{active, "move " + side + "1 to 5,5", "not asked now"},
		{active, "reveal " + side + "1 as crusader", "not asked now"},
		{active, strings.Repeat("designate ", 60), "up to “designate”"},
		{other, "designate " + enemy + "1", "asked"},
		{active, "undo", "take back"},
	} {
		out := s.finish(s.srv.User(c.user).Slash("#general", "/order line:"+c.order))
		if got := s.answer(c.user, out); !strings.Contains(got, c.says) {
			t.Errorf("%q was answered %s; expected %q in it", c.order, got, c.says)
		}
	}
	out := s.finish(s.srv.User("player3").Slash("#general", "/order line:done"))
	s.answer("player3", out)
	if after := thread(s.srv.User("player3").View()); strings.Contains(after, "Taskforce:") || strings.Contains(after, "moves to") {
		t.Errorf("a bad order did something: %s", after)
	}
}

// A button of a question that is already answered shows the current state; a second press of it does no harm.
func TestStaleButtons(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	active, _ := s.began()
	v := s.srv.User(active).View()
	b := button(v, "view|")
	out := s.finish(s.srv.User(active).Click(b.message, b.id))
	old := s.srv.User(active).View().Message(out.Message)
	pick := control(old, "c|")
	values := []string{pick.Options[0].Value}
	s.finish(s.srv.User(active).Slash("#general", "/order line:designate "+values[0]))
	for range 2 {
		out = s.finish(s.srv.User(active).Click(old.ID, pick.CustomID, values...))
		got := s.answer(active, out)
		if strings.Contains(got, pick.CustomID) {
			t.Errorf("an old button was answered with the old question: %s", got)
		}
		if control(s.srv.User(active).View().Message(old.ID), pick.CustomID) == nil {
			break // the message was brought up to date: nothing old is left to press
		}
	}
	told := func(v local.View) bool { return strings.Contains(thread(v), "Taskforce:") }
	if got := thread(s.await("player3", "the designation", told)); strings.Count(got, "Taskforce:") != 1 {
		t.Errorf("the designation was told other than once: %s", got)
	}
}

// With closed direct messages, whatever Discord calls it, everything works through "My view", the clock begins with the card,
// and nobody else is told. If Discord cannot open any just now (40003), everything works the same, and nobody is told that
// theirs are closed.
func TestClosedDM(t *testing.T) {
	const open = "POST /users/@me/channels"
	for code, close := range map[int]func(*stepped) error{
		50007: func(s *stepped) error { s.srv.User("player1").CloseDM(true); return nil },
		50278: func(s *stepped) error {
			return s.srv.Inject(local.Fault{Kind: "rest", Route: open, Times: -1, Status: 403, Code: 50278})
		},
		40003: func(s *stepped) error {
			return s.srv.Inject(local.Fault{Kind: "rest", Route: open, Times: -1, Status: 403, Code: 40003})
		},
	} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			t.Parallel()
			w := worlds.Short().World[0]
			s := newStepped(t, w.Dice())
			s.host = s.start()
			if err := close(s); err != nil {
				t.Fatal(err)
			}
			s.open(w)
			s.settle()
			if m := console(s.srv.User("player1").View()); m != nil {
				t.Fatalf("a console got through: %s", text(m))
			}
			if card := lastCard(s.srv.User("player3").View()); !strings.Contains(card, "designates a Taskforce") || !strings.Contains(card, `\u003ct:`) {
				t.Errorf("no clock runs: %s", card)
			}
			b := button(s.srv.User("player1").View(), "view|")
			out := s.finish(s.srv.User("player1").Click(b.message, b.id))
			told := map[string]bool{"your direct messages are closed to me": code == 50007, "we were on no server together": code == 50278}
			got := s.answer("player1", out)
			for words, want := range told {
				if strings.Contains(got, words) != want {
					t.Errorf("My view says %q: %t, expected %t", words, !want, want)
				}
			}
			if !strings.Contains(got, "You are A") {
				t.Errorf("My view shows %s", got)
			}
			for _, a := range w.Acts[:1] {
				s.act(a)
				s.settle()
			}
			for _, it := range s.srv.User("player3").Delivered() {
				if it.Kind != local.EventCommands && strings.Contains(string(it.Data), "direct messages are closed") {
					t.Errorf("the onlooker is told: %s", it.Data)
				}
			}
		})
	}
}

// A deleted console, card or thread comes back, and the match goes on.
func TestDeletedMessages(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	active, _ := s.began()
	// Before a message is deleted it must have been delivered: a failed delivery is tried again when time has passed, and here
	// time does not pass.
	s.await("player3", "the card of the Turn", func(v local.View) bool { return strings.Contains(lastCard(v), "designates a Taskforce") })
	v := s.srv.User(active).View()
	gone := console(v)
	var room local.ChannelView
	for _, c := range v.Channels {
		if c.IsThread() {
			room = c
		}
	}
	for _, f := range []local.Fault{{Kind: "delete-message", Message: gone.ID.String()},
		{Kind: "delete-message", Message: room.Messages[len(room.Messages)-1].ID.String()}} {
		if err := s.srv.Inject(f); err != nil {
			t.Fatal(err)
		}
	}
	side := map[string]string{"player1": "A", "player2": "B"}[active]
	s.finish(s.srv.User(active).Slash("#general", "/order line:designate "+side+"1"))
	s.await(active, "the console again", func(v local.View) bool { m := console(v); return m != nil && m.ID != gone.ID && asks(m) })
	s.await("player3", "the card again", func(v local.View) bool { return strings.Contains(lastCard(v), "Taskforce:") })
	if err := s.srv.Inject(local.Fault{Kind: "delete-channel", Channel: room.ID.String()}); err != nil {
		t.Fatal(err)
	}
	s.finish(s.srv.User(active).Slash("#general", "/order line:done"))
	s.await("player3", "the card somewhere", func(v local.View) bool {
		for _, c := range v.Channels {
			for _, m := range c.Messages {
				if strings.Contains(text(m), "Taskforce:") {
					return true
				}
			}
		}
		return false
	})
}

// Without a permission that a match needs, nobody can challenge: the challenger is told which one, and only that one. Nobody can accept either; once the
// permission is given, they can.
func TestMissingPermission(t *testing.T) {
	s := newStage(t)
	names := map[string]string{"SEND_MESSAGES": "Send Messages", "SEND_MESSAGES_IN_THREADS": "Send Messages in Threads", "CREATE_PUBLIC_THREADS": "Create Public Threads",
		"EMBED_LINKS": "Embed Links", "ATTACH_FILES": "Attach Files", "READ_MESSAGE_HISTORY": "Read Message History", "VIEW_CHANNEL": "View Channels"}
	for lost, name := range names {
		if err := s.srv.Inject(local.Fault{Kind: "deny", Channel: "general", Permissions: []string{lost}}); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"/match challenge opponent:@player2", "/play opponent:@player2"} {
			out := s.finish(s.srv.User("player1").Slash("#general", command))
			if got := s.answer("player1", out); !strings.Contains(got, "I lack "+name+". ") || strings.Contains(got, "Your challenge is out") {
				t.Errorf("without %s %s answers %.400s", lost, command, got)
			}
		}
		if err := s.srv.Inject(local.Fault{Kind: "allow", Channel: "general", Permissions: []string{lost}}); err != nil {
			t.Fatal(err)
		}
	}
	s.finish(s.srv.User("player1").Slash("#general", "/play opponent:@player2"))
	if err := s.srv.Inject(local.Fault{Kind: "deny", Channel: "general", Permissions: []string{"CREATE_PUBLIC_THREADS"}}); err != nil {
		t.Fatal(err)
	}
	accepted := func() string {
		return s.answer("player2", s.finish(s.srv.User("player2").Slash("#general", "/match accept")))
	}
	if got := accepted(); !strings.Contains(got, "I lack Create Public Threads. ") {
		t.Errorf("accepted: %.400s", got)
	}
	if err := s.srv.Inject(local.Fault{Kind: "allow", Channel: "general", Permissions: []string{"CREATE_PUBLIC_THREADS"}}); err != nil {
		t.Fatal(err)
	}
	if got := accepted(); !strings.Contains(got, "Choose your force") {
		t.Errorf("afterwards: %.400s", got)
	}
}
