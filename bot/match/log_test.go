package match_test

import (
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// Each reader's log is numbered by what they were told: another player's note is no event in it and shifts no number.
func TestLogIsOnesOwn(t *testing.T) {
	p := party.Plain(t)
	id := party.In(string(p.Begin()))
	p.Play(ann, "note red", "bid 3")
	p.Play(ben, "bid 2")
	log := []string{"match", "log"}
	own, other, all := party.Text(p.Slash(ann, log, id)), party.Text(p.Slash(ben, log, id)), party.Text(p.Slash(eve, log, id))
	if !strings.Contains(own, "`1a` note 1 0 red") || !strings.Contains(own, "`2` bid 1 3") {
		t.Errorf("ann's log: %s", own)
	}
	if strings.Contains(other, "note") || other != all || !strings.Contains(other, "`2` bid 1 3") {
		t.Errorf("ben's log: %s\neve's: %s", other, all)
	}
	event := func(user wire.UserID, n string) string {
		return party.Text(p.Slash(user, []string{"match", "event"}, party.Opt("event", n), id))
	}
	for _, c := range []struct {
		user wire.UserID
		n    string
		says string
	}{
		{ann, "1a", "seat 1 saw note 1 0 red; after 1 facts"}, {ann, "2", "seat 1 saw bid 1 3 ; after 2 facts"}, {ben, "2", "seat 2 saw bid 1 3 ; after 1 facts"},
		{eve, "2", "all saw bid 1 3 ; after 1 facts"}, {eve, "1", "all saw began"}, {eve, "0", "a number from 1 to 5"}, {ann, "999", "a number from 1 to 5"},
		{eve, "-4", "a number from 1 to 5"}, {eve, "1a", "a number from 1 to 5"}, {ben, "1a", "a number from 1 to 5"}, {ann, "1b", "a number from 1 to 5"},
	} {
		if got := event(c.user, c.n); !strings.Contains(got, c.says) {
			t.Errorf("event %s of %s: %s", c.n, c.user, got)
		}
	}
}

// A long log has pages. Its buttons turn them, and a page that does not exist is answered with words.
func TestLogPages(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	for range 20 {
		p.Play(ann, "note red", "note blue")
	}
	log := []string{"match", "log"}
	last := p.Slash(ann, log, party.In(string(id)))
	p.Says(last, "page 3 of 3")
	if n := strings.Count(bottest.Words(p.Newest(ann).Message), "\n`"); n < wire.LogLines-1 {
		t.Errorf("the log opens on %d lines:\n%s", n+1, bottest.Words(p.Newest(ann).Message))
	}
	p.Says(p.Slash(ann, log, party.In(string(id)), party.Opt("page", "1")), "`1` began")
	p.Says(p.Slash(ann, log, party.In(string(id)), party.Opt("page", "zero")), "is not a page")
	p.Says(p.Slash(ann, log, party.In(string(id)), party.Opt("page", "99")), "page 3 of 3")
	p.Says(p.Click(ann, p.Newest(ann), "Back"), "page 2 of 3")
	for _, bent := range []string{"log|" + string(id) + "|", "log|" + string(id) + "|0.1", "log|nothing|1.1"} {
		p.Says(p.Press(ann, p.Newest(ann), bent), "")
	}
}
