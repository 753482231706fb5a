package syndicate

import (
	"downsync/game"
	"downsync/game/syndicate/grid"
)

// Push is forced movement of one space (S5.6).

// pushes returns the spaces that a unit can be pushed to: one space farther from where the push comes from, free and enterable.
func pushes(b *board, u *unit, from grid.Space) []grid.Space {
	var out []grid.Space
	for _, d := range grid.Directions {
		to := u.At.Plus(d)
		if b.env.ground.Holds(to) && grid.Distance(to, from) == grid.Distance(u.At, from)+1 && free(b, to) && !b.env.ground.Barred(u.At, to) && !b.env.ground.Up(u.At, to) {
			out = append(out, to)
		}
	}
	return out
}

// StoodFast: a unit was not displaced although a card or trait would have displaced it. By names the card or the weapon's trait.
// Why names what kept the unit in place (S5.7): its armor's trait or a card, or "no-space" if no space behind it is free and
// enterable (S5.6).
type StoodFast struct {
	Unit Label  `json:"unit"`
	By   string `json:"by"`
	Why  string `json:"why"`
}

func (StoodFast) Kind() string                { return "stood-fast" }
func (f StoodFast) For(game.Viewer) game.Fact { return f }

var _ = public[StoodFast](nil)

// tellFast publishes the fact, under rulings that do so.
func tellFast(t tx, f StoodFast) {
	if t.State().Terms.rev().standFast {
		t.Emit(f)
	}
}

// free reports whether a unit could be in that space.
func free(b *board, at grid.Space) bool {
	return b.env.ground.Holds(at) && !b.terrain(at).Solid() && b.at(at) == nil
}

// shifts returns the spaces beside a unit to which Dimensional Shift can move it.
func shifts(b *board, u *unit) []grid.Space {
	var out []grid.Space
	for _, d := range grid.Directions {
		if to := u.At.Plus(d); free(b, to) {
			out = append(out, to)
		}
	}
	return out
}

// pushing returns the unit that is pushed and the spaces to which it can go.
func pushing(b *board) (Label, []grid.Space) {
	if p := b.Playing; p != nil {
		u := b.unit(p.Victims[0])
		return u.Label, pushes(b, u, p.pushFrom(b))
	}
	u := b.unit(b.Attack.Target)
	return u.Label, shifts(b, u)
}

func menuPush(s *state, _ game.Seat) game.Menu {
	_, to := pushing(&s.board)
	return game.Menu{offer("push", nil, slotTo.Of(spaces(to)...))}
}

func fallbackPush(s *state, _ game.Seat) game.Reply {
	_, to := pushing(&s.board)
	return push{to[0]}
}

func checkPush(s *state, _ game.Seat, r game.Reply) error {
	o, ok := r.(push)
	if !ok {
		return notNow(r, "push to and a space")
	}
	l, to := pushing(&s.board)
	for _, at := range to {
		if at == o.To {
			return nil
		}
	}
	return refuse("blocked", "%s cannot be put in %s", l, o.To.String())
}

func answerPush(t tx, _ game.Seat, r game.Reply) {
	s := t.State()
	l, _ := pushing(&s.board)
	to := r.(push).To
	if s.Playing != nil {
		p := *s.Playing
		p.Ask, p.Victims = "", p.Victims[1:]
		turn(t, func(c *cursor) { c.Playing = &p })
		put(t, l, to, "push")
		return
	}
	a := *s.Attack
	a.Ask = ""
	turn(t, func(c *cursor) { c.Attack = &a })
	put(t, l, to, "dimensional-shift")
}
