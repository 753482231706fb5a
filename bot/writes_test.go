package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"downsync/bot/bottest"
	"downsync/bot/bottest/party"
	"downsync/game/table"
)

// kept notes the keys of the records of each write, by the kind of write.
type kept struct {
	table.Store
	mu           *sync.Mutex
	alone, marks *[]string
}

func (k kept) note(to *[]string, rs []table.Record) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var keys []string
	for _, r := range rs {
		kind, _, _ := strings.Cut(r.Key, "/")
		keys = append(keys, kind)
	}
	*to = append(*to, strings.Join(keys, " "))
}

func (k kept) Put(ctx context.Context, rs ...table.Record) error {
	k.note(k.alone, rs)
	return k.Store.Put(ctx, rs...)
}

func (k kept) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	k.note(k.marks, rs)
	return k.Store.Done(ctx, d, result, rs...)
}

// Notes about a message are written together with other writes: for an answer, with the actions of its controls; for a
// direct message and its reminder, when the delivery is marked as done.
func TestNotesAreWrittenWithOthers(t *testing.T) {
	var alone, marks []string
	p := party.PlainAs(t, func(s *bottest.Setup) {
		s.Store = func(s table.Store) table.Store { return kept{s, &sync.Mutex{}, &alone, &marks} }
	})
	p.Begin(party.Opt("clock", "slow"))
	p.Settle()
	alone, marks = nil, nil
	p.Click(ann, p.Console(ann), "c|", "2")
	p.Settle()
	p.Click(ben, p.Console(ben), "c|", "2")
	p.Settle()
	if !slices.Contains(alone, "ledger page page present") {
		t.Errorf("no answer was noted with its page: %q", alone)
	}
	for _, x := range alone {
		if !strings.Contains(x, "page") {
			t.Errorf("%q was written by itself: %q", x, alone)
		}
	}
	for _, want := range []string{"ledger", "remind"} {
		if !strings.Contains(strings.Join(marks, " "), want) {
			t.Errorf("no mark has a %s: %q", want, marks)
		}
	}
}
