package storetest

import (
	"testing"
	"time"

	"downsync/game/table"
)

// Ages tests that a store knows when the oldest pending delivery was made, however often it has been tried and replaced. The
// store is empty.
func Ages(t *testing.T, s table.Store, oldest func() time.Time) {
	expect := func(when string, want time.Time) {
		t.Helper()
		if got := oldest(); !got.Equal(want) {
			t.Errorf("%s: the oldest is of %v, expected %v", when, got, want)
		}
	}
	send := func(id table.ID, expect uint64, cause string, at time.Time, coalesce bool) {
		t.Helper()
		c := one(id, expect, cause)
		c.At, c.Send = at, []table.Effect{{Queue: "public", Coalesce: coalesce}}
		must(t, s, c)
	}
	lease := func(at time.Time, want int) []table.Delivery {
		t.Helper()
		ds, err := s.Lease(ctx, at, time.Minute, 9)
		if err != nil || len(ds) != want {
			t.Fatalf("leased %v %v, expected %d", ds, err, want)
		}
		return ds
	}
	expect("empty", time.Time{})
	send("m", 0, "a", t0, true)
	expect("made", t0)
	if err := s.Fail(ctx, lease(t0, 1)[0], t0.Add(time.Hour), nil); err != nil {
		t.Fatal(err)
	}
	expect("put off", t0)
	send("m", 1, "b", t0.Add(time.Minute), true)
	send("m", 2, "c", t0.Add(2*time.Minute), true)
	expect("replaced", t0)
	send("n", 0, "a", t0.Add(3*time.Minute), false)
	send("n", 1, "b", t0.Add(4*time.Minute), false)
	expect("two queues", t0)
	for _, want := range []time.Time{t0.Add(4 * time.Minute), {}} {
		n := 2
		if want.IsZero() {
			n = 1
		}
		for _, d := range lease(t0.Add(2*time.Hour), n) {
			if err := s.Done(ctx, d, nil); err != nil {
				t.Fatal(err)
			}
		}
		expect("delivered", want)
	}
	send("m", 3, "d", t0.Add(3*time.Hour), true)
	expect("a new one", t0.Add(3*time.Hour))
}
