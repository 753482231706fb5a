package jagged

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game/jagged/course"
)

// Every step of the lesson has its words in every language, short enough for a phone, and there are no others.
func TestLessonHasWords(t *testing.T) {
	for _, l := range lang.All() {
		var orders []string
		seen := map[string]bool{}
		for range course.Lesson.Steps {
			s, err := Forms{Language: l}.Lesson(orders)
			if err != nil {
				t.Fatalf("%q: %v", orders, err)
			}
			if n := utf8.RuneCountInString(s.Tell); n < 40 || n > 340 || seen[s.Tell] {
				t.Errorf("step %d has %d characters: %s", s.Step, n, s.Tell)
			}
			seen[s.Tell] = true
			orders = append(orders, s.Example)
		}
		if s, err := (Forms{Language: l}).Lesson(orders); err != nil || s.Result == nil || s.Example != "" {
			t.Errorf("at the end %+v, %v", s.Result, err)
		}
	}
	if len(stepWords) != len(course.Lesson.Steps) {
		t.Errorf("%d words for %d steps", len(stepWords), len(course.Lesson.Steps))
	}
	if _, err := (Forms{}).Lesson([]string{"next", "list h-a-line"}); err == nil || !strings.Contains(err.Error(), "not what this step is about") {
		t.Errorf("a stray order: %v", err)
	}
}

// pointed is what a lesson says to press or to choose.
var pointed = regexp.MustCompile(`👉 [^*]*(?:\*[^+*]+\*:? [^*]*)?\*\*([^*]+)\*\*`)

// A learner who presses what the lesson says, and nothing else, comes through it to a win, in each language. Each screen says something
// to do that is on it.
func TestLessonByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newArena(t, l, nil)
			s.Slash(eve, []string{"learn"})
			presses := 0
			for ; presses < 60; presses++ {
				m := s.Newest(eve)
				words := bottest.Words(m.Message)
				if strings.Contains(words, s.Text("You have fought two Rounds. `/unit` shows every unit, and `/rules` explains any word.")) {
					break
				}
				if !s.follow(eve, m, words) {
					t.Fatalf("nothing to press in:\n%s", words)
				}
			}
			if least := len(course.Lesson.Steps); presses < least || presses > 2*least {
				t.Errorf("%d presses, then\n%s", presses, bottest.Words(s.Newest(eve).Message))
			}
		})
	}
}

// follow presses what the page says, or its one way on.
func (s *arena) follow(user bot.UserID, m bottest.Message, words string) bool {
	s.t.Helper()
	c := bottest.ControlsOf(m.Message)
	if at := pointed.FindStringSubmatch(words); at != nil {
		for _, b := range c.Buttons {
			if b.Label == at[1] && !b.Disabled {
				s.Press(user, m, b.ID)
				return true
			}
		}
		for _, k := range c.Selects {
			if i := slices.IndexFunc(k.Options, func(o bot.Option) bool { return o.Label == at[1] }); i >= 0 {
				s.Press(user, m, k.ID, k.Options[i].Value)
				return true
			}
		}
		return false
	}
	for _, b := range c.Buttons {
		if b.Label == s.Text("Next") {
			s.Press(user, m, b.ID)
			return true
		}
	}
	return false
}
