package syndicate

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/chance"
	"downsync/game/gametest"
	"downsync/game/syndicate/grid"
)

// An imagined match looks like the real one to its viewer and can be played on, at any moment of matches of all kinds. The twins
// prove that it depends on nothing that the viewer does not know.
func TestImagine(t *testing.T) { gametest.TestImagines(t, secrets(), 10, shortConfig) }

// Imagined hands are plausible: the same chance draws the same hand, and different chance draws different ones.
func TestImaginedHands(t *testing.T) {
	m := duel(t)
	imagine, err := m.Imagine(game.Player(1))
	if err != nil {
		t.Fatal(err)
	}
	hands := map[string]bool{}
	for n := range uint64(20) {
		a, b := chance.Source(n), chance.Source(n)
		one, err := imagine(&a)
		if err != nil {
			t.Fatal(err)
		}
		same, _ := imagine(&b)
		if gametest.Text(one.View(game.Player(2))) != gametest.Text(same.View(game.Player(2))) {
			t.Error("the same chance gives another position")
		}
		hands[fmt.Sprint(one.View(game.Player(2)).(View).Sides[1].Hand)] = true
	}
	if len(hands) < 5 {
		t.Errorf("20 times one of %d hands is imagined", len(hands))
	}
}

// The twins find any part of the truth that enters an imagined match, even sealed answers, which no state has.
func TestImaginedLeaks(t *testing.T) {
	plain := func(peek func(truth, s *state)) func(*world, *state, *state) {
		return func(_ *world, truth, s *state) { peek(truth, s) }
	}
	under := func(part func(r game.Reply) string) func(*world, *state, *state) {
		return func(w *world, _, s *state) {
			if last := w.Records[len(w.Records)-1]; last.Sealed() {
				if r, err := Parse(last.Order); err == nil {
					s.Salts[0] = part(r)
				}
			}
		}
	}
	for what, leak := range map[string]struct {
		kind string
		peek func(w *world, truth, s *state)
	}{
		"hand":             {"hand", plain(func(truth, s *state) { s.Hands = truth.Hands })},
		"deck":             {"deck", plain(func(truth, s *state) { s.Decks = truth.Decks })},
		"deck as brought":  {"deck", plain(func(truth, s *state) { s.Lists = truth.Lists })},
		"orders ahead":     {"order", plain(func(truth, s *state) { s.Plans = truth.Plans })},
		"order in vain":    {"idle order", plain(func(truth, s *state) { s.Plans = truth.Plans })},
		"commit":           {"seal", under(func(r game.Reply) string { o, _ := r.(Commit); return o.Card })},
		"a Hydra's mode":   {"seal", under(func(r game.Reply) string { o, _ := r.(Commit); return o.Mode })},
		"order under seal": {"seal", under(func(r game.Reply) string { o, _ := r.(Commit); return o.Ahead.Attack })},
		"deployment":       {"seal", under(func(r game.Reply) string { o, _ := r.(deploy); return fmt.Sprint(o.At) })},
		"mulligan":         {"seal", under(func(r game.Reply) string { _, again := r.(mulligan); return fmt.Sprint(again) })},
	} {
		var worlds []*world
		c := secrets()
		c.Dreaming, c.Rules = true, gametest.Peeking[*state]{Ruleset: ours, Peek: func(truth, s *state) {
			if i := slices.IndexFunc(worlds, func(w *world) bool { return w.Truth() == truth }); i >= 0 {
				leak.peek(worlds[i], truth, s)
			}
		}}
		watch := func(w *world) {
			if len(w.Records) == 0 { // another game begins
				worlds = nil
			}
			worlds = append(worlds, w)
		}
		err := twinsOf(c, &gametest.Tally{Varied: map[string]int{}}, 40, 30, leak.kind, watch)
		if !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// LookingTwins plays matches with twins in which each viewer also computes what look says of a match. It returns how many
// comparisons were made.
func LookingTwins(games, steps int, look func(m game.Match, v game.Viewer, seed uint64) string) (compared int, err error) {
	n, c := &gametest.Tally{Varied: map[string]int{}}, secrets()
	c.Look = func(w *world, v game.Viewer, seed uint64) []gametest.Glimpse {
		return []gametest.Glimpse{{What: "what is looked at", Is: look(w, v, seed)}}
	}
	err = twinsOf(c, n, games, steps, "", nil)
	return n.Compared, err
}

// The average damage of an attack is between nothing and its maximum.
func TestExpected(t *testing.T) {
	v := duel(t).View(game.Player(1)).(View)
	if got := v.Expected("A", "B"); got < 0.5 || got > 4 {
		t.Errorf("Lens hits Razor for %.2f on average", got)
	}
	if got := v.Expected("A1", "B"); got != 0 {
		t.Errorf("Glyph, who does not reach B, does %.2f", got)
	}
	if got := v.Moved("A1", v.Units[2].At.Plus(grid.Space{X: 1})).Expected("A1", "B"); got <= 0 {
		t.Errorf("beside B Glyph does %.2f", got)
	}
}
