package course

import (
	"testing"

	"downsync/game/lesson"
	"downsync/game/lesson/lessontest"
)

// The examples lead through every step to a win, and on the way everything is met that the lesson is to teach.
func TestLesson(t *testing.T) {
	scenes, orders := lessontest.Play(t, Lesson)
	s := scenes[len(scenes)-1]
	if len(orders) != len(Lesson.Steps) || s.Result.Rank[0] != 1 || s.Result.Why != "eliminated" {
		t.Errorf("%d orders for %d steps, result %+v", len(orders), len(Lesson.Steps), s.Result)
	}
	seen := map[string]bool{}
	for _, f := range s.Facts {
		seen[f.Kind()] = true
	}
	for _, kind := range []string{"committed", "moved", "attack-rolled", "attack-resolved", "hurt", "status-given", "chosen", "reloaded", "eliminated", "ended"} {
		if !seen[kind] {
			t.Errorf("nothing of kind %s happens", kind)
		}
	}
	if _, err := Lesson.Play([]string{lesson.Next, lesson.Next, "commit advance"}); err == nil {
		t.Error("another card is taken")
	}
}
