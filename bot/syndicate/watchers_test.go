package syndicate

import (
	"slices"
	"testing"

	"downsync/bot"
	"downsync/render"

	rules "downsync/game/syndicate"
	draw "downsync/render/syndicate"
)

// noted records what was staged on the last private picture.
type noted struct {
	sketch
	staged **draw.Staged
}

func (n noted) Private(v rules.View, st *draw.Staged, news draw.News) (render.Private, error) {
	*n.staged = st
	return n.sketch.Private(v, st, news)
}

// The picture of a move shows where the unit can go, and who would see or could attack the place that is proposed.
func TestMoveShowsWatchers(t *testing.T) {
	t.Parallel()
	s := sit(t, lab(nil, rules.LabUnit{Label: "A", At: spot(5, 5)}, rules.LabUnit{Label: "B", At: spot(8, 5)}))
	p, a := s.asked()
	s.act(p, a, "commit dash")
	p, a = s.asked()
	s.act(p, a, "commit dash")
	p, a, ok := s.until("move", 5)
	if !ok {
		t.Fatalf("asked is %q", a.Name)
	}
	var st *draw.Staged
	forms := Forms{brush: func(l draw.Look) brush { return noted{sketch{l}, &st} }}
	if _, err := (play{forms}).Console(p, bot.Page{Ask: a.ID}); err != nil {
		t.Fatal(err)
	}
	other := "B"
	if p.Seat == 2 {
		other = "A"
	}
	if len(st.Reach) == 0 || !slices.ContainsFunc(st.Watchers, func(w render.Watcher) bool { return w.Label == other }) {
		t.Errorf("seat %d is shown %+v", p.Seat, st)
	}
}
