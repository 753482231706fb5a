package jagged

// Watcher is an enemy model that sees or could attack models where they stand, as the viewer knows the board.
type Watcher struct {
	By      Label
	Attacks bool // with the weapon of an order that names none, from where it is now
}

// Watchers returns the enemy's models that see or could attack one of the models. For models at other places, call it on the view
// that Standing returns.
func (v View) Watchers(models []Label) (out []Watcher) {
	for _, m := range v.Models {
		w, sees := Watcher{By: m.Label}, false
		for _, l := range models {
			sees = sees || v.Sees(m.Label, l)
			if _, err := v.Aim(m.Label, l, "", Aid{}); err == nil {
				w.Attacks = true
			}
		}
		if sees || w.Attacks {
			out = append(out, w)
		}
	}
	return out
}
