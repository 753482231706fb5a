package syndicate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/habit"
	"downsync/game/syndicate/cards"
	"downsync/game/syndicate/grid"
)

type (
	world = gametest.World[*state]
	kind  = gametest.Kind[*state]
)

func noReply(game.Reply) bool                 { return false }
func never(*state, game.Seat, game.Fact) bool { return false }

// varied changes a secret of x where possible. change writes to a copy.
func varied(change func(s *state, x int, n int) bool) func(*world, game.Seat, *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	return func(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
		n := d.N(1000)
		swap := func(s *state) *state {
			c := s.Copy()
			for i := range c.Hands {
				c.Hands[i], c.Decks[i] = slices.Clone(c.Hands[i]), slices.Clone(c.Decks[i])
			}
			change(c, int(x-1), n)
			return c
		}
		if now := w.Truth(); !change(swap(now), int(x-1), n) {
			return nil, nil
		}
		return swap, nil
	}
}

// otherHand exchanges a card of the hand for one of the deck.
func otherHand(s *state, x, n int) bool {
	hand, deck := s.Hands[x], s.Decks[x]
	if len(hand) == 0 || len(deck) == 0 {
		return false
	}
	i, j := n%len(hand), n/7%len(deck)
	if hand[i] == deck[j] {
		return false
	}
	hand[i], deck[j] = deck[j], hand[i]
	slices.Sort(deck)
	return true
}

// otherDeck puts another card of the same color into the deck.
func otherDeck(s *state, x, n int) bool {
	deck := s.Decks[x]
	if len(deck) == 0 {
		return false
	}
	fit := s.env.cat.Fitting(s.env.sides[x].operator.Color)
	i, c := n%len(deck), fit[n/7%len(fit)].ID
	if deck[i] == c {
		return false
	}
	list := map[string]int{}
	for id, k := range s.Lists[x] {
		list[id] = k
	}
	list[deck[i]]--
	list[c]++
	s.Lists[x], deck[i] = list, c
	slices.Sort(deck)
	return true
}

// otherOrder changes an order ahead of the round's questions, before its side is asked any.
func otherOrder(s *state, x, n int) bool {
	if _, asked := pending(&s.board); !s.Sides[x].Revealed || asked == game.Seat(x+1) {
		return false
	}
	p := &s.Plans[x]
	was, at := *p, grid.Space{X: 1 + n/9%12, Y: 1 + n/108%12}
	switch n % 9 {
	case 0:
		p.To = at
	case 1:
		p.Second = at
	case 2:
		p.On = allLabels[n/9%6]
	case 3:
		p.At = at
	case 4:
		p.Attack = []string{"", Nearest, Best, string(labels[1-x][n/36%3])}[n/9%4]
	case 5:
		p.Never = !p.Never
	case 6:
		p.Usual = !p.Usual
	case 7:
		p.Proposed = !p.Proposed
	default: // one is ordered to stay
		if m := s.unit(labels[x][1]); m != nil {
			p.First = m.At
		}
	}
	return was != *p
}

// idleOrder gives an order that is never carried out: to use a Movement card.
func idleOrder(s *state, x, n int) bool {
	side := &s.Sides[x]
	if !side.Revealed || side.Committed == "" || s.card(side.Committed).Type != cards.Movement {
		return false
	}
	s.Plans[x].At = grid.Space{X: 1 + n%12, Y: 1 + n/12%12}
	return true
}

// otherHabit sets a constant answer to a reaction, or cancels it.
func otherHabit(s *state, x, n int) bool {
	if s.Round == 0 {
		return false
	}
	usual := [][2]string{{"relay", "stay"}, {"jam", "keep"}, {"reduce", "reduce"}, {"reduce", "take"}, {"surge", "stay"}, {"press", "stay"}}[n%6]
	h := s.Habits[x].With(usual[0], usual[1])
	if s.Habits[x][usual[0]] == usual[1] {
		delete(h, usual[0])
	}
	s.Habits[x] = h
	return true
}

// asksAgain reports whether a reply cancels all constant answers.
func asksAgain(r game.Reply) bool {
	_, asks := r.(habit.Ask)
	return asks
}

// reacts reports whether a reaction may be asked, or answered without asking, after the fact.
func reacts(_ *state, _ game.Seat, f game.Fact) bool {
	return slices.Contains([]string{"attack-declared", "attack-rolled", "attack-resolved", "contested", "chosen", "card-played"}, f.Kind())
}

// deeds reports whether the fact shows such orders: a unit of the side moves, stays, attacks or does not, or the side is asked
// something.
func deeds(before *state, x game.Seat, f game.Fact) bool {
	switch f := f.(type) {
	case Moved:
		return f.Unit.Seat() == x
	case stayed:
		return f.Units[0].Seat() == x
	case AttackDeclared:
		return f.By.Seat() == x
	case HeldFire:
		return f.Unit.Seat() == x
	case went:
		b := before.board
		b.cursor = f.cursor
		_, asked := pending(&b)
		return asked == x
	}
	return false
}

