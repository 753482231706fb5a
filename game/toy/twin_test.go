package toy

import (
	"errors"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
)

type (
	world = gametest.World[state]
	kind  = gametest.Kind[state]
)

func never(state, game.Seat, game.Fact) bool { return false }

// says returns a function that reports whether a reply is that word.
func says(word string) func(game.Reply) bool {
	return func(r game.Reply) bool { return r.(reply).word == word }
}

func tells(what string) func(state, game.Seat, game.Fact) bool {
	return func(_ state, _ game.Seat, f game.Fact) bool { return f.Kind() == what }
}

// bidsLow reports whether a round begins in which x has bid 1 by a note (T8). Whether x still owes a bid then differs between
// the worlds, so bids open at different times, as if x had answered in one world only. The kinds intent and seal have this
// difference in both.
func bidsLow(s state, x game.Seat, f game.Fact) bool {
	return f.Kind() == "round" && s.Notes[x-1] == "low"
}

// varied changes the state if that is possible.
func varied(may func(state, game.Seat) bool, change func(s *state, x game.Seat, n int)) func(*world, game.Seat, *gametest.Dice) (func(state) state, func([]game.Record)) {
	return func(w *world, x game.Seat, d *gametest.Dice) (func(state) state, func([]game.Record)) {
		if !may(w.Truth(), x) {
			return nil, nil
		}
		n := d.N(3)
		return func(s state) state {
			s.Colours, s.Notes = slices.Clone(s.Colours), slices.Clone(s.Notes)
			change(&s, x, n)
			return s
		}, nil
	}
}

func always(state, game.Seat) bool { return true }

// secrets returns everything that a seat keeps from others (T2, T3, T5, T7, T8, and bids under seal, T4).
func secrets() *gametest.TwinCase[state] {
	c := &gametest.TwinCase[state]{Rules: rules{}, Seats: 3, Concede: "quit", Strange: func(_ *world, d *gametest.Dice) string {
		return []string{"bid 5", "bid 2", "tune", "claim", "peek", "leave", "note blue", "fly"}[d.N(8)]
	}}
	c.Kinds = []*kind{
		{Name: "colour", Vary: varied(always, func(s *state, x game.Seat, n int) {
			s.Colours[x-1] = Colours[(slices.Index(Colours, s.Colours[x-1])+1+n%2)%3]
		}), Secret: says(""), Out: tells("opened")},
		{Name: "card", Vary: varied(always, func(s *state, _ game.Seat, n int) { s.Next = s.Next%20 + 1 + n }), Secret: says(""), Out: tells("peek")},
		{Name: "note", Vary: varied(always, func(s *state, x game.Seat, n int) { s.Notes[x-1] = []string{"red", "blue", "rest"}[n] }), Secret: says("note"), Out: bidsLow},
		{Name: "ahead", Secret: says("note"), Out: bidsLow},
		{Name: "tune", Vary: varied(func(s state, x game.Seat) bool { return s.Stage == "tune" && x == s.first() }, func(s *state, _ game.Seat, n int) { s.Tuned = (s.Tuned + 1 + n) % 4 }),
			Secret: says("tune"), Out: never},
	}
	c.Kinds[3].Vary = gametest.OtherAhead(c)
	c.Kinds = append(c.Kinds, &kind{Name: "intent", Sealed: true, Secret: says(""), Out: tells("bid"), Vary: bidBefore})
	seal := gametest.OtherSeal(c)
	c.Kinds = append(c.Kinds, &kind{Name: "seal", Sealed: true, Secret: says(""), Out: tells("bid"),
		Vary: func(w *world, x game.Seat, d *gametest.Dice) (func(state) state, func([]game.Record)) {
			if w.Truth().Stage == "claim" {
				return nil, nil // a claim is never under seal
			}
			return seal(w, x, d)
		}})
	return c
}

