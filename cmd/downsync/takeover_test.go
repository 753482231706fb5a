package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"downsync/bot/local"
	"downsync/storage/postgres/pgtest"
)

// Two bots run on one database. The one on watch is killed without warning, and the other goes
// on with the match; under SOAK=1 to its end.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Real())
	s.conf.Store.Path = pgtest.URL(t)
	first := s.child()
	second, in, out := s.process(botVariable)
	kill := func(p *exec.Cmd) {
		_ = p.Process.Kill() // it may have ended
		_ = p.Wait()         // killed: its status tells nothing
	}
	t.Cleanup(func() { kill(first); kill(second) })
	s.challenge("size:small")
	runners := []runner{{user: "player1"}, {user: "player2", react: true}}
	w := newWatch(s)
	news := func() int { return len(thread(s.srv.User("player3").View())) }
	begins := news()
	s.playOn(runners, func() bool { return news() > begins+300 }, w.check)
	kill(first)
	began := time.Now()
	s.attend(in, out)
	t.Logf("taken over within %v", time.Since(began))
	told := news()
	if os.Getenv("SOAK") == "1" {
		s.playOn(runners, nil, w.check)
		v := s.await("player3", "the end in the thread", func(v local.View) bool { return strings.Contains(thread(v), "Match over") })
		if n := strings.Count(thread(v), "## Match over"); n != 1 {
			t.Errorf("the end was told %d times", n)
		}
	} else {
		s.playOn(runners, func() bool { return news() > told+300 }, w.check)
	}
	w.nothingForOnlookers()
	kill(second)
	k := keeper{t: t}
	if said, _ := k.do(0, "check", "-store", s.conf.Store.Path); !strings.Contains(said, "1 match") || !strings.Contains(said, " 0 damaged, 0 astray") {
		t.Errorf("check says %s", said)
	}
}

// A bot that loses its session with the database says so, leaves Discord, and comes back with a new one.
func TestSessionLost(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Real())
	s.conf.Store.URL = pgtest.URL(t) + "&application_name=lost"
	s.start()
	ready := func() int { return strings.Count(s.log.String(), "gateway ready") }
	if n := ready(); n != 1 {
		t.Fatalf("ready %d times", n)
	}
	conn, err := pgx.Connect(t.Context(), s.conf.Store.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	_, err = conn.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE application_name = 'lost' AND locktype = 'advisory' AND pid <> pg_backend_pid()")
	if err != nil {
		t.Fatal(err)
	}
	for ready() < 2 {
		runtime.Gosched()
	}
	s.challenge("size:small")
	said := s.log.String()
	if strings.Contains(said, "standing by") {
		t.Errorf("no other host was on watch, and it says\n%s", said)
	}
	lost, _, again := strings.Cut(said, "the database is reached again")
	if !again || !strings.Contains(lost, "level=ERROR msg=\"the database is not reached: ") || !strings.Contains(lost, "until it is\" error=") {
		t.Errorf("of the database it says\n%s", said)
	}
}

// Over HTTP every host of a store answers, also one that is not on watch, and says in its metrics which it is.
func TestHostsOverHTTP(t *testing.T) {
	t.Parallel()
	s := bareStage(t, local.Real())
	s.conf.Store.URL = pgtest.URL(t)
	s.overHTTP()
	second := &stage{t: t, srv: s.srv, conf: s.conf}
	first, other := s.start(), second.start() // which Discord sends the interactions to
	defer func() { second.stop() }()
	s.finish(s.srv.User("player1").Slash("#general", "/help"))
	if !first.onWatch() || other.onWatch() {
		t.Fatalf("on watch: %t and %t", first.onWatch(), other.onWatch())
	}
	for !strings.Contains(pageOf(t, first.counts), "downsync_hosts 2\n") { // as of its last look
		runtime.Gosched()
	}
	for h, lines := range map[*host][]string{first: {"downsync_on_watch 1"},
		other: {"downsync_on_watch 0", "downsync_hosts 2", "downsync_gateway_ready 1", `downsync_interactions_total{kind="slash"} 1`}} {
		page := pageOf(t, h.counts)
		for _, line := range lines {
			if !strings.Contains(page, line+"\n") {
				t.Errorf("the page lacks %s:\n%s", line, page)
			}
		}
		if err := h.counts.isReady(t.Context()); err != nil {
			t.Errorf("not ready: %v", err)
		}
	}
}
