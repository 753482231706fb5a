// Package storetest tests the promises that every table.Store must keep.
package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/game/table"
)

// Maker opens an empty store. reopen opens it again as after a restart; it is nil for a store that keeps nothing.
type Maker func(t *testing.T) (s table.Store, reopen func() table.Store)

// Run checks the store against every promise of table.Store except durability after a crash.
func Run(t *testing.T, open Maker) {
	for name, f := range map[string]func(*testing.T, Maker){
		"commit and load": commitAndLoad, "conflict": conflict, "cause": cause, "limits": limits, "wake": wake,
		"queues": queues, "fencing": fencing, "due": due, "records": records, "guards": guards, "marks": marks, "counters": counters, "reopen": reopened, "writers": writers, "snapshot": snapshot, "refusals": refusals, "packing": packing,
	} {
		t.Run(name, func(t *testing.T) { f(t, open) })
	}
}

var (
	ctx = context.Background()
	t0  = time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC)
)

func one(id table.ID, expect uint64, cause string) table.Commit {
	return table.Commit{Match: id, Expect: expect, Cause: cause, At: t0, Events: [][]byte{[]byte(cause)}}
}

func must(t *testing.T, s table.Store, c table.Commit) table.Receipt {
	t.Helper()
	r, err := s.Commit(ctx, c)
	if err != nil {
		t.Fatalf("commit %s: %v", c.Cause, err)
	}
	return r
}

func commitAndLoad(t *testing.T, open Maker) {
	s, _ := open(t)
	c := one("m", 0, "a")
	c.Events = append(c.Events, []byte("second"))
	c.Records = []table.Record{{Key: "user/1/m", Value: []byte("seat")}}
	if r := must(t, s, c); r.Version != 2 || r.Repeat {
		t.Fatalf("receipt %+v", r)
	}
	must(t, s, one("m", 2, "b"))
	l, err := s.Load(ctx, "m")
	if err != nil || l.Version != 3 || len(l.Events) != 3 || l.Snapshot != nil {
		t.Fatalf("loaded %+v %v", l, err)
	}
	for i, want := range []string{"a", "second", "b"} {
		if e := l.Events[i]; string(e.Data) != want || e.Seq != uint64(i+1) || !e.At.Equal(t0) {
			t.Errorf("event %d is %+v", i, e)
		}
	}
	var head table.Head
	for _, e := range l.Events {
		head = head.Next(e)
	}
	if h, err := s.Head(ctx, "m"); h != head || err != nil {
		t.Errorf("head %+v %v, expected %+v", h, err, head)
	}
	if _, err := s.Head(ctx, "other"); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("head of nothing: %v", err)
	}
	es, err := s.Events(ctx, "m", 1, 1)
	if err != nil || len(es) != 1 || string(es[0].Data) != "second" {
		t.Errorf("events after 1: %v %v", es, err)
	}
	if v, err := s.Get(ctx, "user/1/m"); err != nil || string(v) != "seat" {
		t.Errorf("record of the commit: %q %v", v, err)
	}
	if _, err := s.Load(ctx, "other"); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("load of nothing: %v", err)
	}
}

func conflict(t *testing.T, open Maker) {
	s, _ := open(t)
	must(t, s, one("m", 0, "a"))
	bad := one("m", 0, "b")
	bad.Records = []table.Record{{Key: "k", Value: []byte("v")}}
	bad.Send = []table.Effect{{Queue: "public"}}
	bad.Wake = t0
	for _, c := range []table.Commit{bad, one("m", 5, "c")} {
		if _, err := s.Commit(ctx, c); !errors.Is(err, table.ErrConflict) {
			t.Errorf("expect %d: %v", c.Expect, err)
		}
	}
	if _, err := s.Commit(ctx, one("x", 1, "a")); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("commit on nothing: %v", err)
	}
	if _, err := s.Get(ctx, "k"); !errors.Is(err, table.ErrNoRecord) {
		t.Errorf("a refused commit left a record: %v", err)
	}
	if ds, _ := s.Lease(ctx, t0, time.Minute, 9); len(ds) > 0 {
		t.Errorf("a refused commit left deliveries: %v", ds)
	}
	if due, _ := s.Due(ctx, t0, 9); len(due) > 0 {
		t.Errorf("a refused commit left a timer: %v", due)
	}
}

