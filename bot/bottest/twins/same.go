package twins

import (
	"fmt"
	"slices"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/wire"
)

// Of returns the pair of that kind.
func Of(pairs []Pair, kind string) Pair {
	i := slices.IndexFunc(pairs, func(p Pair) bool { return p.Kind == kind })
	if i < 0 {
		panic("no twins of kind " + kind)
	}
	return pairs[i]
}

// Delivered plays a world and returns the deliveries to everybody except ann.
func Delivered(t testing.TB, w World, forms bottest.Offered, leak Leak) map[wire.UserID]string {
	t.Helper()
	return Play(t, w, bottest.Setup{Forms: forms}, leak, nil).Others()
}

// Same checks that both worlds of a pair deliver the same to everybody except ann.
func Same(t testing.TB, p Pair, forms bottest.Offered) {
	t.Helper()
	Alike(t, Delivered(t, p.World[0], forms, Leak{}), Delivered(t, p.World[1], forms, Leak{}))
}

// OnTheWire checks all pairs, with notifications in private and in the thread.
func OnTheWire(t *testing.T, pairs []Pair, forms bottest.Offered) {
	for _, pair := range pairs {
		for _, pair := range []Pair{pair, pair.Under(CalledInThread)} {
			t.Run(pair.Kind, func(t *testing.T) {
				t.Parallel()
				Same(t, pair, forms)
			})
		}
	}
}

// SweptAlike checks pairs in which the others try every command there is.
func SweptAlike(t *testing.T, forms bottest.Offered, pairs ...Pair) {
	for _, pair := range pairs {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			Alike(t, Swept(t, pair.World[0], forms), Swept(t, pair.World[1], forms))
		})
	}
}

// Cheated makes ben and eve try something in both worlds of pairs in which ann's part is finished. Ann's state must not change,
// and both must be told the same in both worlds.
func Cheated(t *testing.T, forms bottest.Offered, try func(s *Table, user wire.UserID), pairs ...Pair) {
	for _, pair := range pairs {
		t.Run(pair.Kind, func(t *testing.T) {
			t.Parallel()
			var seen [2]map[wire.UserID]string
			for n, w := range pair.World {
				s := Play(t, w, bottest.Setup{Forms: forms}, Leak{}, nil)
				had := func() string {
					p, err := s.Hall.Private(t.Context(), "twin", 1)
					if err != nil {
						t.Fatal(err)
					}
					return fmt.Sprint(len(p.Facts), p.Asks, p.Result)
				}
				before := had()
				for _, user := range []wire.UserID{Ben, Eve} {
					try(s, user)
					s.Settle()
				}
				if now := had(); now != before {
					t.Errorf("ann has %s, before %s", now, before)
				}
				seen[n] = s.Others()
			}
			Alike(t, seen[0], seen[1])
		})
	}
}
