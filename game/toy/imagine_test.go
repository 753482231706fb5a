package toy

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
)

// An imagined match looks to its viewer like the match, can be played on, and does not depend on anything that the viewer does
// not know.
func TestImagine(t *testing.T) {
	gametest.TestImagines(t, secrets(), 10, func(seed uint64) game.Config {
		return Config{Rounds: 5, Rebid: seed%2 == 1, Colours: []string{"red", "blue", "green"}}.Encode()
	})
	n := &gametest.Tally{Varied: map[string]int{}}
	if err := playTwins(n, "", nil); err != nil || n.Imagined == 0 {
		t.Errorf("%v, %d positions imagined by twins", err, n.Imagined)
	}
}

// peeking imagines what it should not know.
type peeking struct {
	rules
	peek func(truth state, imagined *state)
}

func (p peeking) Imagine(truth state, v game.Viewer, told []game.Fact, c *chance.Source) state {
	s := p.rules.Imagine(truth, v, told, c)
	p.peek(truth, &s)
	return s
}

// The twins find every part of the truth that leaks into an imagined match.
func TestImaginedLeaks(t *testing.T) {
	for kind, peek := range map[string]func(state, *state){
		"colour": func(truth state, s *state) { s.Colours = truth.Colours },
		"card":   func(truth state, s *state) { s.Next = truth.Next },
		"note":   func(truth state, s *state) { s.Notes = truth.Notes },
		"tune":   func(truth state, s *state) { s.Tuned = truth.Tuned },
	} {
		c := secrets()
		c.Rules = peeking{peek: peek}
		c.Kinds = slices.DeleteFunc(c.Kinds, func(k *gametest.Kind[state]) bool { return k.Name != kind })
		err := error(nil)
		for seed := uint64(0); seed < 100 && err == nil; seed++ {
			p := &gametest.Twins[state]{TwinCase: c, D: gametest.NewDice(seed), Tally: &gametest.Tally{Varied: map[string]int{}}}
			if p.A, err = gametest.NewWorld(c, seed, Config{Rounds: 5, Colours: []string{"red", "blue", "green"}}.Encode(), nil); err == nil {
				err = p.Run(200)
			}
		}
		if !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
