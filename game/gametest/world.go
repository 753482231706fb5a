package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"downsync/game"
)

// spy is a ruleset that shows the tests the truth, and can change it between two steps.
type spy[S any] struct {
	game.Ruleset[S]
	now   S
	swaps []func(S) S
}

// swapped marks, in a record, a change of the truth that no player made. Nobody is told.
type swapped struct {
	N int `json:"n"`
}

func (swapped) Kind() string              { return "swapped" }
func (swapped) For(game.Viewer) game.Fact { return nil }

func (r *spy[S]) Result(s S) (game.Result, bool) {
	r.now = s
	return r.Ruleset.Result(s)
}

func (r *spy[S]) Fold(s S, f game.Fact) S {
	if x, ok := f.(swapped); ok {
		return r.swap(s, x.N)
	}
	return r.Ruleset.Fold(s, f)
}

// swap changes the truth. The match may return to the state before, so the change must not modify it, as folds do not.
func (r *spy[S]) swap(s S, n int) S {
	was := Text(s)
	next := r.swaps[n](s)
	if is := Text(s); is != was {
		panic(fmt.Sprintf("gametest: a change of a secret writes to the state before it:\n%s\nit was\n%s", is, was))
	}
	return next
}

func (r *spy[S]) Decode(kind string, raw []byte) (game.Fact, error) {
	if kind == (swapped{}).Kind() {
		var f swapped
		err := json.Unmarshal(raw, &f)
		return f, err
	}
	return r.Ruleset.Decode(kind, raw)
}

// Streams holds dice that fall the same in both worlds of twins: the public stream and one for each seat.
type Streams struct {
	seed uint64
	used [9]int
	Rig  []int // faces that private dice show, the last one repeated; none: random faces
}

// Roll rolls a die.
func (d *Streams) Roll(stream game.Seat, _, sides int) (int, error) {
	if stream != 0 && len(d.Rig) > 0 {
		shows := d.Rig[0]
		if len(d.Rig) > 1 {
			d.Rig = d.Rig[1:]
		}
		return shows, nil
	}
	d.used[stream]++
	return NewDice(d.seed*1009+uint64(stream)*100003+uint64(d.used[stream])*10000019).N(sides) + 1, nil
}

// World is a match whose truth the test sees.
type World[S any] struct {
	game.Match            // as its readers see it, with a planted leak if there is one
	Core       game.Match // the match itself
	Dice       Streams
	Records    []game.Record
	Extra      any // data for the game's own Look
	rules      *spy[S]
}

// Leak plants something in a world; nil: nothing.
type Leak[S any] func(*World[S])

// NewWorld begins a match.
func NewWorld[S any](c *TwinCase[S], seed uint64, conf game.Config, l Leak[S]) (*World[S], error) {
	w := &World[S]{rules: &spy[S]{Ruleset: c.Rules}, Dice: Streams{seed: seed}}
	m, st, err := game.Seal[S](w.rules).Start(c.Seats, conf, &w.Dice)
	if err != nil {
		return nil, err
	}
	w.open(c, m, l)
	return w, w.apply(st)
}

func (w *World[S]) open(c *TwinCase[S], m game.Match, l Leak[S]) {
	w.Match, w.Core = m, m
	if c.Open != nil {
		c.Open(w)
	}
	if l != nil {
		l(w)
	}
}

// Truth returns the true state.
func (w *World[S]) Truth() S {
	w.Core.Result()
	return w.rules.now
}

func (w *World[S]) apply(st game.Step) error {
	rec, _, err := Stored(st.Record)
	if err != nil {
		return err
	}
	w.Core.Apply(st)
	w.Records = append(w.Records, rec)
	return nil
}

// twin returns the same match with another truth from now on: swap changes it; edit changes an order under seal.
func (w *World[S]) twin(c *TwinCase[S], swap func(S) S, edit func([]game.Record), l Leak[S]) (*World[S], error) {
	t := &World[S]{rules: &spy[S]{Ruleset: c.Rules}, Dice: w.Dice, Records: slices.Clone(w.Records)}
	if edit != nil {
		edit(t.Records)
	}
	if swap != nil {
		t.rules.swaps = append(slices.Clone(w.rules.swaps), swap)
		raw, err := json.Marshal(swapped{len(t.rules.swaps) - 1})
		if err != nil {
			return nil, err
		}
		last := &t.Records[len(t.Records)-1]
		last.Facts = append(slices.Clone(last.Facts), game.StoredFact{Kind: (swapped{}).Kind(), Data: raw})
	}
	m, err := game.Seal[S](t.rules).Resume(t.Records)
	if err != nil {
		return nil, err
	}
	t.open(c, m, l)
	return t, nil
}

// Ask finds the seat's open question of that name.
func (w *World[S]) Ask(s game.Seat, name string) (game.Ask, bool) {
	asks := w.Asks(s)
	i := slices.IndexFunc(asks, func(a game.Ask) bool { return a.Name == name })
	if i < 0 {
		return game.Ask{}, false
	}
	return asks[i], true
}

// Decide decides the reply to the question of that name. The dice are used up only if it is applied.
func (w *World[S]) Decide(s game.Seat, name string, r game.Reply) (game.Step, Streams, error) {
	dice := w.Dice
	a, ok := w.Ask(s, name)
	if !ok {
		return game.Step{}, dice, &game.Refusal{Code: "stale"}
	}
	st, err := w.Answer(s, a.ID, r, &dice)
	return st, dice, err
}

// Facts returns the true facts of a step.
func (w *World[S]) Facts(st game.Step) []game.Fact {
	var out []game.Fact
	for _, f := range st.Record.Facts {
		if fact, err := w.rules.Ruleset.Decode(f.Kind, f.Data); err == nil {
			out = append(out, fact)
		}
	}
	return out
}

// try returns what the seat is told about the order, without carrying it out.
func (w *World[S]) try(s game.Seat, p Probe) string {
	r, err := w.rules.Parse(p.Line)
	if err == nil {
		_, _, err = w.Decide(s, p.Ask, r)
	}
	var no *game.Refusal
	if errors.As(err, &no) {
		return Text(no)
	}
	return fmt.Sprint("error ", err)
}
