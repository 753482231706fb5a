package downsync

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// tokensLeft returns the number of all tokens of a side.
func tokensLeft(s *state, seat game.Seat) (n int) {
	for _, p := range side(s, seat, isUnit) {
		for _, b := range p.Bases {
			n += b.CM + b.Hardened
		}
	}
	return n
}

// pausing is rules that ask a side with an order for the whole Turn again if the number of its tokens is odd.
type pausing struct{ rules }

func (r pausing) Answer(t tx, as []game.Answered) {
	for seat := game.Seat(1); seat <= 2; seat++ {
		if s := t.State(); as[0].Ask.Seat != seat && counters(s, seat) && tokensLeft(s, seat)%2 == 1 {
			t.Emit(counterOrdered{Seat: seat})
		}
	}
	r.rules.Answer(t, as)
}

// paying is rules that show everybody how many tokens such a side spends.
type paying struct{ rules }

func (r paying) Answer(t tx, as []game.Answered) {
	before := t.State()
	r.rules.Answer(t, as)
	for seat := game.Seat(1); seat <= 2; seat++ {
		if s := t.State(); counters(before, seat) {
			if n := min(tokensLeft(before, seat)-tokensLeft(s, seat), s.CP.Of(seat)); n > 0 {
				t.Emit(CounterPaid{Seat: seat, CP: n})
			}
		}
	}
}

// Under the order for the whole Turn, the twins with different tokens go on past hits with the same result, and find rules that
// would reveal the tokens there.
func TestOrderedLeaks(t *testing.T) {
	tokens := slices.DeleteFunc(slices.Clone(kinds), func(k *kind) bool { return k.Name != "tokens" })
	for what, leaking := range map[string]game.Ruleset[*state]{"a pause by the number of tokens": pausing{ours}, "CP for each token": paying{ours}} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			n := &gametest.Tally{Varied: map[string]int{}}
			for seed := range uint64(60) {
				p, err := newTwins(seed/4*8+4+seed%2, tokens, n, nil) // fights, veiled, of both editions
				if err == nil {
					p.TwinCase.Rules = leaking
					p.A, err = p.world(seed, p.conf)
				}
				if err == nil {
					err = p.Run(200)
				}
				switch {
				case err == nil:
					continue
				case !errors.As(err, new(gametest.Leaked)):
					t.Fatal(err)
				}
				t.Logf("game %d: %.300s", seed, err)
				return
			}
			t.Errorf("the twins found nothing: %+v", *n)
		})
	}
}
