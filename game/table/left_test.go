package table_test

import (
	"encoding/json"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// A proposal lapses when its player is replaced: nobody agrees to it in the name of the next player. The others' proposals
// stay.
func TestProposalOfReplaced(t *testing.T) {
	b := dealt(t)
	b.propose(table.ProposePause, time.Hour, 1, 2)
	if err := b.rule(table.Ruling{What: "replace", Seat: 2, Replace: "u9"}); err != nil {
		t.Fatal(err)
	}
	check := func() {
		t.Helper()
		if o := b.public().Clocks.Offers; len(o) != 1 || o[0].Seat != 1 {
			t.Errorf("there are the offers %+v", o)
		}
	}
	check()
	b.cold()
	check()
	if b.propose(table.ProposePause, time.Hour, 3) || !b.propose(table.ProposePause, time.Hour, 2) {
		t.Error("the match pauses without who sits there now, or not with them")
	}
	if err := b.rule(table.Ruling{End: &game.Result{Rank: []int{1, 1, 1}, Why: "void"}}); err != nil {
		t.Fatal(err)
	}
	if a, err := audit(fileOf(t, b.carried())); err != nil || a.Result == nil {
		t.Errorf("audited: %+v, %v", a, err)
	}
}

// A match in which such a proposal was agreed to goes on as it was stored: the pause holds.
func TestStoredProposalOfReplaced(t *testing.T) {
	at := time.Date(2026, 11, 22, 6, 0, 0, 0, time.UTC)
	c := table.Clocks{Offers: []table.Offer{{Seat: 2, What: table.ProposePause, For: time.Hour, Until: at.Add(time.Hour)}}}
	rec := game.Record{Kind: "mark", Note: "refereed", Players: []string{"a", "b"},
		Facts: []game.StoredFact{{Kind: "refereed", Data: json.RawMessage(`{"n":1,"what":"replace","seat":2}`)}}}
	if next := table.Noted(c, rec, at, 2); len(next.Offers) != 1 {
		t.Errorf("the record alone takes the offer back: %+v", next)
	}
}
