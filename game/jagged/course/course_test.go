package course

import (
	"errors"
	"slices"
	"testing"

	"downsync/game/jagged"
	"downsync/game/lesson"
	"downsync/game/lesson/lessontest"
)

// The examples lead through every step to a win, and meet everything that the lesson teaches.
func TestLesson(t *testing.T) {
	last, orders := lessontest.Wins(t, Lesson, "wipe-out", "listed", "objective-placed", "deployed", "inserted", "round-began", "moved", "sprinted", "held", "attack-rolled", "attack-resolved",
		"effect-given", "scored", "initiative-taken", "rushed", "ended")
	var rolled []jagged.AttackResolved
	for _, f := range last.Facts {
		if a, ok := f.(jagged.AttackResolved); ok {
			rolled = append(rolled, a)
		}
	}
	want := []jagged.AttackResolved{ // as the words of the steps describe it
		{By: "A4", Target: "B1", Face: 58, Need: 65, Outcome: jagged.Miss},
		{By: "A4", Target: "B2", Face: 97, Need: 55, Outcome: jagged.CriticalHit, Destroyed: true},
		{By: "A2", Target: "B1", Face: 41, Need: 65, Outcome: jagged.Miss},
		{By: "B1", Target: "A2", Face: 4, Need: 65, Outcome: jagged.CriticalMiss},
		{By: "A2", Target: "B1", Face: 71, Need: 55, Outcome: jagged.Hit, Destroyed: true},
	}
	for i, a := range rolled {
		got := jagged.AttackResolved{By: a.By, Target: a.Target, Face: a.Face, Need: a.Need, Outcome: a.Outcome, Destroyed: a.Destroyed}
		if len(rolled) != len(want) || got != want[i] {
			t.Errorf("attack %d: %+v", i, a)
		}
	}
	v := last.View.(jagged.View)
	if v.Sides.Of(1).VP != 1 || v.Sides.Of(2).VP != 1 || v.Objectives[0].Owner != 1 || v.Sides.Of(1).Flares != 2 {
		t.Errorf("at the end %+v, %+v", v.Sides, v.Objectives)
	}
	if _, err := Lesson.Play(append(orders, "done")); err == nil {
		t.Error("it goes on after its end")
	}
}

// Each step asks a question, and the Rush cannot fail, as its words say.
func TestScenes(t *testing.T) {
	scenes, _ := lessontest.Play(t, Lesson)
	for i, s := range scenes[:len(scenes)-1] {
		if s.Step.ID != Lesson.Steps[i].ID || len(s.Asks) == 0 {
			t.Errorf("scene %d is %s with %d questions", i, s.Step.ID, len(s.Asks))
		}
		if r, err := s.View.(jagged.View).Rush("A2", ""); s.Step.ID == "rush" && (err != nil || r.Need != 1 || r.Target != "B1") {
			t.Errorf("the Rush: %+v, %v", r, err)
		}
	}
}

// A step accepts its subject, also in other forms, and nothing else; a step back goes back in the lesson.
func TestSteps(t *testing.T) {
	_, all := lessontest.Play(t, Lesson)
	at := func(id string) []string {
		return slices.Clone(all[:slices.IndexFunc(steps, func(s lesson.Step) bool { return s.ID == id })])
	}
	for _, x := range []struct {
		step, order string
		stray       bool
	}{
		{"list", "list h-a-line", true}, {"objective", "objective at 12,33", true},
		{"move", "move A4 to 17.4,18.4", false}, {"move", "move A4 to 16,16", true}, {"move", "move A3 to 16,14", true}, {"move", "move A4 to 17.6,18.7", true},
		{"sprint", "sprint A4", true}, {"run", "move to 20.3,21", false}, {"run", "stay", true}, {"hold", "done", true},
		{"shoot", "shoot A4 B2", false}, {"shoot", "shoot A4 B1 stabilize", true}, {"shoot", "shoot all", true}, {"shoot", "done", true},
		{"stabilize", "shoot A4 B2", true}, {"stabilize", "shoot A4 B2 stabilize", false}, {"again", "shoot A2 B1 stabilize", false}, {"again", "shoot all", false},
		{"rush", "rush A2", false}, {"rush", "rush A1 B1", true}, {"melee", "strike all", false}, {"melee", "strike A2 B1 stabilize", false}, {"melee", "done", true},
	} {
		orders := append(at(x.step), x.order)
		s, err := Lesson.Play(orders)
		if x.stray != errors.Is(err, lesson.ErrStray) || !x.stray && err != nil {
			t.Errorf("%s, %s: %v", x.step, x.order, err)
			continue
		}
		if x.stray {
			continue
		}
		for s.Result == nil { // the rest of the lesson is unchanged
			if s, err = Lesson.Play(orders); err != nil {
				t.Fatalf("%q: %v", orders, err)
			}
			orders = append(orders, s.Step.Example)
		}
		if s.Result.Why != "wipe-out" || s.Result.Rank[0] != 1 {
			t.Errorf("%s, %s: %+v", x.step, x.order, s.Result)
		}
	}
	if s, err := Lesson.Play(append(at("sprint"), lesson.Undo)); err != nil || s.Step.ID != "move" {
		t.Errorf("a step back: %s, %v", s.Step.ID, err)
	}
	if _, err := Lesson.Play(append(at("move"), "move A4 to 40,40")); err == nil {
		t.Error("a move that cannot be")
	}
}
