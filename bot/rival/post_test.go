package rival

import "testing"

// At any pace, no answer comes before the longest thought ends, so its time reveals nothing of the thought.
func TestEachPaceIsSlowerThanAThought(t *testing.T) {
	for name, p := range paces {
		if soonest <= thinks || p.shortest < soonest || p.longest < p.shortest || p.less > 1 {
			t.Errorf("pace %q: %+v, a thought takes up to %s", name, p, thinks)
		}
	}
}
