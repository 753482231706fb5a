package jagged_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/jagged"
	"downsync/render/rendertest"
)

// closeup returns a small part of a board with every silhouette, every class of terrain and every sign on it.
func closeup() render.Scene {
	square := func(x, y, w, h float64) plane.Polygon {
		return plane.Polygon{at(x, y), at(x+w, y), at(x+w, y+h), at(x, y+h)}
	}
	b := draw.Battle{Viewer: game.Player(1), Round: 2, Doing: "%c strikes", Active: 2, Board: boards.Board{Pieces: []boards.Piece{
		{Name: "Rubble", Class: boards.Light, Shape: square(1, 14, 3.5, 4)}, {Name: "Growth", Class: boards.Heavy, Shape: square(5.5, 14, 3.5, 4)},
		{Name: "Stack", Class: boards.Heavy, Climb: 2000, Shape: square(10, 14, 4, 4)}, {Name: "Wall", Class: boards.Obscuring, Shape: square(15, 16, 4, 2)},
		{Name: "Pit", Class: boards.Impassable, Shape: square(15, 12.4, 3, 2.6)}}},
		Objectives: []draw.Objective{{At: at(7, 10.5), Owner: 1, Contested: true}, {At: at(14, 10.5), Owner: 2}}}
	states := []draw.State{draw.Engaged, draw.Sprinted, draw.Jammed, draw.Disarmed, draw.Stopped, draw.Harder, draw.Easier, draw.Exposed, draw.Slowed, draw.Retreated}
	for i, kind := range slices.Sorted(maps.Keys(draw.Silhouettes)) {
		m := model(fmt.Sprintf("%c%d", 'A'+i%2, i+1), kind, "Unit", "", 60, 2.5+float64(i%5)*3.8, 3+float64(i/5)*4.2, i%4, max(1, i%5), states[i])
		m.Wounds, m.Acted = min(m.Wounds, m.Most), i == 3
		b.Models = append(b.Models, m)
	}
	s := (draw.Look{}).Scene(b, &draw.Staged{Chosen: "A1", Aims: []draw.Aim{{From: "A1", To: "B8", Seen: true, Cover: boards.Heavy, Piece: 2, Need: 85}, {From: "A9", To: "B10"}}}, draw.News{})
	s.Window, s.Inset = render.Window{X1: 20, Y1: 20}, false
	return s
}

// A picture equals the stored one, except for a few pixels. -update accepts the new one.
func TestPictureLooksAsItDid(t *testing.T) {
	got, err := render.Draw(closeup())
	if err != nil {
		t.Fatal(err)
	}
	rendertest.Keep(t, "closeup", got)
	rendertest.LooksAsItDid(t, "closeup", got, *update)
}

// Silhouettes differ at the size at which a phone shows them.
func TestSilhouettesDiffer(t *testing.T) {
	rendertest.SilhouettesDiffer(t, slices.Collect(maps.Values(draw.Silhouettes)))
}

// Everything can be drawn and described in other languages, however long their words are.
func TestLongWords(t *testing.T) {
	longer := func(by int) draw.Look {
		return draw.Look{Reader: render.Reader{Say: func(s game.Text, args ...any) string { return strings.Repeat("ü", by) + s.Format(args...) }}}
	}
	all := scenes(t, longer(80))
	for _, name := range themed {
		if _, err := render.Draw(all[name]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if alt := longer(80).Alt(battle(t)); len(alt) > render.MaxAlt || len(alt) < 80 {
		t.Errorf("a description of %d bytes", len(alt))
	}
}

// The description mentions everything that the picture shows of Objectives and models.
func TestAlt(t *testing.T) {
	b := battle(t)
	b.Models = b.Models[:2]
	want := "ROUND 3, A shoots. VP 3 to 2, Flares 2 and 1. Objective 1 at 24,24: held by A, contested. Objective 2 at 12,32: held by B. " +
		"Objective 3 at 36,16: nobody's. A1 Combat Engineer at 13,20, has acted. A2 Support Mech at 20.5,20.5 with 2 of 3 Wounds, engaged."
	if got := (draw.Look{}).Alt(b); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A picture is drawn only from the battle of its viewer.
func TestViewers(t *testing.T) {
	for _, v := range []game.Viewer{game.Player(1), game.Referee()} {
		b := battle(t)
		b.Viewer = v
		if _, err := (draw.Look{}).Public(b, draw.News{}); err == nil {
			t.Errorf("the battle of %s was drawn as a public picture", v)
		}
	}
	for _, v := range []game.Viewer{game.Onlooker(), game.Referee()} {
		b := battle(t)
		b.Viewer = v
		if _, err := (draw.Look{}).Private(b, nil, draw.News{}); err == nil {
			t.Errorf("the battle of %s was drawn as a private picture", v)
		}
	}
	if p, err := (draw.Look{}).Private(private(t), nil, news()); err != nil || p.Seat != 1 || len(p.PNG) == 0 {
		t.Errorf("a picture for seat %d of %d bytes: %v", p.Seat, len(p.PNG), err)
	}
	if p, err := (draw.Look{}).Public(battle(t), news()); err != nil || len(p.PNG) == 0 {
		t.Errorf("a public picture of %d bytes: %v", len(p.PNG), err)
	}
	if p, err := (draw.Look{}).Preview(board(t, "spire-yard"), boards.Corner, ""); err != nil || len(p.PNG) == 0 {
		t.Errorf("a board of %d bytes: %v", len(p.PNG), err)
	}
	if p, err := (draw.Look{}).Catalogue(); err != nil || len(p.PNG) == 0 || len(p.PNG) > 200<<10 {
		t.Errorf("all boards in %d bytes: %v", len(p.PNG), err)
	} else {
		rendertest.Keep(t, "catalogue", p.PNG)
	}
}

// Labels that are unknown to the reader of a crop, or hidden, are left out and not drawn elsewhere.
func TestUnknownLabels(t *testing.T) {
	b := private(t)
	s := (draw.Look{}).Scene(b, &draw.Staged{Chosen: "A12", Around: []string{"B12"}, Aims: []draw.Aim{{From: "A3", To: "B12", Piece: 99}}}, draw.News{Scored: []int{7}})
	if len(s.Paths) != 0 || len(s.Flashes) != 0 {
		t.Errorf("%d paths and %d flashes of what is not there", len(s.Paths), len(s.Flashes))
	}
}

// BenchmarkBoard draws boards with 15 models, one of which moved since the previous picture, with all recent events. It prints
// processor time and size.
func BenchmarkBoard(b *testing.B) {
	battle, l := battle(b), draw.Look{}
	for name, n := range map[string]draw.News{"plain": {}, "late": news()} {
		b.Run(name, func(b *testing.B) {
			var took time.Duration
			size, i := 0, 0
			for b.Loop() {
				i++
				battle.Models[2].Base.At = at(2+float64(i%440)/10, 2+float64(i/440%440)/10)
				began := gametest.Processor()
				png, err := render.Draw(l.Scene(battle, nil, n))
				if err != nil {
					b.Fatal(err)
				}
				took, size = took+gametest.Processor()-began, size+len(png)
			}
			b.ReportMetric(float64(took)/float64(i)/1e6, "cpu-ms/op")
			b.ReportMetric(float64(size)/float64(i)/1024, "KB")
		})
	}
}
