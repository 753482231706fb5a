package jagged

import (
	"slices"
	"testing"

	"downsync/render"

	rules "downsync/game/jagged"
	draw "downsync/render/jagged"
)

// noted records what was staged on the last private picture.
type noted struct {
	sketch
	staged **draw.Staged
}

func (n noted) Private(b draw.Battle, st *draw.Staged, news draw.News) (render.Private, error) {
	*n.staged = st
	return n.sketch.Private(b, st, news)
}

// The picture of a model's move shows its reach, what is left of the move, and who would see or could attack its end.
func TestMoveShowsWatchers(t *testing.T) {
	var st *draw.Staged
	forms := Forms{brush: func(l draw.Look) brush { return noted{sketch{l}, &st} }}
	d := deskOf(t, forms, rules.Defaults(), rules.Lab{Round: 2, Phase: rules.Moving, Models: []rules.LabModel{
		{Label: "A1", Unit: "colonist-rifleman", At: at(24, 6)}, {Label: "B1", Unit: "bloodroot-stalker", At: at(24, 16)}}})
	d.console(1, "move A1 to 24,8")
	if len(st.Ways) != 1 || st.Ways[0].Left <= 0 || len(st.Reach) == 0 {
		t.Errorf("staged: %+v", st)
	}
	v := d.view().Standing("A1", at(24, 8))
	want := slices.ContainsFunc(v.Watchers([]rules.Label{"A1"}), func(w rules.Watcher) bool { return w.Attacks })
	if got := st.Watchers; len(got) != 1 || got[0].Label != "B1" || got[0].Shoots != want {
		t.Errorf("watchers %v, expected B1, attacking: %t", got, want)
	}
	d.console(1, "")
	if len(st.Ways) > 0 && len(st.Watchers) == 0 {
		t.Errorf("the proposed moves have no watchers: %+v", st)
	}
}
