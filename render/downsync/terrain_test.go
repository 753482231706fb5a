package downsync_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/downsync/maps"
	"downsync/render"
	draw "downsync/render/downsync"
)

// A board has a picture of bounded size. With BOARDS_DIR the pictures are kept for looking at.
func TestPreview(t *testing.T) {
	for _, m := range append(boards(), maps.Generate(1)) {
		p, err := draw.Preview(m)
		if err != nil {
			t.Fatalf("%s: %v", m.Slug, err)
		}
		if n := len(p.PNG); n > 200<<10 {
			t.Errorf("%s: %d bytes, at most 200 KiB", m.Slug, n)
		}
		keep(t, m.Slug, p.PNG)
	}
}

// midgame is a scene with everything on that board.
func midgame(m maps.Map) render.Scene {
	s, b := draw.Scene(crowded(game.Player(1)), nil), draw.Battlefield(m)
	s.Areas, s.Blocks, s.Legend = b.Areas, b.Blocks, append(b.Legend, s.Legend...)
	return s
}

func TestMidgame(t *testing.T) {
	for _, m := range boards() {
		png, err := render.Draw(midgame(m))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(png); n > 200<<10 {
			t.Errorf("%s: %d bytes, at most 200 KiB", m.Slug, n)
		}
		keep(t, "midgame-"+m.Slug, png)
	}
}

// boards are a few of the named ones, among them the one with most trees; all of them when somebody looks.
func boards() []maps.Map {
	all := maps.All()
	if os.Getenv("BOARDS_DIR") == "" {
		all = slices.DeleteFunc(all, func(m maps.Map) bool {
			return !slices.Contains([]string{maps.Plain, "wolds-edge", "saltmarket"}, m.Slug)
		})
	}
	return all
}

// keep writes a picture to BOARDS_DIR, if that is given, for looking at.
func keep(t *testing.T, name string, png []byte) {
	t.Helper()
	dir := os.Getenv("BOARDS_DIR")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		t.Fatal(err)
	}
}