// secrets describes everything that a side hides from the other.
func secrets() *gametest.TwinCase[*state] {
	c := &gametest.TwinCase[*state]{Rules: ours, Seats: 2, Concede: "concede", Guess: guessSpace, Eager: byTheWay, Strange: func(_ *world, d *gametest.Dice) string {
		return []string{"commit dash", "commit none", "use on A", "use at 3,3", "attack B mark", "attack A1 by B1", "jam 1", "move to 5,5", "move A1 to 5,5", "deploy 1,1 2,1 3,1", "draw", "fly"}[d.N(12)]
	}}
	seal := gametest.OtherSeal(c)
	c.Kinds = []*kind{
		{Name: "hand", Vary: varied(otherHand), Secret: noReply, Out: never},
		{Name: "deck", Vary: varied(otherDeck), Secret: noReply, Out: never},
		{Name: "order", Vary: varied(otherOrder), Secret: noReply, Out: deeds},
		{Name: "idle order", Vary: varied(idleOrder), Secret: noReply, Out: never},
		{Name: "habit", Vary: varied(otherHabit), Secret: asksAgain, Out: reacts, Stays: true},
		{Name: "seal", Sealed: true, Secret: noReply, Vary: seal, Out: func(_ *state, _ game.Seat, f game.Fact) bool {
			return slices.Contains([]string{"deployed", "mulliganed", "committed"}, f.Kind())
		}},
	}
	return c
}

// playTwins plays matches with twins until one finds a difference.
func playTwins(n *gametest.Tally, games int, only string, l gametest.Leak[*state]) error {
	return twinsOf(secrets(), n, games, 150, only, l)
}

// twinsOf is like playTwins, for other rules or other leaks, with at most that many steps of each match.
func twinsOf(c *gametest.TwinCase[*state], n *gametest.Tally, games, steps int, only string, l gametest.Leak[*state]) error {
	c.Kinds = slices.DeleteFunc(c.Kinds, func(k *kind) bool { return only != "" && k.Name != only })
	for seed := range uint64(games) {
		conf, err := decodeConfig(randomConfig(seed))
		if err != nil {
			return err
		}
		conf.Secrecy, conf.Mulligan = Veiled, true
		for i := range conf.Squads {
			if seed%2 == 1 {
				conf.Squads[i].Weapon = "hydra-modular-rifle" // its mode is committed with the card
			}
		}
		p := &gametest.Twins[*state]{TwinCase: c, Leak: l, D: gametest.NewDice(seed), Tally: n}
		if p.A, err = gametest.NewWorld(c, seed, conf.Encode(), l); err == nil {
			err = p.Run(steps)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", seed, err)
		}
	}
	return nil
}

// Facts that a viewer cannot know make no difference to anything that they can find out.
func TestTwins(t *testing.T) {
	n := &gametest.Tally{Varied: map[string]int{}}
	if err := playTwins(n, 15, "", nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *n)
	for _, k := range secrets().Kinds {
		if n.Varied[k.Name] == 0 {
			t.Errorf("%s was never varied", k.Name)
		}
	}
	if n.Lapsed == 0 || n.Out == 0 || n.Compared == 0 {
		t.Errorf("something never happened: %+v", *n)
	}
}

// The twins find planted leaks of each kind; this proves that they can find something.
func TestPlantedLeaks(t *testing.T) {
	inView := func(tell func(s *state) string) gametest.Leak[*state] {
		return gametest.Plant(gametest.Bent[*state]{Seen: func(s *state, _ game.Viewer, out game.View) game.View {
			told := out.(View)
			told.Map += tell(s)
			return told
		}})
	}
	movement := func(list []string, s *state) string {
		n := 0
		for _, id := range list {
			n += one(s.card(id).Type == "movement")
		}
		return fmt.Sprint(n)
	}
	for what, leak := range map[string]struct {
		kind string
		gametest.Leak[*state]
	}{
		"how many Movement cards a hand has": {"hand", inView(func(s *state) string { return movement(s.Hands[0], s) + " " + movement(s.Hands[1], s) })},
		"what is left of a deck":             {"deck", inView(func(s *state) string { return strings.Join(append(s.Decks[0], s.Decks[1]...), "") })},
		"the deck as brought": {"deck", gametest.Plant(gametest.Bent[*state]{Seen: func(s *state, _ game.Viewer, out game.View) game.View {
			told := out.(View)
			told.Sides[0].List, told.Sides[1].List = s.Lists[0], s.Lists[1]
			return told
		}})},
		"a hand in the time limit": {"hand", gametest.Plant(gametest.Bent[*state]{Question: func(s *state, a *game.Ask) {
			a.Clock += movement(append(slices.Clone(s.Hands[0]), s.Hands[1]...), s)
		}})},
		"what is ordered ahead":             {"order", inView(func(s *state) string { return fmt.Sprint(s.Plans) })},
		"an order that was not carried out": {"idle order", inView(func(s *state) string { return s.Plans[0].At.String() + s.Plans[1].At.String() })},
		"what is answered always":           {"habit", inView(func(s *state) string { return fmt.Sprint(s.Habits) })},
		"a commit under seal": {"seal", func(w *world) {
			inView(func(*state) string { return w.Records[len(w.Records)-1].Order })(w)
		}},
	} {
		if err := playTwins(&gametest.Tally{Varied: map[string]int{}}, 40, leak.kind, leak.Leak); !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("the twins did not find that %s is told: %v", what, err)
		}
	}
}
