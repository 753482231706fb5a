package lesson

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"downsync/game"
)

// play gives the examples of all steps.
func play(t *testing.T) (scenes []Scene, orders []string) {
	t.Helper()
	for {
		s, err := Play(orders)
		if err != nil {
			t.Fatalf("%v: %v", orders, err)
		}
		scenes = append(scenes, s)
		if s.Result != nil {
			return scenes, orders
		}
		orders = append(orders, s.Step.Example)
	}
}

// The examples lead through every step to a win, and on the way everything is met that the lesson is to teach.
func TestLesson(t *testing.T) {
	scenes, orders := play(t)
	last := scenes[len(scenes)-1]
	if len(orders) != Steps() || last.Result.Rank[0] != 1 || last.Result.Why != "vp" {
		t.Errorf("%d orders for %d steps, result %+v", len(orders), Steps(), last.Result)
	}
	seen := map[string]bool{}
	for _, f := range last.Facts {
		seen[f.Kind()] = true
	}
	for _, kind := range []string{"designated", "revealed", "moved", "scan", "attack", "stopped", "destroyed", "engagement", "declared", "boosted", "priority", "counter-checked",
		"stunned", "refreshed", "round", "scored", "ended"} {
		if !seen[kind] {
			t.Errorf("nothing of kind %s happens", kind)
		}
	}
	if n := len(last.Facts) - slices.IndexFunc(last.Facts, func(f game.Fact) bool { return f.Kind() == "ended" }); n > 3 {
		t.Errorf("%d facts after the end", n)
	}
	if _, err := Play(append(orders, "done")); err == nil {
		t.Error("it goes on after its end")
	}
}

// A step takes what it is about, done in other ways too, and nothing else; a refused order changes nothing.
func TestSteps(t *testing.T) {
	begun, err := Play(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, stray := range []string{"designate A1", "designate A1 A2 A3", "concede", "draw"} {
		if s, err := Play([]string{stray}); !errors.Is(err, ErrStray) || len(s.Facts) != len(begun.Facts) {
			t.Errorf("%s: %v", stray, err)
		}
	}
	var no *game.Refusal
	if _, err := Play([]string{"fly away"}); !errors.As(err, &no) {
		t.Errorf("what is no order: %v", err)
	}
	s, err := Play([]string{"designate A2 A1", "reveal A2 as widow-scout", "move A2 to 24,30"})
	if err != nil || s.Step.ID != "moved" {
		t.Errorf("another way of moving: %s %v", s.Step.ID, err)
	}
	for _, far := range []string{"move A2 to 26,20", "move A2 to 24,33.9", "move A1 to 12,32"} {
		if _, err := Play([]string{"designate A2 A1", "reveal A2 as widow-scout", far}); !errors.Is(err, ErrStray) {
			t.Errorf("%s: %v", far, err)
		}
	}
	orders := []string{"designate A1 A2", Undo, "designate A2 A1"}
	if s, err := Play(orders); err != nil || s.Step.ID != "reveal" {
		t.Errorf("after taking back: %s %v", s.Step.ID, err)
	}
	if _, err := Play([]string{Undo}); !errors.As(err, &no) {
		t.Errorf("nothing to take back: %v", err)
	}
	if _, err := Play(make([]string, MostOrders+1)); err == nil {
		t.Error("endless orders")
	}
}

// The opponent answers from its own view: what the learner keeps in Reserve besides changes nothing that anybody sees.
func TestOpponentKnowsItsView(t *testing.T) {
	_, orders := play(t)
	seen := func(reserve ...string) string {
		config := position()
		config.Lab.Reserve[Learner-1] = reserve
		c, err := beginAt(config)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range orders {
			if err := errors.Join(c.take(order), c.goOn()); err != nil {
				t.Fatalf("%s: %v", order, err)
			}
		}
		told := c.match.Told(game.Player(Opponent), 0)
		end := slices.IndexFunc(told, func(f game.Fact) bool { return f.Kind() == "ended" }) // after it all is open
		raw, err := json.Marshal(told[:end])
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
	f.Add("designate A1 A2", "reveal A2 as widow-scout", "undo")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if s, err := Play([]string{a, b, c}); err == nil && s.Done == 0 && s.Result != nil {
			t.Error("it is over before it began")
		}
	})
}
