package rival

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/plane"
	"downsync/game/rival"
)

// grounds are what the matches of a contest are played on: open ground and four maps.
var grounds = []string{"plain", "cutters-ridge", "foundry-nine", "long-acre", "relay-seven"}

// conf are the options of a contest's n-th pair of matches, one with each side's force on each seat.
func conf(size string, n int) downsync.Config {
	c := downsync.Defaults()
	c.Size, c.Map, c.MaxRounds = size, grounds[n%len(grounds)], 10
	if n/len(grounds)%4 == 3 {
		c.Secrecy = downsync.Open
	}
	armies := []string{"coalition-starter", "republic-starter"}
	if size == downsync.Standard {
		armies = []string{"coalition-ex1", "republic-ex1"}
	}
	for i := range c.Forces {
		units, err := c.ForceOf([]string{armies[(n+i*(n/2))%2]})
		if err != nil {
			panic(err)
		}
		c.Forces[i] = units
	}
	return c
}

// at plays the level.
func at(s rival.Strength, style rival.Style) gametest.Contestant {
	return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
		return New().Choose(p, rival.Level{Strength: s, Style: style}, c)
	}
}

// random plays any order of the menu.
func random(p rival.Position, c *chance.Source) (rival.Choice, error) {
	d := gametest.NewDice(c.Next())
	sim, err := p.Imagine(c)
	if err != nil {
		return rival.Choice{}, err
	}
	for range 20 {
		line := gametest.Line(d, p.View, p.Ask, func(d *gametest.Dice, v game.View, a game.Ask, line string, _ game.Slot) string {
			return somewhere(d, v.(downsync.View), strings.Fields(line))
		})
		if r, err := downsync.Parse(line); err == nil && sim.Check(p.Ask, r) == nil {
			return rival.Choice{Reply: r}, nil
		}
	}
	return rival.Choice{Reply: p.Ask.Default}, nil
}

// somewhere is a point near the piece that the order names, else one on the table.
func somewhere(d *gametest.Dice, v downsync.View, words []string) string {
	at, wide := plane.Point{X: v.Table.X / 2, Y: v.Table.Y / 2}, int(v.Table.Y)
	if v.Acting != nil {
		words = append(words, string(v.Acting.Label))
	}
	for _, w := range words {
		if r, err := downsync.ParseRef(w); err == nil {
			if p, ok := v.Piece(r.Label); ok && len(p.Bases) > 0 {
				b, _ := p.Base(r.N)
				at, wide = b.Point, 16000
			}
		}
	}
	in := func(x plane.Inch, most plane.Inch) plane.Inch {
		return max(0, min(most, x+plane.Inch(d.N(wide)-wide/2)))
	}
	return plane.Point{X: in(at.X, v.Table.X), Y: in(at.Y, v.Table.Y)}.String()
}

// contest plays so many games in pairs, each of the two in either seat, and returns the first one's score with the processor time
// of its decisions.
func contest(t testing.TB, size string, games int, first, second string) (s gametest.Score, took []time.Duration, refused int) {
	ends := map[string]int{}
	for n := range games {
		seat := n % 2
		players := []gametest.Contestant{player(first, n/2), player(second, n/6)}
		if seat == 1 {
			slices.Reverse(players)
		}
		b, err := gametest.Contest(downsync.Rules(), conf(size, n/2).Encode(), uint64(n/2), players, 4000)
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		s.Add(b.Result, seat)
		took = append(took, b.Took[seat]...)
		refused += b.Refused
		ends[b.Result.Why]++
	}
	slices.Sort(took)
	t.Log(first, second, size, ends)
	return s, took, refused
}

// timing is the mean and the 99th percentile, in milliseconds.
func timing(took []time.Duration) string {
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return fmt.Sprintf("%.1f / %.1f / %.1f ms", ms(sum)/float64(len(took)), ms(took[len(took)*99/100]), ms(took[len(took)-1]))
}

// pairs are each strength against the one below; the lowest plays against orders at random.
func pairs() (out [][2]string) {
	below := "random"
	for _, s := range New().Strengths() {
		out, below = append(out, [2]string{string(s), below}), string(s)
	}
	return out
}

// player plays the strength, each match in another style.
func player(strength string, n int) gametest.Contestant {
	if strength == "random" {
		return random
	}
	return at(rival.Strength(strength), styles[n%len(styles)])
}

var styles = []rival.Style{rival.Careful, rival.Bold, rival.Cunning}

// Each strength beats the one below it: with SOAK=1, in 400 matches on open ground and maps, from either seat, the lower bound of the
// score is over 0.55 in both sizes, and the veteran's and the others' answers are in time. Otherwise a few matches show that orders are
// legal and that matches end.
func TestStrengths(t *testing.T) {
	games, soak := 2, os.Getenv("SOAK") == "1"
	if soak {
		games = 400
	}
	for _, size := range []string{downsync.Small, downsync.Standard} {
		for _, p := range pairs() {
			s, took, refused := contest(t, size, games, p[0], p[1])
			low, _, _ := s.Interval()
			t.Logf("| %s v %s, %s | %s | %s |", p[0], p[1], size, s, timing(took))
			if refused > 0 {
				t.Errorf("%s v %s, %s: %d answers were refused", p[0], p[1], size, refused)
			}
			if soak && low <= 0.55 {
				t.Errorf("%s does not beat %s, %s: %s", p[0], p[1], size, s)
			}
			if soak && took[len(took)*99/100] > time.Second {
				t.Errorf("%s, %s: one answer in a hundred takes %s", p[0], size, took[len(took)*99/100])
			}
		}
	}
}
