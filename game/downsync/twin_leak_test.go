package downsync

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/plane"
)

func plansOf(s *state) int {
	return len(slices.DeleteFunc(slices.Clone(s.Pieces), func(p *piece) bool { return p.Plan == "" }))
}

func tokensOf(s *state, r Ref) int {
	p, _ := s.piece(r.Label)
	b, ok := p.base(r.N)
	if !ok {
		return 0
	}
	return b.CM + b.Hardened
}

// leaks lists leaks that the twins must find.
var leaks = []struct {
	name string
	kind string // the secret that it reveals
	leak leak
}{
	{"a field of the view counts the Reserve's Units by card", "reserve", plant(bent{Seen: seen(func(s *state, v game.Viewer, out *View) {
		out.Options = append(slices.Clone(out.Options), fmt.Sprint(len(reserveOf(s, 1, "medium")), len(reserveOf(s, 2, "medium"))))
	})})},
	{"the tokens of others stand in the view", "tokens", plant(bent{Seen: seen(func(s *state, _ game.Viewer, out *View) {
		for i, p := range out.Pieces {
			for j := range p.Bases {
				if n := tokensOf(s, Ref{p.Label, p.Bases[j].N}); !p.IsPing() {
					out.Pieces[i].Bases[j].CM, out.Pieces[i].Bases[j].Hardened = &n, &n
				}
			}
		}
	})})},
	{"another seat's standing order stands in the view", "standing", plant(bent{Seen: seen(func(s *state, v game.Viewer, out *View) {
		out.Passing = s.Passing[0].Until + s.Passing[1].Until
	})})},
	{"a rider is counted aboard", "rider", plant(bent{Seen: seen(func(s *state, _ game.Viewer, out *View) {
		out.MaxRounds = len(s.Riders)
	})})},
	{"the truth lies behind the view", "salt", plant(bent{Seen: seen(func(s *state, _ game.Viewer, out *View) {
		e := *out.env
		e.conf, out.env = s.Conf, &e
	})})},
	{"a fact says that Overwatch was taken", "overwatch", plant(bent{Hear: func(v game.Viewer, f game.Fact, since []game.Fact) (game.Fact, bool) {
		if x, ok := f.(ActivationEnded); ok {
			x.Quiet = watching(since, x.Piece)
			return x, true
		}
		return fair(v, f)
	}})},
	{"an empty fact is told of a standing order", "standing", plant(bent{Hear: func(v game.Viewer, f game.Fact, _ []game.Fact) (game.Fact, bool) {
		if _, ok := f.(StandingOrdered); ok {
			return StandingOrdered{}, true
		}
		return fair(v, f)
	}})},
	{"the end of an activation on Overwatch is not told", "overwatch", plant(bent{Hear: func(v game.Viewer, f game.Fact, since []game.Fact) (game.Fact, bool) {
		if x, ok := f.(ActivationEnded); ok && watching(since, x.Piece) && !v.Sees(x.Piece.Seat()) {
			return nil, false
		}
		return fair(v, f)
	}})},
	{"the number of contacts counts the mounted", "mount", plant(bent{Hear: func(v game.Viewer, f game.Fact, since []game.Fact) (game.Fact, bool) {
		if x, ok := f.(DeploymentDone); ok {
			for _, m := range since {
				if m, ok := m.(Mounted); ok && m.Seat == x.Seat {
					x.Pings[0]++
				}
			}
			return x, true
		}
		return fair(v, f)
	}})},
	{"facts come in an order that hangs on plans", "plan", plant(bent{Order: func(s *state, fs []game.Fact) {
		if n := len(fs); plansOf(s)%2 == 1 && n > 1 {
			fs[0], fs[1] = fs[1], fs[0]
		}
	}})},
	{"an order is refused for a standing order", "standing", plant(bent{Refuse: func(s *state, seat game.Seat, r game.Reply, err error) error {
		if err == nil && s.Passing[other(seat)-1].Until != "" && len(s.Acts) > 0 && replyOf[End](r) {
			return refuse("nobody", "the enemy does not react")
		}
		return err
	}})},
	{"the code of a refusal tells what is in Reserve", "reserve", plant(bent{Refuse: func(s *state, seat game.Seat, r game.Reply, err error) error {
		if o, ok := r.(plan); ok && err != nil && !slices.Contains(s.Reserve[other(seat)-1], o.As) {
			return refuse("not-in-reserve", "nobody has it")
		}
		return err
	}})},
	{"a move's preview knows of riders", "rider", func(w *world) {
		triesOf(w).move = func(v View, r Ref, to plane.Point) (plane.Inch, error) {
			left, err := v.Try().Move(r, to, nil)
			return left + plane.Inch(len(w.Truth().Riders)), err
		}
	}},
	{"odds come from the true tokens", "tokens", func(w *world) {
		triesOf(w).act = func(v View, by Ref, action string, target Ref, boost bool) (Odds, bool) {
			o, ok := v.Try().Act(by, action, target, boost)
			if tokensOf(w.Truth(), target) > 0 {
				o.High = o.Low
			}
			return o, ok
		}
	}},
	{"the chance of a kill comes from the true tokens", "tokens", func(w *world) {
		triesOf(w).kill = func(v View, by Ref, action string, target Ref) (Odds, bool) {
			o, ok := v.Try().Kill(by, action, target)
			o.Low += tokensOf(w.Truth(), target)
			return o, ok
		}
	}},
	{"a menu warns of Overwatch", "overwatch", plant(bent{Question: func(s *state, a *game.Ask) {
		if n := len(side(s, other(a.Seat), func(p piece) bool { return p.Overwatch })); n > 0 {
			a.Menu = append(slices.Clone(a.Menu), game.Choice{Words: "pass"})
		}
	}})},
	{"a completion offers what the enemy has in Reserve", "reserve", plant(bent{Question: func(s *state, a *game.Ask) {
		a.Menu = append(slices.Clone(a.Menu), game.Choice{Words: "mount", Slots: []game.Slot{
			{Name: "unit", Options: s.Reserve[other(a.Seat)-1], Min: 1, Max: 1}, {Name: "in", Options: []string{"courier"}, Min: 1, Max: 1}}})
	}})},
	{"countermeasures are asked only of who has some", "tokens", plant(bent{Grouped: func(s *state, gs []game.Group) []game.Group {
		if s.Hit != nil && !countersLeft(s) {
			gs[0].Asks = nil
		}
		return gs
	}})},
	{"a clock begins anew with a secret answer", "overwatch", plant(bent{Grouped: func(_ *state, gs []game.Group) []game.Group {
		for i, g := range gs {
			if g.Asks[0].Group == "" {
				gs[i].Key = g.Key + "/" + g.Asks[0].ID
			}
		}
		return gs
	}})},
	{"a question's id counts the records", "standing", func(w *world) {
		plant(bent{Question: func(_ *state, a *game.Ask) { a.ID = fmt.Sprintf("%s@%d", a.ID, w.Core.Version()) }})(w)
	}},
	{"the time limit of a question hangs on the enemy's plans", "plan", plant(bent{Question: func(s *state, a *game.Ask) {
		if plansOf(s)%2 == 1 && a.Default != nil {
			a.Clock += "+"
		}
	}})},
	{"a step can be taken back while the enemy has a plan", "plan", plant(bent{Undoable: func(s *state, _ game.Seat, can bool) bool {
		return can || plansOf(s)%2 == 1
	}})},
	{"an answer under seal stands in the view", "sealed", func(w *world) {
		plant(bent{Seen: seen(func(_ *state, _ game.Viewer, out *View) {
			if last := w.Records[len(w.Records)-1]; last.Sealed() {
				out.Map = last.Order
			}
		})})(w)
	}},
}

// caught plays until the twins find the leak.
func caught(name string, l leak) error {
	var ks []*kind
	for _, k := range kinds {
		if k.Name == name {
			ks = append(ks, k)
		}
	}
	n := &gametest.Tally{Varied: map[string]int{}}
	for seed := range uint64(40) {
		seed = seed*4 + seed%2 // veiled, both editions
		if name != "mount" && name != "salt" && seed%8 < 4 {
			seed += 4 // a fight
		}
		p, err := newTwins(seed, ks, n, l)
		if err == nil && name == "mount" {
			err = p.fromTheDock(seed)
		}
		if err == nil {
			err = p.Run(200)
		}
		if err != nil {
			return err
		}
	}
	return errors.New("the twins found nothing")
}

// The twins of its kind find each leak, which shows that twins without findings mean something.
func TestPlantedLeaks(t *testing.T) {
	for _, l := range leaks {
		t.Run(l.name, func(t *testing.T) {
			var found gametest.Leaked
			err := caught(l.kind, l.leak)
			if !errors.As(err, &found) {
				t.Fatal(err)
			}
			t.Logf("%.200s", found)
		})
	}
}
