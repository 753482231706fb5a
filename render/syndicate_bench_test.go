package render_test

import (
	"math/rand/v2"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	rules "downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	"downsync/render"
	draw "downsync/render/syndicate"
)

// BenchmarkSyndicateBoard is BenchmarkBoard for boards of the second game, with five cards in hand: boards whose rows are all new,
// and boards on which one unit moved; without and with everything that may have happened recently. The goals are the same.
func BenchmarkSyndicateBoard(b *testing.B) {
	c := rules.Defaults()
	c.Squads = [2]cards.Squad{cards.Starters()[1].Squad, cards.Starters()[3].Squad}
	hand := []string{"dash", "advance", "grenade", "vault", "combat-rush"}
	c.Lab = &rules.Lab{Round: 2, Priority: 1, Hands: [2][]string{hand, {"dash"}}}
	for i, l := range []rules.Label{"A", "A1", "A2", "B", "B1", "B2"} {
		c.Lab.Units = append(c.Lab.Units, rules.LabUnit{Label: l, At: grid.Space{X: 3 + i, Y: 1 + i/3*11}, Statuses: []string{"marked"}})
	}
	m, st, err := rules.Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		b.Fatal(err)
	}
	m.Apply(st)
	v := m.View(game.Player(1)).(rules.View)
	s, late := (draw.Look{}).Scene(v, nil, draw.News{}), (draw.Look{}).Scene(v, nil, draw.News{})
	for i := range 12 {
		d := late.Discs[i%len(late.Discs)]
		late.Trails = append(late.Trails, render.Trail{X: []float64{d.X, d.X + 1, d.X}, Y: []float64{6, 5, 4}, R: d.R, Side: d.Side})
	}
	for i := range 8 {
		from, to := late.Discs[i%3], late.Discs[3+i%3]
		late.Shots = append(late.Shots, render.Shot{X0: from.X, Y0: from.Y, R0: from.R, X1: to.X, Y1: to.Y, R1: to.R, Side: from.Side, Hit: i%2 == 0, Note: []string{"HIT", "MISS"}[i%2]})
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	move := func(d *render.Disc) { d.X, d.Y = float64(rnd.IntN(12))+0.5, float64(rnd.IntN(12))+0.5 }
	all := func(s *render.Scene) func() {
		return func() {
			for i := range s.Discs {
				move(&s.Discs[i])
			}
			render.ForgetRows()
		}
	}
	one := func(s *render.Scene) func() { return func() { move(&s.Discs[rnd.IntN(len(s.Discs))]) } }
	for _, run := range []struct {
		name string
		s    *render.Scene
		next func()
	}{{"new", &s, all(&s)}, {"moved", &s, one(&s)}, {"late/new", &late, all(&late)}, {"late/moved", &late, one(&late)}} {
		b.Run(run.name, func(b *testing.B) { render.Timed(b, run.s, run.next) })
	}
}
