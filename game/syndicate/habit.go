package syndicate

import (
	"maps"

	"downsync/game"
)

// Reactions answered once for all (R-P10): who says "always" with an answer to one is not asked again, until they say "ask". Nobody else
// is told; what is carried out shows as if it had been answered.

// Always is the answer to a reaction, now and whenever it is asked.
type Always struct{ Reply game.Reply }

// Order writes the answer with the word behind it.
func (o Always) Order() string { return o.Reply.Order() + " always" }

// AskAgain ends all that was said with always.
type AskAgain struct{}

// Order is the word.
func (AskAgain) Order() string { return "ask" }

// Accustomed: a seat said how it answers a reaction from now on; "" for both: it is asked again. It alone is told.
type Accustomed struct {
	Seat   game.Seat `json:"seat"`
	Ask    string    `json:"ask,omitempty"`
	Answer string    `json:"answer,omitempty"`
}

func (Accustomed) Kind() string                { return "accustomed-told" }
func (f Accustomed) For(game.Viewer) game.Fact { return f }

var _ = twin[Accustomed]()

// accustomed: a seat answers a reaction alike from now on.
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

// once is the answer as it is carried out now. What was said with always is kept.
func once(t tx, a game.Ask, r game.Reply) game.Reply {
	o, always := r.(Always)
	if !always {
		return r
	}
	t.Emit(accustomed{Accustomed{a.Seat, a.Name, o.Reply.Order()}})
	return o.Reply
}

// habit is the answer that the seat always gives to the question; nil if there is none, or if it may not be given now.
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
