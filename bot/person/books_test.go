package person_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
)

// A look-up needs no match and is answered in private. Its select shows further entries in the same place.
func TestBooks(t *testing.T) {
	r := party.Plain(t)
	r.Slash("a", []string{"lore"}, bottest.Option{Name: "card", Value: "7"})
	m := r.Newest("a")
	if s := bottest.Words(m.Message); !strings.Contains(s, "card 7") || m.Only != "a" {
		t.Fatalf("%s", s)
	}
	id, ok := bottest.ControlsOf(m.Message).Find("book|lore")
	if !ok {
		t.Fatal("nothing leads on")
	}
	r.Press("a", m, id, "8")
	if now := r.Newest("a"); now.ID != m.ID || !strings.Contains(bottest.Words(now.Message), "card 8") {
		t.Errorf("%s", bottest.Words(now.Message))
	}
	r.Slash("a", []string{"lore"})
	if s := bottest.Words(r.Newest("a").Message); !strings.Contains(s, "expected a card") {
		t.Errorf("%s", s)
	}
	r.Press("a", m, "book|nowhere", "8")
	if s := bottest.Words(r.Newest("a").Message); !strings.Contains(s, "older message") {
		t.Errorf("%s", s)
	}
}
