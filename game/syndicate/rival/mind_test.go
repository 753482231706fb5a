package rival_test

import (
	"encoding/json"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/rival"
	"downsync/game/syndicate"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
	mind "downsync/game/syndicate/rival"
)

// anywhere varies both sizes, all missions, both modes of secrecy, and starters with other weapons.
func anywhere(n int) syndicate.Config {
	all := cards.Starters()
	c := conf([]string{"", syndicate.Relay, syndicate.Extract}[n%3], all[n%5].Squad, all[(n+2)%5].Squad)
	c.Mulligan, c.MaxRounds = n%2 == 0, 6
	if n%4 == 3 {
		c.Secrecy = syndicate.Open
	}
	if n%5 == 4 {
		c.Size, c.Map = syndicate.Standard, syndicate.MapFor(syndicate.Standard)
	}
	weapons := cards.Printed().Weapons
	for i := range c.Squads {
		if n%2 == 1 {
			c.Squads[i].Weapon = weapons[(n*7+i*5)%len(weapons)].ID
		}
	}
	return c
}

// Matches of all kinds end; every answer is legal and has its reason; every question that needs weighing is asked.
func TestEverywhere(t *testing.T) {
	asked := map[string]int{}
	see := func(p rival.Position, choice rival.Choice) {
		asked[p.Ask.Name]++
		if len(choice.Considered) == 0 {
			t.Errorf("%s: nothing was weighed for %q", p.Ask.Name, choice.Orders())
		}
	}
	gametest.TestRivals(t, gametest.Rivals{Game: syndicate.Rules(), Mind: mind.New(), Matches: 15, Most: 4000,
		Conf: func(n int) game.Config { return anywhere(n).Encode() }, See: see})
	for _, name := range []string{"deploy", "mulligan", "plan", "move", "use", "mercs", "attack", "jam", "reduce"} {
		if asked[name] == 0 {
			t.Errorf("nobody was asked %q: %v", name, asked)
		}
	}
}

// Equal positions, levels and chance give equal choices, so that a match can be repeated.
func TestSameAgain(t *testing.T) {
	var first []string
	for range 2 {
		var all []string
		told := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
			choice, err := at(rival.Regular, rival.Cunning)(p, c)
			all = append(all, gametest.Text(choice))
			return choice, err
		}
		c := anywhere(0)
		c.MaxRounds = 2
		if _, err := gametest.Contest(syndicate.Rules(), c.Encode(), 7, []gametest.Contestant{told, at(rival.Recruit, rival.Bold)}, 2000); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = all
		}
		if !slices.Equal(all, first) {
			t.Fatal("the same match was played otherwise")
		}
	}
}

// The styles differ visibly: the bold style goes nearer to the enemy Operator, the cunning style stays farther away.
func TestStyles(t *testing.T) {
	for _, x := range []struct {
		mission string
		matches int
	}{{syndicate.Elimination, 120}, {syndicate.Uplink, 40}} { // fewer are too few to tell the styles apart; in elimination all must come near
		apart := map[rival.Style]float64{}
		for _, style := range styles {
			apart[style] = spaces(t, x.mission, style, x.matches)
		}
		t.Log(x.mission, apart)
		if apart[rival.Bold] >= apart[rival.Careful] || apart[rival.Careful] >= apart[rival.Cunning] {
			t.Errorf("%s: spaces between the Operators: %v", x.mission, apart)
		}
	}
}

// spaces returns the mean distance between the Operators in matches of the style, from the third round on.
func spaces(t *testing.T, mission string, style rival.Style, matches int) float64 {
	sum, rounds := 0, 0
	watched := func(p rival.Position, c *chance.Source) (rival.Choice, error) {
		v := p.View.(syndicate.View)
		a, mine := v.Unit("A")
		b, theirs := v.Unit("B")
		if p.Ask.Name == "plan" && v.Round > 2 && mine && theirs {
			sum, rounds = sum+grid.Distance(a.At, b.At), rounds+1
		}
		return at(rival.Regular, style)(p, c)
	}
	for n := range matches {
		c := conf(mission, cards.Starters()[n%5].Squad, cards.Starters()[(n+1)%5].Squad)
		for i := range c.Squads { // the same short-range gun, because the distance that is kept depends on it
			c.Squads[i].Weapon = "blitz-m7"
		}
		c.MaxRounds = 6
		if _, err := gametest.Contest(syndicate.Rules(), c.Encode(), uint64(n), []gametest.Contestant{watched, at(rival.Recruit, rival.Careful)}, 2000); err != nil {
			t.Fatal(err)
		}
	}
	return float64(sum) / float64(rounds)
}

// Without a position of this game there is no answer.
func TestNoPosition(t *testing.T) {
	if _, err := mind.New().Choose(rival.Position{}, rival.Level{}, new(chance.Source)); err == nil {
		t.Error("it answers nothing")
	}
}

// The program goes up onto raised ground, and comes down again (R-B6).
func TestClimbs(t *testing.T) {
	up, down := 0, 0
	for n := range 6 {
		c := conf(syndicate.Uplink, cards.Starters()[n%5].Squad, cards.Starters()[(n+1)%5].Squad)
		c.Map = "mast-yard"
		_, ground, _ := grid.Find(c.Map, grid.SmallEdge)
		regular := at(rival.Regular, rival.Careful)
		b, err := gametest.Contest(syndicate.Rules(), c.Encode(), uint64(n), []gametest.Contestant{regular, regular}, 4000)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range b.Records {
			for _, f := range r.Facts {
				var m syndicate.Moved
				if f.Kind != m.Kind() {
					continue
				}
				if err := json.Unmarshal(f.Data, &m); err != nil {
					t.Fatal(err)
				}
				from := m.From
				for _, to := range m.Way {
					if ground.Up(from, to) {
						up++
					}
					if ground.Up(to, from) {
						down++
					}
					from = to
				}
			}
		}
	}
	if t.Logf("%d up, %d down", up, down); up < 3 || down < 1 {
		t.Errorf("%d up, %d down", up, down)
	}
}
