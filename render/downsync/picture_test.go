package downsync_test

import (
	"strings"
	"testing"

	"downsync/render"
	draw "downsync/render/downsync"
	"downsync/render/rendertest"
)

func square(x, y, edge float64) (xs, ys []float64) {
	return []float64{x, x + edge, x + edge, x}, []float64{y, y, y + edge, y + edge}
}

// closeup returns a small part of a board with every silhouette, every chip and every texture on it.
func closeup(theme render.Theme) render.Scene {
	s := render.Scene{Theme: theme, W: 48, H: 48, Squares: draw.Squares, Window: render.Window{X1: 20, Y1: 20}, Title: "TITLE", Scores: []string{"A", "B"},
		Spots: []render.Spot{{X: 18, Y: 18, Near: 1, Side: 1, Label: "VIP"}, {X: 2.5, Y: 9.6, Near: 1, Side: 2, Label: "VIP"}}, Zones: []render.Zone{{Y1: 5, X1: 48, Side: 2, Letter: "B"}},
		Paths: []render.Path{{X: []float64{2, 8}, Y: []float64{2, 3}, Style: render.Barred, Note: "hidden"}, {X: []float64{17, 17, 14}, Y: []float64{10, 7, 6.5}, R: 1.4, Side: 2, Note: "left"}},
		Rings: []render.Ring{{Circle: render.Circle{X: 10, Y: 10, R: 6}, Side: 1, Note: `6"`}}, Fields: []render.Field{{Side: 2, Around: []render.Circle{{X: 14, Y: 14, R: 3}, {X: 16, Y: 15, R: 3}}}}}
	for i, texture := range []render.Texture{render.Canopy, render.Hatching, render.Stipple, render.Tufts} {
		xs, ys := square(1+float64(i)*4.6, 14, 3.5)
		s.Areas = append(s.Areas, render.Area{Texture: texture, X: xs, Y: ys})
	}
	xs, ys := square(8, 5, 3)
	s.Blocks = []render.Block{{X: xs, Y: ys, Height: `3"`, Room: 3}}
	for i, g := range draw.Glyphs {
		d := render.Disc{X: 2.5 + float64(i%5)*3.7, Y: 3 + float64(i/5)*7, R: 1.4, Side: render.Side(1 + i%2), Glyph: g, Label: "A1", Dim: i == 4, Chosen: i == 5, Alert: i == 6}
		if i > 5 {
			d.Chips = []render.Chip{{Mark: "1", Token: draw.CM}, {Mark: "2", Token: draw.Hardened}, {Mark: "3", Token: draw.Die}, {Mark: "S", Token: draw.Stun}}[i-6 : i-4]
		}
		s.Discs = append(s.Discs, d)
	}
	return s
}

// A picture equals the stored one, except for a few pixels. -update accepts the new one.
func TestPicturesLookAsTheyDid(t *testing.T) {
	for _, theme := range render.Themes {
		name := "closeup" + strings.TrimSuffix("-"+string(theme), "-")
		got, err := render.Draw(closeup(theme))
		if err != nil {
			t.Fatal(err)
		}
		rendertest.LooksAsItDid(t, name, got, *update)
	}
}

// rolled returns a sheet of every kind of cell.
func rolled() render.Sheet {
	return render.Sheet{Title: "A1 attacks B2", Side: 1, Lines: []render.Line{{Cells: []render.Cell{{Die: &render.Die{Face: 3}}, {Die: &render.Die{Face: 8, Dropped: true}},
		{Text: "several words", Bold: true}, {Stat: &render.Stat{Name: "SPD", Value: "8"}}, {Badge: "HIT"}, {Badge: "MISS", Faint: true},
		{Chip: &render.Chip{Mark: "2", Token: draw.CM}}, {Disc: &render.Disc{Glyph: draw.Tank, Side: 2}}}}}}
}

// A sheet equals the stored one, except for a few pixels.
func TestSheetsLookAsTheyDid(t *testing.T) {
	got, err := render.DrawSheet(rolled())
	if err != nil {
		t.Fatal(err)
	}
	rendertest.LooksAsItDid(t, "sheet", got, *update)
}

// The comparison detects differences.
func TestComparisonFinds(t *testing.T) {
	s := closeup(render.Display)
	want, err := render.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	s.Discs = s.Discs[1:]
	got, err := render.Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, share, err := rendertest.Compare(want, got); err != nil || share <= rendertest.MayDiffer {
		t.Errorf("a base more or less is %f of the pixels, %v", share, err)
	}
}

// Silhouettes differ at the size at which a phone shows them.
func TestSilhouettesDiffer(t *testing.T) { rendertest.SilhouettesDiffer(t, draw.Glyphs) }
