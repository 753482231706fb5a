// Package memory implements table.Store without a file, for scripts and tests. It keeps every promise of table.Store
// except durability: its content ends with the process.
package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/game/table"
)

// Store is an in-memory table.Store.
type Store struct {
	mu      sync.Mutex
	matches map[table.ID]*match
	records map[string][]byte
	leases  table.Leases
}

type match struct {
	head     table.Head
	events   []table.Event
	snapshot []byte
	base     uint64
	wake     time.Time
	causes   map[string]table.Receipt
	queues   map[string]*table.Queue
}

// New returns an empty store.
func New() *Store { return &Store{matches: map[table.ID]*match{}, records: map[string][]byte{}} }

// Commit stores one decision.
func (s *Store) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if err := c.Check(); err != nil {
		return table.Receipt{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.matches[c.Match]
	if m != nil {
		if r, ok := m.causes[c.Cause]; ok {
			r.Repeat = true
			return r, nil
		}
	}
	switch {
	case m == nil && c.Expect > 0:
		return table.Receipt{}, table.ErrNoMatch
	case m != nil && uint64(len(m.events)) != c.Expect:
		return table.Receipt{}, table.ErrConflict
	}
	if err := s.stand(c.Records); err != nil {
		return table.Receipt{}, err
	}
	if m == nil {
		m = &match{causes: map[string]table.Receipt{}, queues: map[string]*table.Queue{}}
		s.matches[c.Match] = m
	}
	for _, e := range c.Stored() {
		m.events, m.head = append(m.events, e), m.head.Next(e)
	}
	r := table.Receipt{Version: uint64(len(m.events)), Reply: slices.Clone(c.Reply)}
	m.causes[c.Cause] = r
	m.wake = c.Wake.Truncate(time.Millisecond)
	if c.State != nil {
		m.snapshot, m.base = slices.Clone(c.State), r.Version
	}
	for _, e := range c.Send {
		l := m.queues[e.Queue]
		if l == nil {
			l = &table.Queue{}
			m.queues[e.Queue] = l
		}
		e.Body = slices.Clone(e.Body)
		l.Add(e, c.SendDue())
	}
	s.put(c.Records)
	return r, nil
}

// Load returns the newest snapshot and the events before and after it.
func (s *Store) Load(_ context.Context, id table.ID) (table.Loaded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.matches[id]
	if m == nil {
		return table.Loaded{}, table.ErrNoMatch
	}
	return table.Loaded{Version: uint64(len(m.events)), Snapshot: slices.Clone(m.snapshot), Base: m.base,
		Before: slices.Clone(m.events[:m.base]), Events: slices.Clone(m.events[m.base:]), Wake: m.wake}, nil
}

// Head returns how far the match is.
func (s *Store) Head(_ context.Context, id table.ID) (table.Head, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.matches[id]
	if m == nil {
		return table.Head{}, table.ErrNoMatch
	}
	return m.head, nil
}

// Events returns at most max events with Seq > after.
func (s *Store) Events(_ context.Context, id table.ID, after uint64, max int) ([]table.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.matches[id]
	if m == nil {
		return nil, table.ErrNoMatch
	}
	from := min(after, uint64(len(m.events)))
	return slices.Clone(m.events[from:min(from+uint64(max), uint64(len(m.events)))]), nil
}

// Due lists matches whose Wake is not after now.
func (s *Store) Due(_ context.Context, now time.Time, max int) ([]table.Due, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []table.Due
	for id, m := range s.matches {
		if !m.wake.IsZero() && !m.wake.After(now) {
			out = append(out, table.Due{Match: id, Wake: m.wake})
		}
	}
	slices.SortFunc(out, func(a, b table.Due) int { return cmp.Or(a.Wake.Compare(b.Wake), cmp.Compare(a.Match, b.Match)) })
	return out[:min(len(out), max)], nil
}

// NextWake returns the earliest Wake, or the zero time if there is none.
func (s *Store) NextWake(context.Context) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var at time.Time
	for _, m := range s.matches {
		if !m.wake.IsZero() && (at.IsZero() || m.wake.Before(at)) {
			at = m.wake
		}
	}
	return at, nil
}

