package main

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// slow is a bot that takes its time.
type slow struct{ clock *tabletest.Clock }

func (s slow) Handle(context.Context, wire.Interaction) wire.Answer {
	s.clock.Advance(40 * time.Millisecond)
	return wire.Answer{}
}

// pageOf returns the page of metrics.
func pageOf(t *testing.T, w *counters) string {
	t.Helper()
	rw := httptest.NewRecorder()
	w.page.ServeHTTP(rw, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if rw.Code != http.StatusOK {
		t.Fatalf("the page: %d %s", rw.Code, rw.Body)
	}
	return rw.Body.String()
}

// Operators' dashboards and alerts depend on these names, types and labels.
func TestMetricNames(t *testing.T) {
	h := bareStage(t, local.Still(tabletest.Noon))
	counts := h.start().counts
	h.finish(h.srv.User("player1").Slash("#general", "/help"))
	page := pageOf(t, counts)
	for name, kind := range map[string]string{
		"downsync_interactions_total":         "counter",
		"downsync_interactions_refused_total": "counter",
		"downsync_answer_seconds":             "histogram",
		"downsync_commits_total":              "counter",
		"downsync_commit_seconds":             "histogram",
		"downsync_asks_open":                  "gauge",
		"downsync_store_up":                   "gauge",
		"downsync_outbox_lanes":               "gauge",
		"downsync_outbox_age_seconds":         "gauge",
		"downsync_timers":                     "gauge",
		"downsync_timers_overdue":             "gauge",
		"downsync_gateway_ready":              "gauge",
		"downsync_gateway_sessions_total":     "counter",
		"downsync_clock_skew_seconds":         "gauge",
		"downsync_memory_bytes":               "gauge",
		"downsync_goroutines":                 "gauge",
		"process_resident_memory_bytes":       "gauge",
		"process_open_fds":                    "gauge",
		"go_gc_duration_seconds":              "summary",
	} {
		if line := "# TYPE " + name + " " + kind + "\n"; !strings.Contains(page, line) {
			t.Errorf("the page lacks %s", line)
		}
	}
	for _, line := range []string{
		`downsync_interactions_total{kind="slash"} 1`,
		"downsync_interactions_refused_total 0",
		`downsync_answer_seconds_bucket{le="0.001"} 1`,
		`downsync_answer_seconds_bucket{le="3"} 1`,
		`downsync_commits_total{result="damaged"} 0`,
		"downsync_asks_open 0",
	} {
		if !strings.Contains(page, line+"\n") {
			t.Errorf("the page lacks %s:\n%s", line, page)
		}
	}
}

// The operator's page counts what happened, in Prometheus' format, and names nobody.
func TestWatch(t *testing.T) {
	clock := tabletest.NewClock()
	s, err := storage.Open(filepath.Join(t.TempDir(), "m.db"), storage.Options{MapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	w := watching(clock, s)
	watched{slow{clock}, w}.Handle(t.Context(), wire.Interaction{Kind: wire.Press, At: clock.Now().Add(-time.Second / 10), User: "4711471147114711", Name: "Anna"})
	store := watchedStore{s, w}
	c := table.Commit{Match: "secret-1", Cause: "i:4712471247124712", At: clock.Now(), Wake: clock.Now(), Events: [][]byte{[]byte("e")},
		Send: []table.Effect{{Queue: "public"}}}
	for range 2 { // the second is a repeat
		if _, err := store.Commit(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	c.Cause = "i:4713471347134713"
	if _, err := store.Commit(t.Context(), c); err == nil {
		t.Fatal("no conflict")
	}
	clock.Advance(time.Minute)

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.serve(ctx, l) }()
	get := func(path string, status int) string {
		t.Helper()
		r, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != status {
			t.Fatalf("%s: %d %s %v", path, r.StatusCode, body, err)
		}
		return string(body)
	}
	get("/healthz", 200)
	get("/readyz", 503)
	w.gateway(true)
	get("/readyz", 200)
	page := get("/metrics", 200)
	for _, line := range []string{
		`downsync_interactions_total{kind="press"} 1`,
		`downsync_answer_seconds_bucket{le="0.1"} 0`,
		`downsync_answer_seconds_bucket{le="0.25"} 1`,
		`downsync_answer_seconds_bucket{le="+Inf"} 1`,
		`downsync_answer_seconds_count 1`,
		`downsync_commits_total{result="stored"} 1`,
		`downsync_commits_total{result="repeat"} 1`,
		`downsync_commits_total{result="conflict"} 1`,
		`downsync_commit_seconds_count 3`,
		"downsync_store_up 1",
		"downsync_outbox_lanes 1",
		"downsync_outbox_age_seconds 60",
		"downsync_timers 1",
		"downsync_timers_overdue 1",
		"downsync_gateway_ready 1",
		"downsync_gateway_sessions_total 1",
	} {
		if !strings.Contains(page, line+"\n") {
			t.Errorf("the page lacks %s:\n%s", line, page)
		}
	}
	for _, word := range []string{"4711471147114711", "4712471247124712", "Anna", "secret-1"} {
		if strings.Contains(page, word) {
			t.Errorf("the page tells of %s", word)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		get(path, 503)
	}
	page = get("/metrics", 200)
	if !strings.Contains(page, "downsync_store_up 0\n") || !strings.Contains(page, "downsync_gateway_ready 1\n") || strings.Contains(page, "downsync_timers") {
		t.Errorf("without its store the page says\n%s", page)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// hangingStore is a store behind a broken network: nothing comes back.
type hangingStore struct {
	matchStore
	over chan struct{}
}

func (s hangingStore) Backlog(time.Time) (storage.Backlog, error) {
	<-s.over
	return storage.Backlog{}, errors.New("no answer")
}

// A store that does not answer holds up no page.
func TestPagesOfAHangingStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := hangingStore{over: make(chan struct{})}
		defer close(s.over)
		w := watching(tabletest.NewClock(), s)
		if page := pageOf(t, w); !strings.Contains(page, "downsync_store_up 0\n") {
			t.Errorf("the page says\n%s", page)
		}
		if err := w.healthy(); err == nil {
			t.Error("it is called healthy")
		}
	})
}

// While Discord cannot be reached the start waits, ever longer; a refusal ends it at once.
func TestStartWaitsForDiscord(t *testing.T) {
	away, no := &wire.WireError{Text: "away", RetryAfter: time.Second}, &wire.WireError{Text: "no", Status: 403}
	long := &wire.WireError{Text: "limited", RetryAfter: time.Hour}
	for _, c := range []struct {
		errs   []error
		want   error
		pauses []time.Duration
	}{
		{[]error{nil}, nil, nil},
		{[]error{away, away, away, nil}, nil, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{[]error{away, long, nil}, nil, []time.Duration{time.Second, time.Hour}},
		{[]error{away, no}, no, []time.Duration{time.Second}},
		{[]error{io.EOF}, io.EOF, nil},
	} {
		var pauses []time.Duration
		n := 0
		err := persist(func() error { n++; return c.errs[n-1] }, func(d time.Duration, _ error) bool { pauses = append(pauses, d); return true })
		if !errors.Is(err, c.want) || !slices.Equal(pauses, c.pauses) {
			t.Errorf("%v: %v after %v", c.errs, err, pauses)
		}
	}
	if err := persist(func() error { return away }, func(time.Duration, error) bool { return false }); !errors.Is(err, away) {
		t.Errorf("stopped: %v", err)
	}
}
