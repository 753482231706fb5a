package downsync_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/downsync"
	"downsync/render/rendertest"
)

func at(x, y int) plane.Point { return plane.Point{X: plane.In(x), Y: plane.In(y)} }

func ref(l rules.Label) rules.Ref { return rules.Ref{Label: l, N: 1} }

// happened returns two Turns: in the first B5 moves; in the second, the current one, A1 moves and A6 is revealed, hits and destroys
// B7, A3 misses and A scores.
func happened() []game.Fact {
	return []game.Fact{rules.Deployed{Ping: "B7", At: at(30, 20)}, rules.Revealed{Piece: "B7", Unit: "crusader", Bases: []plane.Point{at(30, 20)}},
		rules.Revealed{Piece: "A3", Unit: "virago", Bases: []plane.Point{at(20, 22)}}, rules.Revealed{Piece: "B6", Unit: "samson", Bases: []plane.Point{at(30, 27)}},
		rules.TurnBegan{Turn: 8, Active: 2}, rules.Designated{Pieces: []rules.Label{"B5"}}, rules.Moved{Base: ref("B5"), Path: []plane.Point{at(40, 33), at(33, 30)}},
		rules.TurnBegan{Turn: 9, Active: 1}, rules.Designated{Pieces: []rules.Label{"A1", "A6"}}, rules.Moved{Base: ref("A1"), Path: []plane.Point{at(10, 2), at(8, 6), at(10, 9)}},
		rules.Revealed{Piece: "A6", Unit: "guardian-destroyer", Bases: []plane.Point{at(26, 14)}},
		rules.AttackRolled{By: ref("A6"), Target: ref("B7"), Hit: true}, rules.Destroyed{Target: ref("B7")},
		rules.AttackRolled{By: ref("A3"), Target: ref("B6")}, rules.Scored{Seat: 1, Scorers: []rules.Label{"A2"}, VP: 1}}
}

// scene returns the onlooker's board with news, as text.
func scene(t *testing.T, told []game.Fact) string {
	t.Helper()
	return draw.Look{}.PublicScene(public(), draw.TellEverybody(told)).String()
}

// A board shows the events of the current Turn: ways, shots with their outcome, wrecks, reveals and points. Before the Taskforce is
// designated it shows the Turn before.
func TestNews(t *testing.T) {
	s := draw.Look{}.PublicScene(public(), draw.TellEverybody(happened()))
	golden(t, "news.scene", s.String())
	png, err := render.Draw(s)
	if err != nil || len(png) > 200<<10 {
		t.Errorf("%d bytes, at most 200 KiB: %v", len(png), err)
	}
	rendertest.Keep(t, "news", png)
	if early := scene(t, happened()[:8]); !strings.Contains(early, "trail 2 [40 33] [33 30]") {
		t.Errorf("before the Taskforce is designated, the last Turn is missing:\n%s", early)
	}
	if late := s.String(); strings.Contains(late, "trail 2") {
		t.Errorf("the Turn before the last is still there:\n%s", late)
	}
}

// Points are shown beside each piece that scored them, until the end of the next Turn.
func TestScoresStay(t *testing.T) {
	told := append(happened(), rules.TurnBegan{Turn: 10, Active: 2}, rules.Designated{Pieces: []rules.Label{"B6"}})
	for _, s := range []string{scene(t, happened()), scene(t, told)} {
		if !strings.Contains(s, "score:true +1 VP\n") || !strings.Contains(s, "flash 1 14,18 r1.181 score:true \n") {
			t.Errorf("who scored is missing:\n%s", s)
		}
	}
	if s := scene(t, append(told, rules.TurnBegan{Turn: 11, Active: 1}, rules.Designated{Pieces: []rules.Label{"A1"}})); strings.Contains(s, "score:true") {
		t.Errorf("points of long ago are still there:\n%s", s)
	}
	shared := scene(t, append(happened()[:8], rules.Scored{Seat: 1, Scorers: []rules.Label{"A1", "A2"}, Blockers: []rules.Label{"B6"}, VP: 1}))
	if strings.Count(shared, "score:true \n") != 1 || strings.Count(shared, "+1 VP") != 1 {
		t.Errorf("one point of two scorers:\n%s", shared)
	}
}

