package local

import (
	"strings"
	"testing"
)

// A command is typed, answered with a card, its button pressed and the card updated: the way of most of a match.
func TestCommandToUpdatedCard(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	act, i := b.slash("player1", "/match challenge opponent:@player2 size:small")
	if i.Type != TypeCommand || i.Member.User.Username != "player1" {
		t.Fatalf("got %+v", i)
	}
	if want := `"value":"` + s.User("player2").ID().String() + `"`; !strings.Contains(string(i.Data), want) {
		t.Errorf("data %s lacks %s", i.Data, want)
	}
	if a := b.reply(i, CallbackMessage, J{"flags": FlagComponentsV2, "components": L{text("# Match"), row(button("go"))}}); a.status != 204 {
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
	if a := b.reply(i, CallbackUpdate, J{"components": L{text("# Running")}}); a.status != 204 {
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
