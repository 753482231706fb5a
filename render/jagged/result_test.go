package jagged_test

import (
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/jagged"
	"downsync/render/rendertest"

	rules "downsync/game/jagged"
)

// fought returns a battle that A won by Objectives, as everybody was told it, and an onlooker's view at its end.
func fought(t *testing.T) (rules.View, []game.Fact) {
	v := viewOf(position(t, rules.Shooting), game.Onlooker())
	v.Round, v.Result = 5, &game.Result{Rank: []int{1, 2}, Why: "objectives"}
	v.Sides[0].Owned, v.Sides[1].Owned = 2, 1
	hit := rules.AttackResolved{By: "A3", Target: "B3", Weapon: "ballistic-rifle", Face: 88, Outcome: rules.Hit, Wound: true, Destroyed: true}
	told := []game.Fact{rules.Listed{Seat: 1, List: []rules.Pick{{Unit: "colonist-rifleman"}, {Unit: "support-mech"}, {Unit: "colonist-rifleman"}}},
		rules.Listed{Seat: 2, List: []rules.Pick{{Unit: "rootblade-initiate"}, {Unit: "sand-golem"}, {Unit: "crystal-sniper"}}},
		rules.Deployed{Seat: 1, At: []plane.Point{at(26, 12), at(20, 20), at(24, 24)}}, rules.Deployed{Seat: 2, At: []plane.Point{at(26, 5), at(22.6, 20), at(36, 16)}},
		rules.RoundBegan{Round: 1}, rules.Moved{Unit: "A1", From: at(26, 12), Way: []plane.Point{at(26, 14)}},
		rules.AttackResolved{By: "B3", Target: "A2", Weapon: "razor-lance", Face: 40, Outcome: rules.Miss},
		rules.Scored{Owners: []game.Seat{1, 0, 2}, Contested: []bool{false, false, false}, VP: [2]int{1, 1}},
		rules.RoundBegan{Round: 2}, hit, rules.Scored{Owners: []game.Seat{1, 0, 2}, Contested: []bool{false, false, false}, VP: [2]int{1, 1}},
		rules.RoundBegan{Round: 3}, rules.Moved{Unit: "A3", From: at(24, 24), Way: []plane.Point{at(12, 32)}},
		rules.Scored{Owners: []game.Seat{1, 1, 2}, Contested: []bool{false, false, false}, VP: [2]int{2, 1}}}
	return v, told
}

// The end is a picture: the winner and the score, the decisive moments, and the model that did most.
func TestResult(t *testing.T) {
	v, told := fought(t)
	l := draw.Look{Names: [2]string{"Alex", "Robin"}, Server: "Tabletop Club"}
	r := l.ResultOf(v, told)
	if got := rendertest.Told(r); got != "A3 Rifleman: Objective 1, B3 Sniper: Objective 3, A3 Rifleman: Objective 2" || r.Title != "Alex wins" || rendertest.Score(r) != "2 1" || r.Turns != 3 {
		t.Errorf("%s: %s, %v, %d Rounds", r.Title, got, rendertest.Score(r), r.Turns)
	}
	if r.BestIs != [3]string{"MVP", "A3 Rifleman", "1 kill · 2 taken"} || r.Facts != "5 Rounds · on Objectives" {
		t.Errorf("the one who did most: %q; %s", r.BestIs, r.Facts)
	}
	board := l.Scene(l.Battle(v), nil, draw.News{})
	for what, of := range map[string]render.Origin{"the result": r.Of, "the last board": board.Origin, "the film": l.StripOf(draw.Frame{Truth: v}).Main.Origin} {
		if of.Game != "Jagged Shards" || of.Map != "Spire Yard" || of.Server != "Tabletop Club" || what != "the result" && strings.Join(of.Names, " ") != "Alex Robin" {
			t.Errorf("%s is of %q", what, of)
		}
	}
	if last := r.Board.String(); !strings.Contains(last, "wreck 2 36,16") {
		t.Errorf("the wreck is missing:\n%s", last)
	}
	pic, err := l.Result(v, told)
	if err != nil || len(pic.PNG) > 200<<10 {
		t.Fatalf("%d bytes, %v", len(pic.PNG), err)
	}
	rendertest.Keep(t, "result", pic.PNG)
	on, own := v, v
	on.Result, own.Viewer = nil, game.Player(1)
	nothing := func(func(draw.Frame) error) error { return nil }
	rendertest.NotDrawn(t, []rules.View{on, own}, map[string]func(rules.View) error{
		"a result":   func(v rules.View) error { _, err := l.Result(v, told); return err },
		"highlights": func(v rules.View) error { _, err := l.Highlights(nothing, v, told, nil); return err },
	})
}

// The highlights show hits and captures longest, with shooter and target, leave out invisible steps, and end with the result.
func TestHighlights(t *testing.T) {
	v, told := fought(t)
	truth := viewOf(position(t, rules.Shooting), game.Referee())
	var course draw.Course
	film := func(show func(draw.Frame) error) error {
		course = draw.Course{}
		for i, f := range told {
			d := draw.Frame{Step: i + 1, Of: len(told), Note: f.Kind(), Truth: truth, News: course.Next([]game.Fact{f})}
			if i == len(told)-1 {
				d.Truth.Result = v.Result
			}
			if _, ok := f.(rules.AttackResolved); ok && len(d.News.Attacks) != 1 {
				t.Errorf("step %d shows no shot", d.Step)
			}
			if err := show(d); err != nil {
				return err
			}
		}
		return nil
	}
	raw, err := (draw.Look{}).Highlights(film, v, told, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	rendertest.Highlights(t, raw, 8)
}
