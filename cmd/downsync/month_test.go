package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage"
)

// bubbled is the clock of a synctest bubble.
type bubbled struct{}

func (bubbled) Now() time.Time { return time.Now() }

// month is a host without a wire: a store in a file, timers, deliveries and packing, and players who answer every ten minutes.
type month struct {
	t     testing.TB
	store *storage.Store
	hall  *table.Hall
	live  []table.ID
	acts  map[table.ID]int
	begun int
}

// Deliver makes every delivery, and starts the clocks as the bot does.
func (m *month) Deliver(ctx context.Context, d table.Delivery) (table.Kept, error) {
	if d.Queue == table.PublicQueue {
		if err := m.hall.Shown(ctx, fmt.Sprintf("s:%d", d.Seq), d.Match); err != nil {
			return table.Kept{}, err
		}
	}
	return table.Kept{Prior: fmt.Appendf(nil, `{"message":"1%017d"}`, d.Seq)}, nil
}

func (m *month) begin() {
	m.t.Helper()
	m.begun++
	id := table.ID(fmt.Sprintf("%08x", uint32(m.begun)*2654435761))
	users := []table.User{table.User(fmt.Sprint("user", m.begun%50)), table.User(fmt.Sprint("user", 50+m.begun%60))}
	err := m.hall.Open(m.t.Context(), "open", id, table.Opening{Game: "toy", Users: users, Timing: table.Timing{Clocks: map[string]time.Duration{"turn": time.Hour}}})
	if err != nil {
		m.t.Fatal(err)
	}
	m.live = append(m.live, id)
}

// act answers one question of the match, and ends it after a while. It reports whether the match goes on.
func (m *month) act(id table.ID) bool {
	m.t.Helper()
	const acts = 24
	m.acts[id]++
	ctx := m.t.Context()
	for seat := game.Seat(1); seat <= 2; seat++ {
		p, err := m.hall.Private(ctx, id, seat)
		if err != nil {
			m.t.Fatal(err)
		}
		cause := fmt.Sprintf("i:1%017d", m.begun*100+m.acts[id])
		switch {
		case p.Result != nil:
			return false
		case m.acts[id] >= acts:
			r, err := m.hall.Parse(ctx, id, "quit")
			if err == nil {
				_, err = m.hall.Act(ctx, cause, id, seat, p.Asks[len(p.Asks)-1].ID, r)
			}
			if err != nil {
				m.t.Fatal(err)
			}
			return false
		case !p.Asks[0].Standing:
			var late *game.Refusal
			if _, err := m.hall.Lapse(ctx, cause, id, seat, p.Asks[0].ID); err != nil && !errors.As(err, &late) {
				m.t.Fatal(err)
			}
			return true
		}
	}
	return true
}

// held counts the resources of a host at the end of a day.
type held struct {
	heap, goroutines, files int
	store                   int64
	waiting                 int
}

func (m *month) held(path string) (h held) {
	m.t.Helper()
	runtime.GC()
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	b, err := m.store.Backlog(time.Now())
	info, err2 := os.Stat(path)
	if err := errors.Join(err, err2); err != nil {
		m.t.Fatal(err)
	}
	files, _ := os.ReadDir("/proc/self/fd") // none on a system without it
	return held{int(mem.HeapAlloc), runtime.NumGoroutine(), len(files), info.Size(), b.Queues}
}

// Matches begin, end and are packed day after day, 20 at any time. After the first day neither memory, goroutines, files nor waiting
// deliveries grow, and the store grows by no more than the finished matches take. The full count is a month; ordinarily it is two days
// of four matches.
func TestMonth(t *testing.T) {
	days, live := 2, 4
	if gametest.Soak() {
		days, live = 30, 20
	}
	path := filepath.Join(t.TempDir(), "m.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := storage.Open(path, storage.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := &month{t: t, store: s, acts: map[table.ID]int{}}
		m.hall = table.New(s, bubbled{}, table.Options{Games: []game.Game{toy.Rules()}, Moot: true, Cache: 2 * live})
		ctx, stop := context.WithCancel(t.Context())
		outbox := &table.Outbox{Hall: m.hall, To: m}
		packer := &table.Packer{Hall: m.hall, Store: s, Log: slog.New(slog.DiscardHandler)}
		ended := make(chan struct{}, 3)
		for _, run := range []func(context.Context){outbox.Run, m.hall.Timers().Run, packer.Run} {
			go func() { run(ctx); ended <- struct{}{} }()
		}
		var all []held
		for day := range days {
			for range 24 * 6 {
				m.live = slices.DeleteFunc(m.live, func(id table.ID) bool { return !m.act(id) })
				for len(m.live) < live {
					m.begin()
				}
				time.Sleep(10 * time.Minute)
			}
			synctest.Wait()
			all = append(all, m.held(path))
			t.Logf("day %2d: %+v, %d matches begun", day+1, all[day], m.begun)
		}
		first, last := all[0], all[days-1]
		if last.heap > first.heap*5/4+4<<20 || last.goroutines > first.goroutines+5 || last.files > first.files+3 || last.waiting > first.waiting+live {
			t.Errorf("on the first day %+v, on the last %+v", first, last)
		}
		unpacked, err := s.Unpacked(t.Context(), "", 1000)
		if err != nil || len(unpacked) > 3*live {
			t.Errorf("%d matches without a timer are not packed, %v", len(unpacked), err)
		}
		if most := int64(m.begun)*40e3 + 33<<20; last.store > most { // the file grows by 16 MB at a time
			t.Errorf("the store has %d bytes, expected at most %d", last.store, most)
		}
		stop()
		for range cap(ended) {
			<-ended
		}
		if r, err := s.Check(context.Background()); err != nil || !r.Sound() {
			t.Errorf("%+v %v", r, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
