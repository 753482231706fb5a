package syndicate

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/lang"
	"downsync/game/syndicate/course"
)

// pointed is what a lesson says to press or to choose.
var pointed = regexp.MustCompile(`👉 [^*]*(?:\*[^*]+\* [^*]*)?\*\*([^*]+)\*\*`)

// A learner who presses what the lesson says comes through it to a win, in each language.
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
				if strings.Contains(words, s.Text("You have played two rounds. `/card` explains every card, and `/rules` any word.")) {
					break
				}
				if !s.follow(eve, m, words) {
					t.Fatalf("nothing to press in:\n%s", words)
				}
			}
			if least := len(course.Lesson.Steps); presses < least || presses > 3*least {
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
