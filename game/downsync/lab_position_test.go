package downsync

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// at returns a point in whole inches.
func at(x, y int) plane.Point { return plane.Point{X: plane.In(x), Y: plane.In(y)} }

// state returns the state of a match that begins with the position.
func (l *Lab) state(t *testing.T) *state {
	t.Helper()
	c := Defaults()
	c.Lab = l
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	m, step, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(step)
	var s *state
	for _, f := range step.Record.Facts {
		fact, err := ours.Decode(f.Kind, f.Data)
		if err != nil {
			t.Fatal(err)
		}
		s = ours.Fold(s, fact)
	}
	return s
}

var _ game.View = View{}
