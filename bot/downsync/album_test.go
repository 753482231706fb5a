package downsync

import (
	"testing"

	"downsync/game"
	"downsync/game/downsync/plane"
	"downsync/render"

	rules "downsync/game/downsync"
	draw "downsync/render/downsync"
)

// counting counts what is drawn.
type counting struct{ drawn *int }

func (c counting) Public(v rules.View) (render.Public, error) {
	*c.drawn++
	return render.Public{PNG: []byte("public")}, nil
}

func (c counting) Private(v rules.View, _ *draw.Staged) (render.Private, error) {
	*c.drawn++
	return render.Private{Seat: v.Viewer.Seat(), PNG: []byte("private")}, nil
}

// The same picture is drawn once; another view, viewer or staged move is another picture; the oldest are forgotten.
func TestAlbum(t *testing.T) {
	drawn := 0
	a := newAlbum(counting{&drawn})
	look := func(seat game.Seat, turn int, s *draw.Staged) {
		t.Helper()
		pic, err := a.Private(rules.View{Viewer: game.Player(seat), Turn: turn}, s)
		if err != nil || pic.Seat != seat {
			t.Fatalf("a picture of seat %d for seat %d: %v", pic.Seat, seat, err)
		}
	}
	step := &draw.Staged{Path: []plane.Point{{X: 1}, {X: 2}}}
	for _, c := range []struct {
		seat  game.Seat
		turn  int
		s     *draw.Staged
		drawn int
	}{{1, 1, nil, 1}, {1, 1, nil, 1}, {2, 1, nil, 2}, {1, 2, nil, 3}, {1, 2, step, 4}, {1, 2, step, 4}, {2, 1, nil, 4}} {
		if look(c.seat, c.turn, c.s); drawn != c.drawn {
			t.Errorf("%+v: %d drawn", c, drawn)
		}
	}
	for range 2 {
		if _, err := a.Public(rules.View{Turn: 1}); err != nil || drawn != 5 {
			t.Errorf("%d drawn: %v", drawn, err)
		}
	}
	for turn := range kept {
		look(2, 100+turn, nil)
	}
	if len(a.publics.all) != 1 || len(a.privates.all) != kept {
		t.Errorf("%d and %d pictures kept", len(a.publics.all), len(a.privates.all))
	}
	if look(1, 1, nil); drawn != 5+kept+1 {
		t.Errorf("the oldest is still there: %d drawn", drawn)
	}
}
