package downsync

import (
	"testing"
	"time"

	"downsync/game"
	"downsync/game/gametest"
)

// turn is a position of a random Standard game and the reply that was given in it.
type turn struct {
	sim   game.Sim
	ask   game.Ask
	reply game.Reply
}

// recording is the rules; it keeps the positions in which they answer.
type recording struct {
	rules
	turns *[]turn
}

func (r recording) Answer(t tx, as []game.Answered) {
	if a := as[0]; len(as) == 1 && t.State() != nil {
		*r.turns = append(*r.turns, turn{game.NewSim(ours, t.State()), a.Ask, a.Reply})
	}
	r.rules.Answer(t, as)
}

// turns returns all replies of some random Standard games.
func turns(b *testing.B, games int) []turn {
	var out []turn
	gametest.Run(b, gametest.Case{Game: game.Seal[*state](recording{rules: ours, turns: &out}), Seats: 2, Concede: "concede", ConcedeIn: 1000, Games: games, MaxSteps: 6000,
		Guess: guessPoint, Every: -1, Config: func(seed uint64) game.Config { return standardGame(seed) }})
	return out
}

// least returns the shortest processor time of do in several runs, for each of n, in microseconds.
func least(b *testing.B, n int, do func()) float64 {
	best := time.Hour
	for b.Loop() {
		start := gametest.Processor()
		do()
		best = min(best, gametest.Processor()-start)
	}
	return float64(best.Nanoseconds()) / float64(n) / 1000
}

// BenchmarkThink measures the work of a searching program, in processor time over all replies of four random Standard games: to
// check and carry out a reply (the goal is 12 µs), to see a position as a seat (15 µs), and to ask for the chances of
// everything that its seat could shoot at.
func BenchmarkThink(b *testing.B) {
	all := turns(b, 4)
	dice := gametest.NewDice(1)
	b.Run("reply", func(b *testing.B) {
		b.ReportMetric(least(b, len(all), func() {
			for _, t := range all {
				if err := t.sim.Check(t.ask, t.reply); err != nil {
					b.Fatal(err)
				}
				if _, err := t.sim.Play(t.ask, t.reply, dice); err != nil {
					b.Fatal(err)
				}
			}
		}), "µs/reply")
	})
	b.Run("view", func(b *testing.B) {
		b.ReportMetric(least(b, len(all), func() {
			for _, t := range all {
				t.sim.View(game.Player(t.ask.Seat))
			}
		}), "µs/view")
	})
	b.Run("what-if", func(b *testing.B) {
		n := 0
		for _, t := range all {
			n += tryAll(t.sim.View(game.Player(t.ask.Seat)).(View))
		}
		b.ReportMetric(least(b, n, func() {
			for _, t := range all {
				tryAll(t.sim.View(game.Player(t.ask.Seat)).(View))
			}
		}), "µs/what-if")
	})
}

// tryAll asks for the odds of every attack of the viewer's Units on every base of the enemy's, and returns their number.
func tryAll(v View) (n int) {
	for _, p := range v.Pieces {
		if p.Seat != v.Viewer.Seat() || p.IsPing() || len(p.Bases) == 0 {
			continue
		}
		for _, a := range v.Cards().Must(p.Unit).Actions {
			if !a.Combat() || isClustered(a) {
				continue
			}
			for _, e := range v.Pieces {
				for _, eb := range e.Bases {
					if e.Seat != p.Seat && !e.IsPing() {
						v.Try().Act(Ref{p.Label, p.Bases[0].N}, a.ID, Ref{e.Label, eb.N}, false)
						n++
					}
				}
			}
		}
	}
	return n
}
