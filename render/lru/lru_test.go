package lru

import "testing"

// The cache drops the values that were not used for the longest time as soon as it is too large, and keeps no trace of them. A value
// larger than the limit is kept until the next one.
func TestBounded(t *testing.T) {
	c := Cache[int, string]{Most: 9, Size: func(s string) int { return len(s) }}
	for i := range 5 {
		if got := c.Put(i, "abc"); got != "abc" {
			t.Fatalf("%q was put", got)
		}
		if _, ok := c.Get(0); !ok {
			t.Fatalf("the value in use is gone after %d others", i)
		}
	}
	for key, want := range []bool{true, false, false, true, true} {
		if _, got := c.Get(key); got != want {
			t.Errorf("value %d: kept %t, expected %t", key, got, want)
		}
	}
	if len(c.byKey) != 3 || c.order.Len() != 3 || c.Held() != 9 {
		t.Errorf("%d values, %d in order, a size of %d", len(c.byKey), c.order.Len(), c.Held())
	}
	c.Put(9, "more than fits")
	if got, ok := c.Get(9); !ok || got != "more than fits" || c.order.Len() != 1 {
		t.Errorf("of a large value %q is kept, %t, with %d in all", got, ok, c.order.Len())
	}
	c.Put(10, "")
	if _, ok := c.Get(9); ok || c.Held() != 0 {
		t.Errorf("a large value stays, with a size of %d", c.Held())
	}
}

// The value that was stored first under a key stays. An empty cache has none. Without sizes each value counts one.
func TestFirstStays(t *testing.T) {
	c := Cache[string, int]{Most: 2}
	c.Put("a", 1)
	if got := c.Put("a", 2); got != 1 || c.Held() != 1 {
		t.Errorf("%d is kept, in all %d", got, c.Held())
	}
	c.Put("b", 3)
	c.Put("c", 4)
	if _, ok := c.Get("a"); ok || c.Held() != 2 {
		t.Errorf("the oldest is kept: %t, in all %d", ok, c.Held())
	}
	c.Empty()
	if _, ok := c.Get("b"); ok || c.Held() != 0 || c.order.Len() != 0 {
		t.Errorf("after emptying it b is kept: %t, in all %d", ok, c.Held())
	}
}
