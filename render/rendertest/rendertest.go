// Package rendertest compares pictures with stored ones. It is for tests.
package rendertest

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"downsync/render"
)

// MayDiffer is the share of pixels that may differ on another machine.
const MayDiffer = 0.001

// LooksAsItDid compares a picture with the one of that name in testdata, which it overwrites if update is set. If they differ, it
// writes the picture and the difference to the folder named by DIFF_DIR, or to a temporary one.
func LooksAsItDid(t *testing.T, name string, got []byte, update bool) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	diff, share, err := Compare(want, got)
	if err != nil {
		t.Fatal(err)
	}
	if share > MayDiffer {
		t.Errorf("%s: %.2f%% of the pixels differ: see %s", name, share*100, keepDiff(t, name, got, diff))
	}
}

// Compare marks in white the pixels that differ by more than a tenth, and returns their share.
func Compare(want, got []byte) (diff []byte, share float64, err error) {
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

// keepDiff writes both pictures and returns the folder.
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

// Keep writes a picture for inspection into the folder that BOARDS_DIR names, if set. The file is named after the folder of the
// test and the picture.
func Keep(t *testing.T, name string, data []byte) {
	t.Helper()
	dir := os.Getenv("BOARDS_DIR")
	if dir == "" {
		return
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	ext := ".png"
	if bytes.HasPrefix(data, []byte("GIF8")) {
		ext = ".gif"
	}
	if err := os.WriteFile(filepath.Join(dir, filepath.Base(here)+"-"+name+ext), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Told returns the notes of the decisive moments.
func Told(r render.Result) string {
	var out []string
	for _, m := range r.Moments {
		if m.Note != "" {
			out = append(out, m.Note)
		}
	}
	return strings.Join(out, ", ")
}

// Score returns the points of the sides.
func Score(r render.Result) string {
	var out []string
	for _, s := range r.Sides {
		out = append(out, strconv.Itoa(s.Points))
	}
	return strings.Join(out, " ")
}

// Times returns the duration of each picture of a GIF, in hundredths of a second.
func Times(t *testing.T, raw []byte) []int {
	t.Helper()
	movie, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return movie.Delay
}

// Highlights tests that the GIF shows that many pictures: the result last, for 4 s, and the deed before it longer than the first.
// Keep also writes the GIF.
func Highlights(t *testing.T, raw []byte, pictures int) {
	t.Helper()
	Keep(t, "highlights", raw)
	times := Times(t, raw)
	if n := len(times); n != pictures || times[n-1] != 400 || times[n-2] <= times[0] {
		t.Errorf("shown for %v hundredths of a second", times)
	}
}

// NotDrawn tests that none of the views is drawn in any of the ways.
func NotDrawn[V any](t *testing.T, views []V, ways map[string]func(V) error) {
	t.Helper()
	for i, v := range views {
		for what, draw := range ways {
			if draw(v) == nil {
				t.Errorf("%s is drawn of view %d of %d", what, i+1, len(views))
			}
		}
	}
}

// SilhouettesDiffer tests that silhouettes differ at the size at which a phone shows them.
func SilhouettesDiffer(t *testing.T, glyphs []*render.Glyph) {
	t.Helper()
	const third = 3
	seen := map[string]string{}
	for _, g := range glyphs {
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
