package rival

import "testing"

// No answer of any pace comes before the longest thought ends, so that its time tells nothing of the thought.
func TestEachPaceIsSlowerThanAThought(t *testing.T) {
	for name, p := range paces {
		if soonest <= thinks || p.shortest < soonest || p.longest < p.shortest || p.less > 1 {
			t.Errorf("pace %q: %+v, a thought takes up to %s", name, p, thinks)
		}
	}
}
