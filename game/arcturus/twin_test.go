package arcturus

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/arcturus/cards"
	"downsync/game/gametest"
)

type (
	world = gametest.World[*state]
	kind  = gametest.Kind[*state]
	vary  = func(*world, game.Seat, *gametest.Dice) (func(*state) *state, func([]game.Record))
)

// change returns a change of a copy of the state.
func change(do func(*state)) (func(*state) *state, func([]game.Record)) {
	return func(s *state) *state {
		n := s.Copy()
		do(n)
		return n
	}, nil
}

// varyHand exchanges a card of x's hand for an undealt one.
func varyHand(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	s := w.Truth()
	if len(s.player(x).Hand) == 0 || len(s.Undealt) == 0 {
		return nil, nil
	}
	a, b := s.player(x).Hand[d.N(len(s.player(x).Hand))], s.Undealt[d.N(len(s.Undealt))]
	if a == b {
		return nil, nil
	}
	return change(func(n *state) {
		n.player(x).Hand = sorted(without(n.player(x).Hand, a), b)
		n.Undealt = sorted(without(n.Undealt, b), a)
	})
}

// varyFace exchanges the card that lies face-down before x for an undealt one.
func varyFace(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	s := w.Truth()
	f := s.player(x).Face
	if f == nil || len(s.Undealt) == 0 || s.Phase != Turns {
		return nil, nil
	}
	b := s.Undealt[d.N(len(s.Undealt))]
	if b == f.Card {
		return nil, nil
	}
	return change(func(n *state) {
		n.player(x).Face = &Laid{b, f.Order}
		n.Undealt = sorted(without(n.Undealt, b), f.Card)
	})
}

// varyOrder changes the order of x's face-down card.
func varyOrder(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	f := w.Truth().player(x).Face
	if f == nil {
		return nil, nil
	}
	o := Standing{When: []string{Never, Big, Me, Chance}[d.N(4)], Against: []string{number(int(1 + x%4))}}
	return change(func(n *state) { n.player(x).Face = &Laid{f.Card, o} })
}

// varyTiles exchanges a tile of x's for one of the same zone that nobody has.
func varyTiles(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	s := w.Truth()
	if len(s.player(x).Tiles) == 0 || len(s.Pool) == 0 || s.Terms.TilesOpen {
		return nil, nil
	}
	a, b := s.player(x).Tiles[d.N(len(s.player(x).Tiles))], s.Pool[d.N(len(s.Pool))]
	if a == b || cards.FindTile(a).Zone != cards.FindTile(b).Zone {
		return nil, nil
	}
	return change(func(n *state) {
		n.player(x).Tiles = sorted(without(n.player(x).Tiles, a), b)
		n.Pool = sorted(without(n.Pool, b), a)
	})
}

// varyChoices changes x's standing choices.
func varyChoices(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	how := d.N(4)
	return change(func(n *state) {
		p := n.player(x)
		switch how {
		case 0:
			p.Mine = map[string]string{"": mineCrew, mineCrew: mineInfluence}[p.Mine]
		case 1:
			p.Cube = map[string]string{"": Arms, Arms: Tech}[p.Cube]
		case 2:
			p.Flip = []string{"koss", "goshen"}[:1+len(p.Flip)%2]
		default:
			p.Habit = map[string]string{"": habitPardon, habitPardon: habitTake}[p.Habit]
		}
	})
}

// varyDealt changes the syndicate that x did not choose.
func varyDealt(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
	s := w.Truth()
	if s.Phase == Choosing {
		return nil, nil
	}
	var left []string
	for _, m := range cards.Mats() {
		if !slices.Contains(s.player(x).Dealt, m.ID) {
			left = append(left, m.ID)
		}
	}
	other := left[d.N(len(left))]
	return change(func(n *state) { n.player(x).Dealt = []string{n.player(x).Mat, other} })
}

// about returns an Out for facts of these kinds that concern x.
func about(kinds ...string) func(*state, game.Seat, game.Fact) bool {
	return func(_ *state, x game.Seat, f game.Fact) bool {
		if !slices.Contains(kinds, f.Kind()) {
			return false
		}
		switch f := f.(type) {
		case Sprung:
			return f.Seat == x
		case Collected:
			return f.Seat == x
		case Lost:
			return f.Seat == x
		case Pardoned:
			return f.Seat == x
		case picked:
			return f.From == x
		case laid:
			return f.Seat == x && f.Burned != ""
		case TilePlayed:
			return f.Seat == x
		}
		return true
	}
}

// never is a Secret for kinds that differ by their state alone.
func never(game.Reply) bool { return false }

