package syndicate

import (
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/facts/factstest"
	"downsync/game/gametest"
	"downsync/game/order"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

// randomConfig returns a match between two of the starters; all pairs and all options occur.
func randomConfig(seed uint64) game.Config { return configOf(seed, maxRoundsDefault) }

// shortConfig is like randomConfig, with fewer rounds.
func shortConfig(seed uint64) game.Config { return configOf(seed, 3+int(seed%10)) }

func configOf(seed uint64, rounds int) game.Config {
	c := Defaults()
	starters := cards.Starters()
	for i, n := range []uint64{seed % 5, seed / 5 % 5} {
		c.Squads[i] = starters[n].Squad
	}
	c.Mission = []string{"", Relay, Extract, Uplink}[seed%4]
	c.MaxRounds = rounds
	c.Mulligan, c.Lasting, c.NoFloor = seed%2 == 0, seed%7 == 0, seed%11 == 0
	if seed%50 == 5 { // so long that decks run out
		c.MaxRounds, c.Mission = 50, ""
	}
	if seed%13 == 0 {
		c.Size, c.Map = Standard, MapFor(Standard)
	} else {
		c.Map = []string{"plain", c.Map, "mast-yard", c.Map, "plain", "mast-yard", "coolant-works", "mast-yard"}[seed%8]
	}
	if seed%3 == 1 {
		c.Secrecy = Open
	}
	c.Salts = [2]string{fmt.Sprintf("%064d", seed), fmt.Sprintf("%064d", seed+1)}
	if seed%6 > 2 { // other weapons and armor than the starter's
		for i := range c.Squads {
			c.Squads[i].Weapon = cards.Printed().Weapons[(seed*7+uint64(i)*5)%21].ID
			c.Squads[i].Armor = cards.Printed().Armors[(seed+uint64(i))%3].ID
		}
	}
	return c.Encode()
}

// guessSpace returns a space near the unit, for ways.
func guessSpace(d *gametest.Dice, v game.View, _ game.Ask, _ string, _ order.Slot) string {
	n := v.(View).board.env.ground.Edge()
	return grid.Space{X: d.N(n) + 1, Y: d.N(n) + 1}.String()
}

// byTheWay returns a menu without orders ahead.
func byTheWay(m game.Menu) game.Menu {
	out := slices.Clone(m)
	for i, c := range out {
		if c.Verb == "commit" {
			out[i].Slots = slices.DeleteFunc(slices.Clone(c.Slots), func(s order.Slot) bool { return s.Name != "card" && s.Name != "mode" })
		}
	}
	return out
}

// seldomAhead usually leaves orders ahead out, so that the questions that they would answer are asked.
func seldomAhead(d *gametest.Dice, m game.Menu) game.Menu {
	if d.N(6) == 0 {
		return m
	}
	return byTheWay(m)
}

// guessRuling returns rulings, some of them nonsense.
func guessRuling(d *gametest.Dice, v game.View) string {
	all := v.(View)
	l := allLabels[d.N(6)]
	switch d.N(4) {
	case 0:
		return fmt.Sprintf("hp %s %d", l, d.N(14))
	case 1:
		return fmt.Sprintf("place %s at %s", l, ruledSpace(d, all))
	case 2:
		return fmt.Sprintf("status %s %s %s", l, cards.Statuses()[d.N(13)], []string{"on", "off"}[d.N(2)])
	}
	return fmt.Sprintf("points %d %d", d.N(3), d.N(4))
}

// ruledSpace returns a random space, often near a unit.
func ruledSpace(d *gametest.Dice, v View) string {
	if us := v.board.Units; len(us) > 0 && d.N(2) == 0 {
		if at := us[d.N(len(us))].At; at.On() {
			return grid.Space{X: max(1, at.X+d.N(5)-2), Y: max(1, at.Y+d.N(5)-2)}.String()
		}
	}
	return guessSpace(d, v, game.Ask{}, "", order.Slot{})
}

// checkInvariants checks what must hold after every step.
func checkInvariants(m game.Match) error {
	v := m.View(game.Referee()).(View)
	b := v.board
	g := b.env.ground
	for i, u := range b.Units {
		switch {
		case i > 0 && slices.Index(allLabels, b.Units[i-1].Label) >= slices.Index(allLabels, u.Label):
			return fmt.Errorf("I1: units out of order at %s", u.Label)
		case u.HP < 1 || u.HP > b.maxHP(u.Label):
			return fmt.Errorf("I2: %s has %d HP", u.Label, u.HP)
		case u.At.On() && (!g.Holds(u.At) || g.At(u.At).Solid()):
			return fmt.Errorf("I3: %s stands at %s", u.Label, u.At)
		case u.At.On() != (v.Phase != Deploying && v.Phase != Over) && v.Phase != Over:
			return fmt.Errorf("I3: %s stands at %q in phase %s", u.Label, u.At, v.Phase)
		case u.has("revealed") && u.has("hidden"):
			return fmt.Errorf("I4: %s is Revealed and Hidden", u.Label)
		}
		for _, o := range b.Units[:i] {
			if o.At == u.At && u.At.On() {
				return fmt.Errorf("I5: %s and %s stand at %s", o.Label, u.Label, u.At)
			}
		}
		for _, s := range u.Statuses {
			if s.Until != 0 && s.Until < b.Round || !stacks(s.Is) && u.count(s.Is) > 1 {
				return fmt.Errorf("I6: %s is %+v", u.Label, u.Statuses)
			}
		}
		for _, c := range u.Changes {
			if c.Until < b.Round {
				return fmt.Errorf("I7: %s has %+v in round %d", u.Label, c, b.Round)
			}
		}
	}
	for _, s := range v.Sides {
		n := s.HandCount + s.DeckCount + len(s.Discards)
		if s.Committed != "" {
			n++
		}
		if n != cards.DeckSize && v.Phase != Over {
			return fmt.Errorf("I8: %d cards in all", n)
		}
		if v.Round > 0 && v.Phase == Planning && s.HandCount < 5 {
			return fmt.Errorf("I9: a hand of %d cards", s.HandCount)
		}
	}
	for _, o := range b.Objects {
		if o.Until != 0 && o.Until < b.Round {
			return fmt.Errorf("I10: the %s should be gone", o.Is)
		}
	}
	if (v.Result != nil) != (v.Phase == Over) {
		return fmt.Errorf("I11: phase %s, result %v", v.Phase, v.Result)
	}
	if m.Version()%4 == 0 {
		if err := checkAsks(m); err != nil {
			return err
		}
	}
	return checkSecrets(m, v)
}

// checkAsks checks that the default of every question is legal, and that it is visible whose turn it is.
func checkAsks(m game.Match) error {
	for _, g := range m.Groups() {
		for _, a := range g.Asks {
			if q := questions[a.Name]; a.Clock != q.clock || a.Turn != q.turn || a.Quiet {
				return fmt.Errorf("I13: %s of seat %d: clock %q, turn %t", a.Name, a.Seat, a.Clock, a.Turn)
			}
			if len(g.Asks) > 1 && a.Moot {
				return fmt.Errorf("I13: %s of seat %d is moot, which tells of a hand", a.Name, a.Seat)
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

// checkSecrets checks that others see neither hand nor deck before the match has ended.
func checkSecrets(m game.Match, truth View) error {
	if truth.Result != nil {
		return nil
	}
	for _, who := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(2)} {
		v := m.View(who).(View)
		for i, s := range v.Sides {
			if who.Sees(game.Seat(i + 1)) {
				continue
			}
			if s.Hand != nil || s.Deck != nil || s.List != nil && v.Secrecy != Open {
				return fmt.Errorf("I12: %s sees the cards of side %d", who, i+1)
			}
		}
	}
	return nil
}

// Random legal games end, replay to the same state after every step, and keep the invariants. SOAK=1 plays 2,000.
func TestRandomGames(t *testing.T) {
	games, every, config := 100, 60, shortConfig
	if gametest.Soak() {
		games, every, config = 2000, 150, randomConfig
	}
	st := gametest.Run(t, gametest.Case{Game: Rules(), Seats: 2, Concede: "concede", ConcedeIn: 100, Rare: []string{"draw"}, Games: games, MaxSteps: 4000, Config: config,
		Guess: guessSpace, Narrow: seldomAhead, Ruling: guessRuling, Check: checkInvariants, Every: every})
	t.Logf("%d games: %s, %d ruled", games, st, st.Ruled)
	factstest.Keep(t, factKinds, st.Facts)
	if st.Undone == 0 || st.Kept == 0 || st.Joined == 0 || st.Sealed == 0 || st.Refused == 0 || st.Ruled == 0 || len(st.Ends) < 5 {
		t.Errorf("something never happened: %s, %d kept, %d joined", st, st.Kept, st.Joined)
	}
}
