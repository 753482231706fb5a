package gametest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/rival"
)

// Contestant answers as rival.Mind does.
type Contestant func(rival.Position, *chance.Source) (rival.Choice, error)

// Bout is a match between contestants.
type Bout struct {
	Result  game.Result
	Steps   int
	Took    [][]time.Duration // processor time of each decision, by contestant
	Refused int               // replies that were refused or not found: the default was played
}

// Contest plays a match between contestants, by seat. Each sees what its seat may see, as rival.Position has it. It is an error if
// the match has not ended after so many steps.
func Contest(g game.Game, conf game.Config, seed uint64, players []Contestant, most int) (b Bout, err error) {
	dice := &Streams{seed: seed}
	m, st, err := g.Start(len(players), conf, dice)
	if err != nil {
		return b, err
	}
	m.Apply(st)
	b.Took = make([][]time.Duration, len(players))
	for ; b.Steps < most; b.Steps++ {
		if r, over := m.Result(); over {
			b.Result = r
			return b, nil
		}
		groups := m.Groups()
		open := groups[0]
		if i := slices.IndexFunc(groups, func(g game.Group) bool { return len(g.Open) > 0 }); i >= 0 {
			open = groups[i]
		} else if st, err = m.CloseWindow(open.Key, dice); err == nil {
			m.Apply(st)
			continue
		} else {
			return b, err
		}
		seat := open.Open[0]
		if st, err = b.answer(m, seat, players[seat-1], chance.Source(seed*1000003+uint64(b.Steps)), dice); err != nil {
			return b, err
		}
		m.Apply(st)
	}
	return b, fmt.Errorf("no end after %d steps", most)
}

// answer decides the seat's first question.
func (b *Bout) answer(m game.Match, seat game.Seat, player Contestant, c chance.Source, dice game.Dice) (game.Step, error) {
	asks := m.Asks(seat)
	a := asks[slices.IndexFunc(asks, func(a game.Ask) bool { return !a.Standing })]
	if a.Moot {
		return m.Lapse(seat, a.ID, dice)
	}
	v := game.Player(seat)
	imagine, err := m.Imagine(v)
	if err != nil {
		return game.Step{}, err
	}
	p := rival.Position{Seat: seat, View: m.View(v), Told: m.Told(v, 0), Ask: a, Imagine: imagine}
	start := Processor()
	choice, err := player(p, &c)
	b.Took[seat-1] = append(b.Took[seat-1], Processor()-start)
	if err == nil {
		st, err := m.Answer(seat, a.ID, choice.Reply, dice)
		if no := (*game.Refusal)(nil); err == nil || !errors.As(err, &no) {
			return st, err
		}
	}
	b.Refused++
	return m.Lapse(seat, a.ID, dice)
}

// Score counts matches between two sides: wins, and draws as half.
type Score struct {
	Games int
	Won   float64
}

// Add counts a match by the rank of the side that is scored.
func (s *Score) Add(r game.Result, seat int) {
	s.Games++
	switch mine, theirs := r.Rank[seat], r.Rank[1-seat]; {
	case mine < theirs:
		s.Won++
	case mine == theirs:
		s.Won += 0.5
	}
}

// Interval is the score with Wilson's interval of 95 %.
func (s Score) Interval() (low, mean, high float64) {
	const z = 1.96
	n := float64(s.Games)
	mean = s.Won / n
	mid, wide := mean+z*z/(2*n), z*math.Sqrt(mean*(1-mean)/n+z*z/(4*n*n))
	return (mid - wide) / (1 + z*z/n), mean, (mid + wide) / (1 + z*z/n)
}

// String is the score as tables have it.
func (s Score) String() string {
	low, mean, high := s.Interval()
	return fmt.Sprintf("%.3f [%.3f, %.3f] of %d", mean, low, high, s.Games)
}
