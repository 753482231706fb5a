package jagged_test

import (
	"bytes"
	"image/gif"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	draw "downsync/render/jagged"
	"downsync/render/rendertest"

	rules "downsync/game/jagged"
)

// lapsed returns the steps of a battle in which nobody answers; the first of them have no board.
func lapsed(t testing.TB) (out []draw.Frame) {
	t.Helper()
	out = append(out, draw.Frame{Truth: rules.View{Viewer: game.Referee()}})
	d := gametest.NewDice(6)
	m, st, err := rules.Rules().Start(2, rules.Defaults().Encode(), d)
	for err == nil {
		m.Apply(st)
		out = append(out, draw.Frame{Truth: viewOf(m, game.Referee())})
		if _, over := m.Result(); over {
			return out
		}
		seat := m.Groups()[0].Open[0]
		st, err = m.Lapse(seat, m.Asks(seat)[0].ID, d)
	}
	t.Fatal(err)
	return nil
}

// A replay shows every step that has a board; single steps and the contact sheet can be drawn too.
func TestReplay(t *testing.T) {
	all := lapsed(t)
	frames := append(all[:8:8], all[len(all)-1])
	film := func(show func(draw.Frame) error) error {
		for _, f := range frames {
			if err := show(f); err != nil {
				return err
			}
		}
		return nil
	}
	frames[5].News = news()
	for i := range frames {
		frames[i].Step, frames[i].Of = i+1, len(frames)
	}
	l := draw.Look{}
	raw, err := l.Replay(film, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	movie, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil || len(movie.Image) != len(frames)-1 || len(raw) > 1<<20 {
		t.Errorf("%d pictures in %d bytes of %d steps, %v", len(movie.Image), len(raw), len(frames), err)
	}
	if png, err := l.Still(frames[5]); err != nil || len(png) == 0 {
		t.Errorf("a step of %d bytes: %v", len(png), err)
	}
	if png, err := l.ContactSheet(film); err != nil || len(png) == 0 {
		t.Errorf("a sheet of %d bytes: %v", len(png), err)
	} else {
		rendertest.Keep(t, "sheet", png)
	}
	if _, err := l.Still(draw.Frame{Truth: rules.View{Viewer: game.Player(1)}}); err == nil {
		t.Error("a seat's view in a film")
	}
	if !frames[len(frames)-1].Over() || frames[1].Over() {
		t.Error("the last step alone is over")
	}
}
