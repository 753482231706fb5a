package downsync

import (
	"downsync/game/downsync/cards"
	"downsync/game/plane"
)

// More what-ifs of a view: what a staged move would bring to light, and why an action has no such target.

// Finds returns the enemy Pings that would have to be revealed if the base ended a move there, while its Unit's other bases
// stay in place (R16.2, Q32), as the viewer knows the board. Pings find nothing.
func (v View) Finds(r Ref, at plane.Point) []Label {
	s := v.board()
	p, ok := s.piece(r.Label)
	if !ok || p.isPing() {
		return nil
	}
	b, ok := p.base(r.N)
	if !ok {
		return nil
	}
	p = p.standingAt(b, at)
	counts := p.Bases
	if b, _ = p.base(b.N); !rev(s).wholeUnit && v.Phase != Moving {
		counts = []base{b}
	}
	return contacts(s, p, counts)
}

// Denied is a target that an action may not name.
type Denied struct {
	Action string // its name
	Target Ref
	Why    error // a *game.Refusal
}

// denied returns the enemy's bases that each check and attack of that base may not name, and why, as the viewer knows the
// board. It lists Pings for scans only and Units for attacks only, to keep the list short.
func (v View) Denied(by Ref) []Denied {
	me, ok := v.Piece(by.Label)
	if !ok || me.IsPing() {
		return nil
	}
	var out []Denied
	for _, action := range v.Cards().Must(me.Unit).Actions {
		for _, e := range v.Pieces {
			if action.Effect == cards.Special || e.Seat == me.Seat || e.IsPing() != (action.Effect == cards.Scan) {
				continue
			}
			for _, eb := range e.Bases {
				target := pieceOf(v, e).ref(eb.N)
				if _, err := v.Try().attempt(by, action.ID, target); err != nil {
					out = append(out, Denied{Action: action.Name, Target: target, Why: err})
				}
			}
		}
	}
	return out
}
