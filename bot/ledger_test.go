package bot_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/bot/ledger"
)

// The ledger says what a seat was told and by which route. Only the seat's player may see it.
func TestLedger(t *testing.T) {
	p := party.Plain(t)
	p.Wire.CloseDM(ann, true)
	id := p.Begin()
	p.Press(ann, p.Cards()[0], "view|"+string(id))
	p.Wire.CloseDM(ann, false)
	p.Play(ann, "bid 2")
	p.Play(ben, "bid 3")
	text := bottest.Words(*p.Slash(ann, []string{"match", "ledger"}).Letter)
	for _, want := range []string{"• news 1: ", ": direct message, <t:", ": answer in the channel, <t:"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the ledger:\n%s", want, text)
		}
	}
	from := 1
	for line := range strings.SplitSeq(text, "\n") {
		var a, b int
		n, _ := fmt.Sscanf(line, "• news %d to %d:", &a, &b)
		if one, _ := fmt.Sscanf(line, "• news %d:", &a); n != 2 && one == 1 && strings.HasPrefix(line, fmt.Sprintf("• news %d:", a)) {
			n, b = 2, a
		}
		if n == 2 {
			if a != from || b < a {
				t.Errorf("news %d is missing: %s", from, line)
			}
			from = b + 1
		}
	}
	if from < 4 {
		t.Errorf("only %d news delivered:\n%s", from-1, text)
	}
	p.Says(p.Slash(eve, []string{"match", "ledger"}), "You are in no match")
}

// A ledger that is longer than an answer says how many entries are left out.
func TestLedgerSaysThatItIsCut(t *testing.T) {
	p := party.Plain(t)
	p.Begin()
	for range 45 {
		p.Play(ann, "note red")
	}
	text := bottest.Words(*p.Slash(ann, []string{"match", "ledger"}).Letter)
	var left int
	_, after, _ := strings.Cut(text, "-# ")
	if _, err := fmt.Sscanf(after, "%d earlier entries left out", &left); err != nil || left < 1 || strings.Count(text, "• news ") != 40 {
		t.Errorf("%d lines, %d left out (%v):\n%s", strings.Count(text, "• news "), left, err, text)
	}
}

// A player who takes over a seat sees what was delivered to them, not what went to their predecessor. Moderators see
// both.
func TestLedgerOfReplacedPlayers(t *testing.T) {
	p, id := party.Court(t)
	in := party.In(string(id))
	p.Play(ben, "bid 3")
	p.Moderates(judge, id, "replace", party.Opt("side", "B"), party.Opt("user", "eve"))
	own := func(first, last int) {
		t.Helper()
		var lines []string
		for line := range strings.SplitSeq(bottest.Words(*p.Slash(eve, []string{"match", "ledger"}, in).Letter), "\n") {
			if strings.HasPrefix(line, "• news ") {
				lines = append(lines, line)
			}
		}
		if want := fmt.Sprintf("• news 1 to %d: direct message", first); len(lines) == 0 || !strings.HasPrefix(lines[0], want) {
			t.Errorf("%v; it should begin with %q", lines, want)
		} else if want := fmt.Sprintf(" to %d: ", last); !strings.Contains(lines[len(lines)-1], want) {
			t.Errorf("%v; it should end with %q", lines, want)
		}
		p.Slash(eve, []string{"privacy", "export"})
		var kept struct {
			Matches []struct{ Delivered []ledger.Delivered }
		}
		if err := json.Unmarshal(p.Newest(eve).Files[0].Data, &kept); err != nil || len(kept.Matches) != 1 || len(lines) == 0 ||
			len(kept.Matches[0].Delivered) != len(lines) || kept.Matches[0].Delivered[0].News != first {
			t.Errorf("the export tells of %+v (%v); the ledger says %v", kept.Matches, err, lines)
		}
	}
	n := len(p.PublicOf(id).Facts)
	own(n, n)
	p.Play(ann, "bid 2")
	own(n, len(p.PublicOf(id).Facts))
	if all, err := p.Bot.Ledger(t.Context(), id, 2); err != nil || all[0].News >= n {
		t.Errorf("the seat's ledger is %v (%v)", all, err)
	}
}

// A question about a match is answered in private from what its asker knows.
func TestQuery(t *testing.T) {
	p := party.Plain(t)
	id := p.Begin()
	p.Play(ben, "note red")
	p.Says(p.Slash(ben, []string{"count"}), `seat 2 knows note "red"`)
	p.Says(p.Slash(ann, []string{"count"}), `seat 1 knows note ""`)
	p.Says(p.Slash(eve, []string{"count"}, party.Opt("match", string(id))), "all know round 0")
	p.Says(p.Slash(ann, []string{"count"}, party.Opt("match", "odd")), "There is no such match")
}
