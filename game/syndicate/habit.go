package syndicate

import (
	"maps"

	"downsync/game"
)

// Reactions can be answered for the rest of the match (R-P10): a seat that adds "always" to its answer is not asked that reaction
// again until it says "ask". Nobody else is told; the answer looks as if it had just been given.

// fromNowOn answers a reaction, now and whenever it is asked.
type fromNowOn struct{ Reply game.Reply }

// Order writes the answer with the word behind it.
func (o fromNowOn) Order() string { return o.Reply.Order() + " always" }

// askAgain cancels all answers given with always.
type askAgain struct{}

// Order returns the word "ask".
func (askAgain) Order() string { return "ask" }

// Accustomed: a seat chose how it answers a reaction from now on; if both are "", it is asked again. Only that seat is told.
type Accustomed struct {
	Seat   game.Seat `json:"seat"`
	Ask    string    `json:"ask,omitempty"`
	Answer string    `json:"answer,omitempty"`
}

func (Accustomed) Kind() string                { return "accustomed-told" }
func (f Accustomed) For(game.Viewer) game.Fact { return f }

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

var _ = secret(func(s *state, f accustomed) {
	h := maps.Clone(s.Habits[f.Seat-1])
	if f.Ask == "" || h == nil {
		h = map[string]string{}
	}
	if f.Ask != "" {
		h[f.Ask] = f.Answer
	}
	s.Habits[f.Seat-1] = h
})

// once returns the answer to carry out now. It stores an answer given with always.
func once(t tx, a game.Ask, r game.Reply) game.Reply {
	o, always := r.(fromNowOn)
	if !always {
		return r
	}
	t.Emit(accustomed{Accustomed{a.Seat, a.Name, o.Reply.Order()}})
	return o.Reply
}

// habit returns the seat's constant answer to the question; nil if there is none, or if it is not legal now.
func habit(s *state, name string, seat game.Seat) game.Reply {
	line := s.Habits[seat-1][name]
	if line == "" {
		return nil
	}
	if r, err := Parse(line); err == nil && questions[name].check(s, seat, r) == nil {
		return r
	}
	return nil
}
