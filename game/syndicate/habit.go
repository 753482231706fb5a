package syndicate

import (
	"downsync/game"
	"downsync/game/habit"
)

// Reactions can be answered for the rest of the match (R-P10): a seat that adds "always" to its answer is not asked that reaction
// again until it says "ask".

// Accustomed is told to a seat that keeps an answer.
type Accustomed = habit.Accustomed

var _ = twin[Accustomed]()

// accustomed is the stored form of Accustomed.
type accustomed struct{ Accustomed }

func (accustomed) Kind() string { return "accustomed" }

func (f accustomed) For(v game.Viewer) game.Fact {
	if v.Sees(f.Seat) {
		return f.Accustomed
	}
	return nil
}

var _ = secret(func(s *state, f accustomed) { s.Habits[f.Seat-1] = s.Habits[f.Seat-1].With(f.Ask, f.Answer) })

// once returns the answer to carry out now. It stores an answer given with always.
func once(t tx, a game.Ask, r game.Reply) game.Reply {
	r, f, kept := habit.Once(a, r)
	if kept {
		t.Emit(accustomed{f})
	}
	return r
}

// usual returns the seat's constant answer to the question; nil if there is none, or if it is not legal now.
func usual(s *state, name string, seat game.Seat) game.Reply {
	return s.Habits[seat-1].Reply(name, Parse, func(r game.Reply) error { return questions[name].check(s, seat, r) })
}
