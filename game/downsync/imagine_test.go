package downsync

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

// An imagined match looks like the match to its viewer and can be played on, in both modes and editions, before and after
// deployment and in the middle of fights. All twins test that it does not depend on anything the viewer does not know.
func TestImagine(t *testing.T) {
	gametest.TestImagines(t, twinCase(nil), 4, func(seed uint64) game.Config { return twinConfig(seed).Encode() })
}

// The twins find every part of the truth that leaks into an imagined match.
func TestImaginedLeaks(t *testing.T) {
	for kind, peek := range map[string]func(truth, s *state){
		"reserve": func(truth, s *state) { s.Reserve = truth.Reserve },
		"salt":    func(truth, s *state) { s.Conf.Salts = truth.Conf.Salts },
		"rider":   func(truth, s *state) { s.Riders = truth.Riders },
		"plan":    func(truth, s *state) { s.Pieces = truth.Pieces },
		"tokens": func(truth, s *state) {
			for _, p := range s.Pieces {
				was, _ := truth.piece(p.Label)
				for i, b := range was.Bases {
					p.Bases[i].CM = b.CM
				}
			}
		},
		"overwatch": func(truth, s *state) {
			for _, p := range s.Pieces {
				was, _ := truth.piece(p.Label)
				p.Overwatch = was.Overwatch
			}
		},
		"standing":   func(truth, s *state) { s.Passing = truth.Passing },
		"countering": func(truth, s *state) { s.Countering = truth.Countering },
		"overwatch, by what it leaves to an activation": func(truth, s *state) { s.Acts = truth.Acts },
		"intent": func(truth, s *state) { s.RE = truth.RE },
		"ending": func(truth, s *state) { s.Acts = truth.Acts },
	} {
		kind, _, _ := strings.Cut(kind, ",")
		ks := slices.DeleteFunc(slices.Concat(kinds, beforehand), func(k *gametest.Kind[*state]) bool { return k.Name != kind })
		err := error(nil)
		for seed := uint64(0); seed < 40 && err == nil; seed++ {
			p, failed := newTwins(seed, ks, &gametest.Tally{Varied: map[string]int{}}, nil)
			if failed != nil {
				t.Fatal(failed)
			}
			p.Dreaming, p.Rules = true, gametest.Peeking[*state]{Ruleset: ours, Peek: peek}
			if p.A, err = p.world(seed, p.conf); err == nil {
				err = p.Run(150)
			}
		}
		if !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// LookingTwins plays a game with twins and compares what look says to each viewer of both matches. It returns how often it
// compared.
func LookingTwins(seed uint64, steps int, look func(m game.Match, v game.Viewer, seed uint64) string) (compared int, err error) {
	n := &gametest.Tally{Varied: map[string]int{}}
	p, err := newTwins(seed, kinds, n, nil)
	if err != nil {
		return 0, err
	}
	p.Look = func(w *world, v game.Viewer, seed uint64) []gametest.Glimpse {
		return []gametest.Glimpse{{What: "what is looked at", Is: look(w, v, seed)}}
	}
	err = p.Run(steps)
	return n.Compared, err
}
