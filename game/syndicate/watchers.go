package syndicate

import "downsync/game/syndicate/grid"

// Watcher is an enemy unit that sees or could attack units where they stand, as the viewer knows the board.
type Watcher struct {
	By      Label
	Attacks bool // from where it is now
}

// Watchers returns the enemy's units that see or could attack one of the units. For units at other places, call it on the view that
// Moved returns.
func (v View) Watchers(units []Label) (out []Watcher) {
	for i := range v.board.Units {
		e := &v.board.Units[i]
		w, sees := Watcher{By: e.Label}, false
		for _, l := range units {
			u := v.board.unit(l)
			if u == nil || !u.At.On() || !e.At.On() || l.Seat() == e.Label.Seat() {
				continue
			}
			hidden := u.has("hidden") && grid.Distance(u.At, e.At) > hiddenFrom
			sees = sees || !hidden && !v.board.line(e, u).Blocked
			w.Attacks = w.Attacks || whyNot(v.board, e, u) == nil
		}
		if sees || w.Attacks {
			out = append(out, w)
		}
	}
	return out
}
