package advice

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync"
)

// Whom to shoot at: the most harmful shots first, but before them those at the enemies that matter most to what is fought for.

// volleyOf is what the shots of one piece come to; ok is false if there are none.
func volleyOf(l downsync.Label, shots []downsync.Shot) (x Volley, ok bool) {
	x = Volley{Piece: l, Shots: shots}
	for _, s := range shots {
		x.harm += s.Harm
	}
	return x, len(shots) > 0
}

// Orders returns what the volley is played as, with semicolons between the orders; begin comes first, such as the activation.
func (x Volley) Orders(begin ...string) string {
	for _, s := range x.Shots {
		begin = append(begin, s.Orders()...)
	}
	return strings.Join(begin, "; ")
}

// Closed is the volley, with the end of the activation after it where nothing else is left to shoot at. The menu is that of the running
// activation, nil for a piece that is activated first.
func (x Volley) Closed(v downsync.View, menu game.Menu) Volley {
	x.Shots = v.Closed(x.Shots, menu)
	return x
}

// Then is how the activation ends after the volley, "" if it goes on.
func (x Volley) Then() string { return x.Shots[len(x.Shots)-1].Then }

// aims reports whether the volley has a shot at one of the enemies.
func (x Volley) aims(at []downsync.Label) bool {
	return slices.ContainsFunc(x.Shots, func(s downsync.Shot) bool { return hits(s, at) })
}

// urgent returns the enemies to be shot at before others: who may come to score at the own VIP while it lacks a guard, and who keeps the
// side's Units at the enemy's VIP from a point.
func (p *Position) urgent() (out []downsync.Label) {
	if p.Exposed(p.Seat) {
		by, _, _ := p.Threat(p.Seat)
		out = append([]downsync.Label{by}, those(p.Intruders(p.Seat), func(l downsync.Label) bool { return l != by })...)
	}
	if p.TooFew() > 0 {
		out = append(out, those(p.Guards(3-p.Seat), func(l downsync.Label) bool { return !slices.Contains(out, l) })...)
	}
	return out
}

// Best returns the volleys of the pieces, the most harmful first: of each piece its best. What is fired at the enemies that matter most
// comes before that.
func (p *Position) Best(pieces []downsync.Label) []Volley {
	first := p.urgent()
	var out []Volley
	for _, l := range pieces {
		if x, ok := volleyOf(l, downsync.Volley(fired(p.Shots(l, nil), first))); ok {
			out = append(out, x)
		}
	}
	sortBy(out, func(x Volley) float64 { return -x.harm })
	return append(those(out, func(x Volley) bool { return x.aims(first) }), those(out, func(x Volley) bool { return !x.aims(first) })...)
}

// Volleys returns the shots of the running activation: all bases at once, where there are several, then single shots by harm, the urgent
// ones first.
func (p *Position) Volleys() []Volley {
	if p.volleys != nil {
		return p.volleys
	}
	shots, first := p.Shots(p.Acting.Label, p.Menu), p.urgent()
	out := []Volley{}
	if all, ok := volleyOf(p.Acting.Label, downsync.Volley(fired(shots, first))); ok && len(all.Shots) > 1 {
		out = append(out, all)
	}
	is := pressing(shots, first)
	shots = append(those(shots, is), those(shots, func(s downsync.Shot) bool { return !is(s) })...)
	for _, s := range shots {
		x, _ := volleyOf(p.Acting.Label, []downsync.Shot{s})
		out = append(out, x)
	}
	p.volleys = out
	return out
}

// ActingMoves is the Move Action that the acting piece would best make, where it has nothing to shoot at; ok is false if there is none.
func (p *Position) ActingMoves() (s Step, ok bool) {
	if !p.acts() || len(p.Volleys()) > 0 {
		return s, false
	}
	on := p.MovingOn([]downsync.Label{p.Acting.Label})
	if len(on) == 0 {
		return s, false
	}
	return on[0], true
}

// pressing reports which of the shots are aimed at an enemy that matters most, and harm at least half as much as the most harmful of that
// base.
func pressing(shots []downsync.Shot, first []downsync.Label) func(downsync.Shot) bool {
	most := map[downsync.Ref]float64{}
	for _, s := range shots {
		most[s.By] = max(most[s.By], s.Harm)
	}
	return func(s downsync.Shot) bool { return hits(s, first) && 2*s.Harm >= most[s.By] }
}

// fired returns the shots of which each base fires one: the pressing ones, of a base that has none all.
func fired(shots []downsync.Shot, first []downsync.Label) []downsync.Shot {
	is := pressing(shots, first)
	return those(shots, func(s downsync.Shot) bool {
		return is(s) || !slices.ContainsFunc(shots, func(x downsync.Shot) bool { return x.By == s.By && is(x) })
	})
}

// hits reports whether the shot is aimed at one of the enemies.
func hits(s downsync.Shot, at []downsync.Label) bool {
	return slices.ContainsFunc(s.Targets, func(r downsync.Ref) bool { return slices.Contains(at, r.Label) })
}

// Reactions: who may react, and who of them had better.

// Eligible returns the asked seat's Units that may react (R24.3).
func (p *Position) Eligible() []downsync.Label {
	return p.Own(p.Seat, func(x downsync.Piece) bool {
		return !x.IsPing() && (!x.Activated || x.Overwatch != nil && *x.Overwatch)
	})
}

// FreeReactions is how many Units react for nothing.
func (p *Position) FreeReactions() int {
	if p.Engagement != nil {
		return p.Engagement.Free
	}
	return len(those(p.Taskforce, func(l downsync.Label) bool { x, there := p.Piece(l); return there && !x.IsPing() }))
}

// MayBoost reports whether the seat has a CP left for a boost after so many of its Units react.
func (p *Position) MayBoost(units int) bool {
	return p.CP.Of(p.Seat) > max(0, units-p.FreeReactions())
}

// Reaction is a reaction with the Units that have a target, as many as may for nothing; ok is false if none has one.
func (p *Position) Reaction() (o downsync.React, ok bool) {
	all := p.Best(p.Eligible())
	for _, x := range all[:min(len(all), max(1, p.FreeReactions()))] {
		o.Units = append(o.Units, x.Piece)
	}
	o.Unboosted = p.Secrecy != downsync.Open
	if len(o.Units) == 0 {
		return o, false
	}
	_, err := p.Menu.Read(o.Order())
	return o, err == nil
}

// Declared returns those of the Units that may react for nothing and have a target, otherwise the first.
func (p *Position) Declared(units []downsync.Label) (out []downsync.Label) {
	for _, x := range p.Best(units) {
		out = append(out, x.Piece)
	}
	if len(out) == 0 {
		out = units[:1]
	}
	return out[:min(len(out), max(1, p.Engagement.Free))]
}
