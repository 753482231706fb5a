package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/local"
)

// pressed presses a control of a message that a person sees, and returns what they see then: the message in its new state, or the answer.
func (s *stage) pressed(user string, m *local.Message, id string, values ...string) *local.Message {
	s.t.Helper()
	out := s.finish(s.srv.User(user).Click(m.ID, id, values...))
	v := s.srv.User(user).View()
	if answer := v.Message(out.Message); answer != nil {
		return answer
	}
	return v.Message(m.ID)
}

// The set-up panel works on the wire: each choice is saved and shown as chosen, an empty one clears it, and what the bot lacks in a channel is
// named. Nobody else may press.
func TestSetupPanelOnTheWire(t *testing.T) {
	s := newStage(t)
	s.srv.User("player1").SetAdmin(true)
	out := s.finish(s.srv.User("player1").Slash("#general", "/setup"))
	m := s.srv.User("player1").View().Message(out.Message)
	chosen := func(id string) []string {
		var all []string
		for _, d := range m.Component(id).DefaultValues {
			all = append(all, d.ID.String())
		}
		for _, o := range m.Component(id).Options {
			if o.Default {
				all = append(all, o.Value)
			}
		}
		return all
	}
	v := s.srv.User("player1").View()
	matches := v.Channel("#matches").ID.String()
	role := v.Guild.Roles[slices.IndexFunc(v.Guild.Roles, func(r local.RoleView) bool { return r.Name == "Moderator" })].ID.String()
	for _, x := range []struct{ id, value, now string }{{"setup|channel", "#matches", matches}, {"setup|moderators", "@Moderator", role},
		{"setup|announcements", "#matches", matches}, {"setup|clock", "correspondence", "correspondence"}} {
		m = s.pressed("player1", m, x.id, x.value)
		if !slices.Equal(chosen(x.id), []string{x.now}) || !strings.Contains(text(m), "Saved. ") {
			t.Errorf("after %s: %q is chosen in\n%s", x.id, chosen(x.id), text(m))
		}
	}
	if m = s.pressed("player1", m, "setup|announcements"); len(chosen("setup|announcements")) > 0 {
		t.Errorf("cleared, and still %q", chosen("setup|announcements"))
	}
	if err := s.srv.Inject(local.Fault{Kind: "deny", Channel: "matches", Permissions: []string{"ATTACH_FILES"}}); err != nil {
		t.Fatal(err)
	}
	if m = s.pressed("player1", m, "setup|show|more"); !strings.Contains(text(m), "I lack Attach Files") {
		t.Errorf("a missing right is not named:\n%s", text(m))
	}
	m = s.pressed("player1", m, "setup|theme", "light")
	if !slices.Equal(chosen("setup|theme"), []string{"light"}) {
		t.Errorf("the theme is %q", chosen("setup|theme"))
	}
	s.srv.User("player1").SetAdmin(false)
	if m = s.pressed("player1", m, "setup|theme", "default"); !strings.Contains(text(m), "may manage this server") {
		t.Errorf("pressed without the right:\n%s", text(m))
	}
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}

