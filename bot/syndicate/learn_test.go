package syndicate

import (
	"testing"

	"downsync/bot/lang"
	"downsync/game/syndicate/course"
)

// A learner who presses what the lesson says reaches a win, in each language.
func TestLessonByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := newArena(t, l, nil)
			s.Learn(len(course.Lesson.Steps), 3, s.Text("You have played two rounds. `/card` explains every card, and `/rules` any word."))
		})
	}
}
