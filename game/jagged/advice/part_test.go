package advice

import (
	"math"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged"
)

// A search that leaves out what cannot be best finds an answer that is as good as the best of all, and no bound is below a worth.
func TestBoundsHold(t *testing.T) {
	searched := 0
	for seed := uint64(1); seed <= 2; seed++ {
		dice := gametest.NewDice(seed)
		m, st, err := jagged.Rules().Start(2, jagged.Defaults().Encode(), dice)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
		for _, over := m.Result(); !over; _, over = m.Result() {
			seat := game.Seat(1)
			if len(m.Asks(1)) < 2 {
				seat = 2
			}
			a := m.Asks(seat)[0].WithMenu()
			p := Read(m.View(game.Player(seat)).(jagged.View), a, Usual)
			for _, c := range p.Menu {
				mover, ok := p.Model(jagged.Label(c.Value("unit")))
				if !ok || c.Verb != "move" || a.Name != "move" {
					continue
				}
				all, few := p.leavesPlace(c, true), p.leavesPlace(c, false)
				if all != nil && (few == nil || best(few).Value < best(all).Value-slight) {
					t.Fatalf("%s: %v is found, %v is best", c.Words, few, best(all))
				}
				s, both := p.scout(mover, math.Inf(-1)), acts{true, true}
				bound := s.bound(mover.Movement, both)
				for _, x := range s.places(mover.Movement, both) {
					if most := s.promise(x.at, both); x.worth > most || x.worth > bound {
						t.Fatalf("%s: %s is worth %f; the bounds are %f for it and %f for all", c.Words, x.at, x.worth, most, bound)
					}
				}
				searched++
			}
			reply, ok := p.Best()
			if !ok {
				reply = a.Default
			}
			st, err := m.Answer(seat, a.ID, reply, dice)
			if err != nil { // not every weighed answer is legal
				st, err = m.Answer(seat, a.ID, a.Default, dice)
			}
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
		}
	}
	if searched < 100 {
		t.Errorf("%d searches", searched)
	}
}
