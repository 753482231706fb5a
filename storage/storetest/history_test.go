package storetest_test

import (
	"context"
	"strings"
	"testing"

	"downsync/game/table"
	"downsync/storage/memory"
	"downsync/storage/storetest"
)

// bad is a store that breaks a promise.
type bad struct {
	table.Store
	commit func(table.Store, table.Commit) (table.Receipt, error)
	load   func(table.Loaded) table.Loaded
}

func (b bad) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if b.commit == nil {
		return b.Store.Commit(ctx, c)
	}
	return b.commit(b.Store, c)
}

func (b bad) Load(ctx context.Context, id table.ID) (table.Loaded, error) {
	l, err := b.Store.Load(ctx, id)
	if b.load != nil {
		l.Events, l.Before, l.Base = append(l.Before, l.Events...), nil, 0
		l = b.load(l)
	}
	return l, err
}

// Each broken promise is found, by name; a good store is not accused.
func TestHistoryFindsBrokenPromises(t *testing.T) {
	ctx := t.Context()
	drop := func(n int) func(table.Loaded) table.Loaded {
		return func(l table.Loaded) table.Loaded {
			l.Events = l.Events[:len(l.Events)-n]
			l.Version = uint64(len(l.Events))
			return l
		}
	}
	for name, c := range map[string]struct {
		store bad
		says  string
	}{
		"good": {bad{}, ""},
		"lost": {bad{load: drop(4)}, "P1"},
		"half": {bad{load: drop(1)}, "P1"},
		"said and forgot": {bad{commit: func(s table.Store, c table.Commit) (table.Receipt, error) {
			return table.Receipt{Version: c.Expect + uint64(len(c.Events))}, nil
		}}, "P1"},
		"refused and kept": {bad{commit: func(s table.Store, c table.Commit) (table.Receipt, error) {
			if _, err := s.Commit(ctx, c); err != nil {
				return table.Receipt{}, err
			}
			return table.Receipt{}, table.ErrConflict
		}}, "P4"},
		"twice": {bad{load: func(l table.Loaded) table.Loaded {
			l.Events = append(l.Events, l.Events[len(l.Events)-4:]...)
			l.Version += 4
			return l
		}}, "P2"},
		"elsewhere": {bad{load: func(l table.Loaded) table.Loaded {
			l.Events = append(l.Events[4:], l.Events[:4]...)
			return l
		}}, "P3"},
		"invented": {bad{load: func(l table.Loaded) table.Loaded {
			l.Events[len(l.Events)-1].Data = []byte("other 0 1 ")
			return l
		}}, "P1"},
		"garbled": {bad{load: func(l table.Loaded) table.Loaded {
			l.Events[0].Data = []byte("?")
			return l
		}}, "P6"},
	} {
		s := c.store
		s.Store = memory.New()
		var h storetest.History
		for i, cause := range []string{"a", "b", "c"} {
			_ = h.Do(s, storetest.Attempt{Match: "m", Cause: cause, Expect: uint64(4 * i), Events: 4}) // the history decides
		}
		err := h.Check(ctx, s)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.HasPrefix(err.Error(), c.says)) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

// Real-time order: an attempt accepted before another was sent comes before it.
func TestHistoryKnowsOrder(t *testing.T) {
	s := memory.New()
	var h storetest.History
	a, b := storetest.Attempt{Match: "m", Cause: "a", Expect: 1, Events: 1}, storetest.Attempt{Match: "m", Cause: "b", Expect: 0, Events: 1}
	h.Begin(a)
	h.End("a", 2, nil)
	h.Begin(b)
	h.End("b", 1, nil)
	for _, x := range []storetest.Attempt{b, a} {
		if _, err := s.Commit(t.Context(), x.CommitOf()); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Check(t.Context(), s); err == nil || !strings.Contains(err.Error(), "before one ahead of it was sent") {
		t.Errorf("%v", err)
	}
}
