package match_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// Why? tells a player what they are asked, and on a closed card what happened in its round. It tells somebody without a seat nothing about the
// match, and nobody anything about a message of others.
func TestWhy(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Says(p.OnMessage(ann, "Why?", p.Console(ann), ""), "You are asked")
	card := p.Cards()[0]
	p.Says(p.OnMessage(ann, "Why?", card, ""), "You are asked")
	p.Says(p.OnMessage(ann, "Why?", card, eve), "my own messages")
	p.Round()
	closed := p.Cards()[0]
	p.Says(p.OnMessage(ben, "Why?", closed, ""), "What happened")
	for _, m := range []bottest.Message{card, closed, p.Cards()[1], p.Console(ann)} {
		a := p.OnMessage(eve, "Why?", m, "")
		p.Says(a, "You have no part in that match")
		if words := bottest.Words(*a.Letter); strings.Contains(words, "bid") || strings.Contains(words, p.Name(ann)) || strings.Count(words, "\n") > 1 {
			t.Errorf("somebody without a seat reads:\n%s", words)
		}
	}
	p.Says(p.OnMessage(ann, "Why?", bottest.Message{Channel: bottest.General, ID: "m?"}, ""), "my own messages")
}

// Why? repeats what became of the player's last press on the message, to that player only, and does not forget it.
func TestWhyRepeatsTheLastRefusal(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	old := p.Console(ann)
	p.Play(ann, "note red")
	p.Settle()
	m := p.Console(ann)
	m.ID = old.ID
	var said string
	for _, b := range bottest.ControlsOf(old.Message).Buttons {
		if kind, _, _ := strings.Cut(b.ID, "|"); kind == wire.ControlSubmit {
			said = party.Text(p.Press(ann, m, b.ID))
			p.Press(ann, m, b.ID) // the second one is refused
			break
		}
	}
	note := p.Hosts()[0].Bot.Present(ctx, id, 1)
	if note.Note == "" || note.Message != m.ID {
		t.Fatalf("the press left no note: %+v after %q", note, said)
	}
	for range 2 {
		p.Says(p.OnMessage(ann, "Why?", m, ""), "Your last press here**: "+note.Note)
	}
	if a := p.OnMessage(ben, "Why?", m, ""); strings.Contains(party.Text(a), note.Note) {
		t.Error("the other player reads it")
	}
}
