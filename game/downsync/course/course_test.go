package course

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/lesson"
	"downsync/game/lesson/lessontest"
)

// The examples lead through every step to a win, and on the way show everything that the lesson has to teach.
func TestLesson(t *testing.T) {
	last, orders := lessontest.Wins(t, Lesson, "vp", "designated", "revealed", "moved", "scan", "attack", "stopped", "destroyed", "engagement", "declared", "boosted", "priority", "counter-checked",
		"stunned", "refreshed", "round", "scored", "ended")
	if n := len(last.Facts) - slices.IndexFunc(last.Facts, func(f game.Fact) bool { return f.Kind() == "ended" }); n > 3 {
		t.Errorf("%d facts after the end", n)
	}
	if _, err := Lesson.Play(append(orders, "done")); err == nil {
		t.Error("it goes on after its end")
	}
}

// after returns the lesson after those orders, once its introduction has been read.
func after(orders ...string) (lesson.Scene, error) {
	return Lesson.Play(append([]string{lesson.Next, lesson.Next}, orders...))
}

// A step accepts its subject in every form, and nothing else; a refused order changes nothing.
func TestSteps(t *testing.T) {
	if s, err := Lesson.Play([]string{"designate A1 A2"}); !errors.Is(err, lesson.ErrStray) || !s.Step.Tells() {
		t.Errorf("an order before all is read: %v", err)
	}
	begun, err := after()
	if err != nil {
		t.Fatal(err)
	}
	for _, stray := range []string{"designate A1", "designate A1 A2 A3", "concede", "draw", lesson.Next} {
		if s, err := after(stray); err == nil || len(s.Facts) != len(begun.Facts) {
			t.Errorf("%s: %v", stray, err)
		}
	}
	var no *game.Refusal
	if _, err := after("fly away"); !errors.As(err, &no) {
		t.Errorf("what is no order: %v", err)
	}
	s, err := after("designate A2 A1", "reveal A2 as widow-scout", "move A2 to 24,25")
	if err != nil || s.Step.ID != "moved" {
		t.Errorf("another way of moving: %s %v", s.Step.ID, err)
	}
	for _, far := range []string{"move A2 to 26,18.5", "move A2 to 24,33.9", "move A1 to 12,32"} {
		if _, err := after("designate A2 A1", "reveal A2 as widow-scout", far); !errors.Is(err, lesson.ErrStray) {
			t.Errorf("%s: %v", far, err)
		}
	}
	if s, err := after("designate A1 A2", lesson.Undo, "designate A2 A1"); err != nil || s.Step.ID != "reveal" {
		t.Errorf("after taking back: %s %v", s.Step.ID, err)
	}
	if _, err := after(lesson.Undo); !errors.As(err, &no) {
		t.Errorf("nothing to take back: %v", err)
	}
	if _, err := Lesson.Play(make([]string, lesson.MostOrders+1)); err == nil {
		t.Error("endless orders")
	}
}

// A step's subject may be begun in every way that leads there; an order that leads elsewhere is cut back to where it went
// wrong.
func TestAlong(t *testing.T) {
	for _, c := range []struct {
		step        []string
		begun, want string
	}{
		{nil, "designate A2 A1", "designate A2 A1"},
		{nil, "designate A3", "designate"},
		{[]string{"designate A1 A2"}, "reveal A2", "reveal A2"},
		{[]string{"designate A1 A2"}, "reveal A2 as widow-scout boost", ""},
		{[]string{"designate A1 A2"}, "done", ""},
		{[]string{"designate A1 A2", "reveal A2 as widow-scout"}, "move A1", "move"},
		{[]string{"designate A1 A2", "reveal A2 as widow-scout"}, "move A2 to 24,25", "move A2 to 24,25"},
		{[]string{"designate A1 A2", "reveal A2 as widow-scout"}, "move A2 to 30,12", "move A2 to"},
	} {
		s, err := after(c.step...)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Step.Along(c.begun, s.View); got != c.want {
			t.Errorf("%s: %q as far as %q; expected %q", s.Step.ID, c.begun, got, c.want)
		}
	}
}

// The news is the result of the last order.
func TestNews(t *testing.T) {
	if s, err := Lesson.Play(nil); err != nil || s.News != len(s.Facts) {
		t.Errorf("news before anything was done: %d of %d facts, %v", s.News, len(s.Facts), err)
	}
	s, err := after("designate A1 A2")
	if err != nil || len(s.Facts) == s.News || s.Facts[s.News].Kind() != "designated" {
		t.Errorf("the news are from %d of %d facts on, %v", s.News, len(s.Facts), err)
	}
}

// The opponent answers from its own view: other Units in the learner's Reserve change nothing that anybody sees.
func TestOpponentKnowsItsView(t *testing.T) {
	_, orders := lessontest.Play(t, Lesson)
	seen := func(reserve ...string) string {
		config := position()
		config.Lab.Reserve[lesson.Learner-1] = reserve
		var all []any // the opponent's knowledge, its questions and its answers
		l := Lesson
		l.Config = config.Encode()
		l.Opponent = func(v game.View, a game.Ask) string {
			order := opponent(v, a)
			all = append(all, v, a, order)
			return order
		}
		if s, err := l.Play(orders); err != nil || s.Result == nil || len(all) < 20 {
			t.Fatalf("%d answers of the opponent, %v", len(all)/3, err)
		}
		raw, err := json.Marshal(all)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if one, other := seen("widow-scout"), seen("widow-scout", "sentinel-hunter", "guardian-destroyer"); one != other {
		t.Errorf("the opponent's match differs:\n%s\n%s", one, other)
	}
}

func FuzzPlay(f *testing.F) {
	f.Add(lesson.Next, lesson.Next, "designate A1 A2")
	f.Add("designate A1 A2", lesson.Undo, lesson.Next)
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if s, err := Lesson.Play([]string{a, b, c}); err == nil && s.Done == 0 && s.Result != nil {
			t.Error("it is over before it began")
		}
	})
}
