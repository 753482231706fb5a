package main

import (
	"slices"
	"strings"
	"testing"

	"downsync/bot/local"
)

// One player's Discord speaks German, the other's English: each is asked in their own language, by direct message and in
// the answer, and everybody sees the one same card in the server's.
func TestTwoLanguages(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if err := s.srv.User("player2").SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	s.challenge("")
	same := func() {
		t.Helper()
		for _, other := range []string{"player2", "player3"} {
			s.await(other, "the card that player1 sees", func(v local.View) bool { return thread(v) == thread(s.srv.User("player1").View()) })
		}
	}
	step := 0
	s.playOn([]runner{{user: "player1"}, {user: "player2"}}, func() bool { step++; return step > 8 }, same)
	var card string // between the cards of two Turns none has its buttons
	s.await("player3", "the card of this Turn", func(v local.View) bool { card = thread(v); return strings.Contains(card, "My view") })
	card += s.happened("player3")
	for words, there := range map[string]bool{"Starting roll": true, "Startwurf": false, "Meine Sicht": false} {
		if strings.Contains(card, words) != there {
			t.Errorf("the card has %q: %t\n%s", words, !there, card)
		}
	}
	for user, words := range map[string][2]string{"player1": {"## You are A", "Du bist"}, "player2": {"## Du bist B", "You are"}} {
		view := s.await(user, "the console", func(v local.View) bool { return console(v) != nil })
		if got := text(console(view)); !strings.Contains(got, words[0]) || strings.Contains(got, words[1]) {
			t.Errorf("%s is not told %q in the direct message:\n%s", user, words[0], got)
		}
		b := button(view, "view|")
		out := s.finish(s.srv.User(user).Click(b.message, b.id))
		if got := text(s.srv.User(user).View().Message(out.Message)); !strings.Contains(got, words[0]) || strings.Contains(got, words[1]) {
			t.Errorf("%s is not answered %q:\n%s", user, words[0], got)
		}
	}
	// A refusal of the rules, and a command by its German name.
	out := s.finish(s.srv.User("player2").Slash("dm", "/befehl zeile:fly B1"))
	if got := text(s.srv.User("player2").View().Message(out.Message)); !strings.Contains(got, "„fly B1“ kann ich nicht lesen") {
		t.Errorf("refused with %s", got)
	}
	for _, v := range s.srv.Violations() {
		t.Errorf("against Discord's rules: %+v", v)
	}
}

// A server in German has German cards, also for a challenge by somebody whose Discord is English.
func TestGermanServer(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	if err := s.srv.SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	s.challenge("")
	card := ""
	s.await("player3", "the match's card", func(v local.View) bool { card = lastCard(v); return strings.Contains(card, "Meine Sicht") })
	if strings.Contains(card, "Set-up") || !strings.Contains(card, "Aufbau") {
		t.Errorf("the card is not German:\n%s", card)
	}
	v := s.await("player1", "the console", func(v local.View) bool { return console(v) != nil })
	if got := text(console(v)); !strings.Contains(got, "You are A") {
		t.Errorf("player1 is written to in another language:\n%s", got)
	}
}

// Users with a German Discord find the commands by German names, with German words; for others they stay in English.
func TestGermanCommands(t *testing.T) {
	s := newStage(t)
	if err := s.srv.User("player2").SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	suggested := func(user, typed string) []string {
		t.Helper()
		list, err := s.srv.User(user).Autocomplete(t.Context(), "#general", typed)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, x := range list {
			out = append(out, x.Name+" "+x.Detail)
		}
		return out
	}
	for _, c := range []struct{ user, typed, want string }{
		{"player1", "/", "/match Matches: challenge, accept, look, concede"},
		{"player2", "/", "/partie Partien: herausfordern, annehmen, ansehen, aufgeben"},
		{"player2", "/partie ", "liste Deine Partien und die offenen Herausforderungen, oder die dieses Servers"},
		{"player2", "/partie herausforderung gr", "größe Wie groß die Partie ist; ohne Angabe: klein (optional)"},
	} {
		if got := suggested(c.user, c.typed); !slices.Contains(got, c.want) {
			t.Errorf("%s typed %q: %q, expected %q", c.user, c.typed, got, c.want)
		}
	}
}
