package ending

import (
	"reflect"
	"testing"
)

// Who has most wins, who gives up loses, and nobody wins a tie.
func TestRanks(t *testing.T) {
	for _, c := range []struct {
		f    Ended
		rank []int
		why  string
	}{
		{Won(2, "mission"), []int{2, 1}, "mission"}, {Conceded(2), []int{1, 2}, "concession"}, {Agreed(), []int{1, 1}, "agreement"},
		{Most([2]int{1, 3}, "vp"), []int{2, 1}, "vp"}, {Most([2]int{3, 1}, "vp"), []int{1, 2}, "vp"}, {Most([2]int{2, 2}, "vp"), []int{1, 1}, "vp"},
	} {
		if r := c.f.Result(); !reflect.DeepEqual(r.Rank, c.rank) || r.Why != c.why {
			t.Errorf("%+v, expected %v by %q", r, c.rank, c.why)
		}
	}
}
