package syndicate

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// duel returns a lab: Lens with Glyph against Razor, seven spaces away.
func duel(t *testing.T) game.Match {
	t.Helper()
	c := Defaults()
	c.Map, c.Mission = "plain", ""
	c.Squads = [2]cards.Squad{
		{Operator: "lens", Weapon: "longshot-m99", Armor: "light-tactical-vest", Mercenaries: []string{"glyph", ""}},
		{Operator: "razor", Weapon: "tempest-5-56", Armor: "composite-armor-rig", Mercenaries: []string{"", ""}},
	}
	c.Lab = &Lab{Round: 1, Priority: 1, Hands: [2][]string{{"dash"}, {"dash"}},
		Units: []LabUnit{{Label: "A", At: grid.Space{X: 2, Y: 2}}, {Label: "A1", At: grid.Space{X: 3, Y: 2}}, {Label: "B", At: grid.Space{X: 2, Y: 9}}}}
	m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// A view's answers are computed by the rules, from what everybody knows.
func TestViewAnswers(t *testing.T) {
	m := duel(t)
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		v := m.View(who).(View)
		a, err := v.Aim("A", "B", true)
		if err != nil || a.Need != 2 || a.Rolls != 1 || a.Chance() != 83 || sum(a.Bonus) != 3 {
			t.Errorf("%+v, %v", a, err)
		}
		var no *game.Refusal
		if a, err := v.Aim("A1", "B", false); !errors.As(err, &no) || no.Code != "range" || a.Need != 6 {
			t.Errorf("%+v, %v", a, err)
		}
		if _, err := v.Aim("A", "A1", false); err == nil {
			t.Error("one's own unit is attacked")
		}
		if got := v.Reach("B", 3); len(got) != 19 || slices.Contains(got, grid.Space{X: 2, Y: 6}) { // Medium armor: two spaces
			t.Errorf("B reaches %v", got)
		}
		if got := v.Reach("A1", 0); !slices.Contains(got, grid.Space{X: 5, Y: 4}) || slices.Contains(got, grid.Space{X: 2, Y: 2}) {
			t.Errorf("A1 reaches %v", got)
		}
		if u, ok := v.Unit("B"); !ok || u.Name != "Razor" || v.Sides.Of(2).Operator != "razor" || v.Terrain().Edge() != 12 || v.For() != who {
			t.Errorf("%+v", u)
		}
		if _, ok := v.Unit("B2"); ok {
			t.Error("there is a B2")
		}
		if _, ok := v.Catalogue().Card("dash"); !ok {
			t.Error("there is no Dash")
		}
	}
}

// A meaningless lab is refused.
func TestLab(t *testing.T) {
	for what, change := range map[string]func(*Config){
		"no round":          func(c *Config) { c.Lab.Round = 0 },
		"an unknown unit":   func(c *Config) { c.Lab.Units[0].Label = "C" },
		"a strange label":   func(c *Config) { c.Lab.Units[0].Label = "AX" },
		"no such Mercenary": func(c *Config) { c.Lab.Units[1].Label = "A2" },
		"off the board":     func(c *Config) { c.Lab.Units[0].At = grid.Space{X: 13, Y: 1} },
		"two in one space":  func(c *Config) { c.Lab.Units[1].At = c.Lab.Units[0].At },
		"HP":                func(c *Config) { c.Lab.Units[0].HP = 100 },
		"a status":          func(c *Config) { c.Lab.Units[0].Statuses = []string{"asleep"} },
		"no Operator":       func(c *Config) { c.Lab.Units = c.Lab.Units[:2] },
		"no hand":           func(c *Config) { c.Lab.Hands[1] = nil },
		"a card":            func(c *Config) { c.Lab.Decks[0] = []string{"no-card"} },
		"a weapon":          func(c *Config) { c.Squads[0].Weapon = "stick" },
		"Mercenaries":       func(c *Config) { c.Squads[0].Mercenaries = nil },
	} {
		c := Defaults()
		c.Squads = [2]cards.Squad{
			{Operator: "lens", Weapon: "longshot-m99", Armor: "light-tactical-vest", Mercenaries: []string{"glyph", ""}},
			{Operator: "razor", Weapon: "tempest-5-56", Armor: "composite-armor-rig", Mercenaries: []string{"", ""}},
		}
		c.Lab = &Lab{Round: 1, Hands: [2][]string{{"dash"}, {"dash"}},
			Units: []LabUnit{{Label: "A", At: grid.Space{X: 2, Y: 2}}, {Label: "A1", At: grid.Space{X: 3, Y: 2}}, {Label: "B", At: grid.Space{X: 2, Y: 9}}}}
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if change(&c); c.Check() == nil {
			t.Errorf("%s: taken", what)
		}
	}
}

// Rulings change the position, and those that would be inconsistent are refused.
func TestRulings(t *testing.T) {
	m := duel(t)
	for line, code := range map[string]string{
		"hp B 7": "", "place B at 5,5": "", "status B marked on": "", "status B marked off": "",
		"hp B 0": "no-order", "hp B 21": "no-order", "hp C 3": "no-order", "hp B2 3": "no-unit", "place B at 2,2": "occupied", "place B at 13,1": "occupied",
		"place B to 5,5": "no-order", "status B asleep on": "no-order", "points 1 1": "no-order", "dance": "no-order", "": "no-order",
	} {
		_, err := m.Rule(line, gametest.NewDice(1))
		var no *game.Refusal
		if errors.As(err, &no) != (code != "") || code != "" && no.Code != code {
			t.Errorf("%q: %v, want %q", line, err, code)
		}
	}
}
