package downsync

import (
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// begunMatch returns a Standard match at its first question, and the seat that answers it.
func begunMatch(t *testing.T) (m game.Match, seat game.Seat) {
	t.Helper()
	m, st, err := Rules().Start(2, standardGame(0), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m, m.Groups()[0].Open[0]
}

// A menu is computed when its seat reads its questions, not to decide a reply.
func TestMenusAreWorkedOutWhenRead(t *testing.T) {
	m, seat := begunMatch(t)
	for range 5 {
		a := m.Open(seat)[0]
		if a.Menu != nil || a.Offer == nil {
			t.Fatalf("the menu of %s is there before anybody has read it", a.ID)
		}
		st, err := m.Answer(seat, a.ID, a.Default, gametest.NewDice(2))
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		seat = m.Groups()[0].Open[0]
	}
	if read, again := m.Asks(seat)[0], m.Open(seat)[0]; len(read.Menu) == 0 || read.Offer != nil || len(again.Menu) != len(read.Menu) {
		t.Errorf("read, the menu has %d choices and is kept with %d", len(read.Menu), len(again.Menu))
	}
}

// Facts already told are kept, so that reading them does not take longer as a match grows.
func TestToldIsKept(t *testing.T) {
	m, _ := begunMatch(t)
	for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Referee()} {
		if len(m.Told(v, 0)) == 0 || len(m.Told(v, 0)) != m.Count(v) {
			t.Errorf("%s was told %d of %d facts", v, len(m.Told(v, 0)), m.Count(v))
		}
		if n := testing.AllocsPerRun(10, func() { m.Told(v, 0) }); n > 0 {
			t.Errorf("reading what %s was told works it out again, with %v allocations", v, n)
		}
	}
}

// A view and all its what-ifs share one board, until the view is changed.
func TestBoardIsBuiltOnceAView(t *testing.T) {
	m, _ := begunMatch(t)
	v := m.View(game.Player(1)).(View)
	if first, second := v.board(), v.board(); first != second {
		t.Error("two what-ifs of a view build two boards")
	}
	if w := v.Standing(Ref{Label: v.Pieces[0].Label}, at(9, 9)); w.board() == v.board() {
		t.Error("a view that was changed keeps the board of the other")
	}
}
