package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
)

func slashIn(match string) bottest.Option { return opt("match", match) }

// Each reader's log is numbered by what they were told: another's note is no event of theirs, and moves no number.
func TestLogIsOnesOwn(t *testing.T) {
	p := newParty(t)
	id := slashIn(string(p.begin()))
	p.play(ann, "note red", "bid 3")
	p.play(ben, "bid 2")
	log := []string{"match", "log"}
	own, other, all := text(p.Slash(ann, log, id)), text(p.Slash(ben, log, id)), text(p.Slash(eve, log, id))
	if !strings.Contains(own, "`2` note 1 0 red") || !strings.Contains(own, "`3` bid 1 3") {
		t.Errorf("ann's log: %s", own)
	}
	if strings.Contains(other, "note") || other != all || !strings.Contains(other, "`2` bid 1 3") {
		t.Errorf("ben's log: %s\neve's: %s", other, all)
	}
	event := func(user bot.UserID, n int) string {
		return text(p.Slash(user, []string{"match", "event"}, opt("number", fmt.Sprint(n)), id))
	}
	for _, c := range []struct {
		user bot.UserID
		n    int
		says string
	}{
		{ann, 2, "seat 1 saw note 1 0 red; after 1 facts"}, {ben, 2, "seat 2 saw bid 1 3 ; after 1 facts"}, {eve, 2, "all saw bid 1 3 ; after 1 facts"},
		{eve, 1, "all saw began"}, {eve, 0, "a number from 1 to"}, {ann, 999, "a number from 1 to"}, {eve, -4, "a number from 1 to"},
	} {
		if got := event(c.user, c.n); !strings.Contains(got, c.says) {
			t.Errorf("event %d of %s: %s", c.n, c.user, got)
		}
	}
}

// A long log has pages; its buttons turn them, and what they are not says so.
func TestLogPages(t *testing.T) {
	p := newParty(t)
	id := p.begin()
	for range 20 {
		p.play(ann, "note red", "note blue")
	}
	log := []string{"match", "log"}
	last := p.Slash(ann, log, slashIn(string(id)))
	p.says(last, "page 3 of 3")
	if n := strings.Count(bottest.Words(p.Newest(ann).Message), "\n`"); n < bot.LogLines-1 {
		t.Errorf("the log opens on %d lines:\n%s", n+1, bottest.Words(p.Newest(ann).Message))
	}
	p.says(p.Slash(ann, log, slashIn(string(id)), opt("page", "1")), "`1` began")
	p.says(p.Slash(ann, log, slashIn(string(id)), opt("page", "zero")), "is no page")
	p.says(p.Slash(ann, log, slashIn(string(id)), opt("page", "99")), "page 3 of 3")
	p.says(p.click(ann, p.Newest(ann), "Back"), "page 2 of 3")
	for _, bent := range []string{"log|" + string(id) + "|", "log|" + string(id) + "|0.1", "log|nothing|1.1"} {
		p.says(p.Press(ann, p.Newest(ann), bent), "")
	}
}
