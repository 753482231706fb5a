package table

import (
	"slices"
	"time"
)

// Queue is the stored form of one queue of deliveries, with the rules of Lease, Done and Fail, which every store
// shares. Its JSON form is stored.
type Queue struct {
	Seq     uint64    `json:"seq"` // of the newest delivery
	Tries   int       `json:"tries,omitempty"`
	Due     time.Time `json:"due"` // earliest time of the next lease
	Prior   []byte    `json:"prior,omitempty"`
	Pending []Pending `json:"wishes,omitempty"` // oldest first
}

// Pending is a delivery that has not been made yet.
type Pending struct {
	Seq      uint64 `json:"seq"`
	Body     []byte `json:"body,omitempty"`
	Coalesce bool   `json:"coalesce,omitempty"`
	// At is when it was made, or when the earliest of the deliveries that it replaced was made: their readers have waited since
	// then. It is zero if an older program made it.
	At time.Time `json:"at,omitzero"`
}

// Add appends a delivery. A coalescing delivery replaces older coalescing ones. A delivery to an empty queue is due at once.
func (q *Queue) Add(e Effect, at time.Time) {
	q.Seq++
	since := at
	if e.Coalesce {
		q.Pending = slices.DeleteFunc(q.Pending, func(p Pending) bool {
			if p.Coalesce && !p.At.IsZero() && p.At.Before(since) {
				since = p.At
			}
			return p.Coalesce
		})
	}
	if len(q.Pending) == 0 {
		q.Tries, q.Due = 0, at
	}
	q.Pending = append(q.Pending, Pending{Seq: q.Seq, Body: e.Body, Coalesce: e.Coalesce, At: since})
}

// Since returns when the oldest pending delivery was made, or the zero time if none is pending. If that is not known it returns
// Due.
func (q *Queue) Since() (oldest time.Time) {
	for _, p := range q.Pending {
		at := p.At
		if at.IsZero() {
			at = q.Due
		}
		if oldest.IsZero() || at.Before(oldest) {
			oldest = at
		}
	}
	return oldest
}

// First returns the next delivery, without its match and token. The queue must not be empty.
func (q *Queue) First(queue string) Delivery {
	p := q.Pending[0]
	return Delivery{Queue: queue, Seq: p.Seq, Body: p.Body, Prior: q.Prior, Tries: q.Tries, Due: q.Due}
}

// Done removes the delivery seq, if it is still first, and keeps the result unless it is nil.
func (q *Queue) Done(seq uint64, result []byte) {
	q.keep(result)
	if len(q.Pending) > 0 && q.Pending[0].Seq == seq {
		q.Pending = q.Pending[1:]
		q.Tries = 0
	}
}

// Fail postpones the delivery seq, if it is still first, and keeps the result unless it is nil.
func (q *Queue) Fail(seq uint64, retryAt time.Time, result []byte) {
	q.keep(result)
	if len(q.Pending) > 0 && q.Pending[0].Seq == seq {
		q.Tries++
		q.Due = retryAt
	}
}

// RetryNow makes the queue due if it waits for a time after now.
func (q *Queue) RetryNow(now time.Time) {
	if q.Due.After(now) {
		q.Due = now
	}
}

func (q *Queue) keep(result []byte) {
	if result != nil {
		q.Prior = result
	}
}

// Leases holds the leases of one process. They live in memory only: when the process ends, whatever it had leased may be leased
// again at once. Leases is not safe for concurrent use.
type Leases struct {
	last uint64
	held map[string]lease
}

type lease struct {
	token uint64
	until time.Time
}

// Take leases the queue until the given time and returns the lease's token, or 0 if the queue is leased already. unsettled reports
// whether an earlier lease ended without being released.
func (s *Leases) Take(queue string, now, until time.Time) (token uint64, unsettled bool) {
	if s.Held(queue, now) {
		return 0, false
	}
	_, unsettled = s.held[queue]
	if s.held == nil {
		s.held = map[string]lease{}
	}
	s.last++
	s.held[queue] = lease{s.last, until}
	return s.last, unsettled
}

// Held reports whether the queue is leased.
func (s *Leases) Held(queue string, now time.Time) bool {
	l, ok := s.held[queue]
	return ok && l.until.After(now)
}

// Check returns ErrLost unless the token holds the lease of the queue.
func (s *Leases) Check(queue string, token uint64) error {
	if l, ok := s.held[queue]; !ok || l.token != token {
		return ErrLost
	}
	return nil
}

// Release ends the lease, unless another has been given since.
func (s *Leases) Release(queue string, token uint64) {
	if s.held[queue].token == token {
		delete(s.held, queue)
	}
}
