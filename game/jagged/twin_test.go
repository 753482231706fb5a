package jagged

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/jagged/boards"
	"downsync/game/plane"
)

type (
	world = gametest.World[*state]
	kind  = gametest.Kind[*state]
)

// secrets describes everything that a side hides from the other: its sealed answers to "list" and "deploy", and, while an attack
// waits for an answer, whether its further attacks follow automatically.
func secrets() *gametest.TwinCase[*state] {
	c := &gametest.TwinCase[*state]{Rules: ours, Seats: 2, Concede: "concede", Guess: guess, Dreaming: true, Strange: func(_ *world, d *gametest.Dice) string {
		return []string{"list h-a-mech", "list m-d-seer", "deploy 1,1 4,1", "steal yes", "move A1 to 5,5", "shoot B1 A1", "rush A1", "counter B1", "strike A1 B1", "done", "draw", "fly"}[d.N(12)]
	}}
	other := gametest.OtherSeal(c)
	for _, name := range []string{"list", "deploy"} {
		c.Kinds = append(c.Kinds, &kind{Name: name, Sealed: true, Secret: func(game.Reply) bool { return false },
			Vary: func(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
				if together[w.Truth().Phase] != name {
					return nil, nil
				}
				return other(w, x, d)
			},
			Out: func(_ *state, _ game.Seat, f game.Fact) bool { return f.Kind() == "listed" || f.Kind() == "deployed" }})
	}
	c.Kinds = append(c.Kinds, &kind{Name: "the rest", Secret: func(game.Reply) bool { return false },
		Vary: func(w *world, x game.Seat, d *gametest.Dice) (func(*state) *state, func([]game.Record)) {
			if s := w.Truth(); !s.secretive() || s.Left[0] != x {
				return nil, nil
			}
			how := d.N(2)
			return func(s *state) *state {
				n := *s
				switch { // the three ways: one by one, all at the easiest targets, all at the best
				case how == 0:
					n.All, n.Best = !s.All, false
				case s.All:
					n.Best = !s.Best
				default:
					n.All, n.Best = true, true
				}
				return &n
			}, nil
		},
		Out: func(_ *state, _ game.Seat, f game.Fact) bool { return f.Kind() == "attack-resolved" }})
	return c
}

// twinConfig returns a battle for twins: every second one begins with set-up, the others among models whose attacks must wait for
// answers.
func twinConfig(seed uint64) (Config, error) {
	conf, err := decodeConfig(randomConfig(seed))
	conf.Lists, conf.Deploy = "", ""
	if seed%2 == 0 {
		return conf, err
	}
	conf = Defaults()
	conf.Board, conf.Melee = boards.Open, "ask"
	conf.Lab = &Lab{Round: 2, Phase: Shooting, Initiative: 1, Flares: [2]int{3, 2}, Models: []LabModel{
		{Label: "A1", Unit: "walker-turret", At: plane.Point{X: 20000, Y: 20000}}, {Label: "A2", Unit: "colonist-rifleman", At: plane.Point{X: 24000, Y: 20000}},
		{Label: "A3", Unit: "walker-turret", At: plane.Point{X: 16000, Y: 20000}}, {Label: "B1", Unit: "elder-seer-commander", At: plane.Point{X: 24000, Y: 22000}},
		{Label: "B2", Unit: "sand-golem", At: plane.Point{X: 20000, Y: 23000}}, {Label: "B3", Unit: "tree-warden", At: plane.Point{X: 16000, Y: 23000}}}}
	return conf, err
}

// playTwins plays battles with twins until one finds a difference, of one kind or of all.
func playTwins(n *gametest.Tally, games int, only string, l gametest.Leak[*state]) error {
	return twinsOf(secrets(), n, games, only, l)
}

// twinsOf is like playTwins, for other rules or other leaks.
func twinsOf(c *gametest.TwinCase[*state], n *gametest.Tally, games int, only string, l gametest.Leak[*state]) error {
	c.Kinds = slices.DeleteFunc(c.Kinds, func(k *kind) bool { return only != "" && k.Name != only })
	for seed := range uint64(games) {
		conf, err := twinConfig(seed)
		if err != nil {
			return err
		}
		p := &gametest.Twins[*state]{TwinCase: c, Leak: l, D: gametest.NewDice(seed), Tally: n}
		if p.A, err = gametest.NewWorld(c, seed, conf.Encode(), l); err == nil {
			err = p.Run(25 + int(seed%2)*35)
		}
		if err != nil {
			return fmt.Errorf("battle %d: %w", seed, err)
		}
	}
	return nil
}

// Facts that a viewer cannot know make no difference to anything that they can find out.
func TestTwins(t *testing.T) {
	n := &gametest.Tally{Varied: map[string]int{}}
	if err := playTwins(n, 60, "", nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *n)
	for _, k := range secrets().Kinds {
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
	last := func(w *world) string {
		i := len(w.Records) - 1
		for ; i > 0 && !w.Records[i].Sealed(); i-- {
		}
		return w.Records[i].Order
	}
	for what, leak := range map[string]struct {
		kind string
		gametest.Leak[*state]
	}{
		"a list under seal": {"list", func(w *world) {
			gametest.Plant(gametest.Bent[*state]{Seen: func(_ *state, _ game.Viewer, out game.View) game.View {
				told := out.(View)
				told.Board += last(w)
				return told
			}})(w)
		}},
		"a deployment under seal": {"deploy", func(w *world) {
			gametest.Plant(gametest.Bent[*state]{Seen: func(_ *state, _ game.Viewer, out game.View) game.View {
				told := out.(View)
				told.Board += last(w)
				return told
			}})(w)
		}},
		"that further attacks go by themselves": {"the rest", gametest.Plant(gametest.Bent[*state]{Seen: func(s *state, _ game.Viewer, out game.View) game.View {
			told := out.(View)
			told.Board += fmt.Sprint(s.All)
			return told
		}})},
		"the length of a list under seal in the time limit": {"list", func(w *world) {
			gametest.Plant(gametest.Bent[*state]{Question: func(_ *state, a *game.Ask) {
				if slices.ContainsFunc(w.Records, game.Record.Sealed) {
					a.Clock += fmt.Sprint(len(last(w)))
				}
			}})(w)
		}},
	} {
		if err := playTwins(&gametest.Tally{Varied: map[string]int{}}, 60, leak.kind, leak.Leak); !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("the twins did not find that %s is told: %v", what, err)
		}
	}
}
