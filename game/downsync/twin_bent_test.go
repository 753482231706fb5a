package downsync

import (
	"slices"
	"strings"

	"downsync/game"
)

// bent is a match with a leak planted in what it tells; each field is a leak, nil for none. They read the truth.
type bent struct {
	game.Match
	w      *world
	view   func(s *state, v game.Viewer, out *View)
	told   func(v game.Viewer, f game.Fact, since []game.Fact) (game.Fact, bool)
	order  func(s *state, fs []game.Fact)
	asks   func(s *state, a *game.Ask)
	groups func(s *state, gs []game.Group) []game.Group
	refuse func(s *state, seat game.Seat, r game.Reply, err error) error
	undo   func(s *state, seat game.Seat, can bool) bool
}

func (m *bent) View(v game.Viewer) game.View {
	out := m.Match.View(v).(View)
	if m.view != nil {
		m.view(m.w.truth(), v, &out)
	}
	return out
}

// Told begins with what a referee is told and leaves out what v may not know, but for the leak.
func (m *bent) Told(v game.Viewer, after int) []game.Fact {
	if m.told == nil && m.order == nil {
		return m.Match.Told(v, after)
	}
	if m.told == nil {
		fs := m.Match.Told(v, 0)
		m.order(m.w.truth(), fs)
		return fs[min(after, len(fs)):]
	}
	all := m.Match.Told(game.Referee(), 0)
	var out []game.Fact
	for i, f := range all {
		if f, ok := m.told(v, f, all[:i]); ok {
			out = append(out, f)
		}
	}
	return out[min(after, len(out)):]
}

func (m *bent) Count(v game.Viewer) int {
	if m.told == nil {
		return m.Match.Count(v)
	}
	return len(m.Told(v, 0))
}

func (m *bent) Asks(s game.Seat) []game.Ask {
	out := m.Match.Asks(s)
	for i := range out {
		if m.asks != nil {
			m.asks(m.w.truth(), &out[i])
		}
	}
	return out
}

func (m *bent) Groups() []game.Group {
	out := m.Match.Groups()
	if m.groups != nil {
		out = m.groups(m.w.truth(), out)
	}
	return out
}

func (m *bent) Answer(s game.Seat, ask string, r game.Reply, d game.Dice) (game.Step, error) {
	ask, _, _ = strings.Cut(ask, "@")
	st, err := m.Match.Answer(s, ask, r, d)
	if m.refuse != nil {
		err = m.refuse(m.w.truth(), s, r, err)
	}
	return st, err
}

func (m *bent) CanUndo(s game.Seat) bool {
	can := m.Match.CanUndo(s)
	if m.undo != nil {
		can = m.undo(m.w.truth(), s, can)
	}
	return can
}

// plant makes a leak of what is bent.
func plant(b bent) leak {
	return func(w *world) {
		m := b
		m.Match, m.w = w.core, w
		w.Match = &m
	}
}

// fair is what v is told of a fact as the rules have it, given what a referee is told.
func fair(v game.Viewer, f game.Fact) (game.Fact, bool) {
	switch x := f.(type) {
	case Planned:
		return f, v.Sees(x.Ping.Seat())
	case Mounted:
		return f, v.Sees(x.Seat)
	case StandingOrdered:
		return f, v.Sees(x.Seat)
	case OverwatchTaken:
		return f, v.Sees(x.Unit.Seat())
	case CounterChecked:
		return f, v.Sees(x.Target.Label.Seat())
	case Recovered:
		if x.With != "cp" && !v.Sees(x.Base.Label.Seat()) {
			x.With = ""
		}
		return x, true
	}
	told := f.For(v)
	return told, told != nil
}

// watching tells whether the activation that ends has taken Overwatch.
func watching(since []game.Fact, l Label) bool {
	for _, f := range slices.Backward(since) {
		switch f := f.(type) {
		case OverwatchTaken:
			return f.Unit == l
		case ActivationBegan, game.TookBack:
			return false
		}
	}
	return false
}
