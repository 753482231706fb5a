package table_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"downsync/game"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// bubble is the clock of a synctest bubble.
type bubble struct{}

func (bubble) Now() time.Time { return time.Now() }

// shutStore is a store that takes no writes while down is set. While cut is set, it marks deliveries without telling so.
type shutStore struct {
	table.Store
	down, cut atomic.Bool
}

func (s *shutStore) fault() error {
	if s.down.Load() {
		return &table.Fault{Reason: table.FaultFull, Err: errors.New("full")}
	}
	return nil
}

func (s *shutStore) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	if err := s.fault(); err != nil {
		return err
	}
	err := s.Store.Done(ctx, d, result, rs...)
	if s.cut.Load() && err == nil {
		return &table.Fault{Reason: table.FaultUnreachable, Err: table.ErrUnknown}
	}
	return err
}

func (s *shutStore) Fail(ctx context.Context, d table.Delivery, at time.Time, result []byte, rs ...table.Record) error {
	if err := s.fault(); err != nil {
		return err
	}
	return s.Store.Fail(ctx, d, at, result, rs...)
}

// postman notes what it delivers while it can.
type postman struct {
	down  atomic.Bool
	tries atomic.Int64
	mu    sync.Mutex
	sent  map[string]uint64 // by queue: the newest delivery
	ill   table.ID          // a match whose deliveries fail, for a reason of its own
	tried int               // how often that was tried
	again int               // deliveries that came after a newer one, or twice
}

func (p *postman) Deliver(_ context.Context, d table.Delivery) (table.Kept, error) {
	p.tries.Add(1)
	if p.down.Load() {
		return table.Kept{}, &table.Later{After: time.Second, Shared: true, Err: errors.New("down")}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.Match == p.ill {
		p.tried++
		return table.Kept{}, &table.Later{After: time.Hour, Err: errors.New("timed out")}
	}
	queue := string(d.Match) + " " + d.Queue
	if d.Seq <= p.sent[queue] {
		p.again++
	}
	p.sent[queue] = d.Seq
	return table.Kept{}, nil
}

// Nothing gets out for an hour, or the store takes no marks for an hour. Once that ends, everything that waited goes out within 20 s, in
// order and once, and meanwhile a few attempts a minute were made.
func TestWaitingDeliveriesWakeUp(t *testing.T) {
	const matches, queues = 30, 4 * 30
	for name, set := range map[string]func(*postman, *shutStore, bool){
		"the wire":  func(p *postman, _ *shutStore, down bool) { p.down.Store(down) },
		"the store": func(_ *postman, s *shutStore, down bool) { s.down.Store(down) },
	} {
		synctest.Test(t, func(t *testing.T) {
			s, p := &shutStore{Store: memory.New()}, &postman{sent: map[string]uint64{}}
			hall := table.New(s, bubble{}, table.Options{Games: []game.Game{toy.Rules()}})
			set(p, s, true)
			for n := range matches {
				if err := hall.Open(ctx, "open", table.ID(fmt.Sprintf("m-%d", n)), table.Opening{Game: "toy", Users: []table.User{"u1", "u2", "u3"}}); err != nil {
					t.Fatal(err)
				}
			}
			run, stop := context.WithCancel(t.Context())
			o, ended := &table.Outbox{Hall: hall, To: p}, make(chan struct{})
			go func() { o.Run(run); close(ended) }()
			time.Sleep(time.Hour)
			tries := p.tries.Load()
			set(p, s, false)
			time.Sleep(20 * time.Second)
			synctest.Wait()
			p.mu.Lock()
			if len(p.sent) != queues || p.again > 0 {
				t.Errorf("%s: 20 s later %d of %d queues have been delivered, %d deliveries twice or in the wrong order", name, len(p.sent), queues, p.again)
			}
			p.mu.Unlock()
			if most := int64(queues*(9+60/5) + 60*60/5 + 60); tries > most {
				t.Errorf("%s: %d attempts in an hour, expected at most %d", name, tries, most)
			}
			if ds, err := s.Lease(ctx, time.Now().Add(time.Hour), time.Minute, 99); err != nil || len(ds) > 0 {
				t.Errorf("%s: %d deliveries wait, %v", name, len(ds), err)
			}
			stop()
			<-ended
		})
	}
}

// A failure that concerns one match wakes nobody: its deliveries are tried as late as it asks for, however often others succeed.
func TestOwnTroubleWakesNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := memory.New(), &postman{sent: map[string]uint64{}, ill: "m-0"}
		hall := table.New(s, bubble{}, table.Options{Games: []game.Game{toy.Rules()}})
		run, stop := context.WithCancel(t.Context())
		o, ended := &table.Outbox{Hall: hall, To: p}, make(chan struct{})
		go func() { o.Run(run); close(ended) }()
		for n := range 60 {
			if err := hall.Open(ctx, "open", table.ID(fmt.Sprintf("m-%d", n)), table.Opening{Game: "toy", Users: []table.User{"u1", "u2"}}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
		}
		stop()
		<-ended
		if queues := 3; p.tried != queues || len(p.sent) != 59*queues {
			t.Errorf("tried %d times, expected once for each of %d queues; %d others told", p.tried, queues, len(p.sent))
		}
	})
}

// A mark that the store has made, and whose receipt was lost, is not repeated: nothing is sent twice, and the match records nothing.
func TestLostReceiptOfAMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := &shutStore{Store: memory.New()}, &postman{sent: map[string]uint64{}}
		hall := table.New(s, bubble{}, table.Options{Games: []game.Game{toy.Rules()}})
		s.cut.Store(true)
		if err := hall.Open(ctx, "open", "m", table.Opening{Game: "toy", Users: []table.User{"u1", "u2"}}); err != nil {
			t.Fatal(err)
		}
		run, stop := context.WithCancel(t.Context())
		o, ended := &table.Outbox{Hall: hall, To: p}, make(chan struct{})
		go func() { o.Run(run); close(ended) }()
		time.Sleep(10 * time.Minute)
		stop()
		<-ended
		head, err := s.Head(ctx, "m")
		if err != nil || head.Version != 1 || p.tries.Load() != 3 {
			t.Errorf("version %d, %d attempts, %v", head.Version, p.tries.Load(), err)
		}
	})
}
