package syndicate

import (
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/screens"
	"downsync/bot/lang"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/course"
)

// A learner who presses what the lesson says reaches a win, in each language. Each page fits one screen of a phone.
func TestLessonByButtons(t *testing.T) {
	for _, l := range lang.All() {
		t.Run(l.String(), func(t *testing.T) {
			t.Parallel()
			s := bottest.NewDuel(t, l, bottest.Setup{Game: rules.Rules(), Forms: Forms{}})
			screens.Lesson(t, s.Learn(len(course.Lesson.Steps), 3, s.Text("You have played two rounds. `/card` explains every card, and `/rules` any word.")))
		})
	}
}
