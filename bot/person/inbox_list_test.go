package person_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/toy"
)

// The inbox lists the most urgent question first, also in direct messages; a button opens its console.
func TestInbox(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, inbox), "Nothing.")
	none := p.Begin(party.Opt("clock", "none"))
	slow := p.Begin(party.Opt("clock", "slow"))
	quick := p.Begin(party.Opt("clock", "quick"))
	p.Says(p.Slash(ann, inbox, party.Opt("in", "dm-ann")), "• **what to bid** 1 · against Name of ben. Until <t:")
	m := p.Newest(ann)
	var ids []string
	for _, x := range bottest.ControlsOf(m.Message).Buttons {
		ids = append(ids, strings.TrimPrefix(x.ID, "view|"))
	}
	if want := []string{string(quick), string(slow), string(none)}; !slices.Equal(ids, want) {
		t.Errorf("in the order %v, expected %v", ids, want)
	}
	p.Says(p.Click(ann, m, "2 · "), "console of seat 1")
	p.Slash(ann, []string{"order"}, party.Opt("line", "bid 2"), party.Opt("match", string(slow)))
	p.Settle()
	if got := party.Text(p.Slash(ann, inbox)); strings.Count(got, "against") != 2 {
		t.Errorf("after an answer:\n%s", got)
	}
	// A challenge that waits for the user's answer is in it too.
	p.Slash(eve, party.Challenge, party.ChallengeTo(ann))
	p.Says(p.Slash(ann, inbox), "Accept: Name of eve")
	p.Says(p.Click(ann, p.Newest(ann), "accept|"), "Choose your force")
}

// Below the urgent items are the lesson and, separately, the user's own challenges, each with a button. A reminder
// leaves them out.
func TestInboxLeisure(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, []string{"learn"})
	lesson := p.Newest(ann)
	p.Says(p.Slash(ann, inbox), "Nothing.") // the lesson begins with its first order
	p.Click(ann, lesson, "bid 1")
	p.Slash(ann, party.Challenge, party.ChallengeTo(ben))
	p.Begin(party.Opt("clock", "slow"))
	got := party.Text(p.Slash(ann, inbox))
	question, open, learn := strings.Index(got, "** 1 · against"), strings.Index(got, "Name of ann to Name of ben"), strings.Index(got, "step 2 of 3")
	apart := strings.Index(got, "**Your challenges that wait for others**")
	if question < 0 || learn < question || apart < learn || open < apart {
		t.Errorf("the inbox says\n%s", got)
	}
	m := p.Newest(ann)
	p.Says(p.Click(ann, m, "My force: against Name of ben"), "**Your force: the red**")
	p.Says(p.Click(ann, m, "Go on with the lesson"), "bid, the 2. time")
	p.Pass(37 * time.Hour)
	if got := bottest.Words(p.Console(ann).Message); !strings.Contains(got, "Your time is running") || strings.Contains(got, "esson") {
		t.Errorf("the reminder says\n%s", got)
	}
}

// An inbox shows ten questions, says how many more there are, and has pages.
func TestInboxFull(t *testing.T) {
	p := party.Plain(t)
	for range 13 {
		p.Begin()
	}
	got := party.Text(p.Slash(ann, inbox))
	if strings.Count(got, "against") != 10 || !strings.Contains(got, "… and 3 more") {
		t.Errorf("shown:\n%s", got)
	}
	if got = party.Text(p.Click(ann, p.Newest(ann), "Next page")); strings.Count(got, "against") != 3 || strings.Contains(got, "more") || !strings.Contains(got, "** 13 ·") {
		t.Errorf("on the second page:\n%s", got)
	}
	if got = party.Text(p.Click(ann, p.Newest(ann), "Previous page")); strings.Count(got, "against") != 10 {
		t.Errorf("on the first page again:\n%s", got)
	}
}

// Each of many matches is suggested once enough of its name or its id is typed, and can be reached in the list.
func TestManyMatches(t *testing.T) {
	p := party.Plain(t)
	all := map[string]bool{}
	for range 28 {
		all[string(p.Begin())] = true
	}
	const odd = "odd"
	if err := p.Hall.Open(t.Context(), "open", odd, table.Opening{Game: "toy", Config: toy.Config{Rounds: 2}.Encode(), Users: []table.User{ann, eve},
		Place: []byte(`{"channel":"general","names":["Name of ann","Name of eve"]}`)}); err != nil {
		t.Fatal(err)
	}
	p.Settle()
	show := []string{"match", "show"}
	if got := p.Complete(ann, show, party.Opt("match", "")); len(got) != wire.MostChoices {
		t.Errorf("%d suggestions", len(got))
	}
	if got := p.Complete(ann, show, party.Opt("match", "name EVE")); len(got) != 1 || got[0].Value != odd || !strings.Contains(got[0].Name, "your move") {
		t.Errorf("suggested by a name: %+v", got)
	}
	for id := range all {
		if got := p.Complete(ann, show, party.Opt("match", id)); len(got) == 0 || got[0].Value != id || !strings.HasSuffix(got[0].Name, id) {
			t.Errorf("suggested by the id %s: %+v", id, got)
		}
	}
	p.Slash(ann, []string{"match", "list"})
	all[odd] = true
	for page := range 2 {
		m := p.Newest(ann)
		for _, s := range bottest.ControlsOf(m.Message).Selects {
			for _, o := range s.Options {
				delete(all, strings.TrimPrefix(o.Value, "view|"))
			}
		}
		if page == 0 {
			party.Has(t, m, "Page 1 of 2")
			p.Click(ann, m, "Next page")
		}
	}
	if len(all) > 0 {
		t.Errorf("not in the list: %v", all)
	}
}
