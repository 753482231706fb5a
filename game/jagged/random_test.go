package jagged

import (
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/facts/factstest"
	"downsync/game/gametest"
	"downsync/game/jagged/cards"
	"downsync/game/order"
	"downsync/game/plane"
)

// randomConfig returns a battle: all pairs of lists occur, with all options, boards, Positions and penalties.
func randomConfig(seed uint64) game.Config {
	c := Defaults()
	if seed%2 == 1 {
		c.Attacker = cards.Martians
	}
	if seed%5 > 0 {
		c.Board = boardSlugs()[seed%3]
	}
	for i, o := range MatchOptions {
		if (seed+uint64(i)*7)%11 == 0 {
			if err := c.Options.Set(o.Name, o.Values[1]); err != nil {
				panic(err)
			}
		}
	}
	if seed%3 == 0 { // near enough for early losses
		c.Zones = "deep"
	}
	all := cards.Positions()
	if seed%7 == 0 {
		p := all[seed/7%20]
		if p.Faction != c.Attacker {
			c.Position = p.ID
		}
		c.Penalties = []string{all[(seed/7*3+1)%20].ID}
	}
	return c.Encode()
}

// guess returns a value for a slot with free values: a plausible place, or models of a list.
func guess(d *gametest.Dice, v game.View, a game.Ask, line string, s order.Slot) string {
	w := v.(View)
	if s.Name == "models" {
		all := cards.Units()
		return all[d.N(len(all))].ID
	}
	var at plane.Point
	switch a.Name {
	case "move", "go", "glimpse":
		l := Label("")
		if w.Going != nil {
			l = w.Going.Unit
		} else if n, _ := fmt.Sscanf(line, a.Name+" %s", &l); n == 0 {
			fmt.Sscanf(line, "move %s", &l)
		}
		m, _ := w.Model(l)
		at = *m.At
		reach := int(m.Movement)
		if a.Name == "glimpse" {
			reach = 2000
		}
		toward := plane.Inch(1)
		if l.Seat() == 2 {
			toward = -1
		}
		if d.N(4) > 0 {
			at.X += toward * plane.Inch(d.N(reach*3/4))
			at.Y += toward * plane.Inch(d.N(reach*3/4))
			return at.String()
		}
		at.X += plane.Inch(d.N(2*reach) - reach)
		at.Y += plane.Inch(d.N(2*reach) - reach)
	case "deploy", "reinforce":
		z := w.ZoneOf(a.Seat)
		at = plane.Point{X: z.Min.X + plane.Inch(d.N(int(z.Max.X-z.Min.X))), Y: z.Min.Y + plane.Inch(d.N(int(z.Max.Y-z.Min.Y)))}
	default:
		at = plane.Point{X: plane.Inch(d.N(48000)), Y: plane.Inch(d.N(48000))}
	}
	return at.String()
}

// guessRuling returns rulings, some of them nonsense.
func guessRuling(d *gametest.Dice, v game.View) string {
	l := labelOf(game.Seat(1+d.N(2)), 1+d.N(6))
	switch d.N(6) {
	case 0:
		return fmt.Sprintf("wounds %s %d", l, d.N(5))
	case 1:
		return fmt.Sprintf("place %s at %s", l, ruledPlace(d, v.(View)))
	case 2:
		return fmt.Sprintf("flares %d %d", d.N(3), d.N(4))
	case 3:
		return fmt.Sprintf("vp %d %d", d.N(3), d.N(16))
	case 4:
		return fmt.Sprintf("owner %d %d", d.N(5), d.N(4))
	}
	return "clear " + string(l)
}

// ruledPlace returns a random place, often near a model.
func ruledPlace(d *gametest.Dice, v View) string {
	if d.N(2) == 0 && v.board != nil && len(v.board.Models) > 0 {
		if m := v.board.Models[d.N(len(v.board.Models))]; m.Placed {
			return plane.Point{X: max(0, m.At.X+plane.Inch(d.N(6000)-3000)), Y: max(0, m.At.Y+plane.Inch(d.N(6000)-3000))}.String()
		}
	}
	return fmt.Sprintf("%d,%d", d.N(49), d.N(49))
}

