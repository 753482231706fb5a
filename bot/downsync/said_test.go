package downsync

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/downsync/inspect"
	"downsync/bot/downsync/wording"
	"downsync/bot/lang"
	"downsync/bot/page"
	"downsync/bot/wire"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/table"
)

// ruleNumber matches the number of a rule or a ruling. D1 to D8 are also squares, as in "moves to D4".
var ruleNumber = regexp.MustCompile(`\b[RQVS]\d+(\.\d+)?\b|\bD(9|1\d)\b`)

// A log names rules only on request, and otherwise says the same.
func TestLogWithoutNumbers(t *testing.T) {
	n := newNewcomer(t, starters(t), 7)
	n.play(400, func(v rules.View) bool { return v.Turn > 5 })
	p, err := n.hall.Public(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	plain, cited := inspect.History{}.Plainly(p.View, p.Meta, p.Facts), inspect.History{}.Log(p.View, p.Meta, p.Facts)
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

// An event belongs to the Turn in which it happened, even if the step continued into the next.
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
		after, moment, err := n.hall.PublicAt(t.Context(), "m", table.AtPublic(i+1))
		if err != nil {
			t.Fatal(err)
		}
		if after.View.(rules.View).Turn == ended.Turn || moment.Last <= i {
			continue
		}
		seen++
		card, err := inspect.History{Reader: wording.Reader{Brush: blank{}}}.Ruling(table.Public{}, after, i+1)
		if err != nil {
			t.Fatal(err)
		}
		got := bottest.Words(card.Message)
		if want := fmt.Sprintf("Turn %d", ended.Turn); !strings.Contains(strings.SplitN(got, "\n", 2)[0], want) {
			t.Errorf("event %d, of %s: %s", i+1, want, got)
		}
	}
	if seen == 0 {
		t.Error("no step goes on into the next Turn")
	}
}

// Texts name their subjects and reasons: which enemies see a place in the open, which Unit acts, how many may be chosen, why
// a move goes no farther.
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
	got := play{wording.Reader{}}.Question(table.Private{View: view}, table.OpenAsk{Ask: game.Ask{Name: "act"}})
	if got != "What does A3 Crusader do?" {
		t.Errorf("an inbox asks %q", got)
	}
}

// The words of a question begin by asking, in every language, so that a notification shows the question. Nobody is notified
// of what they may do at any time.
func TestQuestionsBeginByAsking(t *testing.T) {
	for _, l := range lang.All() {
		for _, q := range questions {
			if q.Name == game.StandingName {
				continue
			}
			said := l.Text(q.You)
			if end := strings.IndexAny(said, ".?!"); end < 0 || said[end] != '?' {
				t.Errorf("%s, %s: %q", q.Name, l, said)
			}
		}
	}
}

