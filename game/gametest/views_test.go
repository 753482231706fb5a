package gametest

import (
	"testing"

	"downsync/game"
)

// counted is coins with a count of the computed views.
type counted struct {
	coinRules
	views *int
}

func (r counted) View(s coins, v game.Viewer) game.View {
	*r.views++
	return r.coinRules.View(s, v)
}

// A viewer's view is computed once, until facts change it, so hosts may ask for it as often as they like.
func TestViewsAreWorkedOutOnce(t *testing.T) {
	views, all := 0, 0
	m, st, err := game.Seal(counted{views: &views}).Start(2, nil, NewDice(1))
	apply := func(st game.Step, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
	}
	see := func(v game.Viewer, steps, fresh int) {
		t.Helper()
		for range 2 {
			if x := m.View(v).(coinsView); x.Steps != steps || x.Viewer != v {
				t.Fatalf("%v sees %+v, expected %d steps", v, x, steps)
			}
		}
		if all += fresh; views != all {
			t.Errorf("%d views were worked out, expected %d", views, all)
		}
	}
	apply(st, err)
	see(game.Player(1), 0, 1)
	see(game.Player(2), 0, 1)
	apply(m.Mark("shown"), nil)
	see(game.Player(1), 0, 0)
	apply(m.Answer(1, "turn.0", move{Seat: 1, What: "step"}, NewDice(1)))
	see(game.Player(1), 1, 1)
	see(game.Onlooker(), 1, 1)
	apply(m.Undo(1))
	see(game.Player(1), 0, 1)
}
