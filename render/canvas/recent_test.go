package canvas

import "testing"

// Values in use stay, others are dropped, and there are never more than twice as many as the limit.
func TestRecentIsBounded(t *testing.T) {
	r := recent[int, *int]{most: 10}
	for i := range 100 {
		r.put(i, &i)
		if got := r.get(0); got == nil || *got != 0 {
			t.Fatalf("after %d others the value in use is gone", i)
		}
		if n := r.count(); n > 20 {
			t.Fatalf("%d values are kept", n)
		}
	}
	if r.get(50) != nil || r.get(99) == nil {
		t.Error("the oldest stays, or the newest is gone")
	}
	if r.empty(); r.get(99) != nil || r.count() != 0 {
		t.Error("something is kept")
	}
}
