package downsync_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/downsync"
)

func at(x, y int) plane.Point { return plane.Point{X: plane.In(x), Y: plane.In(y)} }

func ref(l rules.Label) rules.Ref { return rules.Ref{Label: l, N: 1} }

// happened are two Turns: in the first B5 moves; in the second, which is on, A1 moves and A6 is revealed, hits and destroys B7, A3 misses and
// A scores.
func happened() []game.Fact {
	return []game.Fact{rules.Deployed{Ping: "B7", At: at(30, 20)}, rules.Revealed{Piece: "B7", Unit: "crusader", Bases: []plane.Point{at(30, 20)}},
		rules.Revealed{Piece: "A3", Unit: "virago", Bases: []plane.Point{at(20, 22)}}, rules.Revealed{Piece: "B6", Unit: "samson", Bases: []plane.Point{at(30, 27)}},
		rules.TurnBegan{Turn: 8, Active: 2}, rules.Designated{Pieces: []rules.Label{"B5"}}, rules.Moved{Base: ref("B5"), Path: []plane.Point{at(40, 33), at(33, 30)}},
		rules.TurnBegan{Turn: 9, Active: 1}, rules.Designated{Pieces: []rules.Label{"A1", "A6"}}, rules.Moved{Base: ref("A1"), Path: []plane.Point{at(10, 2), at(8, 6), at(10, 9)}},
		rules.Revealed{Piece: "A6", Unit: "guardian-destroyer", Bases: []plane.Point{at(26, 14)}},
		rules.AttackRolled{By: ref("A6"), Target: ref("B7"), Hit: true}, rules.Destroyed{Target: ref("B7")},
		rules.AttackRolled{By: ref("A3"), Target: ref("B6")}, rules.Scored{Seat: 1, VP: 1}}
}

// scene is the onlooker's board with news, as text.
func scene(t *testing.T, told []game.Fact) string {
	t.Helper()
	return draw.Look{}.News(public(), draw.TellEverybody(told)).String()
}

// A board shows what happened in the Turn that is on: ways, shots with their outcome, wrecks, what was revealed and scored. Before the
// Taskforce is designated it shows the Turn before.
func TestNews(t *testing.T) {
	s := draw.Look{}.News(public(), draw.TellEverybody(happened()))
	golden(t, "news.scene", s.String())
	png, err := render.Draw(s)
	if err != nil || len(png) > 200<<10 {
		t.Errorf("%d bytes, at most 200 KiB: %v", len(png), err)
	}
	keep(t, "news", png)
	if early := scene(t, happened()[:8]); !strings.Contains(early, "trail 2 [40 33] [33 30]") {
		t.Errorf("before the Taskforce is designated, the last Turn is missing:\n%s", early)
	}
	if late := s.String(); strings.Contains(late, "trail 2") {
		t.Errorf("the Turn before the last is still there:\n%s", late)
	}
}

// However much happened, a picture stays small, and shows the newest.
func TestNewsAreBounded(t *testing.T) {
	told := happened()
	for i := range 60 {
		told = append(told, rules.Moved{Base: ref("A1"), Path: []plane.Point{at(i%40+2, 9), at(i%40+3, 30)}}, rules.AttackRolled{By: ref("A1"), Target: ref("B6"), Hit: i%2 == 0})
	}
	s := draw.Look{}.News(public(), draw.TellEverybody(told))
	png, err := render.Draw(s)
	if err != nil || len(png) > 200<<10 || len(s.Trails) != 12 || len(s.Shots) != 8 {
		t.Errorf("%d bytes, %d trails, %d shots, %v", len(png), len(s.Trails), len(s.Shots), err)
	}
	if got := s.Trails[11].X[0]; got != 21 {
		t.Errorf("the newest trail begins at %g", got)
	}
}

// secretMove is a move that only side A may know.
type secretMove struct{ rules.Moved }

func (secretMove) Kind() string { return "secret-move" }

func (f secretMove) For(v game.Viewer) game.Fact {
	if v.Seat() == 1 {
		return f.Moved
	}
	return nil
}

// A public picture shows nothing that an onlooker may not know, even if it is handed a fact of one seat. Pictures of two worlds that differ
// in that alone are the same bytes; those of the seat differ.
func TestNewsKeepSecrets(t *testing.T) {
	plain := happened()
	secret := append(slices.Clone(plain), secretMove{rules.Moved{Base: ref("A5"), Path: []plane.Point{at(30, 8), at(40, 12)}}})
	var pictures [2]render.Public
	for i, told := range [][]game.Fact{plain, secret} {
		var err error
		if pictures[i], err = (draw.Look{}).Public(public(), draw.TellEverybody(told)); err != nil {
			t.Fatal(err)
		}
	}
	if string(pictures[0].PNG) != string(pictures[1].PNG) {
		t.Error("a public picture shows a secret move")
	}
	own := crowded(game.Player(1))
	one, err1 := draw.Look{}.Private(own, nil, draw.TellSeat(1, plain))
	other, err2 := draw.Look{}.Private(own, nil, draw.TellSeat(1, secret))
	if err1 != nil || err2 != nil || string(one.PNG) == string(other.PNG) {
		t.Errorf("the seat's own picture lacks its move: %v, %v", err1, err2)
	}
	if _, err := (draw.Look{}).Private(crowded(game.Player(2)), nil, draw.TellSeat(1, plain)); err == nil {
		t.Error("one seat's news on the other's picture")
	}
	if fmt.Sprint(draw.TellEverybody(secret)) != fmt.Sprint(draw.TellEverybody(plain)) {
		t.Error("public news hold a secret move")
	}
}

// A hit whose effect a countermeasure stopped is no hit on the board, and counts as none; points are shared by those that score.
func TestStoppedHits(t *testing.T) {
	told := append(happened(), rules.AttackRolled{By: ref("A3"), Target: ref("B6"), Hit: true}, rules.Stopped{Target: ref("B6")},
		rules.AttackRolled{By: ref("A3"), Target: ref("B6"), Hit: true}, rules.Destroyed{Target: ref("B6")})
	s := scene(t, told)
	if strings.Count(s, "STOPPED") != 1 || strings.Count(s, "HIT") != 2 {
		t.Errorf("one of three hits is stopped:\n%s", s)
	}
	told = append(told, rules.Scored{Seat: 1, Scorers: []rules.Label{"A1", "A3", "A6"}, VP: 4})
	best, kills, hits, points := draw.Best(draw.TellEverybody(told), 1)
	if best != "A1" || kills != 0 || hits != 0 || points != 2 {
		t.Errorf("%s with %d kills, %d hits, %d points", best, kills, hits, points)
	}
}
