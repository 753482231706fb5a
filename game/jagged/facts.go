package jagged

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"downsync/game"
)

// Facts are what happened in a battle. The type of a fact stands in the file of its chapter. Below each type stand its kind, which
// names it in the store, For, which says who is told, and its row of the table: public or secret.

type fact = game.Fact

// row is what the table has of one kind of fact.
type row struct {
	zero   fact
	told   bool // a viewer may be told it
	decode func([]byte) (fact, error)
	change func(s *state, f fact) // writes to a fresh copy of the state
}

// byKind holds every kind of fact ever written. A kind is never taken out and never changes its meaning.
var byKind = map[string]row{}

func enter(r row) row {
	kind := r.zero.Kind()
	if _, twice := byKind[kind]; twice {
		panic("jagged: two facts of kind " + kind)
	}
	byKind[kind] = r
	return r
}

// public enters a fact that everybody is told as it is. A nil change means that it changes nothing.
func public[F fact](change func(*state, F)) row {
	r := rowOf(change)
	r.told = true
	return enter(r)
}

// secret enters a fact of which nobody is told.
func secret[F fact](change func(*state, F)) row { return enter(rowOf(change)) }

func rowOf[F fact](change func(*state, F)) row {
	var zero F
	return row{
		zero: zero,
		decode: func(raw []byte) (fact, error) {
			var f F
			err := json.Unmarshal(raw, &f)
			return f, err
		},
		change: func(s *state, f fact) {
			if change != nil {
				change(s, f.(F))
			}
		},
	}
}

// Facts lists every fact that a viewer can be told, as its zero value, in the order of their kinds.
func Facts() []game.Fact {
	var out []game.Fact
	for _, r := range byKind {
		if r.told {
			out = append(out, r.zero)
		}
	}
	slices.SortFunc(out, func(a, b game.Fact) int { return cmp.Compare(a.Kind(), b.Kind()) })
	return out
}

func decode(kind string, raw []byte) (game.Fact, error) {
	r, ok := byKind[kind]
	if !ok {
		return nil, fmt.Errorf("jagged: no fact of kind %q", kind)
	}
	f, err := r.decode(raw)
	if err != nil {
		return f, err
	}
	switch f := f.(type) { // a battle is played on with what it began with, or not at all
	case Began:
		err = f.Conf.CheckSettings()
	case BoardSet:
		_, err = newEnv(f.Pieces)
	}
	return f, err
}

// went is where the battle stands now. Nobody is told: what others may know of it shows in what is asked and what happens.
type went struct{ cursor }

func (went) Kind() string              { return "went" }
func (went) For(game.Viewer) game.Fact { return nil }

var _ = secret(func(s *state, f went) { s.cursor = f.cursor })

// turn moves the cursor.
func turn(t tx, change func(*cursor)) {
	c := t.State().cursor
	change(&c)
	t.Emit(went{c})
}