// Questions about special cases begin by asking too, even if only one answer is left. Inboxes and the first line of a message
// ask the same as the console.
func TestSpecialQuestionsBeginByAsking(t *testing.T) {
	unit := func(l rules.Label, unit string) rules.Piece {
		return rules.Piece{Label: l, Seat: l.Seat(), Kind: "unit", Unit: unit, Bases: []rules.Base{{N: 1}}}
	}
	ping := func(l rules.Label) rules.Piece {
		return rules.Piece{Label: l, Seat: l.Seat(), Kind: "ping", Sig: "medium"}
	}
	hit := &rules.Hit{Target: rules.Ref{Label: "A3"}, By: rules.Ref{Label: "B1"}, Action: "medium-cannon", Effect: "kill"}
	end, shoot := offer("end"), offer("act medium-cannon", game.Slot{Name: "targets", Options: []string{"B1"}, Min: 1, Max: 1})
	for what, x := range map[string]struct {
		ask   string
		view  rules.View
		menu  game.Menu
		about string // the subject of the English question
	}{
		"all that is left": {"designate", rules.View{}, game.Menu{offer("designate", game.Slot{Name: "pieces", Options: []string{"A3", "A5"}, Min: 2, Max: 2})}, "you have left"},
		"the end":          {"act", rules.View{Acting: &rules.Acting{Label: "A3"}}, game.Menu{end}, "End the activation of A3 Crusader?"},
		"a contact":        {"act", rules.View{Acting: &rules.Acting{Label: "A5"}}, game.Menu{offer("act move"), end}, "Does A5 move"},
		"no target left":   {"act", rules.View{Acting: &rules.Acting{Label: "A3", By: 1, Left: 1, Action: "medium-cannon"}}, game.Menu{offer("drop"), end}, "instead?"},
		"another target":   {"act", rules.View{Acting: &rules.Acting{Label: "A3", By: 1, Left: 1, Action: "medium-cannon"}}, game.Menu{shoot, offer("drop"), end}, "Which target"},
		"an action":        {"act", rules.View{Acting: &rules.Acting{Label: "A3"}}, game.Menu{shoot, offer("act move"), end}, "What does A3 Crusader do?"},
		"stunned":          {"refresh", rules.View{}, game.Menu{offer("refresh A3", game.Slot{Name: "unstun", Mark: "unstun", Options: []string{"1"}, Max: 1}), offer("done")}, "stunned"},
		"an aura":          {"refresh", rules.View{}, game.Menu{offer("refresh A3"), offer("done")}, "aura"},
		"no boost":         {"boost", rules.View{}, game.Menu{offer("boost none")}, "priority rolls"},
		"defenceless":      {"counter", rules.View{Hit: hit}, game.Menu{offer("counter none"), offer(counterTurn)}, "Let A3 Crusader be destroyed?"},
		"a countermeasure": {"counter", rules.View{Hit: hit}, game.Menu{offer("counter cm"), offer("counter none"), offer(counterTurn)}, "countermeasure for A3 Crusader?"},
		"only one Unit":    {"identify", rules.View{Identifying: []rules.Label{"A5"}}, game.Menu{offer("reveal A5", game.Slot{Name: "unit", Options: []string{"virago"}, Min: 1, Max: 1})}, "Reveal A5 as the"},
		"all have moved":   {"move", rules.View{}, game.Menu{offer("done")}, "Move phase?"},
		"nobody to react":  {"react", rules.View{Pieces: []rules.Piece{ping("A5")}}, game.Menu{offer("pass")}, "Pass?"},
		"passing":          {"react", rules.View{Passing: "turn"}, game.Menu{offer("pass")}, "React after all?"},
		"paying":           {"recover", rules.View{Acting: &rules.Acting{Label: "A3", Recovering: 1}}, game.Menu{offer("recover ap")}, "What pays"},
	} {
		v := x.view
		v.Rules, v.Size, v.Secrecy, v.Map = rules.Edition2023, rules.Small, rules.Veiled, "plain"
		if v.Pieces == nil {
			v.Pieces = []rules.Piece{unit("A3", "crusader"), ping("A5"), unit("B1", "samson")}
		}
		a := table.OpenAsk{Ask: game.Ask{ID: "1", Name: x.ask, Seat: 1, Menu: x.menu}}
		p := table.Private{Seat: 1, View: v, Asks: []table.OpenAsk{a}}
		for _, l := range lang.All() {
			f := wording.Reader{Voice: bot.Voice{Language: l}}
			posing := page.Frame{}
			posed(&posing, newLayout(p, wording.Read(f, v, p.Meta), a), draft{}, bot.Page{}, nil)
			screens.FirstWords(t, what+" "+l.String(), play{f}.Question(p, a), posing.Message())
			if asked := (play{f}).Question(p, a); l == lang.English && !strings.Contains(asked, x.about) {
				t.Errorf("%s: %q", what, asked)
			}
		}
	}
}

// A picture's description has none of Discord's marks, and does not repeat the text beside it.
func TestDescriptions(t *testing.T) {
	if got, want := wording.Unmarked("**Step 2**, <t:86400:f>"), "Step 2, 1970-01-02 00:00 UTC"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	s := newPlayground(t, side(), "designate A1 A2 A3 A4 A5")
	l, err := inspect.Inspector{}.Query(s.private(), "show", map[string]string{"what": "forces"})
	if err != nil {
		t.Fatal(err)
	}
	text, alt := "", ""
	for _, b := range l.Blocks {
		switch b := b.(type) {
		case wire.Text:
			text += string(b)
		case wire.Picture:
			alt = b.Alt
		}
	}
	if strings.Contains(text, "A1") || !strings.Contains(alt, "A1 medium contact") {
		t.Errorf("the text %q, the description %q", text, alt)
	}
}
