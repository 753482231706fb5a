// Package facts is the table of a game's kinds of facts: how to read one from a store, what it changes, and whether a viewer
// may be told it.
//
// Each fact's type is in the file of its chapter. Below it are its kind, which names it in the store; For, which says what each
// viewer is told; and its row: Public, Secret or Twin. A kind is never removed and never changes its meaning.
package facts

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"downsync/game"
)

// Table holds every kind of fact that a game ever stored or told. S is the game's state.
type Table[S any] struct {
	game string
	rows map[string]Row[S]
}

// Row is a table's entry for one kind.
type Row[S any] struct {
	Zero   game.Fact
	Told   bool // a viewer may be told it
	Stored bool // it may be in a store
	decode func([]byte) (game.Fact, error)
	change func(*S, game.Fact)
}

// New makes the table of a game, whose name is for errors.
func New[S any](game string) *Table[S] { return &Table[S]{game, map[string]Row[S]{}} }

// Public enters a fact that everybody is told as it is. change writes it to a fresh copy of the state; nil: it changes nothing.
func Public[S any, F game.Fact](t *Table[S], change func(*S, F)) Row[S] {
	return t.enter(stored(change, true))
}

// Secret enters a fact that no other package can name. Its For returns a twin, or nothing.
func Secret[S any, F game.Fact](t *Table[S], change func(*S, F)) Row[S] {
	return t.enter(stored(change, false))
}

// Twin enters a fact that a viewer is told in place of a secret fact. It is never stored.
func Twin[F game.Fact, S any](t *Table[S]) Row[S] {
	var zero F
	return t.enter(Row[S]{Zero: zero, Told: true})
}

func stored[S any, F game.Fact](change func(*S, F), told bool) Row[S] {
	var zero F
	return Row[S]{
		Zero: zero, Told: told, Stored: true,
		decode: func(raw []byte) (game.Fact, error) {
			var f F
			err := json.Unmarshal(raw, &f)
			return f, err
		},
		change: func(s *S, f game.Fact) {
			if change != nil {
				change(s, f.(F))
			}
		},
	}
}

func (t *Table[S]) enter(r Row[S]) Row[S] {
	kind := r.Zero.Kind()
	if _, twice := t.rows[kind]; twice {
		panic(t.game + ": two facts of kind " + kind)
	}
	t.rows[kind] = r
	return r
}

// Rows returns all kinds, in order.
func (t *Table[S]) Rows() []Row[S] {
	var out []Row[S]
	for _, r := range t.rows {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b Row[S]) int { return cmp.Compare(a.Zero.Kind(), b.Zero.Kind()) })
	return out
}

// Told lists every fact that a viewer can be told, as its zero value, in the order of their kinds.
func (t *Table[S]) Told() []game.Fact {
	var out []game.Fact
	for _, r := range t.Rows() {
		if r.Told {
			out = append(out, r.Zero)
		}
	}
	return out
}

// Decode reads a fact as it is stored. It refuses a kind that is unknown or never stored.
func (t *Table[S]) Decode(kind string, raw []byte) (game.Fact, error) {
	r := t.rows[kind]
	if !r.Stored {
		return nil, fmt.Errorf("%s: no fact of kind %q", t.game, kind)
	}
	return r.decode(raw)
}

// Diced is a fact that reveals dice.
type Diced interface {
	game.Fact
	// DiceTold returns the faces in the order in which they were rolled, and their stream: 0 is everybody's, others are a
	// seat's own. Every die is told in order, so a viewer who is told all dice of a stream can number them.
	DiceTold() (stream game.Seat, faces []int)
}

// DiceOf returns DiceTold of a fact that reveals dice, and nothing for any other.
func DiceOf(f game.Fact) (stream game.Seat, faces []int) {
	if v, void := f.(game.Void); void { // dice that were taken back count too
		f = v.Fact
	}
	if d, ok := f.(Diced); ok {
		return d.DiceTold()
	}
	return 0, nil
}

// Apply writes the fact to a fresh copy of a state.
func (t *Table[S]) Apply(s *S, f game.Fact) { t.rows[f.Kind()].change(s, f) }
