package course

import (
	"testing"

	"downsync/game/lesson"
	"downsync/game/lesson/lessontest"
)

// The examples lead through every step to a win, and meet everything that the lesson teaches.
func TestLesson(t *testing.T) {
	lessontest.Wins(t, Lesson, "eliminated", "committed", "moved", "attack-rolled", "attack-resolved", "hurt", "status-given", "chosen", "reloaded", "eliminated", "ended")
	if _, err := Lesson.Play([]string{lesson.Next, lesson.Next, "commit advance"}); err == nil {
		t.Error("another card is taken")
	}
}