func cause(t *testing.T, open Maker) {
	s, _ := open(t)
	c := one("m", 0, "i:1")
	c.Reply = []byte("done so")
	must(t, s, c)
	must(t, s, one("m", 1, "i:2"))
	c.Events = [][]byte{[]byte("other")}
	if r := must(t, s, c); !r.Repeat || string(r.Reply) != "done so" || r.Version != 1 {
		t.Errorf("repeat: %+v", r)
	}
	c.Expect = 99
	if r := must(t, s, c); !r.Repeat {
		t.Errorf("repeat with another version: %+v", r)
	}
	if l, _ := s.Load(ctx, "m"); l.Version != 2 {
		t.Errorf("a repeat changed the match: version %d", l.Version)
	}
	must(t, s, one("n", 0, "i:1")) // causes are unique within a match only
}

func limits(t *testing.T, open Maker) {
	s, _ := open(t)
	big := func(n int) []byte { return bytes.Repeat([]byte("x"), n) }
	long := func(n int) string { return strings.Repeat("x", n) }
	fits := func(name string, c table.Commit, ok bool) {
		t.Helper()
		if _, err := s.Commit(ctx, c); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	with := func(id string, f func(*table.Commit)) table.Commit {
		c := one(table.ID(id), 0, "c")
		f(&c)
		return c
	}
	none := func(*table.Commit) {}
	fits("id of 40", with(long(table.MaxID), none), true)
	fits("id of 41", with(long(table.MaxID+1), none), false)
	fits("no id", with("", none), false)
	fits("id with a slash", with("a/b", none), false)
	fits("cause of 100", with("a", func(c *table.Commit) { c.Cause = long(table.MaxCause) }), true)
	fits("cause of 101", with("b", func(c *table.Commit) { c.Cause = long(table.MaxCause + 1) }), false)
	fits("no event", with("c", func(c *table.Commit) { c.Events = nil }), false)
	fits("event of 1 MiB", with("d", func(c *table.Commit) { c.Events = [][]byte{big(table.MaxEvent)} }), true)
	fits("event above", with("e", func(c *table.Commit) { c.Events = [][]byte{big(table.MaxEvent + 1)} }), false)
	fits("queue of 40", with("f", func(c *table.Commit) { c.Send = []table.Effect{{Queue: long(table.MaxQueue)}} }), true)
	fits("queue of 41", with("g", func(c *table.Commit) { c.Send = []table.Effect{{Queue: long(table.MaxQueue + 1)}} }), false)
	fits("effect of 64 KiB", with("h", func(c *table.Commit) { c.Send = []table.Effect{{Queue: "l", Body: big(table.MaxBody)}} }), true)
	fits("effect above", with("i", func(c *table.Commit) { c.Send = []table.Effect{{Queue: "l", Body: big(table.MaxBody + 1)}} }), false)
	fits("64 effects", with("j", func(c *table.Commit) { c.Send = manyEffects(table.MaxEffects) }), true)
	fits("65 effects", with("k", func(c *table.Commit) { c.Send = manyEffects(table.MaxEffects + 1) }), false)
	for n, ok := range map[int]bool{0: false, 1: true, table.MaxKey: true, table.MaxKey + 1: false} {
		if err := s.Put(ctx, table.Record{Key: long(n), Value: []byte("v")}); (err == nil) != ok {
			t.Errorf("key of %d: %v", n, err)
		}
	}
	if err := s.Put(ctx, table.Record{Key: "a", Value: big(table.MaxValue)}); err != nil {
		t.Error(err)
	}
	if err := s.Put(ctx, table.Record{Key: "b", Value: []byte("v")}, table.Record{Key: "c", Value: big(table.MaxValue + 1)}); err == nil {
		t.Error("a value above the limit was taken")
	}
	if _, err := s.Get(ctx, "b"); !errors.Is(err, table.ErrNoRecord) {
		t.Error("half of a Put was written")
	}
}

func manyEffects(n int) []table.Effect {
	out := make([]table.Effect, n)
	for i := range out {
		out[i].Queue = fmt.Sprintf("seat/%d", i)
	}
	return out
}

func wake(t *testing.T, open Maker) {
	s, _ := open(t)
	at := func(id table.ID, expect uint64, cause string, wake time.Time) {
		c := one(id, expect, cause)
		c.Wake = wake
		must(t, s, c)
	}
	at("b", 0, "1", t0.Add(2*time.Second))
	at("a", 0, "1", t0.Add(time.Second))
	at("c", 0, "1", t0.Add(time.Hour))
	at("d", 0, "1", time.Time{})
	want := []table.Due{{Match: "a", Wake: t0.Add(time.Second)}, {Match: "b", Wake: t0.Add(2 * time.Second)}}
	if due, err := s.Due(ctx, t0.Add(2*time.Second), 9); err != nil || !reflect.DeepEqual(due, want) {
		t.Errorf("due %v %v", due, err)
	}
	if due, _ := s.Due(ctx, t0.Add(2*time.Second), 1); len(due) != 1 {
		t.Errorf("max 1 gave %d", len(due))
	}
	at("a", 1, "2", t0.Add(3*time.Hour))
	at("b", 1, "2", time.Time{})
	if next, _ := s.NextWake(ctx); !next.Equal(t0.Add(time.Hour)) {
		t.Errorf("next wake %v", next)
	}
	if l, _ := s.Load(ctx, "a"); !l.Wake.Equal(t0.Add(3 * time.Hour)) {
		t.Errorf("loaded wake %v", l.Wake)
	}
}

func queues(t *testing.T, open Maker) {
	s, _ := open(t)
	send := func(expect uint64, cause string, es ...table.Effect) {
		c := one("m", expect, cause)
		c.Send = es
		must(t, s, c)
	}
	send(0, "1", table.Effect{Queue: "log", Body: []byte("l1")}, table.Effect{Queue: "log", Body: []byte("l2")},
		table.Effect{Queue: "public", Body: []byte("old"), Coalesce: true})
	send(1, "2", table.Effect{Queue: "public", Body: []byte("new"), Coalesce: true})
	lease := func() map[string]table.Delivery {
		t.Helper()
		ds, err := s.Lease(ctx, t0, time.Minute, 9)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]table.Delivery{}
		for _, d := range ds {
			out[d.Queue] = d
		}
		return out
	}
	got := lease()
	if len(got) != 2 || string(got["log"].Body) != "l1" || string(got["public"].Body) != "new" || got["log"].Match != "m" {
		t.Fatalf("leased %v", got)
	}
	if again := lease(); len(again) != 0 {
		t.Errorf("leased twice: %v", again)
	}
	if err := s.Done(ctx, got["log"], []byte("id 1")); err != nil {
		t.Fatal(err)
	}
	if err := s.Fail(ctx, got["public"], t0.Add(time.Minute), []byte("half")); err != nil {
		t.Fatal(err)
	}
	next := lease()
	if len(next) != 1 || string(next["log"].Body) != "l2" || string(next["log"].Prior) != "id 1" {
		t.Fatalf("then leased %v", next)
	}
	if err := s.Done(ctx, next["log"], nil); err != nil {
		t.Fatal(err)
	}
	ds, _ := s.Lease(ctx, t0.Add(time.Minute), time.Minute, 9)
	if len(ds) != 1 || ds[0].Tries != 1 || string(ds[0].Prior) != "half" {
		t.Fatalf("after a failure leased %v", ds)
	}
	if err := s.Done(ctx, ds[0], []byte("whole")); err != nil {
		t.Fatal(err)
	}
	if ds, _ := s.Lease(ctx, t0.Add(time.Hour), time.Minute, 9); len(ds) != 0 {
		t.Errorf("delivered effects came back: %v", ds)
	}
}

