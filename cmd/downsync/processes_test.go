package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"downsync/bot/local"
	"downsync/storage/postgres"
)

// kill kills each bot and the database in turn, after that many presses each time, until the context ends.
func (f *fleet) kill(ctx context.Context, presses int64) error {
	for n := 0; f.until(ctx, presses); n++ {
		if n%4 == 1 {
			f.down.Lock()
			f.db.Kill()
			err := f.db.Run()
			f.down.Unlock()
			if err != nil {
				return err
			}
			f.databases.Add(1)
			continue
		}
		m := f.members[max(n%4-1, 0)]
		lives := m.lives()
		m.signal(syscall.SIGKILL)
		f.bots.Add(1)
		if !m.answers(ctx, lives) {
			break
		}
	}
	return nil
}

// killedEnough reports whether bots and the database were killed as many times as a test requires.
func (f *fleet) killedEnough() bool { return f.bots.Load() >= 2 && f.databases.Load() >= 1 }

// exports ends the bots, verifies the exports of all matches, checks the whole database, and returns the matches' ids.
func (f *fleet) exports() (ids []string) {
	f.t.Helper()
	for _, m := range f.members {
		m.end(syscall.SIGTERM)
		<-m.ended
	}
	command := func(args ...string) string {
		var out bytes.Buffer
		if status := run(f.t.Context(), args, &out, &out); status != 0 {
			f.t.Errorf("%v: %d %s", args, status, out.String())
		}
		return out.String()
	}
	if said := command("check", "-store", f.store); !strings.Contains(said, " 0 damaged, 0 astray") {
		f.t.Errorf("check says %s", said)
	}
	s, err := openAside(f.t.Context(), f.store, postgres.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	all, err := s.Matches()
	if err = errors.Join(err, s.Close()); err != nil {
		f.t.Fatal(err)
	}
	for _, id := range all {
		path := filepath.Join(f.dir, string(id)+".json")
		// To a referee, because a challenge whose answer was lost is made once more, and then one more match may have begun.
		if err := os.WriteFile(path, []byte(command("export", "-store", f.store, "-referee", string(id))), 0o600); err != nil {
			f.t.Fatal(err)
		}
		command("verify", path)
		ids = append(ids, string(id))
	}
	return ids
}

// Matches are played to their end over three bots, while each of them and the database is killed again and again. All exports verify.
// SOAK=1 plays forty.
func TestFleet(t *testing.T) {
	t.Parallel()
	pairs, matches, presses, patience := 2, []string{"game:syndicate max_rounds:2"}, int64(5), 5*limit // within the one of go test
	if os.Getenv("SOAK") == "1" {
		pairs, matches, presses = 20, []string{"game:syndicate max_rounds:4", "size:small max_rounds:2"}, 60
		patience = 20 * limit
	}
	f := newFleet(t, 2*pairs, local.Real())
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	playing, over := context.WithCancel(ctx)
	var killer, players sync.WaitGroup
	killer.Go(func() {
		if err := f.kill(playing, presses); err != nil {
			t.Error(err)
			stop()
		}
	})
	for n := range pairs {
		players.Go(func() {
			p := f.pair(n, matches...)
			p.enough = f.killedEnough // a bot takes long to start on a busy machine
			if err := p.play(ctx, uint64(n)); err != nil {
				t.Error(err)
			}
		})
	}
	players.Wait()
	over()
	killer.Wait()
	ids := f.exports()
	t.Logf("%d matches, %d presses answered and %d not, %d given to another bot; bots killed %d times, the database %d times",
		len(ids), f.presses.Load(), f.failed.Load(), f.door.again.Load(), f.bots.Load(), f.databases.Load())
	if len(ids) < pairs*len(matches) || !f.killedEnough() {
		t.Error("too little happened")
	}
	for _, m := range f.members {
		if strings.Contains(m.said.String(), "set back") || strings.Contains(m.said.String(), "damaged") {
			t.Errorf("a bot says\n%s", m.said.String())
		}
	}
}

// replaced plays on while each of three bots is replaced by a new one, and returns how many presses were answered and how many not.
func replaced(t *testing.T, careless bool) (f *fleet, answered, lost int64) {
	f = newFleet(t, 2, local.Still(time.Now())) // a press that is slow on a busy machine is not lost
	f.door.once = careless
	ctx, stop := context.WithTimeout(t.Context(), 3*limit)
	defer stop()
	var players sync.WaitGroup
	defer players.Wait()
	defer stop()
	players.Go(func() {
		err := f.pair(0, slices.Repeat([]string{"game:syndicate max_rounds:1"}, 100)...).play(ctx, 1)
		if ctx.Err() == nil {
			t.Error(err)
		}
	})
	for _, old := range slices.Clone(f.members) {
		if !f.until(ctx, 10) {
			t.Fatal("nothing happens")
		}
		f.join()
		old.end(syscall.SIGTERM)
		<-old.ended
		if f.failed.Load() > 0 {
			break // that is known, then
		}
		if said := old.said.String(); !strings.Contains(said, "downsync has stopped") {
			t.Errorf("it did not stop in order: %s", said)
		}
	}
	if f.failed.Load() == 0 && !f.until(ctx, 10) {
		t.Fatal("nothing happens any more")
	}
	return f, f.presses.Load(), f.failed.Load()
}

// Three bots are replaced one after another while two people play. No press is lost: each is answered, by an old bot or a new one.
func TestRollingUpdate(t *testing.T) {
	t.Parallel()
	f, answered, lost := replaced(t, false)
	t.Logf("%d presses were answered", answered)
	if lost > 0 {
		t.Errorf("%d presses were not, the last: %s", lost, f.last.Load())
		for _, m := range f.members {
			t.Logf("a bot said\n%s", m.said.String())
		}
	}
}

// The same test finds a balancer that does not give a press to another bot when one has ended.
func TestRollingUpdateFindsLostPresses(t *testing.T) {
	t.Parallel()
	if _, _, lost := replaced(t, true); lost == 0 {
		t.Error("none was found")
	}
}
