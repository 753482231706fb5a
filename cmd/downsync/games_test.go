package main

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/local"
	small "downsync/bot/toy"
	"downsync/game"
	"downsync/game/script"
	"downsync/game/table"
	"downsync/game/toy"
)

// withToy offers the toy beside the other games for one test.
func withToy(t *testing.T) {
	before := games
	t.Cleanup(func() { games = before })
	games = append(slices.Clone(games), entry{toy.Rules(), script.Game{Rules: toy.Rules(), New: func(fs.FS) script.Head {
		return script.Head{Sides: 20, Config: func() (game.Config, error) { return toy.Config{}.Encode(), nil }, Stored: func(game.Config) error { return nil }}
	}}, func(ownCards) bot.Game { return small.Forms{}.Game() }, nil})
}

// A match of another game is checked, exported, verified, imported and written as a script with the rules that its Card names.
func TestOtherGamesFiles(t *testing.T) {
	withToy(t)
	k := newKeeper(t)
	k.over()
	s := k.open()
	hall, ctx := offline(s), t.Context()
	const id table.ID = "toy-1"
	if err := hall.Open(ctx, "open", id, table.Opening{Game: "toy", Users: []table.User{"17", "18"}, Seed: table.NewSeed(), Entropy: []string{"", ""}}); err != nil {
		t.Fatal(err)
	}
	for n, order := range []string{"bid 3", "bid 2", "quit"} {
		seat := game.Seat(n%2 + 1)
		p, err := hall.Private(ctx, id, seat)
		if err != nil {
			t.Fatal(err)
		}
		r, err := hall.Parse(ctx, id, order)
		if err != nil {
			t.Fatal(err)
		}
		ask := p.Asks[0]
		if order == "quit" {
			ask = p.Asks[len(p.Asks)-1]
		}
		if _, err := hall.Act(ctx, order, id, seat, ask.ID, r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	k.do(0, "check", "-store", k.path)
	for _, id := range []table.ID{kept, id} {
		text, _ := k.do(0, "export", "-store", k.path, string(id))
		file, other := k.file(string(id)+".json"), k.file("other.db")
		k.write(string(id)+".json", text)
		if out, _ := k.do(0, "verify", file); !strings.Contains(out, "everything fits") {
			t.Errorf("%s: %s", id, out)
		}
		k.do(0, "import", "-store", other, file)
		k.do(0, "check", "-store", other)
		if again, _ := k.do(0, "export", "-store", other, string(id)); again != text {
			t.Errorf("%s is exported otherwise where it was taken in", id)
		}
	}
	if out, _ := k.do(0, "script", "-text", k.file("toy-1.json")); !strings.Contains(out, "game toy\n") || !strings.Contains(out, "1> bid 3\n2> bid 2\n") {
		t.Errorf("as a script: %s", out)
	}
	games = games[:1] // as the program is
	if out, _ := k.do(1, "verify", k.file("toy-1.json")); !strings.Contains(out, `a match of "toy"`) {
		t.Errorf("without the game: %s", out)
	}
}

// A match of another game begins over the wire: the local Discord accepts the commands of both games, and they are found in
// German.
func TestOtherGameOnTheWire(t *testing.T) {
	withToy(t)
	s := newStage(t)
	if err := s.srv.User("player1").SetLocale("de"); err != nil {
		t.Fatal(err)
	}
	s.finish(s.srv.User("player1").Slash("#general", "/partie herausforderung gegner:@player2 spiel:Toy runden:1"))
	v := s.await("player2", "the challenge", func(v local.View) bool { return button(v, "accept|") != nil })
	b := button(v, "accept|")
	out := s.finish(s.srv.User("player2").Click(b.message, b.id))
	pick := control(s.srv.User("player2").View().Message(out.Message), "force|")
	s.finish(s.srv.User("player2").Click(out.Message, pick.CustomID, pick.Options[0].Value))
	v = s.await("player1", "the ready card", func(v local.View) bool { return button(v, "ready|") != nil })
	b = button(v, "ready|")
	s.finish(s.srv.User("player1").Click(b.message, b.id))
	for user, says := range map[string]string{"player1": "Wie viel bietest du?", "player2": "How much do you bid?"} {
		s.await(user, "the question", func(v local.View) bool {
			dm := v.Channel("dm")
			return dm != nil && slices.ContainsFunc(dm.Messages, func(m *local.Message) bool { return strings.Contains(text(m), says) })
		})
	}
}

// The Rules button of /help leads to the chapters of each game's book, and each chapter to its rules: Discord accepts them, and
// only the user who asked sees them.
func TestRulesFromHelp(t *testing.T) {
	s := newStage(t)
	user := s.srv.User("player1")
	for _, g := range games {
		out := s.finish(user.Slash("#general", "/help game:"+g.offered(ownCards{}).Name))
		rules := control(user.View().Message(out.Message), "help|rules|")
		if rules == nil {
			t.Errorf("%s: /help has no button for the rules", g.rules.Card().ID)
			continue
		}
		help := out.Message
		out = s.finish(user.Click(help, rules.CustomID))
		chapters := control(user.View().Message(out.Message), "book|")
		if chapters == nil || len(chapters.Options) < 3 {
			t.Errorf("%s: no chapters in\n%s", g.rules.Card().ID, text(user.View().Message(out.Message)))
			continue
		}
		for _, o := range chapters.Options { // each takes the place of the list
			list := s.finish(user.Click(help, rules.CustomID)).Message
			shown := s.finish(user.Click(list, chapters.CustomID, o.Value))
			m := user.View().Message(shown.Message)
			if m == nil || len(text(m)) < 200 || s.srv.User("player2").View().Message(shown.Message) != nil {
				t.Errorf("%s, %s: the chapter is empty, or others see it", g.rules.Card().ID, o.Label)
			}
		}
	}
}

// **Type a list** of the builder opens a form that Discord takes, in each game that has a builder.
func TestTypeAListOpensAForm(t *testing.T) {
	s := newStage(t)
	for _, locale := range []string{"en-US", "de"} {
		user := s.srv.User("player1")
		if err := user.SetLocale(locale); err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			offered := g.offered(ownCards{})
			if offered.In(bot.Voice{}).Builder == nil {
				continue
			}
			command := map[string]string{"en-US": "/force game:", "de": "/truppe spiel:"}[locale]
			at := s.finish(user.Slash("#general", command+offered.Name)).Message
			s.finish(user.Click(at, control(user.View().Message(at), "forces|new").CustomID))
			s.finish(user.Click(at, control(user.View().Message(at), "forces|type").CustomID))
			if user.View().Modal == nil {
				t.Errorf("%s, %s: no form is open", g.rules.Card().ID, locale)
				continue
			}
			if err := user.Dismiss(0); err != nil {
				t.Fatal(err)
			}
		}
	}
}
