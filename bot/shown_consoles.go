package bot

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// Shown keeps the consoles that seats were last answered with, for the direct messages that show the same right
// afterwards. It is only a cache: anything missing is computed again.
type Shown struct {
	mu   sync.Mutex
	last map[seatOf]*console
	sent map[seatOf]uint64 // the last update whose direct messages this process was the last to send
}

// mostShown bounds the consoles in the cache: only those whose direct messages are on their way are useful. mostSent
// bounds the seats in sent.
const (
	mostShown = 32
	mostSent  = 4096
)

type seatOf struct {
	match table.ID
	seat  game.Seat
}

// console is being computed until done is closed.
type console struct {
	of      string
	done    chan struct{}
	letter  wire.Letter
	err     error
	more    bool // it shows more than the direct message, such as a note about the press or an order begun; letter is not set
	receipt *receipt
}

// receipt holds, once known is closed, what became of an answer.
type receipt struct {
	known  chan struct{}
	told   sync.Once
	answer Placed
	gone   atomic.Bool // the interaction is about a match that the store does not hold
	closed atomic.Bool // the message with the pressed control was closed while it was answered
}

func newReceipt() *receipt { return &receipt{known: make(chan struct{})} }

// of returns the answer to an interaction. If the answer may replace a message, it asks the wire to report on it.
func (r *receipt) of(i wire.Interaction, a wire.Answer) wire.Answer {
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
			tell(Placed{At: i.Message, Message: m})
		} else {
			tell(Placed{})
		}
	}
	return a
}

// Placed is an answer that has replaced a message; zero: there is none.
type Placed struct {
	At      wire.MessageID
	Message wire.Message
	more    bool // it shows the same state as the direct message would, and more
}

// Shows reports whether the message has shown exactly that since the answer.
func (p Placed) Shows(at wire.MessageID, m wire.Message) bool {
	return p.At != "" && p.At == at && (p.more || reflect.DeepEqual(p.Message, m))
}

// answerWait is how long a direct message waits for an answer that may show the same. Discord drops an answer after
// that time.
const answerWait = 3 * time.Second

// placed waits for the fate of the answer.
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

// Answering computes the console of an answer before its controls are bound. of stands for everything that the console
// depends on.
func (c *Call) Answering(p table.Private, of string, work func() (wire.Letter, error)) (wire.Letter, error) {
	k := &console{of: of, done: make(chan struct{}), err: errors.New("not worked out"), receipt: c.receipt}
	c.Shown.keep(p, k)
	defer close(k.done)
	k.letter, k.err = work()
	k.letter.Blocks = slices.Clip(k.letter.Blocks) // each message appends blocks of its own
	return k.letter, k.err
}

// AnsweringMore notes that an answer shows a console with more than the direct message will: a note about the press, or an order that was
// begun. A direct message of the same state must not overwrite that. of is as for Answering.
func (c *Call) AnsweringMore(p table.Private, of string) {
	k := &console{of: of, done: make(chan struct{}), more: true, receipt: c.receipt}
	close(k.done)
	c.Shown.keep(p, k)
}

// keep remembers the console of the seat's latest answer.
func (s *Shown) keep(p table.Private, k *console) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || len(s.last) >= mostShown {
		s.last = map[seatOf]*console{}
	}
	s.last[seatOf{p.ID, p.Seat}] = k
}

// Delivering returns the console for a direct message. If the seat is being answered with the same console, it returns
// that one, and the answer once it has arrived; otherwise it computes a new one. since is the last delivered update. If
// another process delivered that update, its message may have come after the answer, so the answer's place is not
// known. noted reports whether the console has a note about a press, or an order begun: an answer without one is then older.
func (s *Shown) Delivering(ctx context.Context, p table.Private, since uint64, of string, noted bool, work func() (wire.Letter, error)) (wire.Letter, Placed, error) {
	at := seatOf{p.ID, p.Seat}
	s.mu.Lock()
	k, own := s.last[at], s.sent[at] == since
	delete(s.last, at)
	s.mu.Unlock()
	if k != nil && k.of == of && (k.more || !noted) {
		if k.more {
			l, err := work()
			if !own || err != nil {
				return l, Placed{}, err
			}
			at := k.placed(ctx)
			at.more = true
			return l, at, nil
		}
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

// Delivered notes that the seat's direct messages now show update to, and showed since before. sent reports whether a
// message was sent for it. If so, nobody knows whether an answer that had begun earlier came before or after that
// message.
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
