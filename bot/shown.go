package bot

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"time"

	"downsync/game"
	"downsync/game/table"
)

// Shown keeps the consoles that seats were answered with last, for the direct messages that show the same right after. It is never
// needed: whatever is not there is worked out again.
type Shown struct {
	mu   sync.Mutex
	last map[seatOf]*console
	sent map[seatOf]uint64 // the update up to which this process was the last to send direct messages
}

// mostShown bounds the consoles kept: only those are whose direct messages are on their way. mostSent bounds the seats that are remembered
// as told.
const (
	mostShown = 32
	mostSent  = 4096
)

type seatOf struct {
	match table.ID
	seat  game.Seat
}

// console is being worked out until done is closed.
type console struct {
	of      string
	done    chan struct{}
	letter  Letter
	err     error
	receipt *receipt
}

// receipt tells, once known is closed, what became of an answer.
type receipt struct {
	known  chan struct{}
	told   sync.Once
	answer Placed
}

func newReceipt() *receipt { return &receipt{known: make(chan struct{})} }

// of is the answer to an interaction, which the wire is to give a receipt for if it may take a message's place.
func (r *receipt) of(i Interaction, a Answer) Answer {
	tell := func(p Placed) {
		r.told.Do(func() {
			r.answer = p
			close(r.known)
		})
	}
	if a.Letter == nil || a.Fresh || !i.Private {
		tell(Placed{})
		return a
	}
	m := *a.Letter
	a.Placed = func(ok bool) {
		if ok {
			tell(Placed{i.Message, m})
		} else {
			tell(Placed{})
		}
	}
	return a
}

// Placed is an answer that has taken the place of a message; zero: there is none.
type Placed struct {
	At      MessageID
	Message Message
}

// Shows tells whether the message shows just that since the answer.
func (p Placed) Shows(at MessageID, m Message) bool {
	return p.At != "" && p.At == at && reflect.DeepEqual(p.Message, m)
}

// answerWait is how long a direct message waits for the answer that may show the same. Discord gives an answer up after that.
const answerWait = 3 * time.Second

// placed waits for what becomes of the answer.
func (k *console) placed(ctx context.Context) Placed {
	if k.receipt == nil {
		return Placed{}
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	select {
	case <-k.receipt.known:
		return k.receipt.answer
	case <-ctx.Done():
		return Placed{}
	}
}

// Answering works out the console of an answer, before its controls are bound. of is all that it depends on.
func (c *Call) Answering(p table.Private, of string, work func() (Letter, error)) (Letter, error) {
	k := &console{of: of, done: make(chan struct{}), err: errors.New("not worked out"), receipt: c.receipt}
	c.Shown.mu.Lock()
	if c.Shown.last == nil || len(c.Shown.last) >= mostShown {
		c.Shown.last = map[seatOf]*console{}
	}
	c.Shown.last[seatOf{p.ID, p.Seat}] = k
	c.Shown.mu.Unlock()
	defer close(k.done)
	k.letter, k.err = work()
	k.letter.Blocks = slices.Clip(k.letter.Blocks) // what either message adds is its own
	return k.letter, k.err
}

// Delivering returns the console for a direct message: the one that the seat is being answered with, if it is the same, with that
// answer once it has arrived, or else a new one. since is the last update that was delivered. Where another process did that, its message
// may have come after the answer, whose place is not known then.
func (s *Shown) Delivering(ctx context.Context, p table.Private, since uint64, of string, work func() (Letter, error)) (Letter, Placed, error) {
	at := seatOf{p.ID, p.Seat}
	s.mu.Lock()
	k, own := s.last[at], s.sent[at] == since
	delete(s.last, at)
	s.mu.Unlock()
	if k != nil && k.of == of {
		if <-k.done; k.err == nil {
			if !own {
				return k.letter, Placed{}, nil
			}
			return k.letter, k.placed(ctx), nil
		}
	}
	l, err := work()
	return l, Placed{}, err
}

// Delivered notes that the seat's direct messages show the update to, where they showed since before. sent tells whether something was
// sent for it: of an answer that began before, nobody knows whether it came before or after that.
func (s *Shown) Delivered(p table.Private, since, to uint64, sent bool) {
	at := seatOf{p.ID, p.Seat}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !sent && s.sent[at] != since {
		return
	}
	if s.sent == nil || len(s.sent) >= mostSent {
		s.sent = map[seatOf]uint64{}
	}
	s.sent[at] = to
	if k := s.last[at]; sent && k != nil {
		k.receipt = nil
	}
}
