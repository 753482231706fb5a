package gametest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
)

// Imagine imagines for the ruleset under test.
func (r *spy[S]) Imagine(s S, v game.Viewer, told []game.Fact, c *chance.Source) S {
	return r.Ruleset.(game.Imaginer[S]).Imagine(s, v, told, c)
}

// Peeking is a ruleset that imagines positions with something that nobody may know: Peek puts it in. Twins must find it.
type Peeking[S any] struct {
	game.Ruleset[S]
	Peek func(truth, imagined S)
}

// Imagine imagines as the ruleset does, and peeks.
func (p Peeking[S]) Imagine(truth S, v game.Viewer, told []game.Fact, c *chance.Source) S {
	s := p.Ruleset.(game.Imaginer[S]).Imagine(truth, v, told, c)
	p.Peek(truth, s)
	return s
}

// imagines reports whether the match can be imagined now.
func (w *World[S]) imagines() bool {
	_, can := w.rules.Ruleset.(game.Imaginer[S])
	_, over := w.Result()
	return can && !over
}

// imagined returns what the viewer imagines of the world with that chance: the state itself, and the views of everybody, the
// referee included. An error says what the viewer would see that differs from the match.
func imagined[S any](c *TwinCase[S], w *World[S], v game.Viewer, seed uint64) ([]Glimpse, error) {
	was := Text(w.Truth())
	imagine, err := w.Core.Imagine(v)
	if err != nil {
		return nil, err
	}
	source := chance.Source(seed)
	sim, err := imagine(&source)
	if err != nil {
		return nil, err
	}
	if err := looksAlike(c, w, sim, v); err != nil {
		return nil, err
	}
	source = chance.Source(seed)
	state := Text(w.rules.Imagine(w.Truth(), v, w.Told(v, 0), &source))
	if is := Text(w.Truth()); is != was {
		return nil, fmt.Errorf("to imagine changes the match:\n%s", around(is, was))
	}
	out := []Glimpse{{"the state imagined", state}, {"the Sim imagined", simText(c, sim)}, {"the chance used", fmt.Sprint(source)}}
	return append(out, Glimpse{"the Sim imagined, as a referee sees it", Text(c.public(sim.View(game.Referee())))}), nil
}

// looksAlike compares the viewer's view and questions of the Sim with the match's.
func looksAlike[S any](c *TwinCase[S], w *World[S], sim game.Sim, v game.Viewer) error {
	if a, b := Text(sim.View(v)), Text(w.Core.View(v)); a != b {
		return fmt.Errorf("%s sees of what is imagined\n%s\nand of the match\n%s", v, around(a, b), around(b, a))
	}
	var a, b []game.Ask
	for _, q := range sim.Asks() {
		if q.Seat == v.Seat() {
			a = append(a, plain(q.WithMenu()))
		}
	}
	for _, q := range w.Core.Asks(v.Seat()) {
		b = append(b, plain(q))
	}
	if a, b := Text(a), Text(b); a != b {
		return fmt.Errorf("%s is asked in what is imagined\n%s\nand in the match\n%s", v, around(a, b), around(b, a))
	}
	return nil
}

// compareImagined compares what the viewer imagines of one world with what they imagine of the other.
func (p *Twins[S]) compareImagined(seed uint64) error {
	if !p.A.imagines() || !p.B.imagines() {
		return nil
	}
	a, err := imagined(p.TwinCase, p.A, p.Viewer, seed)
	if err != nil {
		return err
	}
	b, err := imagined(p.TwinCase, p.B, p.Viewer, seed)
	if err != nil {
		return err
	}
	p.Tally.Imagined++
	if d := unlike(a, b); d != "" {
		return p.leaked("%s", d)
	}
	return nil
}

// Imagines plays a match at random. Now and then each viewer imagines it, and play goes on at random from there, because an
// imagined position must be a position like any other. A referee is refused. It returns how many positions were imagined.
func Imagines[S any](c *TwinCase[S], seed uint64, conf game.Config, steps int) (positions int, err error) {
	p := &Twins[S]{TwinCase: c, D: NewDice(seed), Tally: &Tally{Varied: map[string]int{}}}
	if p.A, err = NewWorld(c, seed, conf, nil); err != nil {
		return 0, err
	}
	for n := range steps {
		if _, err := p.A.Core.Imagine(game.Referee()); !errors.Is(err, game.ErrNotImagined) {
			return positions, fmt.Errorf("a referee imagines: %v", err)
		}
		if !p.A.imagines() {
			_, err := p.A.Core.Imagine(game.Player(1))
			if !errors.Is(err, game.ErrNotImagined) {
				return positions, fmt.Errorf("a finished match is imagined: %v", err)
			}
			return positions, nil
		}
		for s := game.Seat(0); int(s) <= c.Seats && n%5 == 0; s++ {
			if _, err := imagined(c, p.A, game.Player(s), seed+uint64(n)); err != nil {
				return positions, fmt.Errorf("record %d: %w", len(p.A.Records), err)
			}
			positions++
			if n%4 > 0 {
				continue
			}
			if err := p.goesOn(game.Player(s), seed+uint64(n)); err != nil {
				return positions, fmt.Errorf("record %d, as %s imagines: %w", len(p.A.Records), game.Player(s), err)
			}
		}
		if err := p.Step(); err != nil {
			return positions, err
		}
	}
	return positions, nil
}

// TestImagines is Imagines for that many matches of up to 150 steps, each with the options of its seed. Too few positions fail
// it.
func TestImagines[S any](t testing.TB, c *TwinCase[S], matches int, conf func(seed uint64) game.Config) {
	t.Helper()
	const least = 200
	positions := 0
	for seed := range uint64(matches) {
		n, err := Imagines(c, seed, conf(seed), 150)
		if err != nil {
			t.Fatalf("match %d: %v", seed, err)
		}
		positions += n
	}
	if positions < least {
		t.Errorf("only %d positions were imagined, expected %d", positions, least)
	}
}

// goesOn plays at random in the match that the viewer imagines.
func (p *Twins[S]) goesOn(v game.Viewer, seed uint64) error {
	imagine, err := p.A.Core.Imagine(v)
	if err != nil {
		return err
	}
	source, d := chance.Source(seed), NewDice(seed)
	sim, err := imagine(&source)
	if err != nil {
		return err
	}
	for range 60 {
		asks := slices.DeleteFunc(slices.Clone(sim.Asks()), func(a game.Ask) bool { return a.Standing })
		if _, over := sim.Result(); over || len(asks) == 0 {
			return nil
		}
		a := asks[d.N(len(asks))].WithMenu()
		r, err := p.Rules.Parse(Line(d, sim.View(game.Player(a.Seat)), a, p.Guess))
		if err != nil {
			return err
		}
		if sim.Check(a, r) != nil {
			r = a.Default
		}
		if err := sim.Check(a, r); err != nil {
			return fmt.Errorf("the default %q of %s: %w", r.Order(), a.Name, err)
		}
		if sim, err = sim.Play(a, r, d); err != nil {
			return err
		}
	}
	return nil
}