// twinCase describes everything that a seat hides from the others.
func twinCase() *gametest.TwinCase[*state] {
	c := &gametest.TwinCase[*state]{Rules: ours, Seats: 4, Concede: "concede", Guess: guess, Follow: follow, Strange: func(w *world, d *gametest.Dice) string {
		return []string{"mission goshen-1", "lay tip-off", "sell bad-beat for c c", "rob rob-exo at koss", "tile exo-1", "accept 1", "accept 2 with koss-1", "decline 3", "offer 2 give 1c want tip-off",
			"offer 3 give goshen-1 want 1c", "take lose tip-off", "pardon spring", "spring", "lead fidge", "buy koss", "fly", "order against 2", "withdraw 1"}[d.N(18)]
	}}
	add := func(name string, v vary, out ...string) {
		c.Kinds = append(c.Kinds, &kind{Name: name, Secret: never, Vary: v, Out: about(out...)})
	}
	add("a hand", varyHand, "lost", "picked", "left", "ended")
	add("a face-down card", varyFace, "sprung", "lost", "laid", "ended")
	add("an order", varyOrder, "sprung", "ended")
	add("tiles", varyTiles, "tile-played", "ended")
	add("standing choices", varyChoices, "collected", "pardoned", "ended")
	add("the other syndicate", varyDealt, "ended")
	other, ahead := gametest.OtherSeal(c), gametest.OtherAhead(c)
	for _, name := range []string{"syndicate", "sovereign"} {
		c.Kinds = append(c.Kinds, &kind{Name: "an answer to " + name, Sealed: true, Secret: never,
			Vary: func(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
				if asked, _ := asked(w.Truth()); asked != name {
					return nil, nil
				}
				return other(w, x, d)
			},
			Out: func(_ *state, _ game.Seat, f game.Fact) bool {
				return f.Kind() == "syndicate-chosen" || f.Kind() == "sovereign-works" || f.Kind() == "bribed"
			}})
	}
	c.Kinds = append(c.Kinds, &kind{Name: "an act ahead", Vary: ahead, Out: about("sprung", "collected", "pardoned", "ended"), Secret: func(r game.Reply) bool {
		switch r.(type) {
		case Choose, ChangeOrder:
			return true
		}
		return false
	}})
	return c
}

// follow decides the step in the second world so that everybody draws the same cards and tiles there, unless one is missing. The
// decks differ, so a die that shows the same face would draw other cards; what a die shows, nobody is told.
func follow(p *gametest.Twins[*state], decide gametest.Deciding[*state]) gametest.Deciding[*state] {
	st, _, err := decide(p.A)
	if err != nil {
		return decide
	}
	s := p.B.Truth()
	var rig []int
	add := func(from []string, want string) bool {
		i := slices.Index(from, want)
		if i >= 0 && len(from) > 1 {
			rig = append(rig, i+1)
		}
		return i >= 0
	}
	for _, f := range p.A.Facts(st) {
		switch f := f.(type) {
		case drew:
			for i, id := range f.Cards {
				if !add(without(s.Undealt, f.Cards[:i]...), id) {
					return nil
				}
			}
		case tileTaken:
			if !add(slices.DeleteFunc(slices.Clone(s.Pool), func(id string) bool { return cards.FindTile(id).Zone != f.Zone }), f.Tile) {
				return nil
			}
		case picked:
			if !add(s.player(f.From).Hand, f.Card) {
				return nil
			}
		case Sprung:
			if face := s.player(f.Seat).Face; face == nil || face.Card != f.Card {
				return decide // the secret is out
			}
		}
		s = ours.Fold(s, f)
	}
	return func(w *world) (game.Step, gametest.Streams, error) {
		w.Dice.Rig = rig
		st, dice, err := decide(w)
		w.Dice.Rig, dice.Rig = nil, nil
		return st, dice, err
	}
}

// twinConfig returns a match for twins: a third is played with windows, a third with removed seats.
func twinConfig(seed uint64) game.Config {
	c := Defaults()
	if seed%3 == 1 {
		c.Traps = "ask"
	}
	if seed%3 == 2 {
		c.Leaver = "remove"
	}
	return c.Encode()
}

// playTwins plays matches with twins until one finds a difference, of one kind or of all.
func playTwins(n *gametest.Tally, games int, only string, l gametest.Leak[*state]) error {
	c := twinCase()
	c.Kinds = slices.DeleteFunc(c.Kinds, func(k *kind) bool { return only != "" && k.Name != only })
	for seed := range uint64(games) {
		p := &gametest.Twins[*state]{TwinCase: c, Leak: l, D: gametest.NewDice(seed), Tally: n}
		var err error
		if p.A, err = gametest.NewWorld(c, seed, twinConfig(seed), l); err == nil {
			err = p.Run(200)
		}
		if err != nil {
			return fmt.Errorf("match %d: %w", seed, err)
		}
	}
	return nil
}