// checkInvariants checks what must hold after every step.
func checkInvariants(m game.Match) error {
	v := m.View(game.Referee()).(View)
	b := v.board
	if b == nil {
		return nil
	}
	for i := range b.Models {
		u := &b.Models[i]
		d := u.disc()
		switch {
		case i > 0 && (b.Models[i-1].seat() > u.seat() || b.Models[i-1].seat() == u.seat() && b.Models[i-1].Label.number() >= u.Label.number()):
			return fmt.Errorf("I1: models out of order at %s", u.Label)
		case u.Wounds < 1 || u.Wounds > u.unit().Wounds:
			return fmt.Errorf("I2: %s has %d Wounds", u.Label, u.Wounds)
		case u.Placed && b.env.solid.Stand(plane.Mover{R: d.R}, d.At) != nil:
			return fmt.Errorf("I3: %s stands at %s", u.Label, u.At)
		case u.Charged && !u.Rushed || u.Disengaged && !u.Tried || u.Sprinted && (u.Shot || u.Rushed):
			return fmt.Errorf("I5: %s has done %+v", u.Label, u.roundFlags)
		case u.Sum > 0 && (b.Terms.Wounds != "combined" || u.Sum >= b.woundThreshold(u)):
			return fmt.Errorf("I6: the sum of %s is %d", u.Label, u.Sum)
		}
		for j := range b.Models[:i] {
			if o := &b.Models[j]; u.Placed && o.Placed && plane.Overlap(o.disc(), d) {
				return fmt.Errorf("I7: %s and %s overlap", o.Label, u.Label)
			}
		}
		for _, e := range u.Effects {
			if e.Until < b.Round {
				return fmt.Errorf("I8: %s has %+v in Round %d", u.Label, e, b.Round)
			}
		}
	}
	for i := range b.Sides {
		seat := game.Seat(i + 1)
		s := &b.Sides[i]
		if s.Flares < 0 || s.Kept < 0 || s.Came > MaxReinforcements || s.VP > 6*Rounds || len(b.side(seat)) > MaxModels {
			return fmt.Errorf("I9: side %d has %+v", seat, *s)
		}
		if here := len(b.side(seat)) + len(b.player(seat).toDeploy()); s.Listed && here+len(s.Lost) != len(s.Units)+s.Came {
			return fmt.Errorf("I10: side %d has %d models and lost %d of %d and %d", seat, here, len(s.Lost), len(s.Units), s.Came)
		}
	}
	if b.Round > Rounds || (v.Result != nil) != (v.Phase == Over) || b.Round > 0 && v.Phase != Over && len(b.Objectives) != 3 {
		return fmt.Errorf("I11: Round %d, phase %s, result %v, %d Objectives", b.Round, v.Phase, v.Result, len(b.Objectives))
	}
	if m.Version()%8 == 0 {
		return checkAsks(m)
	}
	return nil
}

// checkAsks checks that the default of every question is legal, that it is visible whose turn it is, and that every question has
// more than one answer.
func checkAsks(m game.Match) error {
	for _, g := range m.Groups() {
		for _, a := range g.Asks {
			if q := questions[a.Name]; a.Clock != q.clock || a.Turn != q.turn || a.Quiet {
				return fmt.Errorf("I12: %s of seat %d: clock %q, turn %t", a.Name, a.Seat, a.Clock, a.Turn)
			}
			if menu := questions[a.Name].menu(m.View(game.Referee()).(View).board, a.Seat); len(menu) == 1 && len(menu[0].Slots) == 0 {
				return fmt.Errorf("I13: %s of seat %d has one answer, %v", a.Name, a.Seat, menu)
			}
			if len(g.Open) < len(g.Asks) {
				continue // one has answered under seal
			}
			if _, err := m.Answer(a.Seat, a.ID, a.Default, gametest.NewDice(1)); err != nil {
				return fmt.Errorf("I14: the default %q of %s: %w", a.Default.Order(), a.ID, err)
			}
		}
	}
	return nil
}

// Random legal battles end, replay to the same state after every step, and keep the invariants. SOAK=1 plays 2,000.
func TestRandomGames(t *testing.T) {
	games, every := 100, 80
	if gametest.Soak() {
		games, every = 2000, 150
	}
	var lists []string
	st := gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 200, Rare: []string{"draw"}, Games: games, MaxSteps: 4000, Config: randomConfig,
		Guess: guess, Ruling: guessRuling, Check: checkInvariants, Every: every, Keep: func(r game.Record) {
			if len(r.Order) > 5 && r.Order[:5] == "list " && !slices.Contains(lists, r.Order[5:]) {
				lists = append(lists, r.Order[5:])
			}
		}})
	t.Logf("%d battles: %s, %d ruled", games, st, st.Ruled)
	factstest.Keep(t, factKinds, st.Facts)
	if st.Undone == 0 || st.Joined == 0 || st.Sealed == 0 || st.Refused == 0 || st.Ruled == 0 || len(st.Ends) < 4 || len(lists) < 12 {
		t.Errorf("something never happened: %s, %d joined, %d lists", st, st.Joined, len(lists))
	}
}
