package downsync

import (
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// More what-ifs of a view: what a staged move would bring to light, and why an action has no such target.

// Finds are the enemy Pings that would have to be revealed if the base ended a move there (R16.2), as far as the view
// tells. Pings find nothing.
func (v View) Finds(r Ref, at plane.Point) []Label {
	s := v.board(0)
	p, ok := s.piece(r.Label)
	if !ok || p.isPing() {
		return nil
	}
	disc := plane.Disc{At: at, R: p.radius()}
	var out []Label
	for _, e := range side(s, other(p.seat()), piece.isPing) {
		if len(e.Bases) > 0 && plane.Within(disc, e.disc(e.Bases[0]), contactRange) {
			out = append(out, e.Label)
		}
	}
	return out
}

// Denied is a target that an action may not name.
type Denied struct {
	Action string // its name
	Target Ref
	Why    error // a *game.Refusal
}

// Denied are the enemy's bases that each check and attack of that base may not name, and why, as far as the view tells.
// Pings are told of with scans alone, and Units with attacks, or there would be no end to it.
func (v View) Denied(by Ref) []Denied {
	s := v.board(0)
	p, ok := s.piece(by.Label)
	if !ok || p.isPing() {
		return nil
	}
	b, ok := p.base(by.N)
	if !ok {
		return nil
	}
	var out []Denied
	for _, action := range p.card().Actions {
		if action.Effect == cards.Special || isClustered(action) || !inTeam(action, b.N) {
			continue
		}
		for _, e := range s.Pieces {
			if e.seat() == p.seat() || e.isPing() != (action.Effect == cards.Scan) {
				continue
			}
			for _, eb := range e.Bases {
				if err := checkTarget(s, p, b, action, e.ref(eb.N)); err != nil {
					out = append(out, Denied{Action: action.Name, Target: e.ref(eb.N), Why: err})
				}
			}
		}
	}
	return out
}
