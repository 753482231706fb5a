package downsync

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game"
	"downsync/game/plane"
	"downsync/game/table"

	rules "downsync/game/downsync"
)

// ruleNumber is the number of a rule or a ruling. D1 to D8 are squares too, as in "moves to D4".
var ruleNumber = regexp.MustCompile(`\b[RQVS]\d+(\.\d+)?\b|\bD(9|1\d)\b`)

// A log names rules only where it is asked to, and says the same otherwise.
func TestLogWithoutNumbers(t *testing.T) {
	n := newNewcomer(t, starters(t), 7)
	n.play(400, func(v rules.View) bool { return v.Turn > 5 })
	p, err := n.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	plain, cited := history{Forms{}}.Plainly(p.View, p.Meta, p.Facts), history{Forms{}}.Log(p.View, p.Meta, p.Facts)
	numbers := 0
	for i, line := range plain {
		if ruleNumber.MatchString(line) {
			t.Errorf("a rule in %q", line)
		}
		if !strings.HasPrefix(cited[i], line) {
			t.Errorf("%q with its rules is %q", line, cited[i])
		}
		if ruleNumber.MatchString(cited[i]) {
			numbers++
		}
	}
	if numbers < 20 {
		t.Errorf("%d lines name a rule when asked", numbers)
	}
}

// An event is of the Turn in which it happened, though the step went on into the next.
func TestEventsOfTheirTurn(t *testing.T) {
	n := newNewcomer(t, starters(t), 7)
	n.play(400, func(v rules.View) bool { return v.Turn > 2 })
	p, err := n.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for i, f := range p.Facts {
		ended, ok := f.(rules.TurnEnded)
		if !ok {
			continue
		}
		after, moment, err := n.hall.PublicAt(t.Context(), "m", table.AtEvent(i+1))
		if err != nil {
			t.Fatal(err)
		}
		if after.View.(rules.View).Turn == ended.Turn || moment.Last <= i {
			continue
		}
		seen++
		got := ruling(Forms{}, nil, after.View, after.Meta, after.Facts, i+1).text
		if want := fmt.Sprintf("Turn %d", ended.Turn); !strings.Contains(strings.SplitN(got, "\n", 2)[0], want) {
			t.Errorf("event %d, of %s: %s", i+1, want, got)
		}
	}
	if seen == 0 {
		t.Error("no step goes on into the next Turn")
	}
}

// Lengths are read as the language writes them, /measure to a tenth of an inch unless that hides on which side of a range it is.
func TestFigures(t *testing.T) {
	if got := (voice{lang.Of("de")}).Say("%s\" left", plane.Inch(2500)); got != `2,5" übrig` {
		t.Errorf("in German: %s", got)
	}
	if got := (voice{lang.Of("de")}).Say("at %s", plane.Point{X: 12500, Y: 30000}); !strings.Contains(got, "12.5,30") {
		t.Errorf("a place in German: %s", got)
	}
	if got := lang.Of("de").Retell(game.Phrasef("in %s by %s\" (R9.1)", "X", plane.Inch(1053))); !strings.Contains(got, `1,1"`) {
		t.Errorf("a reason in German: %s", got)
	}
	for d, want := range map[plane.Inch]string{11189: "11.2", 24000: "24", 24004: "24.01", 23996: "23.99", 23940: "23.9", 24060: "24.1", 400: "0.4"} {
		if got := d.Figure(); got != want {
			t.Errorf("%d is said as %s, expected %s", d, got, want)
		}
	}
}

// A picture's description has no mark that only messages show, and does not repeat what stands beside it.
func TestDescriptions(t *testing.T) {
	if got, want := unmarked("**Step 2**, <t:86400:f>"), "Step 2, 1970-01-02 00:00 UTC"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5")
	l, err := inspector{Forms{}}.Query(s.private(), "show", map[string]string{"what": "forces"})
	if err != nil {
		t.Fatal(err)
	}
	text, alt := "", ""
	for _, b := range l.Blocks {
		switch b := b.(type) {
		case bot.Text:
			text += string(b)
		case bot.Picture:
			alt = b.Alt
		}
	}
	if strings.Contains(text, "A1") || !strings.Contains(alt, "A1 medium contact") {
		t.Errorf("the text %q, the description %q", text, alt)
	}
}

// Who asks and who is meant is said: who sees a place in the open, which Unit acts, how many may be chosen of what, why a move goes no
// farther.
func TestSubjectAndReason(t *testing.T) {
	lab := side()
	lab.Pieces = append(lab.Pieces, rules.LabPiece{Label: "A6", Unit: "crusader", Bases: []rules.LabBase{at(20, 15)}})
	s := newPlayground(t, lab, "designate A1 A2 A3 A4 A5 A6")
	if words := bottest.Words(s.console("")); !strings.Contains(words, "Reveal up to 2, each as what?") {
		t.Errorf("reveals:\n%s", words)
	}
	s.order("done")
	draft := s.press("move A3", "north 1", "").Draft
	if words := bottest.Words(s.console(draft)); strings.Contains(words, "no farther") {
		t.Errorf("a short move is explained:\n%s", words)
	}
	draft = s.press("move A3", "north 2", "").Draft
	if words := bottest.Words(s.console(draft + " @" + more)); !strings.Contains(words, "no farther: It would overlap A6") {
		t.Errorf("a move that is barred:\n%s", words)
	}
	view := s.private().View.(rules.View)
	view.Acting = &rules.Acting{Label: "A3"}
	got := play{Forms{}}.Question(table.Private{View: view}, table.OpenAsk{Ask: game.Ask{Name: "act"}})
	if got != "What does A3 Crusader do?" {
		t.Errorf("an inbox asks %q", got)
	}
}

// The words of a question begin by asking, in every language, so that a notification shows what is asked. Some begin with what to do, or with
// what the question is about: those are left out here.
func TestQuestionsBeginByAsking(t *testing.T) {
	for _, l := range lang.All() {
		for ask, text := range asks {
			if ask == "standing" || ask == "deploy" || ask == "move" { // which begin with what to do
				continue
			}
			said := l.Text(text)
			if end := strings.IndexAny(said, ".?!"); end < 0 || said[end] != '?' {
				t.Errorf("%s, %s: %q", ask, l, said)
			}
		}
	}
}
