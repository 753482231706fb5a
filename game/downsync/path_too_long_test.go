package downsync

import (
	"testing"

	"downsync/game"
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// A path that is too long is refused, even if no way round is found because none is needed.
func TestLongWay(t *testing.T) {
	c := Defaults()
	c.Map = "foundry-nine"
	at := func(x, y plane.Inch) LabBase { return LabBase{At: plane.Point{X: x, Y: y}} }
	c.Lab = &Lab{Active: 2, Pieces: []LabPiece{{Label: "A1", Sig: cards.Small, Bases: []LabBase{at(20743, 25062)}},
		{Label: "B1", Unit: "vector-squad", Bases: []LabBase{at(36757, 40027), at(40585, 36642), at(41500, 39500)}},
		{Label: "B2", Unit: "harbinger", Bases: []LabBase{at(41127, 44843)}}}}
	m, st, err := Rules().Start(2, c.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	v := m.View(game.Player(2)).(View)
	if way, left := v.Try().Way(Ref{"B1", 3}, plane.Point{X: 47214, Y: 39349}, nil); way != nil || left != 0 {
		t.Errorf("a move of 5.7\" for a squad of 4\" goes along %v and leaves %s", way, left)
	}
	if _, err := v.Try().Move(Ref{"B1", 3}, plane.Point{X: 47214, Y: 39349}, nil); err == nil {
		t.Error("a move of 5.7\" is allowed for a squad of 4\"")
	}
}
