package advice

import (
	"slices"

	"downsync/game"
	"downsync/game/jagged"
	"downsync/game/order"
)

// This file proposes the moves of a whole part of a phase.

// Part returns what the models that should move in this part do, one after another. Each is chosen as if the ones before had been
// carried out, so that all can be ordered at once: moves come first, then Sprints, which ask for no place and end where the die
// takes them. A model that should Disengage does so alone, as the others wait for its roll. Warp Pulse and Coordinated Push, which
// depends on who has moved, are not among them.
func (p *Position) Part() []Step {
	var moves, sprints []Step
	now := p
	for _, c := range p.Menu {
		c.Slots = slices.DeleteFunc(slices.Clone(c.Slots), func(s order.Slot) bool { return s.Name == "push" })
		list := now.leavesPlace(c, false)
		if list == nil {
			continue
		}
		s := now.step(best(list).Reply)
		switch s.Reply.(type) {
		case jagged.Disengage:
			return []Step{s}
		case jagged.Sprint:
			sprints = append(sprints, s)
		default:
			moves = append(moves, s)
			now = Read(now.Standing(s.Unit, s.To), game.Ask{Name: p.Ask, Seat: p.Seat, Menu: p.Menu}, p.Taste)
		}
	}
	return append(moves, sprints...)
}

// step returns the way that a model's order takes. A Sprint is shown at its average length.
func (p *Position) step(r game.Reply) Step {
	switch o := r.(type) {
	case jagged.Move:
		m, _ := p.Model(o.Unit)
		path, _, _ := p.Way(o.Unit, o.To, nil, m.Movement)
		return Step{o, o.Unit, o.To, path, m.Radius}
	case jagged.Sprint:
		o.Stay = true
		m, _ := p.Model(o.Unit)
		most := m.Movement + sprints
		to, ok := p.toward(m, o.To, most)
		if !ok {
			return Step{o, o.Unit, *m.At, nil, m.Radius}
		}
		path, _, _ := p.Way(o.Unit, to, nil, most)
		return Step{o, o.Unit, to, path, m.Radius}
	}
	o := r.(jagged.Disengage)
	m, _ := p.Model(o.Unit)
	return Step{o, o.Unit, *m.At, nil, m.Radius}
}
