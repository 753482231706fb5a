// Package lessontest plays lessons in the tests of the games that have them.
package lessontest

import (
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/lesson"
)

// Play plays the examples of all steps. It returns the scene before each of them and the last one, and the examples.
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

// Wins plays the examples, which lead through every step to a win of the learner's for that reason. On the way there must be a
// fact of each of the kinds, which the lesson has to teach.
func Wins(t testing.TB, l lesson.Lesson, why string, kinds ...string) (last lesson.Scene, orders []string) {
	t.Helper()
	scenes, orders := Play(t, l)
	last = scenes[len(scenes)-1]
	if len(orders) != len(l.Steps) || last.Result.Rank[lesson.Learner-1] != 1 || last.Result.Why != why {
		t.Errorf("%d orders for %d steps, result %+v", len(orders), len(l.Steps), last.Result)
	}
	for _, kind := range kinds {
		if !slices.ContainsFunc(last.Facts, func(f game.Fact) bool { return f.Kind() == kind }) {
			t.Errorf("nothing of kind %s happens", kind)
		}
	}
	return last, orders
}
