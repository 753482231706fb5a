package downsync_test

import (
	"os"
	"path/filepath"
	"testing"

	"downsync/game"
	"downsync/game/downsync/maps"
	"downsync/render"
	draw "downsync/render/downsync"
)

// Every board has a picture of bounded size. With BOARDS_DIR the pictures are kept for looking at.
func TestPreview(t *testing.T) {
	boards := maps.All()
	for seed := range uint64(4) {
		m := maps.Generate(seed)
		m.Slug += m.Name[len("Random "):]
		boards = append(boards, m)
	}
	for _, m := range boards {
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
	for _, m := range maps.All() {
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
