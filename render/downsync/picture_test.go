package downsync_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/render"
	draw "downsync/render/downsync"
)

// mayDiffer is the share of the pixels that another machine may draw otherwise.
const mayDiffer = 0.001

func square(x, y, edge float64) (xs, ys []float64) {
	return []float64{x, x + edge, x + edge, x}, []float64{y, y, y + edge, y + edge}
}

// closeup is a small part of a board with every silhouette, every chip and every texture on it.
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

// A picture looks as it did, except for a few pixels. -update accepts it as it is. A picture that differs is kept with the
// difference in the folder that DIFF_DIR names, or in a temporary one.
func TestPicturesLookAsTheyDid(t *testing.T) {
	for _, theme := range render.Themes {
		name := "closeup" + strings.TrimSuffix("-"+string(theme), "-")
		got, err := render.Draw(closeup(theme))
		if err != nil {
			t.Fatal(err)
		}
		looksAsItDid(t, name, got)
	}
}

// looksAsItDid compares a picture with the one kept.
func looksAsItDid(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	diff, share, err := compare(want, got)
	if err != nil {
		t.Fatal(err)
	}
	if share > mayDiffer {
		t.Errorf("%s: %.2f%% of the pixels differ: see %s", name, share*100, keepDiff(t, name, got, diff))
	}
}

// rolled is a sheet of every kind of cell.
func rolled() render.Sheet {
	return render.Sheet{Title: "A1 attacks B2", Side: 1, Lines: []render.Line{{Cells: []render.Cell{{Die: &render.Die{Face: 3}}, {Die: &render.Die{Face: 8, Dropped: true}},
		{Text: "several words", Bold: true}, {Stat: &render.Stat{Name: "SPD", Value: "8"}}, {Badge: "HIT"}, {Badge: "MISS", Faint: true},
		{Chip: &render.Chip{Mark: "2", Token: draw.CM}}, {Disc: &render.Disc{Glyph: draw.Tank, Side: 2}}}}}}
}

// A sheet looks as it did, except for a few pixels.
func TestSheetsLookAsTheyDid(t *testing.T) {
	got, err := render.DrawSheet(rolled())
	if err != nil {
		t.Fatal(err)
	}
	looksAsItDid(t, "sheet", got)
}

// compare shows the pixels that differ by more than a tenth, in white, and tells their share.
func compare(want, got []byte) (diff []byte, share float64, err error) {
	a, err1 := png.Decode(bytes.NewReader(want))
	b, err2 := png.Decode(bytes.NewReader(got))
	if err := errors.Join(err1, err2); err != nil {
		return nil, 0, err
	}
	if a.Bounds() != b.Bounds() {
		return got, 1, nil
	}
	out, n := image.NewGray(a.Bounds()), 0
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			if far(a.At(x, y), b.At(x, y)) {
				out.SetGray(x, y, color.Gray{Y: 255})
				n++
			}
		}
	}
	var raw bytes.Buffer
	err = png.Encode(&raw, out)
	return raw.Bytes(), float64(n) / float64(len(out.Pix)), err
}

func far(a, b color.Color) bool {
	const tenth = 0xffff / 10
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	off := func(x, y uint32) bool { return x > y+tenth || y > x+tenth }
	return off(ar, br) || off(ag, bg) || off(ab, bb)
}

// keepDiff writes both pictures and says where.
func keepDiff(t *testing.T, name string, got, diff []byte) string {
	t.Helper()
	dir := os.Getenv("DIFF_DIR")
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "pictures"); err != nil {
			t.Fatal(err)
		}
	}
	for suffix, raw := range map[string][]byte{"-got.png": got, "-diff.png": diff} {
		if err := os.WriteFile(filepath.Join(dir, name+suffix), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The comparison finds what is not the same.
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
	if _, share, err := compare(want, got); err != nil || share <= mayDiffer {
		t.Errorf("a base more or less is %f of the pixels, %v", share, err)
	}
}

// Silhouettes differ when they are as small as a phone shows them.
func TestSilhouettesDiffer(t *testing.T) {
	const third = 3
	seen := map[string]string{}
	for _, g := range draw.Glyphs {
		raw, err := render.DrawSheet(render.Sheet{Lines: []render.Line{render.Row(render.Cell{Disc: &render.Disc{Glyph: g}})}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		var small strings.Builder
		for y := range m.Bounds().Dy() / third {
			for x := range m.Bounds().Dx() / third {
				r, _, _, _ := m.At(x*third, y*third).RGBA()
				small.WriteByte(byte(r >> 8))
			}
		}
		if other, ok := seen[small.String()]; ok {
			t.Errorf("%s looks like %s", g.Name, other)
		}
		seen[small.String()] = g.Name
	}
}
