package jagged

import (
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	rules "downsync/game/jagged"
	"downsync/game/jagged/cards"
	"downsync/game/jagged/course"
)

// Every step of the lesson has its words in every language, short enough for a phone, and there are no others.
func TestLessonHasWords(t *testing.T) {
	for _, l := range lang.All() {
		var orders []string
		seen := map[string]bool{}
		for range course.Lesson.Steps {
			s, err := lessons{Forms{Voice: bot.Voice{Language: l}}}.Lesson(orders)
			if err != nil {
				t.Fatalf("%q: %v", orders, err)
			}
			if n := utf8.RuneCountInString(s.Tell); n < 40 || n > 340 || seen[s.Tell] {
				t.Errorf("step %d has %d characters: %s", s.Step, n, s.Tell)
			}
			if id, ok := strings.CutPrefix(s.Example, "list "); ok && (strings.Contains(s.Tell, id) || !strings.Contains(s.Tell, "**"+cards.FindList(id).Name+"**")) {
				t.Errorf("the list has the name of its button, not %q: %s", id, s.Tell)
			}
			seen[s.Tell] = true
			orders = append(orders, s.Example)
		}
		if s, err := (lessons{Forms{Voice: bot.Voice{Language: l}}}).Lesson(orders); err != nil || s.Result == nil || s.Example != "" {
			t.Errorf("at the end %+v, %v", s.Result, err)
		}
	}
	if len(stepWords) != len(course.Lesson.Steps) {
		t.Errorf("%d words for %d steps", len(stepWords), len(course.Lesson.Steps))
	}
	if _, err := (lessons{Forms{}}).Lesson([]string{"next", "list h-a-line"}); err == nil || !strings.Contains(err.Error(), "not what this step is about") {
		t.Errorf("a stray order: %v", err)
	}
}

// A learner who presses only what the lesson says reaches a win, in each language. Each screen names something on it to press,
// and fits a phone.
func TestLessonByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := bottest.NewDuel(t, l, bottest.Setup{Game: rules.Rules(), Forms: Forms{}})
			screens.Lesson(t, s.Learn(len(course.Lesson.Steps), 2, s.Text("You have fought two Rounds. `/card` shows every unit, and `/rules` explains any word.")))
		})
	}
}