// A bot that is added to a server greets it once, whatever comes after: a new session, an outage, a restart, being removed and added again.
func TestGreetingOnTheWire(t *testing.T) {
	s := newStage(t)
	inject := func(kind string) {
		t.Helper()
		if err := s.srv.Inject(local.Fault{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	greetings := func() (out []*local.Message) {
		for _, m := range s.srv.User("player3").View().Channel("#general").Messages {
			if m.Component("setup") != nil {
				out = append(out, m)
			}
		}
		return out
	}
	s.settled()
	if n := len(greetings()); n != 0 {
		t.Fatalf("%d greetings on a server that the bot has long been on", n)
	}
	inject("kick")
	inject("invite")
	s.await("player3", "the greeting", func(local.View) bool { return len(greetings()) > 0 })
	m := greetings()[0]
	for _, item := range s.srv.User("player3").Delivered() {
		if item.Kind == local.EventMessage && strings.Contains(string(item.Data), `"ping":true`) {
			t.Errorf("the greeting notifies: %s", item.Data)
		}
	}
	if m.Flags&(1<<12) == 0 {
		t.Error("the greeting is not silent")
	}
	inject("outage")
	inject("kick")
	inject("invite")
	s.stop()
	s.start()
	s.settled()
	if n := len(greetings()); n != 1 {
		t.Errorf("%d greetings", n)
	}
	s.srv.User("player1").SetAdmin(true)
	if got := text(s.pressed("player1", m, "setup")); !strings.Contains(got, "every channel") {
		t.Errorf("who manages the server sees\n%s", got)
	}
	if got := text(s.pressed("player2", m, "setup")); !strings.Contains(got, "may manage this server") {
		t.Errorf("somebody else sees\n%s", got)
	}
	if got := text(s.pressed("player2", m, "help")); !strings.Contains(got, "Learn by playing") {
		t.Errorf("how to play: \n%s", got)
	}
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}

// settled waits until the bot has handled what the gateway told it so far, and its jobs have run.
func (s *stage) settled() {
	s.t.Helper()
	s.finish(s.srv.User("player3").Slash("#matches", "/help"))
	if _, err := s.host.bot.Due(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
}

// The message Play here goes out on the wire, and its buttons work after a restart and half a year, for everybody in the channel.
func TestPlayHereOnTheWire(t *testing.T) {
	s := newStage(t)
	s.srv.User("player1").SetAdmin(true)
	out := s.finish(s.srv.User("player1").Slash("#general", "/setup channel:#matches"))
	s.pressed("player1", s.srv.User("player1").View().Message(out.Message), "setup|invite")
	s.srv.Clock().Advance(180 * 24 * time.Hour)
	s.stop()
	s.start()
	m := s.srv.User("player2").View().Channel("#matches").Messages[0]
	for id, says := range map[string]string{"learn": "Press **Go on**", "rival|downsync": "Recruit", "challenge|downsync": "Whom", "anybody|syndicate": "Your challenge is out"} {
		if got := text(s.pressed("player2", m, id)); !strings.Contains(got, says) {
			t.Errorf("%s: expected %q in\n%s", id, says, got)
		}
	}
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}

// The commands of the context menus work on the wire: for a player of the match, and for nobody else.
func TestContextMenusOnTheWire(t *testing.T) {
	s := newStage(t)
	s.challenge("size:small")
	s.await("player3", "the thread", func(v local.View) bool { return thread(v) != "" })
	use := func(user string, act *local.Act, err error) string {
		t.Helper()
		out := s.finish(act, err)
		return text(s.srv.User(user).View().Message(out.Message))
	}
	s.await("player3", "the card", func(local.View) bool { return len(s.cards()) > 0 })
	card := s.cards()[0]
	on := func(user, name string) (*local.Act, error) { return s.srv.User(user).OnMessage(card.ID, name) }
	act, err := on("player1", "Why?")
	if got := use("player1", act, err); !strings.Contains(got, "You are asked") {
		t.Errorf("a player reads\n%s", got)
	}
	act, err = on("player3", "Why?")
	if got := use("player3", act, err); !strings.Contains(got, "You have no part in that match") {
		t.Errorf("somebody else reads\n%s", got)
	}
	act, err = on("player3", "Report")
	if got := use("player3", act, err); !strings.Contains(got, "You do not play in this match") {
		t.Errorf("somebody else reads\n%s", got)
	}
	act, err = on("player1", "Report")
	if out := s.finish(act, err); out.Modal == nil {
		t.Error("no form for a dispute")
	} else {
		act, err = s.srv.User("player1").Submit(out.Modal.CustomID, map[string]any{"reason": "that was no line of sight"})
		if got := use("player1", act, err); !strings.Contains(got, "moderators") {
			t.Errorf("the dispute: %s", got)
		}
	}
	act, err = s.srv.User("player3").OnUser("#matches", "Challenge", "player1")
	out := s.finish(act, err)
	m := s.srv.User("player3").View().Message(out.Message)
	if got := text(s.pressed("player3", m, "whom|syndicate|"+s.srv.User("player1").ID().String()+"|Player One")); !strings.Contains(got, "Your challenge is out") {
		t.Errorf("the challenge: %s", got)
	}
	said, err := s.srv.User("player2").Say("#general", "you cheat")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.srv.User("player1").SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	act, err = s.srv.User("player1").OnMessage(said.ID, "Melden")
	if out := s.finish(act, err); out.Modal == nil {
		t.Error("no form for a report")
	}
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}

// A user who has installed the bot learns and plays against it where it is not, and in direct messages. Commands for servers are not offered there,
// and everything else says that it needs a server.
func TestUserInstallOnTheWire(t *testing.T) {
	s := newStage(t)
	u := s.srv.User("player2")
	u.Install(true)
	if err := s.srv.Inject(local.Fault{Kind: "kick"}); err != nil {
		t.Fatal(err)
	}
	say := func(channel, line string) *local.Message {
		t.Helper()
		out := s.finish(u.Slash(channel, line))
		return u.View().Message(out.Message)
	}
	if _, err := s.srv.User("player1").Slash("#general", "/learn"); err == nil {
		t.Error("somebody without the bot has its commands")
	}
	if _, err := u.Slash("#general", "/setup"); err == nil {
		t.Error("a command for servers is offered")
	}
	lesson := say("#general", "/learn")
	if !lesson.Ephemeral() {
		t.Error("the lesson is public")
	}
	var next string
	for _, k := range unfolded(lesson) {
		if k.Label == "Go on" {
			next = k.CustomID
		}
	}
	if got := text(s.pressed("player2", lesson, next)); !strings.Contains(got, "2 of 27") {
		t.Errorf("the lesson's second step: %s", got)
	}
	for _, line := range []string{"/play", "/play opponent:@player1", "/match list which:server"} {
		if got := text(say("#general", line)); !strings.Contains(got, "server") {
			t.Errorf("%s: %s", line, got)
		}
	}
	if got := text(say("#general", "/rules word:Q65")); strings.Contains(got, "needs a server") {
		t.Errorf("the rules: %s", got)
	}
	for n, channel := range []string{"#general", "dm"} {
		help := say(channel, "/help")
		which := s.pressed("player2", help, "rival|downsync")
		s.pressed("player2", which, "rival|downsync|recruit")
		s.await("player2", "the console", func(v local.View) bool {
			consoles := 0
			for _, m := range v.Channel("dm").Messages {
				if strings.Contains(text(m), "You are A") {
					consoles++
				}
			}
			return consoles > n
		})
	}
	for _, name := range []string{"player1", "player3"} {
		for _, c := range s.srv.User(name).View().Channels {
			if len(c.Messages) > 0 {
				t.Errorf("%s sees %s", name, text(c.Messages[0]))
			}
		}
	}
	if vs := s.srv.Violations(); len(vs) > 0 {
		t.Errorf("Discord would have refused: %+v", vs)
	}
}
