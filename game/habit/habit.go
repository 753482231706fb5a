// Package habit holds answers that a seat orders ahead and keeps: whenever it is asked this, it answers that, until it wants to be
// asked again. Nobody else is told. The answer looks as if it had just been given; game.Ask says how (Early, Given).
package habit

import (
	"maps"

	"downsync/game"
	"downsync/game/language"
	"downsync/game/order"
)

// Rows holds a seat's kept answers: an order for each condition, such as the name of a question. A Rows is never written to.
type Rows map[string]string

// With returns the rows with that answer for the condition; with the condition "" it returns none.
func (rs Rows) With(when, answer string) Rows {
	next := Rows{}
	if when != "" {
		maps.Copy(next, rs)
		next[when] = answer
	}
	return next
}

// Reply returns the answer for the condition; nil if there is none, or if it is not legal now.
func (rs Rows) Reply(when string, read func(string) (game.Reply, error), check func(game.Reply) error) game.Reply {
	line := rs[when]
	if line == "" {
		return nil
	}
	if r, err := read(line); err == nil && check(r) == nil {
		return r
	}
	return nil
}

// Always answers a question, now and whenever it is asked.
type Always struct{ Reply game.Reply }

// Order writes the answer with the word behind it.
func (o Always) Order() string { return o.Reply.Order() + " " + Flag.Name }

// Flag is the word with which an order keeps its answer.
var Flag = order.Flag("always")

// Of returns the reply, kept if its order has the Flag.
func Of(p order.Partial, r game.Reply) game.Reply {
	if p.Has(Flag.Name) {
		return Always{r}
	}
	return r
}

// Verb returns a verb without values whose answer may be kept.
func Verb(words string, r game.Reply) language.Verb {
	return language.With(words, func(p order.Partial) game.Reply { return Of(p, r) }, Flag)
}

// Ask cancels all kept answers: the seat is asked everything again.
type Ask struct{}

// Order returns the word.
func (Ask) Order() string { return "ask" }

// VerbAsk is its verb.
var VerbAsk = language.Plain("ask", Ask{})

// Accustomed: a seat keeps an answer from now on; if both are "", it is asked everything again. Only that seat is told, so the game stores
// it as an unexported fact.
type Accustomed struct {
	Seat   game.Seat `json:"seat"`
	Ask    string    `json:"ask,omitempty"`
	Answer string    `json:"answer,omitempty"`
}

func (Accustomed) Kind() string                { return "accustomed-told" }
func (f Accustomed) For(game.Viewer) game.Fact { return f }

// Once returns the answer to carry out now, and what to store if it is kept.
func Once(a game.Ask, r game.Reply) (now game.Reply, f Accustomed, kept bool) {
	o, kept := r.(Always)
	if !kept {
		return r, f, false
	}
	return o.Reply, Accustomed{a.Seat, a.Name, o.Reply.Order()}, true
}
