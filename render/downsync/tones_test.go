package downsync_test

import (
	"testing"

	rules "downsync/game/downsync"
	"downsync/game/downsync/maps"
	"downsync/render"
	draw "downsync/render/downsync"
)

// Every named board but the plain one has ground of its own tone.
func TestBoardsHaveTones(t *testing.T) {
	of := map[render.Theme]string{}
	for _, m := range maps.All() {
		theme := (draw.Look{}).Battlefield(rules.View{Map: m.Slug}).Theme
		if of[theme] != "" {
			t.Errorf("%s and %s have the same ground", m.Slug, of[theme])
		}
		if of[theme] = m.Slug; m.Slug != "plain" && theme == render.Display {
			t.Errorf("%s has no tone", m.Slug)
		}
	}
}