// bidBefore makes x have bid 1 in advance, if x has bid it under seal (T8).
func bidBefore(w *world, x game.Seat, _ *gametest.Dice) (func(state) state, func([]game.Record)) {
	now, at := w.Truth(), len(w.Records)-1
	if r := w.Records[at]; now.Stage != "bid" || r.Seat != x || r.Order != "bid 1" {
		return nil, nil
	}
	return func(s state) state {
		low := make([]bool, s.Seats)
		copy(low, s.Low)
		low[x-1] = true
		s.Low = low
		return s
	}, func(rs []game.Record) { rs[at] = game.Record{Kind: "mark", Note: "nothing"} }
}

// playTwins plays matches with twins until one finds a difference.
func playTwins(n *gametest.Tally, only string, l gametest.Leak[state]) error {
	c := secrets()
	c.Kinds = slices.DeleteFunc(c.Kinds, func(k *kind) bool { return only != "" && k.Name != only })
	conf := Config{Rounds: 5, Colours: []string{"red", "blue", "green"}}.Encode()
	for seed := range uint64(100) {
		p := &gametest.Twins[state]{TwinCase: c, Leak: l, D: gametest.NewDice(seed), Tally: n}
		var err error
		if p.A, err = gametest.NewWorld(c, seed, conf, l); err == nil {
			err = p.Run(200)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// The secrets of others make no difference to anything that a viewer can find out.
func TestTwins(t *testing.T) {
	n := &gametest.Tally{Varied: map[string]int{}}
	if err := playTwins(n, "", nil); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", *n)
	for _, k := range secrets().Kinds {
		if n.Varied[k.Name] == 0 {
			t.Errorf("%s was never varied", k.Name)
		}
	}
	if n.Alone == 0 || n.Lapsed == 0 || n.Out == 0 {
		t.Errorf("something never happened: %+v", *n)
	}
}

// Leaks of each kind are found, which shows that twins without findings mean something.
func TestPlantedLeaks(t *testing.T) {
	inView := func(tell func(state, game.Viewer) string) gametest.Leak[state] {
		return gametest.Plant(gametest.Bent[state]{Seen: func(s state, v game.Viewer, out game.View) game.View {
			told := out.(View)
			told.Stage += tell(s, v)
			return told
		}})
	}
	for kind, leak := range map[string]gametest.Leak[state]{
		"colour": inView(func(s state, _ game.Viewer) string { return s.Colours[0] + s.Colours[1] + s.Colours[2] }),
		"card":   inView(func(s state, _ game.Viewer) string { return string(rune('a' + s.Next)) }),
		"note": gametest.Plant(gametest.Bent[state]{Question: func(s state, a *game.Ask) {
			if slices.Contains(s.Notes, "rest") {
				a.Clock = "short"
			}
		}}),
		"ahead": gametest.Plant(gametest.Bent[state]{Refuse: func(s state, _ game.Seat, _ game.Reply, err error) error {
			if err != nil && slices.Contains(s.Notes, "low") { // as if somebody's bid were known
				return &game.Refusal{Code: "low"}
			}
			return err
		}}),
		"tune": gametest.Plant(gametest.Bent[state]{Hear: func(v game.Viewer, f game.Fact, _ []game.Fact) (game.Fact, bool) {
			happened, ok := f.(Fact)
			if !ok {
				return f, true // a step back, which everybody is told
			}
			return Fact{What: f.Kind()}, fact(happened).For(v) != nil || f.Kind() == "tune"
		}}),
		"intent": gametest.Plant(gametest.Bent[state]{Grouped: func(_ state, gs []game.Group) []game.Group {
			for i, g := range gs {
				gs[i].Asks = slices.DeleteFunc(slices.Clone(g.Asks), func(a game.Ask) bool { return a.Given })
			}
			return gs
		}}),
		"seal": func(w *world) {
			inView(func(state, game.Viewer) string { return w.Records[len(w.Records)-1].Order })(w)
		},
	} {
		if err := playTwins(&gametest.Tally{Varied: map[string]int{}}, kind, leak); !errors.As(err, new(gametest.Leaked)) {
			t.Errorf("the twins did not find that %s is told: %v", kind, err)
		}
	}
}
