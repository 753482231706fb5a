package downsync_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/render"
	draw "downsync/render/downsync"
	"downsync/render/rendertest"
)

// A board has a picture of bounded size. With BOARDS_DIR the pictures are written for inspection.
func TestPreview(t *testing.T) {
	slugs := []string{"random:1"}
	for _, m := range boards() {
		slugs = append(slugs, m.Slug)
	}
	for _, slug := range slugs {
		p, err := draw.Look{}.Preview(before(t, slug, rules.Edition2023))
		if err != nil {
			t.Fatalf("%s: %v", slug, err)
		}
		if n := len(p.PNG); n > 200<<10 {
			t.Errorf("%s: %d bytes, at most 200 KiB", slug, n)
		}
		rendertest.Keep(t, slug, p.PNG)
	}
}

// before returns the board of a match before it begins.
func before(t *testing.T, slug, edition string) rules.View {
	t.Helper()
	c := rules.Defaults()
	c.Map, c.Rules = slug, edition
	v, err := c.Before()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A preview respects the edition, and shows public knowledge.
func TestPreviewOfEdition(t *testing.T) {
	s := draw.Look{}.Battlefield(before(t, "saltmarket", rules.Edition42)).String()
	if !strings.Contains(s, "Objective 1") || strings.Contains(s, "VIP") || !strings.Contains(s, "title Saltmarket") {
		t.Error(s)
	}
	v := before(t, "saltmarket", rules.Edition42)
	v.Viewer = game.Player(1)
	if _, err := (draw.Look{}).Preview(v); err == nil {
		t.Error("a seat's view was drawn as a preview")
	}
}

// midgame returns a scene with everything on that board.
func midgame(t *testing.T, m maps.Map) render.Scene {
	s, b := draw.Look{}.Scene(crowded(game.Player(1)), nil), draw.Look{}.Battlefield(before(t, m.Slug, rules.Edition2023))
	s.Areas, s.Blocks, s.Legend = b.Areas, b.Blocks, append(b.Legend, s.Legend...)
	return s
}

func TestMidgame(t *testing.T) {
	for _, m := range boards() {
		png, err := render.Draw(midgame(t, m))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(png); n > 200<<10 {
			t.Errorf("%s: %d bytes, at most 200 KiB", m.Slug, n)
		}
		rendertest.Keep(t, "midgame-"+m.Slug, png)
	}
}

// boards returns a few of the named boards, including the one with the most trees; all of them if BOARDS_DIR is set.
func boards() []maps.Map {
	all := maps.All()
	if os.Getenv("BOARDS_DIR") == "" {
		all = slices.DeleteFunc(all, func(m maps.Map) bool {
			return !slices.Contains([]string{maps.Plain, "wolds-edge", "saltmarket"}, m.Slug)
		})
	}
	return all
}

// A named board has its roads and names on the ground; a player's board with the same slug does not.
func TestDecor(t *testing.T) {
	v := before(t, "saltmarket", rules.Edition2023)
	if s := (draw.Look{}).Battlefield(v); len(s.Decor) < 3 || len(s.Names) != 2 || s.Names[0].Text != "NORTH GATE" {
		t.Errorf("decor %v, names %v", s.Decor, s.Names)
	}
	v = before(t, "twinbridge", rules.Edition2023)
	v.Map = "saltmarket"
	if s := (draw.Look{}).Battlefield(v); len(s.Decor)+len(s.Names) > 0 {
		t.Errorf("another board has decor %v, names %v", s.Decor, s.Names)
	}
	for _, m := range maps.All() {
		s := draw.Look{}.Battlefield(before(t, m.Slug, rules.Edition2023))
		if m.Slug != maps.Plain && len(s.Names) == 0 {
			t.Errorf("%s has no names", m.Slug)
		}
		for _, n := range s.Names {
			if n.X < 4 || n.X > 44 || n.Y < 2 || n.Y > 46 {
				t.Errorf("%s: %q stands at the edge: %g,%g", m.Slug, n.Text, n.X, n.Y)
			}
		}
	}
}

// Scenes of a match share its terrain, whatever other boards were laid out meanwhile; a discarded board is laid out again in the
// same way.
func TestTerrainIsShared(t *testing.T) {
	v := before(t, "saltmarket", rules.Edition2023)
	one := draw.Look{}.Battlefield(v)
	for range 3 {
		far := draw.Look{}.Battlefield(before(t, "twinbridge", rules.Edition2023))
		if slices.EqualFunc(far.Areas, one.Areas, func(a, b render.Area) bool { return slices.Equal(a.X, b.X) }) {
			t.Fatal("another board has the same terrain")
		}
	}
	other := draw.Look{}.Battlefield(v)
	if &other.Areas[0] != &one.Areas[0] || &other.Blocks[0] != &one.Blocks[0] {
		t.Error("terrain of a match is laid out twice")
	}
	for range draw.MaxBattlefields {
		draw.Look{}.Battlefield(before(t, "twinbridge", rules.Edition2023))
	}
	again := draw.Look{}.Battlefield(v)
	if &again.Areas[0] == &one.Areas[0] || !reflect.DeepEqual(again, one) {
		t.Error("a board that was forgotten is not laid out alike")
	}
}
