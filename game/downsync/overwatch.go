package downsync

import "slices"

// The Overwatch Action: R19.2 to R19.4, rulings Q46 and Q95.

// checkOverwatch says why the acting piece cannot take Overwatch: every base that still has an action pays its AP, and at least
// one base must do so (Q46).
func checkOverwatch(s *state) error {
	a, p := acting(s)
	if p.isPing() {
		return refuse("not-a-unit", "a contact may only move")
	}
	all := !rev(s).watchSome
	for _, x := range a.Actors {
		if !all && !x.able() && slices.ContainsFunc(a.Actors, actor.able) {
			continue
		}
		if err := checkStep(s, p, x); err != nil {
			return err
		}
	}
	if ed(s).watchAlone && s.RE != nil && slices.ContainsFunc(a.Actors, func(x actor) bool { return x.Spent }) {
		return refuse("alone", "%s has acted; in a reaction Overwatch goes with nothing else", p.Label)
	}
	return nil
}

// checkAlone refuses any other action beside an Overwatch Action in a reaction (edition 4.2).
func checkAlone(s *state, p piece) error {
	if a, _ := acting(s); ed(s).watchAlone && s.RE != nil && a.Watched {
		return refuse("alone", "%s has taken Overwatch; in a reaction nothing else goes with it", p.Label)
	}
	return nil
}
