package downsync

import (
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/tongue"
	"downsync/game/downsync/lesson"
)

// The lesson is played through on the wire by doing what it says, with the selects and buttons that it names, and for the
// rest with "Do it for me"; in English and German.
func TestLearnByPlaying(t *testing.T) {
	for _, language := range []string{"en", "de"} {
		s := newRoom(t, 1, nil, "")
		s.Slash(ann, []string{"settings"}, bottest.Option{Name: "language", Value: language})
		s.Slash(ann, []string{"learn"})
		forMe := tongue.Of(language).Text("Do it for me")
		press := func(control string, values ...string) {
			t.Helper()
			m := s.Newest(ann)
			id, ok := bottest.ControlsOf(m.Message).Find(control)
			if !ok {
				t.Fatalf("no %q in\n%s", control, bottest.Words(m.Message))
			}
			s.Press(ann, m, id, values...)
		}
		pick := func(want string) { // the select that has the value
			t.Helper()
			m := s.Newest(ann)
			for _, x := range bottest.ControlsOf(m.Message).Selects {
				for _, o := range x.Options {
					if o.Value == want || strings.HasPrefix(o.Label, want) {
						s.Press(ann, m, x.ID, o.Value)
						return
					}
				}
			}
			t.Fatalf("nowhere to choose %q in\n%s", want, bottest.Words(m.Message))
		}
		say := tongue.Of(language).Text
		if language == "en" {
			press("Choose", "A1", "A2")
			pick("widow-scout")
			press(say("Reveal it"))
			pick("move A2")
			pick("Towards B1")
			press("Move there")
			if words := bottest.Words(s.Newest(ann).Message); !strings.Contains(words, "not what this step is about") {
				t.Errorf("too near is taken:\n%s", words)
			}
			pick("4\"")
			press("Move there")
			press("Moves are done")
			press("Activate A2")
			pick("act scan")
			pick("B1")
			press("Scan")
		}
		for n := 0; ; n++ {
			words := bottest.Words(s.Newest(ann).Message)
			if strings.Contains(words, "🎓") {
				break
			}
			if n > lesson.Steps() {
				t.Fatalf("it does not end:\n%s", words)
			}
			press(forMe)
		}
		if words := bottest.Words(s.Newest(ann).Message); !strings.Contains(words, tongue.Of(language).Say(wordYouWin, "")[:8]) {
			t.Errorf("nobody has won:\n%s", words)
		}
		if n := len(s.Wire.Messages(bottest.General)); n != 0 {
			t.Errorf("%d public messages", n)
		}
	}
}

// Every step has words that fit into the console's note, in every language.
func TestStepWords(t *testing.T) {
	var orders []string
	for {
		l, err := (Forms{}).Lesson(orders)
		if err != nil {
			t.Fatal(err)
		}
		if l.Example == "" {
			break
		}
		for _, tg := range tongue.All() {
			told, err := (Forms{}).In(bot.Voice{Tongue: tg}).Lesson(orders)
			if n := len([]rune(told.Tell)); err != nil || n < 20 || n > maxNote-120 {
				t.Errorf("step %d in %s has %d characters, %v", l.Step, tg, n, err)
			}
		}
		orders = append(orders, l.Example)
	}
	if len(orders) != len(stepWords) {
		t.Errorf("%d steps, words for %d", len(orders), len(stepWords))
	}
}
