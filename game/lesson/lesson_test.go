package lesson

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/toy"
)

// toyLesson teaches a round of the toy game.
var toyLesson = Lesson{Game: toy.Rules(), Config: toy.Config{Rounds: 1}.Encode(), Faces: []int{7, 5}, Opponent: func(_ game.View, a game.Ask) string { return a.Default.Order() },
	Steps: []Step{{ID: "welcome", Example: Next}, {ID: "bid", Example: "bid 3", Fits: func(order string, _ game.View) bool { return order > "bid 1" }},
		{ID: "tune", Example: "tune"}, {ID: "tuned", Example: "done"}, {ID: "claim", Example: "claim"}, {ID: "peek", Example: "peek"}}}

// A lesson of any game is played to its end, with its own dice.
func TestPlay(t *testing.T) {
	var orders []string
	for _, step := range toyLesson.Steps {
		s, err := toyLesson.Play(orders)
		if err != nil || s.Step.ID != step.ID || s.Result != nil {
			t.Fatalf("after %v: step %s, %v", orders, s.Step.ID, err)
		}
		orders = append(orders, step.Example)
	}
	s, err := toyLesson.Play(orders)
	if err != nil || s.Result == nil || s.View.(toy.View).Points[0] != 3+5 {
		t.Errorf("at the end %+v, %v", s, err)
	}
}

// In a lesson of three seats every opponent is asked, answers from its own view, and rolls its dice in the order of the seats.
func TestPlayOfThree(t *testing.T) {
	asked := map[game.Seat]int{}
	three := toyLesson
	three.Seats = 3
	three.Steps = []Step{{ID: "bid", Example: "bid 3"}, {ID: "tuned", Example: "done"}, {ID: "claim", Example: "pass"}, {ID: "peek", Example: "leave"}}
	three.Opponent = func(v game.View, a game.Ask) string {
		if v.For() != game.Player(a.Seat) {
			t.Errorf("seat %d answers from the view of %s", a.Seat, v.For())
		}
		if asked[a.Seat]++; a.Name == "claim" && a.Seat == 3 {
			return "claim"
		}
		return a.Default.Order()
	}
	s, err := three.Play([]string{"bid 3", "done", "pass", "leave"})
	if err != nil || s.Result == nil {
		t.Fatalf("at the end %+v, %v", s, err)
	}
	if got := s.View.(toy.View).Points; !slices.Equal(got, []int{3, 0, 5}) || !slices.Equal(s.Result.Rank, []int{2, 3, 1}) {
		t.Errorf("points %v, result %+v", got, s.Result)
	}
	if asked[2] == 0 || asked[3] == 0 || three.Players() != 3 || toyLesson.Players() != 2 {
		t.Errorf("asked are %v of %d", asked, three.Players())
	}
	three.Seats = 6 // more than the toy has
	if _, err := three.Play(nil); err == nil {
		t.Error("a lesson of six is played")
	}
}

// An order that a step does not accept changes nothing; a step back in the match is a step back in the lesson, too.
func TestStray(t *testing.T) {
	for _, x := range []struct {
		orders []string
		step   string
		err    error
	}{
		{[]string{Next, "bid 1"}, "bid", ErrStray},
		{[]string{"bid 3"}, "welcome", ErrStray},
		{[]string{Next, "bid 4"}, "tune", nil},
		{[]string{Next, "bid 4", "tune", Undo}, "tune", nil},
	} {
		if s, err := toyLesson.Play(x.orders); !errors.Is(err, x.err) || s.Step.ID != x.step {
			t.Errorf("%v: step %s, %v", x.orders, s.Step.ID, err)
		}
	}
	if _, err := toyLesson.Play(make([]string, MostOrders+1)); err == nil {
		t.Error("a lesson without end is played")
	}
}

// other is an order of a type that the toy game does not have.
type other string

func (o other) Order() string { return string(o) }

// A step that judges orders of one type accepts none of another, none that cannot be read, and looks at no view of another
// game.
func TestTakes(t *testing.T) {
	parse := func(order string) (game.Reply, error) {
		if order == "toy" {
			return toy.Rules().Parse("bid 1")
		}
		if order == "none" {
			return other(order), errors.New("unread")
		}
		return other(order), nil
	}
	fits := Takes(parse, func(o other, v toy.View) bool { return o != "no" && v.For() != game.Player(2) })
	own := toy.View{Viewer: game.Player(1)}
	for order, want := range map[string]bool{"yes": true, "no": false, "none": false, "toy": false} {
		if got := fits(order, own); got != want {
			t.Errorf("%s: %t", order, got)
		}
	}
	if fits("yes", nil) || fits("yes", toy.View{Viewer: game.Player(2)}) {
		t.Error("a step takes an order at a view that it does not judge")
	}
}