// Secrets make no difference to anything that another seat can find out (A20).
func TestTwins(t *testing.T) {
	games := 30
	if gametest.Soak() {
		games = 1000
	}
	n := &gametest.Tally{Varied: map[string]int{}}
	if err := playTwins(n, games, "", nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *n)
	for _, k := range twinCase().Kinds {
		if n.Varied[k.Name] == 0 {
			t.Errorf("%s was never varied", k.Name)
		}
	}
	if n.Out == 0 || n.Compared == 0 {
		t.Errorf("something never happened: %+v", *n)
	}
}

// The twins find planted leaks of each kind; this proves that they can find something.
func TestPlantedLeaks(t *testing.T) {
	for what, leak := range map[string]struct {
		kind string
		look func(s *state, seat game.Seat) string
	}{
		"a hand":           {"a hand", func(s *state, seat game.Seat) string { return fmt.Sprint(s.player(seat).Hand) }},
		"a face-down card": {"a face-down card", func(s *state, seat game.Seat) string { return fmt.Sprint(s.trap(seat) != nil) }},
		"an order":         {"an order", func(s *state, seat game.Seat) string { return fmt.Sprint(s.player(seat).Face) }},
		"tiles":            {"tiles", func(s *state, seat game.Seat) string { return fmt.Sprint(s.player(seat).Tiles) }},
		"a standing choice": {"standing choices", func(s *state, seat game.Seat) string {
			return fmt.Sprint(s.player(seat).secrets.Mine, s.player(seat).Cube, s.player(seat).Flip, s.player(seat).Habit)
		}},
		"the other syndicate": {"the other syndicate", func(s *state, seat game.Seat) string { return fmt.Sprint(s.player(seat).Dealt) }},
		"the undealt cards":   {"a hand", func(s *state, _ game.Seat) string { return fmt.Sprint(s.Undealt) }},
	} {
		err := playTwins(&gametest.Tally{Varied: map[string]int{}}, 40, leak.kind, gametest.Plant(gametest.Bent[*state]{Seen: func(s *state, _ game.Viewer, out game.View) game.View {
			told := out.(View)
			for seat := game.Seat(1); s != nil && int(seat) <= s.Seats; seat++ {
				told.Destroyer += leak.look(s, seat)
			}
			return told
		}}))
		if !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("the twins did not find that %s is told: %v", what, err)
		}
	}
}

// Offers, refused and withdrawn ones too, show to nobody but the two (N10.4). A swap shows what is handed over, and no names.
func TestN10_4_OffersAreSecret(t *testing.T) {
	l := Lab{Turn: 1, Seats: []LabSeat{{Mat: "kin"}, {Mat: "ledger", Have: cards.Amount{Credits: 5}, Hand: []string{"tip-off", "koss-1"}}, {Mat: "fidge", Have: cards.Amount{Credits: 5}}}}
	sight := func(v game.Viewer, m game.Match) string {
		text := gametest.Text(m.View(v)) + gametest.Text(m.Told(v, 0)) + fmt.Sprint(m.CanUndo(v.Seat()))
		if v.Seat() != 0 {
			text += gametest.Text(m.Asks(v.Seat()))
		}
		return text
	}
	ahead := func(m game.Match, seat game.Seat, line string) {
		t.Helper()
		r, err := Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range m.Open(seat) {
			if a.Standing {
				st, err := m.Answer(seat, a.ID, r, &faces{})
				if err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				m.Apply(st)
			}
		}
	}
	plain := inLab(t, l)
	for _, lines := range [][]string{
		{"2> offer 3 give tip-off want 1c"},
		{"2> offer 3 give tip-off want 1c", "3> decline 2"},
		{"2> offer 3 give koss-1 want 1c", "2> withdraw 3"},
	} {
		m := inLab(t, l)
		for _, line := range lines {
			ahead(m, game.Seat(line[0]-'0'), line[3:])
		}
		for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(4)} {
			if a, b := sight(v, m), sight(v, plain); a != b {
				t.Errorf("%v shows to %s:\n%s\n%s", lines, v, a, b)
			}
		}
		if sight(game.Player(3), m) == sight(game.Player(3), plain) {
			t.Errorf("%v does not show to the partner", lines)
		}
	}
	one, other := inLab(t, l), inLab(t, l)
	for m, card := range map[game.Match]string{one: "tip-off", other: "koss-1"} {
		ahead(m, 2, "offer 3 give "+card+" want 1c")
		ahead(m, 3, "accept 2")
	}
	for _, v := range []game.Viewer{game.Onlooker(), game.Player(1), game.Player(4)} {
		if a, b := sight(v, one), sight(v, other); a != b {
			t.Errorf("the swapped card shows to %s:\n%s\n%s", v, a, b)
		}
	}
}

// An imagined match looks to its viewer like the match, can be played on, and depends on nothing that the viewer does not know.
func TestImagine(t *testing.T) {
	gametest.TestImagines(t, twinCase(), 3, twinConfig)
}
