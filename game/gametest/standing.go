package gametest

import (
	"errors"
	"fmt"

	"downsync/game"
)

// standingActs tries a standing act of a random seat on m, a copy of the match. It must not change what another seat may take
// back. Everything that can be taken back is then taken back.
func (p *play) standingActs(m game.Match) error {
	d := *p.d // a copy: the games stay the same with this check and without it
	by := game.Seat(d.N(p.Seats) + 1)
	before := make([]bool, p.Seats+1)
	for s := range before {
		before[s] = m.CanUndo(game.Seat(s))
	}
	a, ok := standing(m, by)
	if !ok {
		return nil
	}
	line := Line(&d, m.View(game.Player(by)), a, p.Guess)
	if done, err := p.act(m, a, line); !done || err != nil {
		return err
	}
	for s := game.Seat(1); int(s) <= p.Seats; s++ {
		switch can := m.CanUndo(s); {
		case s == by:
		case can != before[s]:
			return fmt.Errorf("%q of seat %d changes whether seat %d can take a step back, to %t", line, by, s, can)
		case can:
			return p.keeps(m, s, by, line)
		}
	}
	return nil
}

// keeps takes a step of seat s back from under seat by's standing act. The match must then be as if the act had come after the
// step was taken back, if it is possible then.
func (p *play) keeps(m game.Match, s, by game.Seat, line string) error {
	other, err := p.Game.Resume(p.records)
	if err != nil {
		return err
	}
	for _, x := range []game.Match{m, other} {
		st, err := x.Undo(s)
		if err != nil {
			return fmt.Errorf("seat %d is offered an undo, and it is refused: %w", s, err)
		}
		x.Apply(st)
	}
	a, _ := standing(other, by)
	if done, err := p.act(other, a, line); !done || err != nil {
		return err
	}
	p.stats.Kept++
	got, want := p.lookAt(m), p.lookAt(other)
	for i := range got {
		if got[i].view != want[i].view || got[i].asks != want[i].asks {
			return fmt.Errorf("%q of seat %d, then an undo, shows viewer %d\n%s\n%s\nand the other way round\n%s\n%s", line, by, i, got[i].view, got[i].asks, want[i].view, want[i].asks)
		}
	}
	return nil
}

func standing(m game.Match, s game.Seat) (game.Ask, bool) {
	for _, a := range m.Asks(s) {
		if a.Standing {
			return a, true
		}
	}
	return game.Ask{}, false
}

// act plays the answer, with the same dice each time. It is not done if it is refused or ends the match.
func (p *play) act(m game.Match, a game.Ask, line string) (done bool, err error) {
	r, err := p.Game.Parse(line)
	if err != nil {
		return false, fmt.Errorf("the menu of %s offers %q: %w", a.ID, line, err)
	}
	st, err := m.Answer(a.Seat, a.ID, r, NewDice(1))
	var no *game.Refusal
	switch {
	case errors.As(err, &no):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%q of seat %d: %w", line, a.Seat, err)
	}
	m.Apply(st)
	_, over := m.Result()
	return !over, nil
}
