package downsync_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/downsync"
	"downsync/render/rendertest"
)

var update = flag.Bool("update", false, "write the goldens anew")

// public returns what an onlooker sees of the crowded board.
func public() rules.View {
	v := crowded(game.Onlooker())
	for i := range v.Pieces {
		p := &v.Pieces[i]
		p.Plan, p.Overwatch = "", nil
		for j := range p.Bases {
			p.Bases[j].CM, p.Bases[j].Hardened = nil, nil
		}
	}
	return v
}

// scenes returns one scene of every kind: its name says what, where and for whom.
func scenes(t *testing.T) map[string]render.Scene {
	v := crowded(game.Player(1))
	must := func(s *draw.Staged, err error) *draw.Staged {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	line := func(clear, concealed bool) *draw.Staged {
		return &draw.Staged{Line: &draw.Line{From: plane.Point{X: 20000, Y: 22000}, To: plane.Point{X: 30000, Y: 27000}, Clear: clear, Concealed: concealed}}
	}
	move := moving(v, plane.Point{X: 17000, Y: 26000})
	fight, ok := draw.ShowFight(v)
	if !ok {
		t.Fatal("there is no fight")
	}
	return map[string]render.Scene{
		"seat-1":    draw.Look{}.Scene(v, nil),
		"public":    draw.Look{}.Scene(public(), nil),
		"move":      draw.Look{}.Scene(v, move),
		"clear":     draw.Look{}.Scene(v, line(true, false)),
		"concealed": draw.Look{}.Scene(v, line(true, true)),
		"hidden":    draw.Look{}.Scene(v, line(false, false)),
		"reach":     draw.Look{}.Scene(v, must(draw.Look{}.ShowReach(v, rules.Ref{Label: "A3"}))),
		"ranges":    draw.Look{}.Scene(v, must(draw.Look{}.ShowRanges(v, rules.Ref{Label: "A6"}))),
		"threat":    draw.Look{}.Scene(v, draw.Look{}.ShowThreat(v, "")),
		"threat-A3": draw.Look{}.Scene(v, draw.Look{}.ShowThreat(v, "A3")),
		"plans":     draw.Look{}.Scene(v, draw.Look{}.ShowPlans()),
		"fight":     draw.Look{}.Scene(v, fight),
		"light":     draw.Look{Reader: render.Reader{Theme: render.Light}}.Scene(v, nil),
		"safe":      draw.Look{Reader: render.Reader{Theme: render.Safe}}.Scene(v, nil),
	}
}

func TestScenes(t *testing.T) {
	for name, s := range scenes(t) {
		golden(t, name+".scene", s.String())
		png, err := render.Draw(s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(png); n > 200<<10 {
			t.Errorf("%s: %d bytes, at most 200 KiB", name, n)
		}
		rendertest.Keep(t, name, png)
	}
}

// golden compares the text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(want, []byte(got)) {
		t.Errorf("%s differs (%v):\n%s", name, err, got)
	}
}

// Pieces that are not on the table cannot be shown, and each piece shows its own ranges.
func TestShow(t *testing.T) {
	v := crowded(game.Player(1))
	if _, err := (draw.Look{}).ShowReach(v, rules.Ref{Label: "B9"}); err == nil {
		t.Error("the reach of a piece that is not there")
	}
	if _, err := (draw.Look{}).ShowRanges(v, rules.Ref{Label: "B9"}); err == nil {
		t.Error("the ranges of a piece that is not there")
	}
	if s, err := (draw.Look{}).ShowRanges(v, rules.Ref{Label: "B2"}); err != nil || len(s.Ranges) != 2 {
		t.Errorf("of a contact there are bands only: %v, %v", s, err)
	}
	for _, x := range (draw.Look{}).ShowThreat(v, "").Threat {
		if p, _ := v.Piece(x.Of.Label); p.Seat != 2 || p.IsPing() {
			t.Errorf("%s is no enemy Unit seen so far", x.Of)
		}
	}
	near := draw.Look{}.ShowThreat(v, "A1").Threat
	if all := (draw.Look{}).ShowThreat(v, "").Threat; len(near) == 0 || len(near) >= len(all) {
		t.Errorf("%d of %d threats could reach A1: expected a part of them", len(near), len(all))
	}
	a1, _ := v.Piece("A1")
	for _, x := range near {
		if !x.All && plane.Dist(x.At, a1.Bases[0].Point) > x.R+a1.Bases[0].R {
			t.Errorf("%s cannot reach A1", x.Of)
		}
	}
	if s := (draw.Look{}).Scene(v, draw.Look{}.ShowThreat(v, "A1")); strings.Count(s.String(), "[shoots]") != len(draw.Farthest(near))+1 || len(s.Fields)+len(s.Rings) > 0 || s.Status != "what could reach A1" {
		t.Errorf("threats to A1 from %d Units: %s", len(draw.Farthest(near)), s)
	}
	if s := (draw.Look{}).Scene(v, &draw.Staged{Around: []rules.Label{"B9"}}); s.Window != (render.Window{}) {
		t.Errorf("cropped around nothing: %v", s.Window)
	}
}

// A crop grows a little if it would cut a base, and says in tenths how much of a move is left, if any.
func TestCrops(t *testing.T) {
	v := crowded(game.Player(1))
	move := draw.Staged{Ways: []draw.Way{{Path: []plane.Point{{X: 20000, Y: 22000}, {X: 17000, Y: 26000}}}}}
	w := draw.Look{}.Frame(v, &move, draw.PrivateNews{})
	move.Named = []rules.Label{"A5"}
	for _, p := range v.Pieces {
		for _, b := range p.Bases {
			if at := draw.Rim(b); w.Shows(at.X, at.Y, at.R) && !w.Holds(at) {
				t.Errorf("%s at %v is cut by %v", p.Label, b.Point, w)
			}
		}
	}
	far := draw.Look{}.Frame(v, &move, draw.PrivateNews{})
	if a5, _ := v.Piece("A5"); w.Holds(draw.Rim(a5.Bases[0])) || !far.Holds(draw.Rim(a5.Bases[0])) || far == (render.Window{}) {
		t.Errorf("A5 at %v is in %v already, or not in %v", a5.Bases[0].Point, w, far)
	}
	move.Named = nil
	for left, want := range map[plane.Inch]string{0: "", 50: "", 980: `0.9" left`, 1000: `1" left`} {
		move.Ways[0].Left = left
		s := draw.Look{}.Scene(v, &move)
		if got := s.Paths[len(s.Paths)-1].Note; got != want {
			t.Errorf("%s left: %q, expected %q", left, got, want)
		}
	}
}
