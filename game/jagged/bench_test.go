package jagged

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	"downsync/game/plane"
)

// BenchmarkGame plays whole battles at random between all lists. It prints how many battles a core plays in a second; 20 is the
// goal.
func BenchmarkGame(b *testing.B) {
	const games = 25
	least, steps := time.Hour, 0
	for b.Loop() {
		start := gametest.Processor()
		st := gametest.Run(b, gametest.Case{Game: Rules(), Seats: 2, Games: games, MaxSteps: 4000, Config: randomConfig, Guess: guess, Unchecked: true, Every: -1,
			Concede: "concede", ConcedeIn: 10000, Rare: []string{"draw"}})
		steps = st.Steps
		least = min(least, gametest.Processor()-start)
	}
	b.ReportMetric(games/least.Seconds(), "games/s")
	b.ReportMetric(float64(steps)/games, "steps/game")
}

// BenchmarkMeasuring makes the measurements of a battle between all pairs of 16 models, on the named boards and on generated ones.
// The goal is 1 ms for the slowest question.
func BenchmarkMeasuring(b *testing.B) {
	all := boards.All()
	for seed := range uint64(40) {
		all = append(all, boards.Generate(seed))
	}
	type question struct {
		on   *board
		m, e *model
	}
	var asked []question
	d := gametest.NewDice(22)
	for _, on := range all {
		env, err := newEnv(piecesOf(on))
		if err != nil {
			b.Fatal(err)
		}
		n := &board{Terms: Terms{Attacker: cards.Humans}, env: env}
		for len(n.Models) < 2*MaxModels {
			u := cards.Units()[d.N(len(cards.Units()))]
			m := model{Label: labelOf(game.Seat(1+len(n.Models)/MaxModels), 1+len(n.Models)%MaxModels), Unit: u.ID, card: &u, Placed: true, Wounds: u.Wounds}
			m.At = plane.Point{X: plane.Inch(d.N(48000)), Y: plane.Inch(d.N(48000))}
			if env.solid.Stand(plane.Mover{R: radius(&u), Others: append(n.discs(1), n.discs(2)...)}, m.At) == nil {
				n.Models = append(n.Models, m)
			}
		}
		for _, m := range n.side(1) {
			for _, e := range n.side(2) {
				asked = append(asked, question{n, m, e}, question{n, e, m})
			}
		}
	}
	for _, bench := range []struct {
		name string
		ask  func(q question)
	}{
		{"sight", func(q question) { q.on.sees(q.m, q.e) }},
		{"cover", func(q question) { q.on.attacker(q.m).cover(q.e) }},
		{"rush", func(q question) {
			if way, err := q.on.rusher(q.m).straight(q.e); err == nil {
				q.on.rusher(q.m).end(way, plane.In(14))
			}
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				bench.ask(asked[i%len(asked)])
			}
			gametest.Worst(b, len(asked), func(i int) { bench.ask(asked[i]) })
		})
	}
}
