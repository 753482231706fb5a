package downsync

import (
	"encoding/json"
	"slices"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/plane"
)

// spy is the ruleset for one world of twins. It shows the tests the truth, and can change it between two steps.
type spy struct {
	rules
	now   *state
	swaps []func(*state)
}

// swapped stands in a record for a change of the truth that no player made. Nobody is told.
type swapped struct {
	N int `json:"n"`
}

func (swapped) Kind() string                          { return "swapped" }
func (swapped) For(game.Viewer) game.Fact             { return nil }
func (r *spy) View(s *state, v game.Viewer) game.View { r.now = s; return s.view(v) }

func (r *spy) Fold(s *state, f game.Fact) *state {
	if x, ok := f.(swapped); ok {
		n := s.clone()
		r.swaps[x.N](n)
		return n
	}
	return s.fold(f)
}

func (r *spy) Decode(kind string, raw []byte) (game.Fact, error) {
	if kind == (swapped{}).Kind() {
		var f swapped
		err := json.Unmarshal(raw, &f)
		return f, err
	}
	return decode(kind, raw)
}

// streams are dice that fall alike in both worlds: one public stream, and one of each seat's own.
type streams struct {
	seed uint64
	used [3]int
	rig  int // what private dice show; 0: what falls
}

func (d *streams) Roll(stream game.Seat, _, sides int) (int, error) {
	if stream != 0 && d.rig != 0 {
		return d.rig, nil
	}
	d.used[stream]++
	return gametest.NewDice(d.seed*1009+uint64(stream)*100003+uint64(d.used[stream])*10000019).N(sides) + 1, nil
}

// world is a match whose truth the test sees.
type world struct {
	game.Match            // as its readers meet it, with a planted leak if there is one
	core       game.Match // the match itself
	rules      *spy
	dice       streams
	records    []game.Record
	tries      tries
}

// tries are the what-ifs, so that a leak can be planted in them.
type tries struct {
	move func(View, Ref, plane.Point) (plane.Inch, error)
	act  func(View, Ref, string, Ref, bool) (Odds, bool)
	kill func(View, Ref, string, Ref) (Odds, bool)
	aims func(View, Ref, string) []Aim
}

// leak plants something in a world; nil: nothing.
type leak func(*world)

func newWorld(seed uint64, c Config, l leak) (*world, error) {
	w := &world{rules: &spy{}, dice: streams{seed: seed}}
	m, st, err := game.Seal[*state](w.rules).Start(2, c.Encode(), &w.dice)
	if err != nil {
		return nil, err
	}
	w.open(m, l)
	return w, w.apply(st)
}

// open fits the match with its what-ifs and its leak.
func (w *world) open(m game.Match, l leak) {
	w.Match, w.core = m, m
	w.tries = tries{
		move: func(v View, r Ref, to plane.Point) (plane.Inch, error) { return v.TryMove(r, to, nil) },
		act:  View.TryAct,
		kill: View.TryKill,
		aims: func(v View, by Ref, action string) []Aim { return v.Aims(by, action, Ref{}) },
	}
	if l != nil {
		l(w)
	}
}

// truth is the state as it is.
func (w *world) truth() *state {
	w.core.View(game.Onlooker())
	return w.rules.now
}

func (w *world) apply(st game.Step) error {
	rec, _, err := gametest.Stored(st.Record)
	if err != nil {
		return err
	}
	w.core.Apply(st)
	w.records = append(w.records, rec)
	return nil
}

// twin is the same match with another truth from now on: swap changes it, edit an order under seal.
func (w *world) twin(swap func(*state), edit func([]game.Record), l leak) (*world, error) {
	t := &world{rules: &spy{}, dice: w.dice, records: slices.Clone(w.records)}
	if edit != nil {
		edit(t.records)
	}
	if swap != nil {
		t.rules.swaps = append(slices.Clone(w.rules.swaps), swap)
		raw, err := json.Marshal(swapped{len(t.rules.swaps) - 1})
		if err != nil {
			return nil, err
		}
		last := &t.records[len(t.records)-1]
		last.Facts = append(slices.Clone(last.Facts), game.StoredFact{Kind: (swapped{}).Kind(), Data: raw})
	}
	m, err := game.Seal[*state](t.rules).Resume(t.records)
	if err != nil {
		return nil, err
	}
	t.open(m, l)
	return t, nil
}

// ask finds the seat's open question of that name.
func (w *world) ask(s game.Seat, name string) (game.Ask, bool) {
	asks := w.Asks(s)
	i := slices.IndexFunc(asks, func(a game.Ask) bool { return a.Name == name })
	if i < 0 {
		return game.Ask{}, false
	}
	return asks[i], true
}

// decide decides the reply to the question of that name. The dice fall only if it is applied.
func (w *world) decide(s game.Seat, name string, r game.Reply) (game.Step, streams, error) {
	dice := w.dice
	a, ok := w.ask(s, name)
	if !ok {
		return game.Step{}, dice, &game.Refusal{Code: "stale"}
	}
	st, err := w.Answer(s, a.ID, r, &dice)
	return st, dice, err
}

// facts are the true facts of a step.
func facts(st game.Step) []game.Fact {
	var out []game.Fact
	for _, f := range st.Record.Facts {
		if fact, err := decode(f.Kind, f.Data); err == nil {
			out = append(out, fact)
		}
	}
	return out
}
