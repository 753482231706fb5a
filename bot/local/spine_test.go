package local

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A command is typed and answered with a card, whose button is pressed and which is then updated: the course of most of
// a match.
func TestCommandToUpdatedCard(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	act, i := b.slash("player1", "/match challenge opponent:@player2 size:small")
	if i.Type != typeCommand || i.Member.User.Username != "player1" {
		t.Fatalf("got %+v", i)
	}
	if want := `"value":"` + s.User("player2").ID().String() + `"`; !strings.Contains(string(i.Data), want) {
		t.Errorf("data %s lacks %s", i.Data, want)
	}
	if a := b.reply(i, callbackMessage, J{"flags": flagComponentsV2, "components": L{text("# Match"), row(button("go"))}}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	out, err := act.Wait(within(t))
	if err != nil || out.State != Answered || out.Message == 0 {
		t.Fatalf("%+v %v", out, err)
	}
	press, err := s.User("player2").Click(out.Message, "go")
	if err != nil {
		t.Fatal(err)
	}
	i = b.next()
	if i.Message == nil || i.Message.ID != out.Message || i.Member.User.Username != "player2" {
		t.Fatalf("got %+v", i)
	}
	if a := b.reply(i, callbackUpdate, J{"components": L{text("# Running")}}); a.status != 204 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if out, err := press.Wait(within(t)); err != nil || out.State != Answered {
		t.Fatalf("%+v %v", out, err)
	}
	v, err := s.User("player3").Wait(within(t), func(v View) bool { return v.Find("# Running") != nil })
	if err != nil {
		t.Fatal(err)
	}
	if v.Find("# Match") != nil {
		t.Error("the old card is still seen")
	}
	if bad := s.Violations(); len(bad) > 0 {
		t.Errorf("violations: %+v", bad)
	}
}

// A wait that times out reports what was seen instead.
func TestWaitSaysWhatWasSeen(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.post(b.general(), J{"content": "something else"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.User("1").Wait(ctx, func(v View) bool { return v.Find("the thing") != nil })
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), `general: "something else"`) {
		t.Errorf("%v", err)
	}
}

// Everything that exists from the beginning has the same ids in every run.
func TestFixedIDs(t *testing.T) {
	one, two := newServer(t), newServer(t, func(c *Config) { c.Clock = Real() })
	dm := func(s *Server) ID {
		if _, err := s.User("2").Say("dm", "hello"); err != nil {
			t.Fatal(err)
		}
		return s.User("2").View().Channel("dm").ID
	}
	if one.AppID() != two.AppID() || one.GuildID() != two.GuildID() || one.User("3").ID() != two.User("3").ID() || dm(one) != dm(two) ||
		one.User("1").View().Channel("general").ID != two.User("1").View().Channel("general").ID {
		t.Error("ids differ between two runs")
	}
}
