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

func spot(x, y int) grid.Space { return grid.Space{X: x, Y: y} }

// field returns a match on open ground, or on other rows, between Velocity with Brick and Trace as A and Rampart with a rotary gun
// as B, with the given units and hands.
func field(t *testing.T, change func(*Config), units ...LabUnit) game.Match {
	t.Helper()
	c := Defaults()
	c.Map = "plain"
	c.Squads = [2]cards.Squad{
		{Operator: "velocity", Weapon: "blitz-m7", Armor: "composite-armor-rig", Mercenaries: []string{"slip", "trace"}},
		{Operator: "rampart", Weapon: "cyclone-rotary-gun", Armor: "composite-armor-rig", Mercenaries: []string{"wall", "brick"}}}
	c.Lab = &Lab{Round: 2, Priority: 1, Units: units, Hands: [2][]string{{"dash", "dash"}, {"dash", "dash"}},
		Decks: [2][]string{{"dash", "dash"}, {"dash", "dash"}}}
	if change != nil {
		change(&c)
	}
	m, st, err := Rules().Start(2, c.Encode(), gametest.NewDice(3))
	if err != nil {
		t.Fatal(err)
	}
	m.Apply(st)
	return m
}

// ordering answers the questions of both sides' plans with these orders, and returns the next question.
func ordering(t *testing.T, m game.Match, lines ...string) (seat game.Seat, a game.Ask) {
	t.Helper()
	for i, line := range lines {
		r, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		st, err := m.Answer(game.Seat(i+1), m.Asks(game.Seat(i + 1))[0].ID, r, gametest.NewDice(5))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		m.Apply(st)
	}
	for _, seat := range []game.Seat{1, 2} {
		if a := m.Asks(seat)[0]; !a.Standing {
			return seat, a
		}
	}
	return 0, game.Ask{}
}

func unitAt(t *testing.T, m game.Match, l Label) grid.Space {
	t.Helper()
	u, _ := m.View(game.Onlooker()).(View).Unit(l)
	return u.At
}

// A Mercenary sent to an occupied space goes to one beside it if the order is proposed; otherwise its question is asked.
func TestProposedAsNearlyAsCanBe(t *testing.T) {
	units := []LabUnit{{Label: "A", At: spot(5, 5)}, {Label: "A1", At: spot(3, 5)}, {Label: "A2", At: spot(7, 5)}, {Label: "B", At: spot(12, 12)}}
	m := field(t, nil, units...)
	if _, a := ordering(t, m, "commit dash to 5,5 first 5,5 second 7,5 attack best", "commit dash usual"); a.Name != "mercs" {
		t.Errorf("without it %q is asked", a.Name)
	}
	m = field(t, nil, units...)
	if _, a := ordering(t, m, "commit dash to 5,5 first 5,5 second 7,5 attack best proposed", "commit dash usual"); a.Name != "plan" {
		t.Errorf("%q is asked", a.Name)
	}
	if at := unitAt(t, m, "A1"); grid.Distance(at, spot(5, 5)) != 1 {
		t.Errorf("A1 stands in %s, sent to 5,5", at)
	}
	if at := unitAt(t, m, "A2"); at != spot(7, 5) {
		t.Errorf("A2 stands in %s, where it was to stay in 7,5", at)
	}
}

// A Mercenary can be sent to the Operator's space: the Operator may have left by then.
func TestOrdersIntoOwnSpaces(t *testing.T) {
	m := field(t, nil, LabUnit{Label: "A", At: spot(5, 5)}, LabUnit{Label: "A1", At: spot(4, 5)}, LabUnit{Label: "B", At: spot(12, 12)})
	for _, s := range m.Asks(1)[0].Menu[0].Slots {
		if s.Name == "first" && !slices.Contains(s.Options, "5,5") {
			t.Errorf("A1 cannot be sent to 5,5: %v", s.Options)
		}
	}
	if _, a := ordering(t, m, "commit dash to 5,6 first 5,5 attack best", "commit dash usual"); a.Name != "plan" || unitAt(t, m, "A1") != spot(5, 5) {
		t.Errorf("%q is asked, A1 stands in %s", a.Name, unitAt(t, m, "A1"))
	}
}

// Velocity's move after its attack is asked even if everything else follows the proposal (R-P9): Velocity is where its player sent
// it.
func TestProposedAsksAfterTheAttack(t *testing.T) {
	units := []LabUnit{{Label: "A", At: spot(5, 5)}, {Label: "B", At: spot(8, 5)}}
	for orders, asked := range map[string]string{"": "surge", " proposed": "surge", " proposed never": "plan", " proposed usual": "plan"} {
		m := field(t, nil, units...)
		if seat, a := ordering(t, m, "commit dash to 5,5 attack B"+orders, "commit dash usual"); a.Name != asked || unitAt(t, m, "A") != spot(5, 5) {
			t.Errorf("%q: seat %d is asked %q, and A stands in %s", orders, seat, a.Name, unitAt(t, m, "A"))
		}
	}
}

// Brick's Forward Pressure is asked too, even if everything else follows the proposal (R-P9).
func TestProposedForwardPressure(t *testing.T) {
	for orders, want := range map[string]string{"": "press", " proposed": "press", " proposed never": "plan"} {
		m := field(t, func(c *Config) {
			c.Squads[0].Operator, c.Squads[0].Mercenaries = "razor", []string{"brick", "trace"}
		}, LabUnit{Label: "A", At: spot(5, 5)}, LabUnit{Label: "A1", At: spot(4, 4)}, LabUnit{Label: "B", At: spot(8, 5)})
		_, a := ordering(t, m, "commit dash to 5,5 first 4,4 attack B"+orders, "commit dash usual")
		if at := unitAt(t, m, "A1"); a.Name != want || at != spot(4, 4) {
			t.Errorf("with %q %q is asked, expected %q; Brick stands in %s", orders, a.Name, want, at)
		}
	}
}

// A refusal names the rule of the order that it refuses: whom a unit may attack, and how far a Mercenary goes.
func TestRefusalsFollowTheirOrder(t *testing.T) {
	m := field(t, nil, LabUnit{Label: "A", At: spot(5, 5)}, LabUnit{Label: "A1", At: spot(4, 5)}, LabUnit{Label: "B", At: spot(7, 5)})
	for line, rule := range map[string]string{"commit dash attack A1": "S6.2", "commit dash first 12,12": "S4.6", "commit dash to 12,12": "S4.4"} {
		r, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		var no *game.Refusal
		if _, err := m.Answer(1, m.Asks(1)[0].ID, r, gametest.NewDice(5)); !errors.As(err, &no) || no.Rule != rule {
			t.Errorf("%s is refused with %v, expected by %s", line, err, rule)
		}
	}
}
