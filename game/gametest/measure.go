package gametest

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"downsync/game"
)

// Trial is one match for each seat, all with equal options and dice. The first contestant has each seat once, and the second all
// others.
type Trial struct {
	Conf          game.Config
	Seats         int // 0: two
	First, Second Contestant
}

// Measured holds the results of the first contestant against the second.
type Measured struct {
	Score
	Took    []time.Duration   // processor time of each of its decisions, shortest first
	Refused []string          // answers of both that were refused or not found
	By      map[string]*Score // of each kind of match
}

// Measure plays that many matches in trials, numbered from 0, each match of at most that many steps. kinds names the kinds of a
// match in which the first contestant had that seat, counted from 0.
func Measure(t testing.TB, g game.Game, matches, most int, trial func(n int) Trial, kinds func(n, seat int, b Bout) []string) Measured {
	t.Helper()
	out := Measured{By: map[string]*Score{}}
	for n := 0; out.Games < matches; n++ {
		x := trial(n)
		seats := cmp.Or(x.Seats, 2)
		for seat := range min(seats, matches-out.Games) {
			players := slices.Repeat([]Contestant{x.Second}, seats)
			players[seat] = x.First
			b, err := Contest(g, x.Conf, uint64(n), players, most)
			if err != nil {
				t.Fatalf("match %d: %v", out.Games, err)
			}
			out.Add(b.Result, seat)
			for _, kind := range kinds(n, seat, b) {
				if out.By[kind] == nil {
					out.By[kind] = &Score{}
				}
				out.By[kind].Add(b.Result, seat)
			}
			out.Took = append(out.Took, b.Took[seat]...)
			out.Refused = append(out.Refused, b.Refused...)
		}
	}
	slices.Sort(out.Took)
	return out
}

// Late returns the time within which 99 of 100 decisions were made.
func (m Measured) Late() time.Duration { return m.Took[len(m.Took)*99/100] }

// Timing returns the mean time of a decision, the time within which 99 in 100 were made, and the longest, in milliseconds.
func (m Measured) Timing() string {
	sum := time.Duration(0)
	for _, d := range m.Took {
		sum += d
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%.1f / %.1f / %.1f", ms(sum)/float64(len(m.Took)), ms(m.Late()), ms(m.Took[len(m.Took)-1]))
}

// Beats logs the measurement as a line of a table, and fails the test if an answer was refused. As proof, the lower bound of
// the score must also be over 0.55, and 99 of 100 decisions must be made within a second.
func (m Measured) Beats(t testing.TB, names string, proof bool) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(m.By)) {
		t.Logf("%s: %s", kind, m.By[kind])
	}
	t.Logf("| %s | %s | %s |", names, m.Score, m.Timing())
	if n := len(m.Refused); n > 0 {
		t.Errorf("%s: %d answers were refused, first %s", names, n, m.Refused[0])
	}
	if low, _, _ := m.Interval(); proof && low <= 0.55 {
		t.Errorf("%s: that is not proven to be the stronger: %s", names, m.Score)
	}
	if proof && m.Late() > time.Second {
		t.Errorf("%s: one answer in a hundred takes %s", names, m.Late())
	}
}

// Matches returns how many matches a measurement plays: few, to see that answers are legal and that matches end; with SOAK=1
// 400, which is proof; with CONTEST=n, n matches.
func Matches(few int) (n int, proof bool) {
	if n = few; Soak() {
		n, proof = 400, true
	}
	if want, err := strconv.Atoi(os.Getenv("CONTEST")); err == nil {
		n = want
	}
	return n, proof
}
