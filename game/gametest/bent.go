package gametest

import (
	"slices"
	"strings"

	"downsync/game"
)

// Bent is a match with a leak planted in its answers, which twins must find. Each function is a leak that reads the truth; nil
// is none.
type Bent[S any] struct {
	game.Match
	w        *World[S]
	Seen     func(s S, v game.Viewer, out game.View) game.View
	Hear     func(v game.Viewer, f game.Fact, since []game.Fact) (game.Fact, bool) // given what a referee is told
	Order    func(s S, fs []game.Fact)
	Question func(s S, a *game.Ask)
	Grouped  func(s S, gs []game.Group) []game.Group
	Refuse   func(s S, seat game.Seat, r game.Reply, err error) error
	Undoable func(s S, seat game.Seat, can bool) bool
}

// Plant makes a leak of a Bent.
func Plant[S any](b Bent[S]) Leak[S] {
	return func(w *World[S]) {
		m := b
		m.Match, m.w = w.Core, w
		w.Match = &m
	}
}

func (m *Bent[S]) View(v game.Viewer) game.View {
	out := m.Match.View(v)
	if m.Seen != nil {
		return m.Seen(m.w.Truth(), v, out)
	}
	return out
}

// Told begins with what a referee is told and leaves out what v may not know, except for the leak.
func (m *Bent[S]) Told(v game.Viewer, after int) []game.Fact {
	if m.Hear == nil && m.Order == nil {
		return m.Match.Told(v, after)
	}
	if m.Hear == nil {
		fs := slices.Clone(m.Match.Told(v, 0))
		m.Order(m.w.Truth(), fs)
		return fs[min(after, len(fs)):]
	}
	all := m.Match.Told(game.Referee(), 0)
	var out []game.Fact
	for i, f := range all {
		if f, ok := m.Hear(v, f, all[:i]); ok {
			out = append(out, f)
		}
	}
	return out[min(after, len(out)):]
}

func (m *Bent[S]) Count(v game.Viewer) int {
	if m.Hear == nil {
		return m.Match.Count(v)
	}
	return len(m.Told(v, 0))
}

func (m *Bent[S]) Asks(s game.Seat) []game.Ask {
	out := m.Match.Asks(s)
	for i := range out {
		if m.Question != nil {
			m.Question(m.w.Truth(), &out[i])
		}
	}
	return out
}

func (m *Bent[S]) Groups() []game.Group {
	out := m.Match.Groups()
	if m.Grouped != nil {
		out = m.Grouped(m.w.Truth(), out)
	}
	return out
}

// Answer accepts ids to which a leak has added something after an @.
func (m *Bent[S]) Answer(s game.Seat, ask string, r game.Reply, d game.Dice) (game.Step, error) {
	ask, _, _ = strings.Cut(ask, "@")
	st, err := m.Match.Answer(s, ask, r, d)
	if m.Refuse != nil {
		err = m.Refuse(m.w.Truth(), s, r, err)
	}
	return st, err
}

func (m *Bent[S]) CanUndo(s game.Seat) bool {
	can := m.Match.CanUndo(s)
	if m.Undoable != nil {
		can = m.Undoable(m.w.Truth(), s, can)
	}
	return can
}
