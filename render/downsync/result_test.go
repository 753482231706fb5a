package downsync_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/downsync"
	"downsync/render/rendertest"
)

// ended returns a match of ten Turns that B won by 3 to 1, as everybody was told it.
func ended() (rules.View, []game.Fact) {
	v := public()
	v.Round, v.Turn, v.VP, v.Engagement, v.Acting = 4, 10, rules.Both{1, 3}, nil, nil
	v.Result = &game.Result{Rank: []int{2, 1}, Why: "vp"}
	told := happened()[:4]
	hit := func(by, of rules.Label) {
		told = append(told, rules.AttackRolled{By: ref(by), Target: ref(of), Hit: true})
	}
	for turn := range 10 {
		told = append(told, rules.TurnBegan{Turn: turn + 1, Active: game.Seat(1 + turn%2)}, rules.Designated{})
		switch turn + 1 {
		case 2:
			hit("B6", "A3")
		case 4:
			told = append(told, rules.Scored{Seat: 1, Scorers: []rules.Label{"A1"}, VP: 1})
		case 5:
			hit("B6", "A7")
			told = append(told, rules.Destroyed{Target: ref("A7")})
		case 7, 8, 10:
			told = append(told, rules.Scored{Seat: 2, Scorers: []rules.Label{"B6"}, VP: 1})
		}
	}
	return v, append([]game.Fact{rules.Deployed{Ping: "A7", At: at(24, 14)}, rules.Revealed{Piece: "A7", Unit: "widow-scout", Bases: []plane.Point{at(24, 14)}}}, told...)
}

// The end is a picture: the winner, the three decisive moments, and the piece that did most.
func TestResult(t *testing.T) {
	v, told := ended()
	v.Map = "saltmarket"
	look := draw.Look{Names: [2]string{"Alex Moreau", "Robin"}, Server: "Tabletop Club"}
	r := look.ResultOf(v, draw.TellEverybody(told))
	if got := rendertest.Told(r); got != "A1 scores first, Samson destroys Widow Scout, Samson scores" || r.Title != "Robin wins" || rendertest.Score(r) != "1 3" || r.Turns != 10 {
		t.Errorf("%s: %s, %v, %d Turns", r.Title, got, rendertest.Score(r), r.Turns)
	}
	if r.BestIs != [3]string{"MVP", "B6 Samson", "1 kill · 3 VP"} {
		t.Errorf("the one who did most: %q", r.BestIs)
	}
	for what, of := range map[string]render.Origin{"the result": r.Of, "the last board": look.PublicScene(v, draw.TellEverybody(told)).Origin,
		"the film": look.StripOf(draw.Frame{Truth: v, Sides: [2]rules.View{v, v}}).Main.Origin} {
		if of.Game != "Downsync" || of.Map != "Saltmarket" || of.Server != "Tabletop Club" || what != "the result" && strings.Join(of.Names, " ") != "Alex Moreau Robin" {
			t.Errorf("%s is of %q", what, of)
		}
	}
	if last := r.Board.String(); !strings.Contains(last, "flash 2 30,27 r1.575 score:true \n") {
		t.Errorf("the points of the last Turn are missing:\n%s", last)
	}
	pic, err := look.Result(v, draw.TellEverybody(told))
	if err != nil {
		t.Fatal(err)
	}
	rendertest.Keep(t, "result", pic.PNG)
	m, err := png.Decode(bytes.NewReader(pic.PNG))
	if err != nil || m.Bounds().Dx() != 1200 || len(pic.PNG) > 200<<10 {
		t.Errorf("%d bytes, %v", len(pic.PNG), err)
	}
	if again, err := look.Result(v, draw.TellEverybody(told)); err != nil || !bytes.Equal(again.PNG, pic.PNG) {
		t.Errorf("the same match has another result, %v", err)
	}
}

// The last board of a match shows the events of its last Turn and nothing older, for everybody, for a seat and in its result.
func TestLastBoardShowsTheLastTurn(t *testing.T) {
	v, told := ended()
	told = append(told, rules.TurnBegan{Turn: 11, Active: 1}, rules.Designated{}, rules.AttackRolled{By: ref("A3"), Target: ref("B6"), Hit: true})
	seat := crowded(game.Player(1))
	seat.Result, seat.Active = v.Result, 1
	for what, s := range map[string]render.Scene{
		"everybody's": draw.Look{}.PublicScene(v, draw.TellEverybody(told)),
		"a seat's":    draw.Look{}.PrivateScene(seat, nil, draw.TellSeat(1, told)),
		"unread":      draw.Look{}.PrivateScene(seat, nil, draw.TellSeat(1, told).Unread()),
		"the result":  draw.Look{}.ResultOf(v, draw.TellEverybody(told)).Board,
	} {
		if len(s.Shots) != 1 || len(s.Wrecks)+len(s.Flashes) != 0 {
			t.Errorf("%s:\n%s", what, s)
		}
	}
}

// Nobody sees the result or the highlights of a match in progress, or of one seat's knowledge; a match without events has a picture
// as well.
func TestResultOnlyOfWhatIsOver(t *testing.T) {
	v, told := ended()
	if _, err := (draw.Look{}).Result(v, draw.TellEverybody(nil)); err != nil {
		t.Error(err)
	}
	on := v
	on.Result = nil
	own := v
	own.Viewer = game.Player(1)
	rendertest.NotDrawn(t, []rules.View{on, own}, map[string]func(rules.View) error{
		"a result": func(v rules.View) error { _, err := (draw.Look{}).Result(v, draw.TellEverybody(told)); return err },
		"highlights": func(v rules.View) error {
			_, err := plain.Highlights(film(played(3)), v, draw.TellEverybody(told), func(int, int) error { return nil })
			return err
		},
	})
}
