package rival

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/downsync"
	"downsync/game/gametest"
	"downsync/game/plane"
	"downsync/game/rival"
)

// grounds lists the boards of a contest: open ground and four maps.
var grounds = []string{"plain", "cutters-ridge", "foundry-nine", "long-acre", "relay-seven"}

// conf returns the options of a contest's n-th pair of matches, one with each side's force on each seat.
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

// at returns a contestant of that level.
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

// somewhere returns a point near the piece that the order names, or else one on the table.
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

// pairs lists each strength with the one below it, and the strongest with the newcomer; the lowest plays against random orders.
func pairs() (out [][2]string) {
	below := "random"
	for _, s := range New().Strengths() {
		out, below = append(out, [2]string{string(s), below}), string(s)
	}
	return append(out, [2]string{below, "newcomer"})
}

// player returns a contestant of that strength, each match in another style.
func player(strength string, n int) gametest.Contestant {
	switch strength {
	case "random":
		return random
	case "newcomer":
		return newcomer
	}
	return at(rival.Strength(strength), styles[n%len(styles)])
}

var styles = []rival.Style{rival.Careful, rival.Bold, rival.Cunning}

// Each strength beats the one below it, and the veteran the newcomer, on open ground and maps, from either seat, in both sizes.
func TestStrengths(t *testing.T) {
	games, proof := gametest.Matches(2)
	for _, size := range []string{downsync.Small, downsync.Standard} {
		for _, p := range pairs() {
			t.Run(fmt.Sprintf("%s_v_%s_%s", p[0], p[1], size), func(t *testing.T) {
				m := gametest.Measure(t, downsync.Rules(), games, 4000, func(n int) gametest.Trial {
					return gametest.Trial{Conf: conf(size, n).Encode(), First: player(p[0], n), Second: player(p[1], n/3)}
				}, func(_, _ int, b gametest.Bout) []string { return []string{"ended by " + b.Result.Why} })
				m.Beats(t, fmt.Sprintf("%s v %s | %s", p[0], p[1], size), proof)
			})
		}
	}
}

// TestBalance measures how often the author's Coalition wins against the Republic, with the default options of each edition and size, on
// the boards of a contest, by the careful regular on both sides. rules.md has the figures of 400 matches a row. The lists are the author's, so the
// bounds are loose: 30 to 70 %. BALANCE is the number of matches a row; ordinarily two.
func TestBalance(t *testing.T) {
	matches := 2
	if gametest.Soak() {
		matches = 400
	}
	if n, err := strconv.Atoi(os.Getenv("BALANCE")); err == nil {
		matches = n
	}
	regular := at(rival.Regular, rival.Careful)
	for _, edition := range downsync.Editions {
		for _, size := range []string{downsync.Small, downsync.Standard} {
			coalition, ends := gametest.Score{}, map[string]int{}
			for n := range matches {
				seat := n % 2 // of the Coalition
				c := balanceConf(t, edition, size, seat)
				c.Map = grounds[n/2%len(grounds)]
				b, err := gametest.Contest(downsync.Rules(), c.Encode(), uint64(n/2), []gametest.Contestant{regular, regular}, 6000)
				if err != nil {
					t.Fatal(err)
				}
				coalition.Add(b.Result, seat)
				ends[b.Result.Why]++
			}
			t.Logf("| %s | %s | %s | %v |", edition, size, coalition, ends)
			if low, _, high := coalition.Interval(); matches >= 60 && (high < 0.3 || low > 0.7) {
				t.Errorf("%s, %s: the Coalition wins %s", edition, size, coalition)
			}
		}
	}
}

// balanceConf returns the default options with the author's lists, the Coalition's on that seat.
func balanceConf(t *testing.T, edition, size string, coalition int) downsync.Config {
	t.Helper()
	c := downsync.Defaults()
	c.Rules, c.Size, c.MissionName = edition, size, ""
	armies := []string{"coalition-starter", "republic-starter"}
	if size == downsync.Standard {
		armies = []string{"coalition-ex1", "republic-ex1"}
	}
	for i, army := range armies {
		units, err := c.ForceOf([]string{army})
		if err != nil {
			t.Fatal(err)
		}
		c.Forces[(coalition+i)%2] = units
	}
	return c
}
