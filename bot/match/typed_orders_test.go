package match_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// Any spelling of an order is accepted. A near miss is asked back and played with one press. Anything else is answered
// with what was expected.
func TestTypedOrders(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	order := []string{"order"}
	p.Says(p.Slash(ann, order, party.Opt("line", "bdi 2")), "Did you mean `bid 2`?")
	asked := p.Newest(ann)
	if id := mustFind(t, asked.Message, "Yes, do that"); strings.Contains(id, "bid") {
		t.Errorf("the button's id holds the order: %s", id)
	}
	p.Says(p.Click(ann, asked, "Yes, do that"), "console of seat 1")
	p.Says(p.Click(ann, asked, "Yes, do that"), "already answered")
	p.Says(p.Slash(ben, order, party.Opt("line", "fly away")), "I cannot read “fly away”; an order begins now with: bid")
	p.Says(p.Slash(ben, order, party.Opt("line", "bid so many")), "I cannot read “bid so many”; I understand it up to “bid”, then comes: 1, 2, 3, 4")
	p.Says(p.Slash(ben, order, party.Opt("line", "bid 3 or more")), "I cannot read “bid 3 or more”; the order is complete with “bid 3”")
	p.Says(p.Slash(ben, order, party.Opt("line", "quit?")), "Did you mean `quit`?") // a question concedes nothing
	p.Says(p.Slash(ben, order, party.Opt("line", "  BID   3. ")), "✔️ `bid 3`")
	p.Settle()
	party.Has(t, p.Cards()[0], "bid 2 3")
}

// A player who types an order out of turn is told so, and whose turn it is.
func TestTypedOutOfTurn(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Play(ann, "bid 2")
	order := []string{"order"}
	p.Says(p.Slash(ann, order, party.Opt("line", "bid 2")), "It is not your turn: Name of ben is asked now.")
	p.Says(p.Slash(ann, order, party.Opt("line", "fly away")),
		"I cannot read “fly away”, and it is not your turn: Name of ben is asked now. Until then an order begins with: ")
}

func mustFind(t *testing.T, m wire.Message, words string) string {
	t.Helper()
	id, ok := bottest.ControlsOf(m).Find(words)
	if !ok {
		t.Fatalf("no %q", words)
	}
	return id
}

// Suggestions tolerate near misses.
func TestTolerantSuggestions(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	for typed, want := range map[string]string{"bi": "bid", "bdi": "bid", "bdi 2": "bid 2", "zz": ""} {
		cs := p.Complete(ann, []string{"order"}, party.Opt("line", typed))
		if want == "" && len(cs) != 0 || want != "" && (len(cs) == 0 || cs[0].Value != want) {
			t.Errorf("%q: %v", typed, cs)
		}
	}
}
