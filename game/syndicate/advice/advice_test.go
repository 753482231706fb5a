package advice_test

import (
	"fmt"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/syndicate"
	"downsync/game/syndicate/advice"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

func TestMain(m *testing.M) { gametest.Main(m) }

func spot(x, y int) grid.Space { return grid.Space{X: x, Y: y} }

// field returns a match on open ground, or on other rows, between Velocity with Brick and Trace as A and Rampart with a rotary gun
// as B, with the given units and hands.
func field(t *testing.T, change func(*syndicate.Config), units ...syndicate.LabUnit) game.Match {
	t.Helper()
	c := syndicate.Defaults()
	c.Map = "plain"
	c.Squads = [2]cards.Squad{
		{Operator: "velocity", Weapon: "blitz-m7", Armor: "composite-armor-rig", Mercenaries: []string{"slip", "trace"}},
		{Operator: "rampart", Weapon: "cyclone-rotary-gun", Armor: "composite-armor-rig", Mercenaries: []string{"wall", "brick"}}}
	c.Lab = &syndicate.Lab{Round: 2, Priority: 1, Units: units, Hands: [2][]string{{"dash", "dash"}, {"dash", "dash"}},
		Decks: [2][]string{{"dash", "dash"}, {"dash", "dash"}}}
	if change != nil {
		change(&c)
	}
	m, st, err := syndicate.Rules().Start(2, c.Encode(), gametest.NewDice(3))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// proposing returns a seat's plan, with the weights of proposals.
func proposing(m game.Match, seat game.Seat) *advice.Position {
	v := m.View(game.Player(seat)).(syndicate.View)
	return advice.Read(v, m.Asks(seat)[0], v.Advisor(seat))
}

// coverAt returns the rows of open ground of a small battlefield, the northernmost first, with heavy cover in these spaces.
func coverAt(heavy ...grid.Space) (rows []string) {
	for y := grid.SmallEdge; y >= 1; y-- {
		row := []byte("............")
		for _, at := range heavy {
			if at.Y == y {
				row[at.X-1] = 'H'
			}
		}
		rows = append(rows, string(row))
	}
	return rows
}

// The proposal to a side in heavy cover does not lead into the open beside a gun that reaches it.
func TestProposalKeepsHeavyCover(t *testing.T) {
	m := field(t, func(c *syndicate.Config) {
		c.Ground, c.Mission = coverAt(spot(6, 6)), syndicate.Uplink
		c.Squads[0].Operator, c.Squads[0].Mercenaries = "rampart", []string{"wall", "brick"}
	}, syndicate.LabUnit{Label: "A", At: spot(6, 6), HP: 8}, syndicate.LabUnit{Label: "B", At: spot(8, 8)})
	p := proposing(m, 1)
	if to := p.Plan("dash").To; p.Terrain().At(to) != grid.Heavy {
		t.Errorf("proposed is %s, of %v, with B in %v", to, p.Terrain().At(to), spot(8, 8))
	}
}

// The proposal leaves the Operator a target if it has one now, although the mission calls elsewhere.
func TestProposalKeepsTheTarget(t *testing.T) {
	m := field(t, func(c *syndicate.Config) { c.Mission = syndicate.Uplink }, syndicate.LabUnit{Label: "A", At: spot(4, 10)}, syndicate.LabUnit{Label: "A1", At: spot(6, 7)},
		syndicate.LabUnit{Label: "B", At: spot(12, 10)}, syndicate.LabUnit{Label: "B1", At: spot(1, 11)})
	p := proposing(m, 1)
	if p.Expected("A", "B1") == 0 {
		t.Fatal("A cannot attack B1")
	}
	if to := p.Plan("dash").To; p.Moved("A", to).Expected("A", "B1") == 0 {
		t.Errorf("from %s, which is proposed, A attacks nobody", to)
	}
}

// The card is used on the enemy that is attacked, which must be one that can be attacked.
func TestProposalKeepsToOneEnemy(t *testing.T) {
	m := field(t, func(c *syndicate.Config) {
		c.Lab.Hands[1] = []string{"shield-bash"}
		c.Squads[1].Weapon = "talon-anti-materiel-rifle"
	},
		syndicate.LabUnit{Label: "A", At: spot(9, 6), HP: 2}, syndicate.LabUnit{Label: "A1", At: spot(5, 5)}, syndicate.LabUnit{Label: "A2", At: spot(6, 5), HP: 3}, syndicate.LabUnit{Label: "B", At: spot(6, 6)})
	p := proposing(m, 2).Plan("shield-bash")
	if p.On == "" || p.Attack != string(p.On) {
		t.Errorf("the card is used on %q and %q is attacked", p.On, p.Attack)
	}
}

// In the last round the trailing side is not advised to spare itself: a card that hurts or pushes comes before one that protects.
// For the leading side it is the other way around.
func TestProposalKnowsTheScore(t *testing.T) {
	for points, want := range map[[2]int]string{{2, 1}: "shield-bash", {1, 2}: "impact-shield"} {
		m := field(t, func(c *syndicate.Config) {
			c.Mission, c.Lab.Round = syndicate.Uplink, c.MaxRounds
			c.Lab.Hands[1] = []string{"impact-shield", "shield-bash"}
		}, syndicate.LabUnit{Label: "A", At: spot(6, 7)}, syndicate.LabUnit{Label: "A1", At: spot(7, 7)}, syndicate.LabUnit{Label: "B", At: spot(6, 6)})
		for i, n := range points {
			st, err := m.Rule(fmt.Sprintf("points %d %d", i+1, n), gametest.NewDice(1))
			if err != nil {
				t.Fatal(err)
			}
			m.Apply(st)
		}
		p := proposing(m, 2)
		if lead, _ := p.Leading(); lead == 0 {
			t.Fatalf("nobody leads: %v", p.Sides[0].Points)
		}
		if got := p.Best().(syndicate.Commit).Card; got != want {
			t.Errorf("with points %v B is proposed %s, expected %s", points, got, want)
		}
	}
}

// A card that would have no effect, because nobody is in its reach, is not proposed before one that has.
func TestProposalWastesNoCard(t *testing.T) {
	m := field(t, func(c *syndicate.Config) {
		c.Lab.Hands[0] = []string{"ghoststep-palm", "adrenal-spike"}
	}, syndicate.LabUnit{Label: "A", At: spot(3, 6)}, syndicate.LabUnit{Label: "B", At: spot(12, 6)})
	if got := proposing(m, 1).Best().(syndicate.Commit).Card; got != "adrenal-spike" {
		t.Errorf("with the enemy 9 spaces away A is proposed %s", got)
	}
}

// A Mercenary that does not attack after moving stays if it has a target, and moves if it has none.
func TestProposalKeepsThePlanted(t *testing.T) {
	for far, stays := range map[int]bool{4: true, 11: false} {
		m := field(t, func(c *syndicate.Config) {
			c.Mission = ""
			c.Squads[0] = cards.Squad{Operator: "rampart", Weapon: "ironclad-lmg", Armor: "composite-armor-rig", Mercenaries: []string{"wall", "havoc"}, Deck: c.Squads[0].Deck}
		}, syndicate.LabUnit{Label: "A", At: spot(1, 2)}, syndicate.LabUnit{Label: "A2", At: spot(1, 1)}, syndicate.LabUnit{Label: "B", At: spot(1+far, 1)})
		p := proposing(m, 1)
		if to := p.Plan("dash").Second; (to == spot(1, 1)) != stays {
			t.Errorf("with an enemy %d spaces away A2 is sent to %s", far, to)
		}
		if moved := p.Moved("A2", spot(2, 1)); moved.Expected("A2", "B") != 0 || len(moved.Targets("A2")) != 0 || (len(p.Targets("A2")) > 0) != stays {
			t.Errorf("%d spaces away: after a move A2 attacks for %.1f", far, moved.Expected("A2", "B"))
		}
	}
}

// An Operator that can score at the enemy's terminal by older rulings is given no order to attack, and holds fire.
func TestProposalTakesTheTerminal(t *testing.T) {
	at := grid.Terminal(grid.SmallEdge, 2)
	m := field(t, func(c *syndicate.Config) {
		c.Rulings, c.Mission, c.Lab.Hands[0] = 1, syndicate.Extract, []string{"adrenal-spike"}
	},
		syndicate.LabUnit{Label: "A", At: at}, syndicate.LabUnit{Label: "B", At: at.Plus(grid.Space{X: 2})})
	dice := gametest.NewDice(5)
	for m.View(game.Onlooker()).(syndicate.View).Round == 2 {
		seat := m.Groups()[0].Open[0]
		p := proposing(m, seat)
		reply := p.Ask.Default
		if seat == 1 {
			reply = p.Best()
		}
		if c, plans := reply.(syndicate.Commit); plans && c.Ahead.Attack != "" {
			t.Errorf("%q gives the point away", c.Order())
		}
		st, err := m.Answer(seat, p.Ask.ID, reply, dice)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(st)
	}
	if points := m.View(game.Onlooker()).(syndicate.View).Sides[0].Points; points != 1 {
		t.Errorf("A has %d points", points)
	}
}

// Of an enemy's dice, the highest of those that hit is worth to be rolled again; dice that miss are kept.
func TestJamsWhatHits(t *testing.T) {
	jammed := map[bool]int{}
	for _, p := range positions(t, "jam", 20) {
		a, hits := p.Attack, false
		if a == nil {
			continue
		}
		for _, die := range p.Ask.Menu[0].Options("die") {
			hits = hits || a.Faces[die[0]-'1'] >= a.Aim.Need
		}
		if jams := p.Best().Order() != p.Ask.Default.Order(); jams != hits {
			t.Errorf("%q is best against %v, which hit with %d", p.Best().Order(), a.Faces, a.Aim.Need)
		}
		jammed[hits]++
	}
	if jammed[true] == 0 || jammed[false] == 0 {
		t.Errorf("%v attacks were seen", jammed)
	}
}
