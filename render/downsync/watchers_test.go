package downsync_test

import (
	"slices"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	"downsync/render"
	draw "downsync/render/downsync"
)

// moving stages a move of A3, as its console does.
func moving(v rules.View, to plane.Point) *draw.Staged {
	r := rules.Ref{Label: "A3"}
	_, b, _ := v.Base(r)
	way, left := v.Try().Way(r, to, nil)
	if way == nil {
		way = []plane.Point{b.Point, to}
	}
	s := &draw.Staged{Base: r, Ways: []draw.Way{{Path: way, R: b.R, Left: left}}, Watchers: v.Standing(r, to).Watchers([]rules.Ref{r})}
	s.Reach, _ = v.Reach(r)
	return s
}

// The picture of a move marks each enemy that would see its end, with another mark if one of its attacks could name it there.
func TestMoveMarksWatchers(t *testing.T) {
	v := crowded(game.Player(1))
	r := rules.Ref{Label: "A3"}
	counts := map[string]int{}
	for _, to := range []plane.Point{{X: 20000, Y: 22000}, {X: 17000, Y: 26000}, {X: 2000, Y: 2000}, {X: 46000, Y: 40000}} {
		there := v.Standing(r, to)
		s := draw.Look{}.Scene(v, moving(v, to))
		for _, p := range v.Pieces {
			if p.Seat == 1 {
				continue
			}
			from, _ := there.Spots(string(p.Label))
			mover, _ := there.Spots(r.String())
			want := ""
			for _, x := range from {
				if there.Measure([]rules.Spot{x}, mover).LOS {
					want = "[sees]"
				}
			}
			if attacks(there, p, r) {
				want = "[shoots]"
			}
			counts[want]++
			d := s.Discs[slices.IndexFunc(s.Discs, func(d render.Disc) bool { return d.Label == string(p.Label) })]
			for _, mark := range []string{"[sees]", "[shoots]"} {
				if strings.Contains(d.String(), mark) != (mark == want) {
					t.Errorf("A3 to %s: %s has %s: expected %q", to, p.Label, d, want)
				}
			}
		}
	}
	if counts["[sees]"] < 3 || counts["[shoots]"] < 3 {
		t.Errorf("only %v", counts)
	}
}

// attacks reports whether one of the piece's attacks is not denied the target.
func attacks(v rules.View, p rules.Piece, target rules.Ref) bool {
	if p.IsPing() {
		return false
	}
	for _, b := range p.Bases {
		by := rules.Ref{Label: p.Label, N: b.N}
		for _, a := range v.Cards().Must(p.Unit).Actions {
			denied := slices.ContainsFunc(v.Denied(by), func(d rules.Denied) bool { return d.Action == a.Name && d.Target == target })
			if a.Combat() && !denied {
				return true
			}
		}
	}
	return false
}

// A piece's own side never watches it, and nobody but the mover's seat can be shown a move.
func TestOwnSideDoesNotWatch(t *testing.T) {
	v := crowded(game.Player(1))
	for _, p := range v.Pieces {
		for _, w := range v.Watchers([]rules.Ref{{Label: p.Label, N: p.Bases[0].N}}) {
			if w.By.Seat() == p.Seat {
				t.Errorf("%s watches %s", w.By, p.Label)
			}
		}
	}
}

// An enemy outside the part that is shown is pointed at if it could attack the end of the move, so a crop never hides it.
func TestCropPointsAtShooters(t *testing.T) {
	s := render.Scene{W: 48, H: 48, Squares: draw.Squares, Window: render.Window{X1: 20, Y1: 20}, Inset: true}
	drawn := func(tokens ...render.Token) string {
		far := render.Disc{X: 40, Y: 40, R: 1, Side: 2, Label: "B1"}
		for _, k := range tokens {
			far.Chips = append(far.Chips, render.Chip{Token: k})
		}
		s.Discs = []render.Disc{far}
		png, err := render.Draw(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(png)
	}
	if drawn() != drawn(render.Sees) {
		t.Error("an enemy that only sees the place is pointed at")
	}
	if drawn() == drawn(render.Shoots) {
		t.Error("an enemy that could attack there is not pointed at")
	}
}
