package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
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

// trouble is something that happens to a fleet.
type trouble struct {
	name   string
	strike func(*fleet, context.Context) error
}

// The troubles of a fleet, in the order in which they come.
var troubles = []trouble{
	{"bot killed", func(f *fleet, ctx context.Context) error { return f.killBot(ctx, 0) }},
	{"database killed", (*fleet).killDatabase},
	{"bot killed", func(f *fleet, ctx context.Context) error { return f.killBot(ctx, 1) }},
	{"database read-only", (*fleet).refuseWrites},
	{"bot killed", func(f *fleet, ctx context.Context) error { return f.killBot(ctx, 2) }},
	{"token refused", (*fleet).refuseToken},
	{"clock stepped", (*fleet).stepClock},
}

// strike strikes the fleet with one trouble after another, after that many presses each time, until the context ends.
func (f *fleet) strike(ctx context.Context, presses int64) error {
	for n := 0; f.until(ctx, presses); n++ {
		x := troubles[n%len(troubles)]
		if err := x.strike(f, ctx); err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		f.struck.Add(1)
	}
	return nil
}

// killBot kills a bot and waits until it answers again, or the context has ended.
func (f *fleet) killBot(ctx context.Context, n int) error {
	m := f.members[n]
	lives := m.lives()
	m.signal(syscall.SIGKILL)
	f.bots.Add(1)
	m.answers(ctx, lives)
	return nil
}

// killDatabase kills the database and starts it again.
func (f *fleet) killDatabase(context.Context) error {
	f.down.Lock()
	defer f.down.Unlock()
	f.db.Kill()
	f.databases.Add(1)
	return f.db.Run()
}

// refuseWrites lets the database take no writes until a press or a delivery has failed.
func (f *fleet) refuseWrites(ctx context.Context) error {
	f.down.Lock()
	defer f.down.Unlock()
	refused := func() (n int64) {
		for _, m := range f.members {
			n += int64(strings.Count(m.said.String(), "read-only transaction"))
		}
		return n + f.failed.Load()
	}
	before := refused()
	if err := f.db.Do(ctx, "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	for ctx.Err() == nil && refused() == before {
		select {
		case <-f.missed:
		case <-f.members[0].said.more:
		case <-f.members[1].said.more:
		case <-f.members[2].said.more:
		case <-ctx.Done():
		}
	}
	return f.db.Do(context.WithoutCancel(ctx), "SET default_transaction_read_only = off", "ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")
}

// refuseToken lets Discord refuse the bots' token a few times.
func (f *fleet) refuseToken(context.Context) error {
	for _, route := range []string{"POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}"} {
		if err := f.srv.Inject(local.Fault{Kind: "rest", Route: route, Status: http.StatusUnauthorized, Times: 3}); err != nil {
			return err
		}
	}
	return nil
}

// stepClock sets the clock that all bots share, the database's, an hour ahead, and right again after the next press.
func (f *fleet) stepClock(ctx context.Context) error {
	if err := f.db.Do(ctx, clockAhead(time.Hour)...); err != nil {
		return err
	}
	f.until(ctx, 1)
	return f.db.Do(context.WithoutCancel(ctx), clockAhead(0)...)
}

// clockAhead returns statements that set the database's clock ahead of the machine's.
func clockAhead(by time.Duration) []string {
	return []string{"SET allow_system_table_mods = on",
		"DO $$ BEGIN IF to_regprocedure('pg_catalog.machine_clock()') IS NULL THEN ALTER FUNCTION pg_catalog.clock_timestamp() RENAME TO machine_clock; END IF; END $$",
		fmt.Sprintf("CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT machine_clock() + interval '%d seconds' $$", int(by.Seconds()))}
}

// struckEnough reports whether every trouble has come, and bots were killed that many times.
func (f *fleet) struckEnough(kills int64) bool {
	return int(f.struck.Load()) >= len(troubles) && f.bots.Load() >= kills
}

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

// Matches are played to their end over three bots, while each of them and the database is killed again and again, the database takes no
// writes, Discord refuses the token, and the clock is set an hour ahead and back. All exports verify. SOAK=1 plays
// forty and more, until bots have been killed 300 times.
func TestFleet(t *testing.T) {
	t.Parallel()
	pairs, matches, presses, kills, patience := 2, []string{"game:syndicate max_rounds:2"}, int64(5), int64(1), 5*limit // within the one of go test
	if os.Getenv("SOAK") == "1" {
		pairs, matches = 20, []string{"game:syndicate max_rounds:4", "size:small max_rounds:2"}
		presses, kills, patience = 20, 300, 60*limit
	}
	f := newFleet(t, 2*pairs, local.Real())
	enough := func() bool { return f.struckEnough(kills) }
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	playing, over := context.WithCancel(ctx)
	var killer, players sync.WaitGroup
	killer.Go(func() {
		if err := f.strike(playing, presses); err != nil {
			t.Error(err)
			stop()
		}
	})
	for n := range pairs {
		players.Go(func() {
			p := f.pair(n, matches...)
			p.enough = enough // a bot takes long to start on a busy machine
			if err := p.play(ctx, uint64(n)); err != nil {
				t.Error(err)
			}
		})
	}
	players.Wait()
	over()
	killer.Wait()
	if t.Failed() {
		t.Logf("%d presses were answered and %d not, the last: %v; struck %d times", f.presses.Load(), f.failed.Load(), f.last.Load(), f.struck.Load())
		for n, m := range f.members {
			said := m.said.String()
			t.Logf("bot %d said last\n%s", n, said[max(0, len(said)-5000):])
		}
	}
	ids := f.exports()
	t.Logf("%d matches, %d presses answered and %d not, %d given to another bot; %d troubles: bots killed %d times, the database %d times",
		len(ids), f.presses.Load(), f.failed.Load(), f.door.again.Load(), f.struck.Load(), f.bots.Load(), f.databases.Load())
	if len(ids) < pairs*len(matches) || !enough() {
		t.Error("too little happened")
	}
	for _, m := range f.members {
		for _, worry := range []string{"set back in the store", "the store was set back", "damaged"} {
			if strings.Contains(m.said.String(), worry) {
				t.Errorf("a bot says %q:\n%s", worry, m.said.String())
			}
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
