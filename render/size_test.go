package render_test

import (
	"bytes"
	"fmt"
	"image/png"
	"math/rand/v2"
	"testing"

	"downsync/game/downsync/maps"
	"downsync/render"
	draw "downsync/render/downsync"
)

// The fullest board of every map takes at most 200 KiB: all pieces of two Standard forces in mid-game, and as much recent news as
// possible.
func TestFullestBoards(t *testing.T) {
	lots := rand.New(rand.NewPCG(7, 8))
	between := func(lo, hi float64) float64 { return lo + lots.Float64()*(hi-lo) }
	most := 0
	for _, m := range maps.All() {
		s := draw.Look{}.Battlefield(before(t, m.Slug))
		s.Discs = forces(func(render.Side) (float64, float64) { return between(2, s.W-2), between(4, 44) })
		for i := range 12 {
			d := s.Discs[i]
			s.Trails = append(s.Trails, render.Trail{X: []float64{d.X, (d.X + s.W/2) / 2, d.X}, Y: []float64{min(d.Y+7, 47), d.Y + 1, d.Y}, R: d.R, Side: d.Side})
		}
		for i := range 8 {
			from, to := s.Discs[i], s.Discs[21-i]
			s.Shots = append(s.Shots, render.Shot{X0: from.X, Y0: from.Y, R0: from.R, X1: to.X, Y1: to.Y, R1: to.R, Side: from.Side, Hit: i%2 == 0, Note: []string{"HIT", "MISS"}[i%2]})
		}
		for i := range 6 {
			d := s.Discs[i]
			s.Flashes = append(s.Flashes, render.Flash{X: d.X, Y: d.Y, R: d.R, Side: d.Side, Note: "Destroyer!"})
			s.Wrecks = append(s.Wrecks, render.Wreck{X: between(4, 44), Y: between(4, 44), R: 1.4, Side: 1, Label: fmt.Sprintf("A%d", 12+i)})
		}
		for _, theme := range render.Themes {
			s.Theme = theme
			raw, err := render.Draw(s)
			if err != nil || len(raw) > 200<<10 {
				t.Errorf("%s, %q: %d bytes, at most 200 KiB: %v", m.Slug, theme, len(raw), err)
			}
			most = max(most, len(raw))
			if _, err := png.Decode(bytes.NewReader(raw)); err != nil { // this checks the sums
				t.Errorf("%s, %q: %v", m.Slug, theme, err)
			}
		}
	}
	t.Logf("the largest has %d bytes", most)
}
