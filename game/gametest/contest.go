package gametest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
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
	Records []game.Record
	Took    [][]time.Duration // processor time of each decision, by contestant
	Refused []string          // answers that were refused or not found, each with its question and the error; the default was played
	Told    []game.Fact       // everything that the referee was told
}

// Contest plays a match between contestants, by seat. Each sees what its seat may see, as in rival.Position, and its answers
// are read from their orders, as a host keeps them. It is an error if the match has not ended after that many steps.
func Contest(g game.Game, conf game.Config, seed uint64, players []Contestant, most int) (b Bout, err error) {
	dice := &Streams{seed: seed}
	m, st, err := g.Start(len(players), conf, dice)
	if err != nil {
		return b, err
	}
	b.apply(m, st)
	b.Took = make([][]time.Duration, len(players))
	for ; b.Steps < most; b.Steps++ {
		if r, over := m.Result(); over {
			b.Result, b.Told = r, m.Told(game.Referee(), 0)
			return b, nil
		}
		groups := m.Groups()
		open := groups[0]
		if i := slices.IndexFunc(groups, func(g game.Group) bool { return len(g.Open) > 0 }); i >= 0 {
			open = groups[i]
		} else if st, err = m.CloseWindow(open.Key, dice); err == nil {
			b.apply(m, st)
			continue
		} else {
			return b, err
		}
		seat := open.Open[0]
		a := question(m, seat)
		st, then, err := b.answer(g, m, seat, a, players[seat-1], chance.Source(seed*1000003+uint64(b.Steps)), dice)
		if err != nil {
			return b, err
		}
		b.apply(m, st)
		for _, r := range then { // as the host joins them
			now := question(m, seat)
			if now.Name != a.Name {
				break
			}
			if st, err = m.Answer(seat, now.ID, r, dice); err != nil {
				break
			}
			b.apply(m, st)
		}
	}
	return b, fmt.Errorf("no end after %d steps", most)
}

func (b *Bout) apply(m game.Match, st game.Step) {
	m.Apply(st)
	b.Records = append(b.Records, st.Record)
}

// question returns the question with which the seat holds up the match, or the zero Ask if there is none.
func question(m game.Match, seat game.Seat) game.Ask {
	for _, a := range m.Asks(seat) {
		if !a.Standing {
			return a
		}
	}
	return game.Ask{}
}

// answer decides the seat's question. then holds the answers that follow in the same act.
func (b *Bout) answer(g game.Game, m game.Match, seat game.Seat, a game.Ask, player Contestant, c chance.Source, dice game.Dice) (st game.Step, then []game.Reply, err error) {
	if a.Moot {
		st, err = m.Lapse(seat, a.ID, dice)
		return st, nil, err
	}
	v := game.Player(seat)
	imagine, err := m.Imagine(v)
	if err != nil {
		return st, nil, err
	}
	p := rival.Position{Seat: seat, View: m.View(v), Told: m.Told(v, 0), Ask: a, Imagine: imagine}
	start := Processor()
	choice, err := player(p, &c)
	b.Took[seat-1] = append(b.Took[seat-1], Processor()-start)
	said := ""
	if err == nil {
		said = choice.Orders()
		var r game.Reply
		if r, then, err = read(g, choice); err == nil {
			st, err = m.Answer(seat, a.ID, r, dice)
		}
		if no := (*game.Refusal)(nil); err == nil || !errors.As(err, &no) {
			return st, then, err
		}
	}
	b.Refused = append(b.Refused, fmt.Sprintf("%s: %q: %v", a.Name, said, err))
	st, err = m.Lapse(seat, a.ID, dice)
	return st, nil, err
}

// read reads the answer and the following ones from their orders.
func read(g game.Game, c rival.Choice) (first game.Reply, then []game.Reply, err error) {
	for i, r := range append([]game.Reply{c.Reply}, c.Then...) {
		if r, err = g.Parse(r.Order()); err != nil {
			return nil, nil, err
		}
		if i == 0 {
			first = r
		} else {
			then = append(then, r)
		}
	}
	return first, then, nil
}

// Decided returns the name of the first question that the viewer's seat is asked, and everything that a mind makes of it; both
// are "" if it is asked nothing. level says how the mind plays the question.
func Decided(t testing.TB, mind rival.Mind, m game.Match, v game.Viewer, seed uint64, level func(ask string) rival.Level) (ask, made string) {
	t.Helper()
	asks := slices.DeleteFunc(m.Asks(v.Seat()), func(a game.Ask) bool { return a.Standing })
	if len(asks) == 0 {
		return "", ""
	}
	imagine, err := m.Imagine(v)
	if err != nil {
		t.Fatal(err)
	}
	c := chance.Source(seed)
	out, err := mind.Choose(rival.Position{Seat: v.Seat(), View: m.View(v), Told: m.Told(v, 0), Ask: asks[0], Imagine: imagine}, level(asks[0].Name), &c)
	if err != nil {
		t.Fatal(err)
	}
	return asks[0].Name, Text(out) + out.Reply.Order()
}

// Score counts matches of one seat against the others: the share of them that it left behind, and ties as half. Between equals it is
// one half on average, however many play. Of two seats it counts wins, and draws as half.
type Score struct {
	Games int
	Won   float64
}

// Add counts a match by the rank of the scored seat, counted from 0.
func (s *Score) Add(r game.Result, seat int) {
	s.Games++
	s.Won += rival.Behind(r, game.Seat(seat+1))
}

// Interval returns the score with Wilson's interval of 95 %, which is too wide rather than too narrow with more than two seats.
func (s Score) Interval() (low, mean, high float64) {
	const z = 1.96
	n := float64(s.Games)
	mean = s.Won / n
	mid, wide := mean+z*z/(2*n), z*math.Sqrt(mean*(1-mean)/n+z*z/(4*n*n))
	return (mid - wide) / (1 + z*z/n), mean, (mid + wide) / (1 + z*z/n)
}

// String returns the score as tables show it.
func (s Score) String() string {
	low, mean, high := s.Interval()
	return fmt.Sprintf("%.3f [%.3f, %.3f] of %d", mean, low, high, s.Games)
}
