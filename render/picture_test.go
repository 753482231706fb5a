package render

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the pictures to compare with anew")

// mayDiffer is the share of the pixels that another machine may draw otherwise.
const mayDiffer = 0.001

// closeup is a small part of a board with every silhouette, every chip and every texture on it.
func closeup(theme Theme) Scene {
	s := Scene{Theme: theme, W: 48, H: 48, Window: Window{X1: 20, Y1: 20}, Title: "TITLE", Scores: [2]string{"A", "B"},
		Spots: []Spot{{X: 18, Y: 18, Near: 1, Side: 1, Label: "VIP"}, {X: 2.5, Y: 9.6, Near: 1, Side: 2, Label: "VIP"}}, Zones: []Zone{{Y1: 5, X1: 48, Side: 2, Letter: "B"}},
		Paths: []Path{{X: []float64{2, 8}, Y: []float64{2, 3}, Style: Barred, Note: "hidden"}, {X: []float64{17, 17, 14}, Y: []float64{10, 7, 6.5}, R: 1.4, Side: 2, Note: "left"}},
		Rings: []Ring{{Circle: Circle{10, 10, 6}, Side: 1, Note: `6"`}}, Fields: []Field{{Side: 2, Around: []Circle{{14, 14, 3}, {16, 15, 3}}}}}
	for i, texture := range []Texture{Canopy, Hatching, Stipple, Tufts} {
		xs, ys := square(1+float64(i)*4.6, 14, 3.5)
		s.Areas = append(s.Areas, Area{Texture: texture, X: xs, Y: ys})
	}
	xs, ys := square(8, 5, 3)
	s.Blocks = []Block{{X: xs, Y: ys, Height: `3"`, Room: 3}}
	for i, g := range []Glyph{Contact, Wheeled, Walker, Support, Tank, Transport, Artillery, Infantry, Drone} {
		d := Disc{X: 2.5 + float64(i%5)*3.7, Y: 3 + float64(i/5)*7, R: 1.4, Side: Side(1 + i%2), Glyph: g, Label: "A1", Dim: i == 4, Chosen: i == 5, Alert: i == 6}
		if i > 5 {
			d.Chips = []Chip{{"1", "cm"}, {"2", "hardened"}, {"3", "mark"}, {"S", "stun"}}[i-6 : i-4]
		}
		s.Discs = append(s.Discs, d)
	}
	return s
}

// A picture looks as it did, but for a little: -update takes it as it is. Where it differs, the difference is kept beside
// what was drawn, in the folder that DIFF_DIR names, or in the system's own.
func TestPicturesLookAsTheyDid(t *testing.T) {
	for _, theme := range Themes {
		name := "closeup" + strings.TrimSuffix("-"+string(theme), "-")
		got, err := Draw(closeup(theme))
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

// A sheet looks as it did, but for a little.
func TestSheetsLookAsTheyDid(t *testing.T) {
	got, err := DrawSheet(sampleSheet())
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
	s := closeup(Display)
	want, err := Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	s.Discs = s.Discs[1:]
	got, err := Draw(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, share, err := compare(want, got); err != nil || share <= mayDiffer {
		t.Errorf("a base more or less is %f of the pixels, %v", share, err)
	}
}

// Every silhouette is another shape when it is as small as a phone shows it.
func TestSilhouettesDiffer(t *testing.T) {
	seen := map[string]Glyph{}
	for g := range silhouettes {
		c := take(200, 0.3, Display)
		c.SetColor(c.look.panel)
		c.Clear()
		c.silhouette(g, 100, 100, 27, c.look.text)
		key := string(c.img.Pix)
		c.release()
		if other, ok := seen[key]; ok {
			t.Errorf("%s looks like %s", g, other)
		}
		seen[key] = g
	}
}

// No word of a picture is less than 12 px high where a phone shows it 360 px wide.
func TestSmallestWords(t *testing.T) {
	s := standard()
	for _, k := range []Chip{{"2", "cm"}, {"1", "hardened"}, {"4", "mark"}} {
		s.Legend = append(s.Legend, Key{Chip: k, Text: "what it is"})
	}
	s.Paths = []Path{{X: []float64{3, 20}, Y: []float64{3, 20}, Note: "left"}}
	s.Rings = []Ring{{Circle: Circle{24, 24, 9}, Note: "9"}}
	words := 0
	reading := func(c *canvas, what string) {
		c.letter = func(string, float64, float64) {
			words++
			if got := c.used.size * 360 / float64(c.img.Rect.Dx()); got < 11.99 {
				t.Errorf("%s: words of %.1f px", what, got)
			}
		}
	}
	c := newCanvas(s)
	reading(c, "board")
	defer func() { c.letter = c.write; c.release() }()
	c.background(s, false)
	c.board(s, false)
	c.head(s)
	c.legend(s.Legend)

	strip := Strip{Main: s, Note: "what happened", Panes: [2]Pane{{standard(), "A sees"}, {standard(), "B sees"}}}
	strip.Main.Legend = nil
	for _, unit := range []float64{1, reelUnit} {
		r, err := newStrips(strip, unit)
		if err != nil {
			t.Fatal(err)
		}
		reading(r.canvas, "strip")
		r.canvas.captionOf(strip.Panes[0], r.panes[0], 1)
		if err := r.draw(strip); err != nil {
			t.Fatal(err)
		}
	}

	sheet := take(2000, 1, Display)
	reading(sheet, "sheet")
	defer func() { sheet.letter = sheet.write; sheet.release() }()
	sheet.fine = 1
	var rows []laid
	for _, l := range sampleSheet().Lines {
		rows = append(rows, sheet.flow(l)...)
	}
	sheet.sheet(sampleSheet(), rows)
	if words < 60 {
		t.Errorf("only %d words were looked at", words)
	}
}
