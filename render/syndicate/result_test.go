package syndicate_test

import (
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/syndicate"
	"downsync/render"
	"downsync/render/rendertest"
	draw "downsync/render/syndicate"
)

// fought returns a match that A won at the Relay, as everybody was told it, and an onlooker's view at its end: A's grenade hurts B1
// and A1, A1 loses a contest, B bleeds, A1 eliminates B2, and A scores twice.
func fought(t *testing.T) (rules.View, []game.Fact) {
	v := skirmish(t)
	v.Round, v.Result = 4, &game.Result{Rank: []int{1, 2}, Why: "mission"}
	v.Sides[0].Points, v.Sides[1].Points = 2, 1
	told := append([]game.Fact{rules.RoundBegan{Round: 1}}, happened()[:3]...)
	told = append(told, rules.CardPlayed{Seat: 1, Card: "grenade"}, rules.Hurt{Unit: "B1", N: 1, By: "grenade"}, rules.Hurt{Unit: "A1", N: 1, By: "grenade"},
		rules.Scored{Seat: 2, Mission: rules.Relay, Points: 1}, rules.RoundBegan{Round: 2},
		rules.CardPlayed{Seat: 2, Card: "shield-bash"}, rules.Contested{By: "B", Target: "A", Card: "shield-bash"}, rules.Hurt{Unit: "B", N: 1, By: "contest"}, rules.Hurt{Unit: "A", N: 1, By: "contest"},
		rules.Hurt{Unit: "B", N: 1, By: "bleeding"}, rules.Hurt{Unit: "A", N: 1, Cost: true, By: "adrenal-surge"})
	told = append(told, happened()[3:]...)
	return v, append(told, rules.RoundBegan{Round: 3}, rules.Scored{Seat: 1, Mission: rules.Relay, Points: 2})
}

// The end is a picture: the winner and the score, the decisive moments, and the unit that did most.
func TestResult(t *testing.T) {
	v, told := fought(t)
	l := draw.Look{Names: [2]string{"Alex", ""}, Server: "Tabletop Club"}
	r := l.ResultOf(v, told)
	if got := rendertest.Told(r); got != "B scores first, Brick eliminates Havoc, Alex scores" || r.Title != "Alex wins" || rendertest.Score(r) != "2 1" || r.Turns != 3 || len(r.Moments) != 4 {
		t.Errorf("%s: %s, %v, %d rounds, %d moments", r.Title, got, rendertest.Score(r), r.Turns, len(r.Moments))
	}
	// All damage to the enemy counts, and a kill counts more. Damage to a unit's own side counts for nobody.
	if r.BestIs != [3]string{"MVP", "A1 Brick", "1 kill · 9 damage"} || r.Facts != "4 Rounds · mission accomplished" {
		t.Errorf("the one who did most: %q; %s", r.BestIs, r.Facts)
	}
	board := l.Scene(v, nil, draw.News{})
	for what, of := range map[string]render.Origin{"the result": r.Of, "the last board": board.Origin, "the film": l.StripOf(draw.Frame{Truth: v}).Main.Origin} {
		if of.Game != "Syndicate Protocol" || of.Map != "Plain" || of.Server != "Tabletop Club" || what != "the result" && strings.Join(of.Names, " ") != "Alex " {
			t.Errorf("%s is of %q", what, of)
		}
	}
	if last := r.Board.String(); !strings.Contains(last, "wreck 2 5.5,7.5") || strings.Contains(last, "trail") || strings.Contains(last, "shot") {
		t.Errorf("the wreck is missing, or there is more:\n%s", last)
	}
	pic, err := l.Result(v, told)
	if err != nil || len(pic.PNG) > 200<<10 {
		t.Fatalf("%d bytes, %v", len(pic.PNG), err)
	}
	rendertest.Keep(t, "result", pic.PNG)
	if alt := l.Alt(v); !strings.HasPrefix(alt, "MATCH OVER: A wins · mission accomplished · Points 2 : 1 of 4.") {
		t.Errorf("the picture is described as %q", alt)
	}
	harm := told[4:18] // before B hits A: the grenade, and the contest that tied
	if r := l.ResultOf(v, harm); r.BestIs != [3]string{"MVP", "A Razor", "2 damage"} {
		t.Errorf("by cards alone %q did most", r.BestIs)
	}
	v.Mission = rules.Elimination
	if r := l.ResultOf(v, told); rendertest.Score(r) != "20 20" {
		t.Errorf("without a mission the score is %v: expected HP", rendertest.Score(r))
	}
	on, own := v, v
	on.Result, own.Viewer = nil, game.Player(1)
	nothing := func(func(draw.Frame) error) error { return nil }
	rendertest.NotDrawn(t, []rules.View{on, own}, map[string]func(rules.View) error{
		"a result":   func(v rules.View) error { _, err := l.Result(v, told); return err },
		"highlights": func(v rules.View) error { _, err := l.Highlights(nothing, v, told, nil); return err },
	})
}

// The highlights show points, eliminations and hits longest, with shooter and target, leave out invisible steps, and end with the
// result.
func TestHighlights(t *testing.T) {
	v, told := fought(t)
	truth := v
	truth.Viewer = game.Referee()
	film := func(show func(draw.Frame) error) error {
		for i, f := range told {
			d := draw.Frame{Step: i + 1, Of: len(told), Note: f.Kind(), Truth: truth, Facts: []game.Fact{f}}
			if i < len(told)-1 {
				d.Truth.Result = nil
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
	rendertest.Highlights(t, raw, 17)
}

// Below the board of a finished match are the cards played last, not the cards still in both hands.
func TestEndShowsWhatWasPlayed(t *testing.T) {
	v, _ := fought(t)
	v.Phase = rules.Over
	v.Sides[0].Hand, v.Sides[0].Discards = []string{"grenade", "dash"}, []string{"advance", "slide"} // the round had ended
	v.Sides[1].Hand, v.Sides[1].Discards, v.Sides[1].Committed = []string{"withdraw"}, []string{"vault"}, "dash"
	s := (draw.Look{}).Scene(v, nil, draw.News{})
	if len(s.Cards) != 2 || s.Cards[0].Name != "Slide" || s.Cards[1].Name != "Dash" {
		t.Errorf("the cards are %+v", s.Cards)
	}
	if v.Sides[0].Discards, v.Sides[1].Committed = nil, ""; len((draw.Look{}).Scene(v, nil, draw.News{}).Cards) != 1 {
		t.Error("a side that played nothing shows a card")
	}
}
