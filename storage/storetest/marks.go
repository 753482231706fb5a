package storetest

import (
	"errors"
	"testing"
	"time"

	"downsync/game/table"
)

// marks: records are written together with the mark of a delivery, or neither is.
func marks(t *testing.T, open Maker) {
	s, _ := open(t)
	c := one("m", 0, "1")
	for range 3 {
		c.Send = append(c.Send, table.Effect{Queue: "public", Body: []byte("b")})
	}
	must(t, s, c)
	is := func(key, want string) {
		t.Helper()
		v, err := s.Get(ctx, key)
		if want == "" && !errors.Is(err, table.ErrNoRecord) || want != "" && (err != nil || string(v) != want) {
			t.Errorf("%s is %q %v, expected %q", key, v, err, want)
		}
	}
	lease := func(at time.Time) table.Delivery {
		t.Helper()
		ds, err := s.Lease(ctx, at, time.Minute, 1)
		if err != nil || len(ds) != 1 {
			t.Fatalf("leased %v %v", ds, err)
		}
		return ds[0]
	}
	put := func(key, value, was string) table.Record {
		r := table.Record{Key: key, Value: []byte(value), If: true}
		if was != "" {
			r.Was = []byte(was)
		}
		return r
	}
	d := lease(t0)
	if err := s.Done(ctx, d, []byte("r1"), table.Record{Key: "a", Value: []byte("1")}, put("b", "2", "1")); !errors.Is(err, table.ErrChanged) {
		t.Errorf("done beside a changed record: %v", err)
	}
	if err := s.Done(ctx, d, []byte("r1"), table.Record{Value: []byte("1")}); err == nil {
		t.Error("done with a record without a key")
	}
	is("a", "")
	is("b", "")
	if ds, _ := s.Lease(ctx, t0, time.Minute, 9); len(ds) != 0 {
		t.Errorf("the lease was lost with the record: %v", ds)
	}
	if err := s.Done(ctx, d, []byte("r1"), table.Record{Key: "a", Value: []byte("1")}, put("b", "2", "")); err != nil {
		t.Fatal(err)
	}
	is("a", "1")
	is("b", "2")
	d = lease(t0)
	if d.Seq != 2 || string(d.Prior) != "r1" {
		t.Errorf("after it %+v", d)
	}
	if err := s.Fail(ctx, d, t0.Add(time.Minute), []byte("r2"), put("b", "3", "2"), table.Record{Key: "a"}); err != nil {
		t.Fatal(err)
	}
	is("a", "")
	is("b", "3")
	old := lease(t0.Add(time.Minute))
	if old.Tries != 1 || string(old.Prior) != "r2" {
		t.Errorf("after a failure %+v", old)
	}
	lease(t0.Add(time.Hour))
	if err := s.Done(ctx, old, nil, put("b", "4", "3")); !errors.Is(err, table.ErrLost) {
		t.Errorf("done of an expired lease: %v", err)
	}
	is("b", "3")
}
