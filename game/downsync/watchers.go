package downsync

import "downsync/game/plane"

// Watcher is an enemy piece that would see or could attack bases where they stand, as the viewer knows the board.
type Watcher struct {
	By     Label
	Sees   bool
	Shoots bool // with one of its attacks, from where it is now
}

// Sees reports whether one of the piece's bases sees the body, and whether one sees it in the open. It considers only
// terrain.
func (v View) Sees(by Piece, target plane.Body) (seen, open bool) {
	g, infantry := v.Ground(), pieceOf(v, by).infantry()
	for _, b := range by.Bases {
		if eye := g.Body(b.Disc(), infantry); g.Sees(eye, target) {
			if seen = true; !g.Concealed(eye, target) {
				return true, true
			}
		}
	}
	return seen, false
}

// Watchers returns the enemy's pieces that see or could attack one of the bases. For bases at other places, call it on the view
// that Standing returns.
func (v View) Watchers(bases []Ref) (out []Watcher) {
	s := v.board()
	for _, q := range v.Pieces {
		w := Watcher{By: q.Label}
		for _, r := range bases {
			p, b, ok := v.Base(r)
			if !ok || p.Seat == q.Seat {
				continue
			}
			if !w.Sees {
				w.Sees, _ = v.Sees(q, v.Ground().Body(b.Disc(), pieceOf(v, p).infantry()))
			}
			w.Shoots = w.Shoots || v.shoots(s, q, Ref{p.Label, b.N})
		}
		if w.Sees || w.Shoots {
			out = append(out, w)
		}
	}
	return out
}

// shoots reports whether the piece has an attack that may name the target.
func (v View) shoots(s *state, q Piece, target Ref) bool {
	if q.IsPing() {
		return false
	}
	for _, a := range v.Cards().Must(q.Unit).Actions {
		for _, b := range q.Bases {
			if !a.Combat() {
				continue
			}
			if _, err := v.Try().attemptOn(s, Ref{q.Label, b.N}, a.ID, target); err == nil {
				return true
			}
		}
	}
	return false
}
