package storage

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"downsync/game/table"
	"downsync/storage/storetest"
)

// played is a load on a store with every write recorded, and with what was known at each write.
type played struct {
	disk    disk
	base    []byte // the file before
	history storetest.History
	// moments holds the history's clock at each recorded operation.
	mu      sync.Mutex
	moments []int
}

// play runs writers on a fresh store: commits, repeats, conflicts and deliveries.
func play(t *testing.T, change func(*bolt.DB)) *played {
	t.Helper()
	p := &played{}
	path := filepath.Join(t.TempDir(), "m.db")
	if err := create(path); err != nil {
		t.Fatal(err)
	}
	var err error
	if p.base, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	p.disk.onWrite = func(ops int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		for len(p.moments) < ops {
			p.moments = append(p.moments, p.history.Now())
		}
	}
	s := openOn(t, path, func(db *bolt.DB) {
		if change != nil {
			change(db)
		}
		p.disk.into(db)
	})
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() { load(&p.history, s, w, 25) })
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return p
}

// load works on a match of its own and on a shared one, and makes some deliveries.
func load(h *storetest.History, s table.Store, w, rounds int) {
	ctx, r := context.Background(), rand.New(rand.NewPCG(uint64(w), 1))
	own := table.ID(fmt.Sprintf("own-%d", w))
	version := uint64(0)
	for i := range rounds {
		a := storetest.Attempt{Match: own, Cause: fmt.Sprintf("%d.%d", w, i), Expect: version, Events: 1 + r.IntN(4)}
		if h.Do(s, a) == nil {
			version += uint64(a.Events)
		}
		if r.IntN(4) == 0 {
			_, _ = s.Commit(ctx, a.CommitOf()) // it is sent twice; the history notes two
		}
		if l, err := s.Load(ctx, "shared"); err == nil || errors.Is(err, table.ErrNoMatch) {
			_ = h.Do(s, storetest.Attempt{Match: "shared", Cause: fmt.Sprintf("s%d.%d", w, i), Expect: l.Version, Events: 2}) // noted
		}
		now := time.Date(2151, 1, 1, 0, 0, 0, 0, time.UTC)
		if ds, err := s.Lease(ctx, now, time.Minute, 1); err == nil && len(ds) > 0 {
			_ = s.Done(ctx, ds[0], []byte("message")) // a lost one is leased again
		}
	}
}

// lost returns the history as players knew it during the k-th operation.
func (p *played) lost(k int) *storetest.History { return p.history.At(p.moments[max(k, 1)-1]) }

// examine opens the image and returns an error that names the broken promise.
func (p *played) examine(t *testing.T, path string, img []byte, k int) error {
	t.Helper()
	if err := os.WriteFile(path, img, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Open(path, Options{MapSize: 1 << 20})
	if err != nil {
		return err
	}
	defer os.Remove(anchorPath(path))
	defer s.Close()
	r, err := s.Check(context.Background())
	if err != nil || !r.Sound() {
		return fmt.Errorf("check: %+v %w", r, err)
	}
	h := p.lost(k)
	if err := h.Check(context.Background(), s); err != nil {
		return err
	}
	return resolve(h, s)
}

// resolve sends the unknown attempts again, after which the fate of each is known (P4).
func resolve(h *storetest.History, s table.Store) error {
	ctx := context.Background()
	for _, a := range h.Unresolved() {
		r, err := s.Commit(ctx, a.CommitOf())
		if err != nil && !errors.Is(err, table.ErrConflict) && !errors.Is(err, table.ErrNoMatch) {
			return fmt.Errorf("P4: %s: %w", a.Cause, err)
		}
		if err == nil && string(r.Reply) != "reply to "+a.Cause {
			return fmt.Errorf("P2: %s is answered %q", a.Cause, r.Reply)
		}
		h.End(a.Cause, r.Version, err)
	}
	return h.Check(ctx, s)
}

// Power is lost at every write, and unsynced writes are dropped, torn or reordered. Nothing accepted is missing,
// nothing is stored twice or in part, and sending again resolves what was unknown.
func TestPowerLoss(t *testing.T) {
	p := play(t, nil)
	path := filepath.Join(t.TempDir(), "image.db")
	r := rand.New(rand.NewPCG(7, 7))
	n := images(t, 150, 4000)
	for i := range n {
		k := 1 + r.IntN(len(p.disk.ops))
		if i < len(p.disk.ops) && n >= len(p.disk.ops) {
			k = i + 1 // every prefix once
		}
		if err := p.examine(t, path, p.disk.image(p.base, k, r, i < len(p.disk.ops)/2), k); err != nil {
			t.Fatalf("image %d, power lost at write %d of %d: %v", i, k, len(p.disk.ops), err)
		}
	}
	all, accepted := p.history.Count()
	t.Logf("%d images of %d operations; %d attempts, %d accepted", n, len(p.disk.ops), all, accepted)
}

// Negative control: the same test detects loss when there are no syncs.
func TestPowerLossFindsMissingSyncs(t *testing.T) {
	p := play(t, func(db *bolt.DB) { db.NoSync = true })
	path := filepath.Join(t.TempDir(), "image.db")
	r := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		k := 1 + r.IntN(len(p.disk.ops))
		if p.examine(t, path, p.disk.image(p.base, k, r, false), k) != nil {
			return
		}
	}
	t.Error("60 images without syncs, and nothing was lost")
}

// Negative control: it detects answers given before the commit is on disk.
func TestPowerLossFindsEarlyAnswers(t *testing.T) {
	p := play(t, nil)
	path := filepath.Join(t.TempDir(), "image.db")
	r := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		k := 1 + r.IntN(len(p.disk.ops)*3/4)
		late := min(len(p.disk.ops), k+8) // the knowledge of two commits later
		if p.examine(t, path, p.disk.image(p.base, k, r, false), late) != nil {
			return
		}
	}
	t.Error("60 images with early answers, and nothing was missed")
}