// Lease leases up to max pending deliveries that are due, at most one per queue.
func (s *Store) Lease(_ context.Context, now time.Time, d time.Duration, max int) ([]table.Delivery, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	type place struct {
		id    table.ID
		queue string
		due   time.Time
	}
	var places []place
	for id, m := range s.matches {
		for name, l := range m.queues {
			if len(l.Pending) > 0 && !l.Due.After(now) && !s.leases.Held(string(id)+"\x00"+name, now) {
				places = append(places, place{id, name, l.Due})
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(a.due.Compare(b.due), cmp.Compare(a.id, b.id), cmp.Compare(a.queue, b.queue))
	})
	var out []table.Delivery
	for _, p := range places[:min(len(places), max)] {
		del := s.matches[p.id].queues[p.queue].First(p.queue)
		del.Match = p.id
		del.Token, del.Unsettled = s.leases.Take(string(p.id)+"\x00"+p.queue, now, now.Add(d))
		out = append(out, del)
	}
	return out, nil
}

// Done removes the delivery from its queue and keeps the result, with the records.
func (s *Store) Done(_ context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	return s.settle(d, rs, func(l *table.Queue) { l.Done(d.Seq, slices.Clone(result)) })
}

// Fail postpones the delivery.
func (s *Store) Fail(_ context.Context, d table.Delivery, retryAt time.Time, result []byte, rs ...table.Record) error {
	return s.settle(d, rs, func(l *table.Queue) { l.Fail(d.Seq, retryAt, slices.Clone(result)) })
}

// RetryNow makes every delivery due that waits for a time after now.
func (s *Store) RetryNow(_ context.Context, now time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.matches {
		for _, q := range m.queues {
			q.RetryNow(now.UTC().Truncate(time.Millisecond))
		}
	}
	return nil
}

func (s *Store) settle(d table.Delivery, rs []table.Record, f func(*table.Queue)) error {
	if err := table.CheckRecords(rs); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(d.Match) + "\x00" + d.Queue
	if err := s.leases.Check(key, d.Token); err != nil {
		return err
	}
	if err := s.stand(rs); err != nil {
		return err
	}
	s.leases.Release(key, d.Token)
	s.put(rs)
	f(s.matches[d.Match].queues[d.Queue])
	return nil
}

// Get returns one record's value.
func (s *Store) Get(_ context.Context, key string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.records[key]
	if !ok {
		return nil, fmt.Errorf("record %s: %w", key, table.ErrNoRecord)
	}
	return slices.Clone(v), nil
}

// List returns records with the prefix, in key order.
func (s *Store) List(_ context.Context, prefix, after string, max int) ([]table.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []table.Record
	for k, v := range s.records {
		if strings.HasPrefix(k, prefix) && k > after {
			out = append(out, table.Record{Key: k, Value: slices.Clone(v)})
		}
	}
	slices.SortFunc(out, func(a, b table.Record) int { return cmp.Compare(a.Key, b.Key) })
	return out[:min(len(out), max)], nil
}

// Put writes records, all or none.
func (s *Store) Put(_ context.Context, rs ...table.Record) error {
	if err := table.CheckRecords(rs); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.stand(rs); err != nil {
		return err
	}
	s.put(rs)
	return nil
}

// stand refuses records that do not hold what was read.
func (s *Store) stand(rs []table.Record) error {
	for _, r := range rs {
		if v, ok := s.records[r.Key]; !r.Stands(v, ok) {
			return fmt.Errorf("record %s: %w", r.Key, table.ErrChanged)
		}
	}
	return nil
}

func (s *Store) put(rs []table.Record) {
	for _, r := range rs {
		if r.Value == nil {
			delete(s.records, r.Key)
		} else {
			s.records[r.Key] = slices.Clone(r.Value)
		}
	}
}

// Close does nothing.
func (s *Store) Close() error { return nil }
