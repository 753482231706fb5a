package table

import (
	"slices"
	"time"
)

// Lane is a lane as a store keeps it, with the rules of Lease, Done and Fail: one piece of code for every store.
type Lane struct {
	Seq    uint64    `json:"seq"` // of the newest wish
	Tries  int       `json:"tries,omitempty"`
	Due    time.Time `json:"due"` // not to be leased before
	Prior  []byte    `json:"prior,omitempty"`
	Wishes []Wish    `json:"wishes,omitempty"` // unpaid, oldest first
}

// Wish is an unpaid wish.
type Wish struct {
	Seq      uint64 `json:"seq"`
	Body     []byte `json:"body,omitempty"`
	Coalesce bool   `json:"coalesce,omitempty"`
}

// Add puts a wish on the lane; a coalescing one replaces older coalescing ones, and is due at once.
func (l *Lane) Add(e Effect, at time.Time) {
	l.Seq++
	if e.Coalesce {
		l.Wishes = slices.DeleteFunc(l.Wishes, func(w Wish) bool { return w.Coalesce })
	}
	if len(l.Wishes) == 0 {
		l.Tries, l.Due = 0, at
	}
	l.Wishes = append(l.Wishes, Wish{Seq: l.Seq, Body: e.Body, Coalesce: e.Coalesce})
}

// First is the wish to pay now, without its match and token.
func (l *Lane) First(lane string) Delivery {
	w := l.Wishes[0]
	return Delivery{Lane: lane, Seq: w.Seq, Body: w.Body, Prior: l.Prior, Tries: l.Tries}
}

// Done takes the paid wish off and keeps the result.
func (l *Lane) Done(seq uint64, result []byte) {
	l.keep(result)
	if len(l.Wishes) > 0 && l.Wishes[0].Seq == seq {
		l.Wishes = l.Wishes[1:]
		l.Tries = 0
	}
}

// Fail puts the wish off, if it is still the one to pay.
func (l *Lane) Fail(seq uint64, retryAt time.Time, result []byte) {
	l.keep(result)
	if len(l.Wishes) > 0 && l.Wishes[0].Seq == seq {
		l.Tries++
		l.Due = retryAt
	}
}

func (l *Lane) keep(result []byte) {
	if result != nil {
		l.Prior = result
	}
}

// Leases are the leases of one process. They are kept in memory on purpose: when the process ends, so do they, and
// what was under lease may be leased again at once. Not safe for concurrent use.
type Leases struct {
	last uint64
	held map[string]lease
}

type lease struct {
	token uint64
	until time.Time
}

// Take leases the lane until then; 0 if it is under lease.
func (s *Leases) Take(lane string, now, until time.Time) uint64 {
	if s.Held(lane, now) {
		return 0
	}
	if s.held == nil {
		s.held = map[string]lease{}
	}
	s.last++
	s.held[lane] = lease{s.last, until}
	return s.last
}

// Held tells whether the lane is under lease.
func (s *Leases) Held(lane string, now time.Time) bool {
	l, ok := s.held[lane]
	return ok && l.until.After(now)
}

// Check says ErrLost if the token no longer holds the lane.
func (s *Leases) Check(lane string, token uint64) error {
	if l, ok := s.held[lane]; !ok || l.token != token {
		return ErrLost
	}
	return nil
}

// Release ends the lease.
func (s *Leases) Release(lane string) { delete(s.held, lane) }
