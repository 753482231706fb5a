package advice

import (
	"slices"
	"strings"

	"downsync/game"
	"downsync/game/downsync"
)

// Targets: the most harmful shots come first, but before them those at the enemies that matter most for scoring.

// volleyOf returns the volley of one piece's shots; ok is false if there are none.
func volleyOf(l downsync.Label, shots []downsync.Shot) (x Volley, ok bool) {
	x = Volley{Piece: l, Shots: shots}
	for _, s := range shots {
		x.harm += s.Harm
	}
	return x, len(shots) > 0
}

// Orders returns the orders that play the volley, separated by semicolons; begin comes first, such as the activation.
func (x Volley) Orders(begin ...string) string {
	for _, s := range x.Shots {
		begin = append(begin, s.Orders()...)
	}
	return strings.Join(begin, "; ")
}

// Closed returns the volley, with the end of the activation after it if nothing else is left to shoot at. menu is the running
// activation's menu, nil for a piece that is activated first.
func (x Volley) Closed(v downsync.View, menu game.Menu) Volley {
	x.Shots = v.Closed(x.Shots, menu)
	return x
}

// Then returns how the activation ends after the volley, "" if it goes on.
func (x Volley) Then() string { return x.Shots[len(x.Shots)-1].Then }

// aims reports whether the volley has a shot at one of the enemies.
func (x Volley) aims(at []downsync.Label) bool {
	return slices.ContainsFunc(x.Shots, func(s downsync.Shot) bool { return hits(s, at) })
}

// urgent returns the enemies to shoot at before others: those that may soon score at the unguarded own VIP, and those that
// keep the side's Units at the enemy's VIP from a point.
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

// Best returns the best volley of each piece, the most harmful first. Volleys at the urgent enemies come before that.
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

// Volleys returns the shots of the running activation: those of all bases at once, if there are several, then single shots by
// harm, the urgent ones first.
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

// ActingMoves returns the best Move Action of the acting piece if it has nothing to shoot at; ok is false if there is none.
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

// pressing returns a function that reports whether a shot is aimed at an urgent enemy and harms at least half as much as the
// most harmful shot of its base.
func pressing(shots []downsync.Shot, first []downsync.Label) func(downsync.Shot) bool {
	most := map[downsync.Ref]float64{}
	for _, s := range shots {
		most[s.By] = max(most[s.By], s.Harm)
	}
	return func(s downsync.Shot) bool { return hits(s, first) && 2*s.Harm >= most[s.By] }
}

// fired returns the shots from which each base fires one: the pressing ones, or all for a base that has none.
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

// Reactions: the Units that may react, and the ones that should.

// Eligible returns the asked seat's Units that may react (R24.3).
func (p *Position) Eligible() []downsync.Label {
	return p.Own(p.Seat, func(x downsync.Piece) bool {
		return !x.IsPing() && (!x.Activated || x.Overwatch != nil && *x.Overwatch)
	})
}

// FreeReactions returns how many Units may react without paying.
func (p *Position) FreeReactions() int {
	if p.Engagement != nil {
		return p.Engagement.Free
	}
	return len(those(p.Taskforce, func(l downsync.Label) bool { x, there := p.Piece(l); return there && !x.IsPing() }))
}

// MayBoost reports whether the seat has a CP left for a boost after that many of its Units react.
func (p *Position) MayBoost(units int) bool {
	return p.CP.Of(p.Seat) > max(0, units-p.FreeReactions())
}

// Reaction returns a reaction with the Units that have a target, as many as may react without paying; ok is false if none has
// one.
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

// Declared returns the Units that have a target and may react without paying, or the first Unit if none has a target.
func (p *Position) Declared(units []downsync.Label) (out []downsync.Label) {
	for _, x := range p.Best(units) {
		out = append(out, x.Piece)
	}
	if len(out) == 0 {
		out = units[:1]
	}
	return out[:min(len(out), max(1, p.Engagement.Free))]
}
