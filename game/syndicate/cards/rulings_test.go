package cards

import (
	"slices"
	"testing"
)

// R-C10: there are no signature weapons, so any Operator may carry any weapon.
func TestR_C10(t *testing.T) {
	for _, s := range Starters() {
		for _, w := range Printed().Weapons {
			s.Weapon = w.ID
			if err := Printed().CheckSquad(s.Squad); err != nil {
				t.Errorf("%s with %s: %v", s.ID, w.ID, err)
			}
		}
	}
}

// R-T13: "Downed" is no status; the manual describes these.
func TestR_T13(t *testing.T) {
	want := []string{"suppressed", "marked", "disoriented", "jammed", "immobilized", "revealed", "burning", "bleeding", "guarded", "overwatch", "hidden", "focused", "shielded"}
	if got := Statuses(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("statuses %v", got)
	}
}
