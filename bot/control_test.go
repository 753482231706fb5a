package bot_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
)

// numbered matches the ids of private controls: kind, match, the number of the ask, page and control.
var numbered = regexp.MustCompile(`^[sdctou]\|[a-z0-9]+\|\d*\|\d+\.\d+$`)

// privateIDs returns the ids of all controls that were delivered in private.
func privateIDs(p *party.Party, user wire.UserID) []string {
	var out []string
	for _, s := range p.Wire.Delivered(user, 0) {
		if s.Only == "" {
			continue
		}
		c := bottest.ControlsOf(s.Message.Message)
		for _, b := range c.Buttons {
			out = append(out, b.ID)
		}
		for _, x := range c.Selects {
			out = append(out, x.ID)
		}
		if s.Form != nil {
			out = append(out, s.Form.ID)
		}
	}
	return out
}

// pagesOf counts the records of a match's pages, including heads.
func pagesOf(p *party.Party, id table.ID) (n int, newest string) {
	p.T.Helper()
	rs, err := p.Store.List(context.Background(), "page/"+string(id)+"/", "", 1000)
	if err != nil {
		p.T.Fatal(err)
	}
	for _, r := range rs {
		if strings.Count(r.Key, "/") == 2 {
			newest += r.Key + "=" + string(r.Value) + " "
		}
	}
	return len(rs), newest
}

// Custom ids of private controls hold numbers only, whatever the controls do.
func TestControlIDs(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	p.Click(ann, p.Console(ann), "draft bid")
	p.Click(ann, p.Console(ann), "type bid")
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	p.Play(ann, "tune", "tune")
	found := 0
	for _, user := range []wire.UserID{ann, ben} {
		for _, id := range privateIDs(p, user) {
			if kind, _, _ := strings.Cut(id, "|"); slices.Contains([]string{"force", "own", "forces", "cancel", "view", "when", "more", "usual"}, kind) {
				continue // from before the match, or on its card
			}
			found++
			if !numbered.MatchString(id) {
				t.Errorf("the custom id %q says more than numbers", id)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d controls; expected more", found)
	}
}

// A draft of any length has its button, and the button survives a restart.
func TestLongDraft(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	long := strings.Repeat("long ", 100)
	private, err := p.Hall.Private(t.Context(), id, 1)
	if err != nil {
		t.Fatal(err)
	}
	l := &wire.Letter{Seat: 1, Message: wire.Message{Blocks: []wire.Block{wire.Box{Blocks: []wire.Block{
		wire.Row{{Does: wire.Control{Kind: wire.ControlDraft, Ask: private.Asks[0].ID, Draft: long}, Label: "long"}}}}}}}
	if err := bot.Bind(p.Bot, t.Context(), private, l); err != nil {
		t.Fatal(err)
	}
	p.Restart()
	button := bottest.ControlsOf(l.Message).Buttons[0]
	if len(button.ID) > 40 {
		t.Errorf("the id is %q", button.ID)
	}
	p.Says(p.Press(ann, p.Console(ann), button.ID), "begun: "+long)
}

// The same page shown twice in a row is written once, however it is shown.
func TestPageWrittenOnce(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	_, before := pagesOf(p, id)
	for range 3 {
		p.Slash(ann, []string{"match", "show"}, party.Opt("match", string(id)))
	}
	p.Restart()
	p.Slash(ann, []string{"match", "show"}, party.Opt("match", string(id)))
	if _, after := pagesOf(p, id); after != before {
		t.Errorf("pages %s became %s", before, after)
	}
	p.Click(ann, p.Console(ann), "c|", "2")
	if _, after := pagesOf(p, id); after == before {
		t.Error("the page after an answer is the old one")
	}
}

// The number of pages is bounded. A control of an overwritten page shows the current state, and is not confused with
// the control that is now in its place.
func TestPagesOverwritten(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	old := p.Console(ann)
	before, _ := pagesOf(p, id)
	for i := range 2 * bot.MostPages {
		private, err := p.Hall.Private(t.Context(), id, 1)
		if err != nil {
			t.Fatal(err)
		}
		cs := wire.Row{}
		for range 4 {
			cs = append(cs, wire.Button{Does: wire.Control{Kind: wire.ControlChoose, Ask: private.Asks[0].ID, Draft: fmt.Sprint("page ", i)}})
		}
		if err := bot.Bind(p.Bot, t.Context(), private, &wire.Letter{Seat: 1, Message: wire.Message{Blocks: []wire.Block{cs}}}); err != nil {
			t.Fatal(err)
		}
	}
	if after, _ := pagesOf(p, id); after > before+bot.MostPages {
		t.Errorf("%d records of pages", after)
	}
	a := p.Click(ann, old, "c|", "2")
	p.Says(a, "too old to work")
	p.Says(a, "console of seat 1")
	m := p.Wire.Messages("dm-ann")[0] // the press updated it
	p.Click(ann, m, "c|", "2")
	p.Says(p.Slash(ann, []string{"order"}, party.Opt("line", "bid 3")), "It is not your turn: Name of ben is asked now.") // the question is already answered
}

// After the match its pages are deleted, and the numbers go on.
func TestPagesForgotten(t *testing.T) {
	for _, closed := range []bool{false, true} {
		p := party.Plain(t)
		id := p.Begin()
		p.Wire.CloseDM(ann, closed)
		old := p.Console(ann)
		p.Play(ann, "bid 2")
		p.Play(ben, "quit")
		if n, newest := pagesOf(p, id); n != 2 {
			t.Errorf("%d records of pages are left: %s", n, newest)
		}
		p.Says(p.Click(ann, old, "c|", "2"), "over true")
	}
}

// Nothing of a page gets into the log, whatever is wrong with the page.
func TestPageDamaged(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	rs, err := p.Store.List(t.Context(), "page/"+string(id)+"/1/", "", 100)
	if err != nil || len(rs) == 0 {
		t.Fatal(rs, err)
	}
	for _, r := range rs {
		if err := p.Store.Put(t.Context(), table.Record{Key: r.Key, Value: []byte(`{"n":"bid secret"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	p.Says(p.Click(ann, p.Console(ann), "c|", "2"), "did not work")
	if log := p.Log.String(); !strings.Contains(log, "page/"+string(id)) || strings.Contains(log, "secret") {
		t.Errorf("logged %s", log)
	}
	if _, err := p.Bot.Control(t.Context(), id, 2, "c|"+string(id)+"|0|9.1"); !errors.Is(err, table.ErrNoRecord) {
		t.Errorf("a page that never was: %v", err)
	}
}