// A delivery is due when its commit says so, whatever the time of the events, and waiting deliveries can be made due.
func due(t *testing.T, open Maker) {
	s, _ := open(t)
	fast := t0.Add(time.Hour)
	leased := func(what string, now time.Time, want ...string) (out map[string]table.Delivery) {
		t.Helper()
		ds, err := s.Lease(ctx, now, time.Minute, 9)
		if err != nil {
			t.Fatal(err)
		}
		out = map[string]table.Delivery{}
		for _, d := range ds {
			out[d.Queue] = d
		}
		for _, queue := range want {
			if _, ok := out[queue]; !ok {
				t.Errorf("%s: %s is not due", what, queue)
			}
		}
		if len(ds) != len(want) {
			t.Errorf("%s: leased %v, expected %v", what, ds, want)
		}
		return out
	}
	c := one("m", 0, "1")
	c.At, c.Send = fast, []table.Effect{{Queue: "public", Coalesce: true}}
	must(t, s, c)
	leased("by a clock that is behind", t0)
	c = one("m", 1, "2")
	c.At, c.Due, c.Send = fast, t0, []table.Effect{{Queue: "public", Coalesce: true}, {Queue: "seat/1", Coalesce: true}}
	must(t, s, c)
	got := leased("due before its events", t0, "public", "seat/1")
	if l, err := s.Load(ctx, "m"); err != nil || len(l.Events) != 2 || !l.Events[1].At.Equal(fast) {
		t.Errorf("events %v %v, expected the time that the commit gives them", l.Events, err)
	}
	if r, err := s.Commit(ctx, c); err != nil || !r.Repeat {
		t.Errorf("the same commit again: %+v %v", r, err)
	}
	c = one("m", 0, "3")
	c.Due = t0
	c.Send = []table.Effect{{Queue: "public", Coalesce: true}}
	c.At = fast
	if _, err := s.Commit(ctx, c); !errors.Is(err, table.ErrConflict) {
		t.Errorf("at a version of before: %v, expected %v", err, table.ErrConflict)
	}
	if err := s.Fail(ctx, got["seat/1"], t0.Add(time.Hour), []byte("half")); err != nil {
		t.Fatal(err)
	}
	if err := s.Done(ctx, got["public"], nil); err != nil {
		t.Fatal(err)
	}
	leased("postponed", t0)
	if err := s.RetryNow(ctx, t0); err != nil {
		t.Fatal(err)
	}
	again := leased("made due", t0, "seat/1")
	if d := again["seat/1"]; d.Tries != 1 || string(d.Prior) != "half" || d.Due.After(t0) {
		t.Errorf("the delivery that waited is %+v", d)
	}
	if err := s.RetryNow(ctx, t0.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	leased("leased", t0)
}

func fencing(t *testing.T, open Maker) {
	s, _ := open(t)
	c := one("m", 0, "1")
	c.Send = []table.Effect{{Queue: "public", Body: []byte("1"), Coalesce: true}}
	must(t, s, c)
	old, _ := s.Lease(ctx, t0, time.Minute, 1)
	c = one("m", 1, "2")
	c.Send = []table.Effect{{Queue: "public", Body: []byte("2"), Coalesce: true}}
	must(t, s, c)
	if ds, _ := s.Lease(ctx, t0, time.Minute, 1); len(ds) != 0 {
		t.Fatalf("a queue under lease gave %v", ds)
	}
	if err := s.Done(ctx, old[0], []byte("r1")); err != nil {
		t.Fatal(err)
	}
	fresh, _ := s.Lease(ctx, t0, time.Minute, 1)
	if len(fresh) != 1 || string(fresh[0].Body) != "2" || string(fresh[0].Prior) != "r1" || old[0].Unsettled || fresh[0].Unsettled {
		t.Fatalf("the newer effect: %v", fresh)
	}
	late, _ := s.Lease(ctx, t0.Add(2*time.Minute), time.Minute, 1)
	if len(late) != 1 || !late[0].Unsettled {
		t.Fatalf("an expired lease was given again as %+v, expected as one that was not settled", late)
	}
	if err := s.Done(ctx, fresh[0], nil); !errors.Is(err, table.ErrLost) {
		t.Errorf("done of an expired lease: %v", err)
	}
	if err := s.Fail(ctx, fresh[0], t0, nil); !errors.Is(err, table.ErrLost) {
		t.Errorf("fail of an expired lease: %v", err)
	}
	if err := s.Fail(ctx, late[0], t0, nil); err != nil {
		t.Error(err)
	}
	if ds, _ := s.Lease(ctx, t0, time.Minute, 1); len(ds) != 1 || ds[0].Unsettled || ds[0].Tries != 1 {
		t.Errorf("a delivery that failed is %+v", ds)
	}
}

func records(t *testing.T, open Maker) {
	s, _ := open(t)
	put := func(k, v string) table.Record { return table.Record{Key: k, Value: []byte(v)} }
	if err := s.Put(ctx, put("user/2/a", "2"), put("user/1/b", "1b"), put("user/1/a", "1a"), put("user/10/a", "10")); err != nil {
		t.Fatal(err)
	}
	keys := func(prefix, after string, max int) string {
		rs, err := s.List(ctx, prefix, after, max)
		if err != nil {
			t.Fatal(err)
		}
		var ks []string
		for _, r := range rs {
			ks = append(ks, r.Key)
		}
		return strings.Join(ks, " ")
	}
	if got := keys("user/1/", "", 9); got != "user/1/a user/1/b" {
		t.Error(got)
	}
	if got := keys("user/", "user/1/a", 2); got != "user/1/b user/10/a" {
		t.Error(got)
	}
	if err := s.Put(ctx, table.Record{Key: "user/1/a"}); err != nil {
		t.Fatal(err)
	}
	if got := keys("user/1/", "", 9); got != "user/1/b" {
		t.Error(got)
	}
}

func snapshot(t *testing.T, open Maker) {
	s, _ := open(t)
	must(t, s, one("m", 0, "1"))
	c := one("m", 1, "2")
	c.State = []byte("state at 2")
	must(t, s, c)
	must(t, s, one("m", 2, "3"))
	l, err := s.Load(ctx, "m")
	if err != nil || string(l.Snapshot) != "state at 2" || l.Base != 2 || len(l.Before) != 2 || len(l.Events) != 1 || l.Version != 3 {
		t.Errorf("loaded %+v %v", l, err)
	}
}

func reopened(t *testing.T, open Maker) {
	s, reopen := open(t)
	if reopen == nil {
		return // this store keeps nothing across a restart
	}
	c := one("m", 0, "1")
	c.Send = []table.Effect{{Queue: "public", Body: []byte("b")}}
	c.Wake, c.Reply = t0, []byte("r")
	c.Records = []table.Record{{Key: "k", Value: []byte("v")}}
	must(t, s, c)
	if ds, _ := s.Lease(ctx, t0, time.Hour, 1); len(ds) != 1 {
		t.Fatal("no lease")
	}
	s = reopen()
	if r := must(t, s, c); !r.Repeat || string(r.Reply) != "r" {
		t.Errorf("the cause was forgotten: %+v", r)
	}
	if ds, _ := s.Lease(ctx, t0, time.Hour, 1); len(ds) != 1 || string(ds[0].Body) != "b" {
		t.Errorf("the delivery that was under lease: %v", ds)
	}
	if due, _ := s.Due(ctx, t0, 1); len(due) != 1 {
		t.Error("the timer was forgotten")
	}
	if v, err := s.Get(ctx, "k"); err != nil || string(v) != "v" {
		t.Error("the record was forgotten")
	}
}

// writers runs many writers on one match and on many. Every version must be assigned once.
func writers(t *testing.T, open Maker) {
	s, _ := open(t)
	must(t, s, one("shared", 0, "open"))
	const n, each = 16, 8
	var wg sync.WaitGroup
	for w := range n {
		wg.Go(func() {
			own := table.ID(fmt.Sprintf("own-%d", w))
			for i := range each {
				if _, err := s.Commit(ctx, one(own, uint64(i), fmt.Sprint(i))); err != nil {
					t.Error(err)
				}
				shared(t, s, fmt.Sprintf("%d/%d", w, i))
			}
		})
	}
	wg.Wait()
	if l, err := s.Load(ctx, "shared"); err != nil || l.Version != 1+n*each {
		t.Errorf("shared match: version %d %v", l.Version, err)
	}
}

// shared commits to the shared match and decides again after each conflict.
func shared(t *testing.T, s table.Store, cause string) {
	for {
		l, err := s.Load(ctx, "shared")
		if err != nil {
			t.Error(err)
			return
		}
		_, err = s.Commit(ctx, one("shared", l.Version, cause))
		if err == nil {
			return
		}
		if !errors.Is(err, table.ErrConflict) {
			t.Error(err)
			return
		}
	}
}

// Compare applies the same random operations to two stores and fails if they differ.
func Compare(t *testing.T, a, b table.Store, seed uint64, steps int) {
	r := rand.New(rand.NewPCG(seed, 150))
	now := t0
	var heldA, heldB []table.Delivery
	for i := range steps {
		now = now.Add(time.Duration(r.IntN(2000)) * time.Millisecond)
		switch r.IntN(5) {
		case 0, 1:
			c := one(table.ID(fmt.Sprintf("m-%d", r.IntN(3))), uint64(r.IntN(6)), fmt.Sprint(r.IntN(40)))
			c.At = now
			for range r.IntN(3) {
				c.Send = append(c.Send, table.Effect{Queue: []string{"public", "seat/1", "log"}[r.IntN(3)],
					Body: []byte(fmt.Sprint(i)), Coalesce: r.IntN(2) == 0})
			}
			if r.IntN(2) == 0 {
				c.Wake = now.Add(time.Duration(r.IntN(9)) * time.Second)
			}
			ra, ea := a.Commit(ctx, c)
			rb, eb := b.Commit(ctx, c)
			same(t, i, "commit", ra, rb, ea, eb)
		case 2:
			da, ea := a.Lease(ctx, now, 5*time.Second, 1+r.IntN(3))
			db, eb := b.Lease(ctx, now, 5*time.Second, max(len(da), 1))
			if len(da) == 0 {
				db, eb = nil, nil
			}
			same(t, i, "lease", da, db, ea, eb)
			heldA, heldB = append(heldA, da...), append(heldB, db...)
		case 3:
			if len(heldA) == 0 || len(heldA) != len(heldB) {
				continue
			}
			k := r.IntN(len(heldA))
			if r.IntN(2) == 0 {
				same(t, i, "done", 0, 0, a.Done(ctx, heldA[k], []byte("x")), b.Done(ctx, heldB[k], []byte("x")))
			} else {
				at := now.Add(3 * time.Second)
				same(t, i, "fail", 0, 0, a.Fail(ctx, heldA[k], at, nil), b.Fail(ctx, heldB[k], at, nil))
			}
		case 4:
			da, ea := a.Due(ctx, now, 9)
			db, eb := b.Due(ctx, now, 9)
			same(t, i, "due", da, db, ea, eb)
			na, _ := a.NextWake(ctx)
			nb, _ := b.NextWake(ctx)
			same(t, i, "next", na.UnixMilli(), nb.UnixMilli(), nil, nil)
		}
	}
	for m := range 3 {
		id := table.ID(fmt.Sprintf("m-%d", m))
		la, ea := a.Load(ctx, id)
		lb, eb := b.Load(ctx, id)
		la.Wake, lb.Wake = la.Wake.UTC(), lb.Wake.UTC()
		same(t, steps, "load", la, lb, ea, eb)
	}
}

func same(t *testing.T, step int, what string, a, b any, ea, eb error) {
	t.Helper()
	for _, target := range []error{table.ErrConflict, table.ErrNoMatch, table.ErrNoRecord, table.ErrLost} {
		if errors.Is(ea, target) != errors.Is(eb, target) {
			t.Fatalf("step %d: %s: %v against %v", step, what, ea, eb)
		}
	}
	if (ea == nil) != (eb == nil) || ea == nil && fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", b) {
		t.Fatalf("step %d: %s:\n%+v %v\n%+v %v", step, what, a, ea, b, eb)
	}
}
