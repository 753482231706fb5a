package match_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/wire"
)

// A player who has chosen so is notified in the thread, once for each question, and reminded there only if that does
// not reveal who has answered under seal.
func TestCalledInThread(t *testing.T) {
	p := party.Plain(t)
	p.Says(p.Slash(ann, settings, party.Opt("calls", "thread")), "in the match's thread")
	p.Begin(party.Opt("clock", "slow"))
	calls := func() (out []bottest.Message) {
		for _, m := range p.Cards() {
			if len(m.Mention) > 0 {
				out = append(out, m)
			}
		}
		return out
	}
	p.Play(ben, "bid 2")
	p.Settle()
	if got := calls(); len(got) != 1 || !slices.Equal(got[0].Mention, []wire.UserID{ann}) {
		t.Fatalf("called %+v", got)
	}
	p.Pass(37 * time.Hour)
	if n := len(calls()); n != 1 {
		t.Errorf("a sealed answer that is missing shows: called %d times", n)
	}
	p.Slash(ann, []string{"order"}, party.Opt("line", "bid 3"))
	p.Settle() // ann or ben is asked to tune
	p.Pass(37 * time.Hour)
	for _, m := range calls() {
		if slices.Contains(m.Mention, ben) {
			t.Error("ben, who is written to, is called")
		}
	}
	if n := len(calls()); n != 3 {
		t.Errorf("called %d times, expected one call and one reminder more", n)
	}
}

// A player who is asked something new while another proposes something gets one notification in the thread that says both.
func TestCalledOnceForBoth(t *testing.T) {
	p := party.Plain(t)
	p.Slash(ann, settings, party.Opt("calls", "thread"))
	p.Begin(party.Opt("clock", "slow"))
	before := len(p.Cards())
	for _, x := range []struct {
		user wire.UserID
		line string
	}{{ann, "bid 2"}, {ben, "draw"}, {ben, "bid 3"}} {
		p.Slash(x.user, []string{"order"}, party.Opt("line", x.line))
	}
	p.Settle()
	p.Pass(2 * time.Minute) // nothing else follows
	var calls []string
	for _, m := range p.Cards()[before:] {
		if slices.Contains(m.Mention, ann) {
			calls = append(calls, bottest.Words(m.Message))
		}
	}
	if len(calls) != 1 || !strings.Contains(calls[0], "offers a draw") || !strings.Contains(calls[0], "tune") {
		t.Errorf("called with %q", calls)
	}
}

// Nobody else learns whether a user accepts direct messages: neither from the thread nor from a notification there.
func TestClosedDMShowsToNobody(t *testing.T) {
	var seen [2]string
	for n, closed := range []bool{false, true} {
		p := party.Plain(t)
		p.Wire.CloseDM(ann, closed)
		p.Begin(party.Opt("clock", "slow"))
		p.Play(ben, "bid 2")
		p.Pass(40 * time.Hour)
		p.Play(ann, "bid 3")
		p.Pass(40 * time.Hour)
		for _, m := range p.Cards() {
			seen[n] += bottest.Words(m.Message) + fmt.Sprint(m.Mention, m.Edits) + "\n"
		}
	}
	if !strings.Contains(seen[0], "card of round") {
		t.Fatalf("no card: %s", seen[0])
	}
	for n := range seen {
		seen[n] = hexes.ReplaceAllString(seen[n], "~")
	}
	if seen[0] != seen[1] {
		t.Errorf("with open direct messages the thread holds\n%s\nand with closed ones\n%s", seen[0], seen[1])
	}
}

// hexes matches ids and hashes, which are random.
var hexes = regexp.MustCompile(`[0-9a-f]{32,}|view\|[a-z0-9]{8}`)