// If the shooter or target of a shot has moved since, the shot ends where a labelled trail leads to its present place, however
// often it moved. For a base that was taken aboard since, only the place is marked.
func TestShotsAreTiedToTheirPieces(t *testing.T) {
	move := func(l rules.Label, path ...plane.Point) game.Fact { return rules.Moved{Base: ref(l), Path: path} }
	told := append(happened()[:9], rules.Revealed{Piece: "A3", Unit: "virago", Bases: []plane.Point{at(12, 26)}}, rules.Deployed{Ping: "A8", At: at(40, 12)},
		move("A3", at(12, 26), at(14, 24)), rules.AttackRolled{By: ref("A3"), Target: ref("B6")}, rules.AttackRolled{By: ref("A3"), Target: ref("A8")},
		move("A3", at(14, 24), at(17, 23)), move("A3", at(17, 23), at(20, 22)))
	s := scene(t, told)
	for _, want := range []string{"trail 1 [12 14] [26 24] r1.378\n", "trail 1 [14 17 20] [24 23 22] r1.378 A3\n", "trail 1 [40 40] [12 12] r1 A8\n"} {
		if !strings.Contains(s, want) {
			t.Errorf("%q is missing:\n%s", want, s)
		}
	}
	if strings.Count(s, "trail ") != 3 {
		t.Errorf("too many trails:\n%s", s)
	}
	if fell := scene(t, append(told, rules.Destroyed{Target: ref("A8")})); strings.Contains(fell, " A8\nshot") || strings.Count(fell, "trail ") != 2 {
		t.Errorf("a wreck marks the place itself:\n%s", fell)
	}
}

