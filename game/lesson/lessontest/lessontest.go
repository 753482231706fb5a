// Package lessontest plays lessons in the tests of the games that give them.
package lessontest

import (
	"testing"

	"downsync/game/lesson"
)

// Play gives the examples of all steps. It returns the scene before each of them and the last one, and the examples.
func Play(t testing.TB, l lesson.Lesson) (scenes []lesson.Scene, orders []string) {
	t.Helper()
	for {
		s, err := l.Play(orders)
		if err != nil {
			t.Fatalf("%q: %v", orders, err)
		}
		scenes = append(scenes, s)
		if s.Result != nil {
			return scenes, orders
		}
		orders = append(orders, s.Step.Example)
	}
}
