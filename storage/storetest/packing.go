package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"downsync/game/table"
)

// packing checks a store that can pack matches: a packed match reads as before, its causes count, and a commit continues it. Only
// matches without a timer are listed.
func packing(t *testing.T, open Maker) {
	s, reopen := open(t)
	p, ok := s.(table.Packing)
	if !ok {
		return // it keeps matches only in memory
	}
	next := func(id table.ID, i int) table.Commit {
		c := table.Commit{Match: id, Expect: uint64(i), Cause: fmt.Sprint("cause ", i), At: t0.Add(time.Duration(i) * time.Second), Reply: fmt.Appendf(nil, "reply %d", i),
			Events: [][]byte{[]byte(strings.Repeat(fmt.Sprint("event ", i), 20))}, Send: []table.Effect{{Queue: "public", Body: []byte("see"), Coalesce: true}}}
		if i%10 == 5 {
			c.State = []byte(fmt.Sprint("state ", i))
		}
		if id == "timed" {
			c.Wake = t0
		}
		return c
	}
	const events = 30
	for i := range events {
		for _, id := range []table.ID{"over", "on", "timed"} {
			must(t, s, next(id, i))
		}
	}
	read := func(id table.ID) (all []any) {
		t.Helper()
		l, err := s.Load(ctx, id)
		h, err2 := s.Head(ctx, id)
		some, err3 := s.Events(ctx, id, 10, 7)
		none, err4 := s.Events(ctx, id, events+5, 7)
		ds, err5 := s.Lease(ctx, t0.Add(time.Hour), 0, 9)
		if err := errors.Join(err, err2, err3, err4, err5); err != nil {
			t.Fatalf("match %s: %v", id, err)
		}
		return []any{l, h, some, len(none), len(ds)}
	}
	listed := func(want ...table.ID) {
		t.Helper()
		var got []table.ID
		for after := table.ID(""); ; {
			ids, err := p.Unpacked(ctx, after, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(ids) == 0 {
				break
			}
			got, after = append(got, ids...), ids[0]
		}
		if !slices.Equal(got, want) {
			t.Errorf("not packed: %v, expected %v", got, want)
		}
	}
	listed("on", "over")
	before := read("over")
	for range 2 {
		if err := p.Pack(ctx, "over"); err != nil {
			t.Fatal(err)
		}
		if got := read("over"); !reflect.DeepEqual(got, before) {
			t.Errorf("packed, it reads\n%+v\nand before\n%+v", got, before)
		}
	}
	listed("on")
	if err := p.Pack(ctx, "none"); !errors.Is(err, table.ErrNoMatch) {
		t.Errorf("no such match: %v", err)
	}
	if r := must(t, s, next("over", 7)); !r.Repeat || r.Version != 8 || string(r.Reply) != "reply 7" {
		t.Errorf("a known cause gives %+v", r)
	}
	if _, err := s.Commit(ctx, next("over", events+1)); !errors.Is(err, table.ErrConflict) {
		t.Errorf("a commit of another version: %v", err)
	}
	listed("on")
	if reopen != nil {
		s = reopen()
		p = s.(table.Packing)
	}
	if r := must(t, s, next("over", events)); r.Version != events+1 || r.Repeat {
		t.Errorf("a commit gives %+v", r)
	}
	listed("on", "over")
	if r := must(t, s, next("over", 7)); !r.Repeat || r.Version != 8 || string(r.Reply) != "reply 7" {
		t.Errorf("unpacked, a known cause gives %+v", r)
	}
	l, err := s.Load(ctx, "over")
	if err != nil || l.Version != events+1 || l.Base != 26 || string(l.Snapshot) != "state 25" {
		t.Errorf("unpacked: version %d, snapshot %q of %d, %v", l.Version, l.Snapshot, l.Base, err)
	}
}