// However much happened, a picture stays small and shows the newest events.
func TestNewsAreBounded(t *testing.T) {
	told := happened()
	for i := range 60 {
		told = append(told, rules.Moved{Base: ref("A1"), Path: []plane.Point{at(i%40+2, 9), at(i%40+3, 30)}}, rules.AttackRolled{By: ref("A1"), Target: ref("B6"), Hit: i%2 == 0})
	}
	s := draw.Look{}.PublicScene(public(), draw.TellEverybody(told))
	png, err := render.Draw(s)
	if err != nil || len(png) > 200<<10 || len(s.Trails) != 12 || len(s.Shots) != 8 {
		t.Errorf("%d bytes, %d trails, %d shots, %v", len(png), len(s.Trails), len(s.Shots), err)
	}
	if !slices.ContainsFunc(s.Trails, func(t render.Trail) bool { return t.X[0] == 21 }) {
		t.Errorf("the newest trail is missing:\n%s", s)
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

// A public picture shows nothing that an onlooker may not know, even if it is given a fact of one seat. Pictures of two worlds that
// differ only in that fact have the same bytes; the seat's own pictures differ.
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

// A hit whose effect a countermeasure stopped is neither shown nor counted as a hit; the scorers share the points.
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

// News that a seat has not read are shown beside the move that is staged for it, in a frame that holds all of them. Once it has
// pressed a button, the frame shows its move, and the news are gone.
func TestUnreadNewsAreFramed(t *testing.T) {
	told := append(happened(), rules.TurnBegan{Turn: 10, Active: 2})
	v := crowded(game.Player(2))
	move := &draw.Staged{Base: ref("B6"), Ways: []draw.Way{{Path: []plane.Point{at(30, 27), at(31, 29)}}}}
	read, unread := draw.Look{}.PrivateScene(v, move, draw.TellSeat(2, told)), draw.Look{}.PrivateScene(v, move, draw.TellSeat(2, told).Unread())
	if len(read.Trails)+len(read.Shots) != 0 || read.Window == (render.Window{}) {
		t.Errorf("after a press %d trails and %d shots in %v", len(read.Trails), len(read.Shots), read.Window)
	}
	if len(unread.Trails) != 1 || len(unread.Shots) != 2 || len(unread.Wrecks) != 1 || unread.Wrecks[0].Portrait == nil || len(unread.Flashes) != 3 || len(unread.Paths) < len(read.Paths) {
		t.Errorf("before it:\n%s", unread)
	}
	for _, x := range unread.Flashes {
		if !unread.Window.Shows(x.X, x.Y, -x.R) {
			t.Errorf("%v is outside %v", x, unread.Window)
		}
	}
	for _, x := range unread.Trails {
		if !unread.Window.Shows(x.X[0], x.Y[0], -x.R) {
			t.Errorf("the trail from %g,%g begins outside %v", x.X[0], x.Y[0], unread.Window)
		}
	}
	if s := (draw.Look{}).PrivateScene(v, move, draw.TellSeat(2, told[:5]).Unread()); s.Window != read.Window {
		t.Errorf("without news the frame is %v, not %v", s.Window, read.Window)
	}
}

// The news of a seat begin with the enemy's Turns since its own last one; in the enemy's Turn, until it was asked to react, with
// its own last activation.
func TestSinceLook(t *testing.T) {
	told := append(happened(), rules.ActivationBegan{Piece: "A6"}, rules.AttackRolled{By: ref("A6"), Target: ref("B6")}, // 16 and 17
		rules.TurnBegan{Turn: 10, Active: 2}, rules.Designated{Pieces: []rules.Label{"B6"}}, // 18
		rules.WindowClosed{}, rules.TurnBegan{Turn: 11, Active: 2}, rules.TurnBegan{Turn: 12, Active: 1}) // 20, 21, 22
	first := slices.IndexFunc(told, func(f game.Fact) bool { return f == game.Fact(rules.ActivationBegan{Piece: "A6"}) })
	for _, x := range []struct {
		told   int
		unread bool
		want   int
	}{{first + 4, false, first}, {first + 5, false, first + 2}, {first + 7, true, first + 2}} {
		if got := draw.SinceLook(told[:x.told], 1, x.unread); got != x.want {
			t.Errorf("of %d facts from %d on, not %d", x.told, got, x.want)
		}
	}
	if got := draw.SinceLook([]game.Fact{rules.TurnBegan{Turn: 1, Active: 2}}, 1, true); got != 0 {
		t.Errorf("from %d", got)
	}
}

// Shots of one base at one target are one line, with the outcome of each.
func TestVolleysAreOneLine(t *testing.T) {
	told := happened()
	for _, hit := range []bool{false, true, false} {
		told = append(told, rules.AttackRolled{By: ref("A6"), Target: ref("B6"), Hit: hit})
	}
	if s := scene(t, told); strings.Count(s, "shot 1") != 3 || !strings.Contains(s, "2 × MISS + HIT") {
		t.Errorf("three shots of A6 at B6 among three lines:\n%s", s)
	}
}

// filled sets everything in a value to something.
func filled(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("B1")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(2)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(2)
	case reflect.Struct:
		for i := range v.NumField() {
			filled(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0))
	case reflect.Array:
		for i := range v.Len() {
			filled(v.Index(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem())
	default:
		panic(fmt.Sprintf("%s holds a %s", v.Type(), v.Kind()))
	}
}

// Facts that a board assumes everybody is told unchanged hide nothing, whatever they contain.
func TestKnowableFactsHideNothing(t *testing.T) {
	types := draw.ToldAsTheyAre()
	if len(types) < 10 {
		t.Fatalf("%d types", len(types))
	}
	for _, of := range types {
		v := reflect.New(of).Elem()
		filled(v)
		f := v.Interface().(game.Fact)
		for _, viewer := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
			if told := f.For(viewer); !reflect.DeepEqual(told, f) {
				t.Errorf("of %T %v is told %v", f, viewer, told)
			}
		}
	}
}
