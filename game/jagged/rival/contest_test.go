package rival_test

import (
	"cmp"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/jagged"
	"downsync/game/jagged/boards"
	"downsync/game/jagged/cards"
	mind "downsync/game/jagged/rival"
	"downsync/game/plane"
	"downsync/game/rival"
)

var styles = []rival.Style{rival.Careful, rival.Bold, rival.Cunning}

// conf returns the options of a contest's n-th pair of battles: it cycles through factions, boards, Zones and all sample lists.
func conf(n int) jagged.Config {
	c := jagged.Defaults()
	if n%2 == 1 {
		c.Attacker = cards.Martians
	}
	all := boards.All()
	c.Board = all[n/2%len(all)].Slug
	if n%4 > 1 {
		c.Zones = "deep"
	}
	for i, role := range []string{cards.Attacker, cards.Defender} {
		fits := slices.DeleteFunc(slices.Clone(cards.Lists()), func(l cards.List) bool {
			return l.Role != role || l.Faction != c.Faction(game.Seat(i+1))
		})
		c.Brought[i] = jagged.Picks(&fits[(n/2+i*(n/6))%len(fits)])
	}
	return c
}

// at plays the level; without a strength, any order of the menu.
func at(s rival.Strength, style rival.Style) gametest.Contestant {
	return func(p rival.Position, c *chance.Source) (rival.Choice, error) {
		if s != "" {
			return mind.New().Choose(p, rival.Level{Strength: s, Style: style}, c)
		}
		sim, err := p.Imagine(c)
		if err != nil {
			return rival.Choice{}, err
		}
		d := gametest.NewDice(c.Next())
		for range 20 {
			line := gametest.Line(d, p.View, p.Ask, somewhere)
			if r, err := jagged.Parse(line); err == nil && sim.Check(p.Ask, r) == nil {
				return rival.Choice{Reply: r}, nil
			}
		}
		return rival.Choice{Reply: p.Ask.Default}, nil
	}
}

// somewhere returns a place near some model or in the seat's Zone.
func somewhere(d *gametest.Dice, v game.View, a game.Ask, _ string, _ game.Slot) string {
	w := v.(jagged.View)
	z := w.ZoneOf(a.Seat)
	from, wide := z.Min, int(z.Max.X-z.Min.X)
	if own := slices.DeleteFunc(slices.Clone(w.Models), func(m jagged.Model) bool { return m.Seat != a.Seat || m.At == nil }); len(own) > 0 && a.Name != "reinforce" {
		m := own[d.N(len(own))]
		wide = 2 * int(m.Movement)
		from = plane.Point{X: m.At.X - m.Movement, Y: m.At.Y - m.Movement}
	}
	return plane.Point{X: from.X + plane.Inch(d.N(max(1, wide))), Y: from.Y + plane.Inch(d.N(max(1, wide)))}.String()
}

// Each strength beats the one below it, between all sample lists and from either side; the lowest beats random orders.
func TestStrengths(t *testing.T) {
	battles, proof := gametest.Matches(2)
	below := rival.Strength("")
	for _, x := range mind.New().Strengths() {
		m := gametest.Measure(t, jagged.Rules(), battles, 2000, func(n int) gametest.Trial {
			return gametest.Trial{Conf: conf(n).Encode(), First: at(x, styles[n%3]), Second: at(below, styles[n/3%3])}
		}, func(n, seat int, b gametest.Bout) []string {
			side := []string{"attacking", "defending"}[seat]
			return []string{conf(n).Faction(game.Seat(seat+1)) + ", " + side, string(styles[n%3]), "ended by " + b.Result.Why}
		})
		if below == "" {
			m.Refused = nil // random orders may be refused
		}
		m.Beats(t, string(x)+" v "+cmp.Or(string(below), "random"), proof)
		below = x
	}
}
