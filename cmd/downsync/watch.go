package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"time"

	"downsync/bot"
	"downsync/game/table"
	"downsync/storage"
)

// counters counts what an operator wants to see, and shows it over HTTP in Prometheus' text format. It holds numbers only: no id,
// no name, no text of anybody.
type counters struct {
	mu           sync.Mutex
	answers      timings
	commits      timings
	commitsBy    map[string]int
	interactions map[string]int
	sessions     int
	ready        bool

	store *storage.Store
	clock table.Clock
	gate  *bot.Gate
	hall  *table.Hall
}

// bounds are the upper ends of the histograms' buckets, in seconds; an interaction must be answered within 3 s.
var bounds = []float64{0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3}

// timings is a histogram.
type timings struct {
	counts [12]int // one more than bounds
	sum    float64
}

func (t *timings) add(d time.Duration) {
	s := d.Seconds()
	t.sum += s
	for i, b := range bounds {
		if s <= b {
			t.counts[i]++
			return
		}
	}
	t.counts[len(bounds)]++
}

// watching makes empty counters.
func watching(clock table.Clock) *counters {
	return &counters{commitsBy: map[string]int{}, interactions: map[string]int{}, clock: clock}
}

var kinds = map[bot.Kind]string{bot.Slash: "slash", bot.Complete: "complete", bot.Press: "press", bot.Submit: "submit"}

// watched is a bot whose answers are counted and timed, from the moment that the interaction was made.
type watched struct {
	bot.Handler
	w *counters
}

func (h watched) Handle(ctx context.Context, i bot.Interaction) bot.Answer {
	a := h.Handler.Handle(ctx, i)
	h.w.mu.Lock()
	defer h.w.mu.Unlock()
	h.w.interactions[kinds[i.Kind]]++
	h.w.answers.add(max(0, h.w.clock.Now().Sub(i.At)))
	return a
}

// watchedStore is a store whose commits are counted and timed.
type watchedStore struct {
	*storage.Store
	w *counters
}

func (s watchedStore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	began := time.Now()
	r, err := s.Store.Commit(ctx, c)
	result := "stored"
	switch {
	case errors.Is(err, table.ErrConflict):
		result = "conflict"
	case errors.Is(err, table.ErrUnknown):
		result = "unknown"
	case errors.Is(err, table.ErrDamaged):
		result = "damaged"
	case err != nil:
		result = "error"
	case r.Repeat:
		result = "repeat"
	}
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	s.w.commitsBy[result]++
	s.w.commits.add(time.Since(began))
	return r, err
}

// gateway notes that a session became ready, or ended.
func (w *counters) gateway(ready bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ready = ready; ready {
		w.sessions++
	}
}

// serve shows it all until the context ends.
func (w *counters) serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", w.metrics)
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, _ *http.Request) { answer(rw, w.healthy()) })
	mux.HandleFunc("GET /readyz", func(rw http.ResponseWriter, _ *http.Request) { answer(rw, w.isReady()) })
	const patience = 5 * time.Second
	srv := &http.Server{Handler: mux, ReadTimeout: patience, WriteTimeout: patience, MaxHeaderBytes: 8 << 10}
	stop := context.AfterFunc(ctx, func() { srv.Close() })
	defer stop()
	if err := srv.Serve(l); ctx.Err() == nil {
		return fmt.Errorf("watch: %w", err)
	}
	return nil
}

func answer(rw http.ResponseWriter, err error) {
	if err != nil {
		http.Error(rw, err.Error(), http.StatusServiceUnavailable)
		return
	}
	_, _ = io.WriteString(rw, "ok\n") // who has gone needs no answer
}

// healthy says why restarting the bot might help.
func (w *counters) healthy() error {
	if _, err := w.store.Backlog(w.clock.Now()); err != nil {
		return errors.New("the store cannot be read")
	}
	return nil
}

// isReady says why players are not answered.
func (w *counters) isReady() error {
	w.mu.Lock()
	ready := w.ready
	w.mu.Unlock()
	if !ready {
		return errors.New("no gateway session")
	}
	return w.healthy()
}

func (w *counters) metrics(rw http.ResponseWriter, _ *http.Request) {
	now := w.clock.Now()
	back, err := w.store.Backlog(now)
	if err != nil {
		answer(rw, errors.New("the store cannot be read"))
		return
	}
	rw.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_, _ = io.WriteString(rw, w.text(back, now)) // who has gone needs no answer
}

// text is the page.
func (w *counters) text(back storage.Backlog, now time.Time) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var b strings.Builder
	head := func(name, kind, help string) { fmt.Fprintf(&b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind) }
	gauge := func(name, help string, v float64) {
		head(name, "gauge", help)
		fmt.Fprintf(&b, "%s %g\n", name, v)
	}
	counts := func(name, help, label string, by map[string]int) {
		head(name, "counter", help)
		for _, k := range slices.Sorted(maps.Keys(by)) {
			fmt.Fprintf(&b, "%s{%s=%q} %d\n", name, label, k, by[k])
		}
	}
	histogram := func(name, help string, t timings) {
		head(name, "histogram", help)
		n := 0
		for i, bound := range bounds {
			n += t.counts[i]
			fmt.Fprintf(&b, "%s_bucket{le=\"%g\"} %d\n", name, bound, n)
		}
		n += t.counts[len(bounds)]
		fmt.Fprintf(&b, "%s_bucket{le=\"+Inf\"} %d\n%s_sum %g\n%s_count %d\n", name, n, name, t.sum, name, n)
	}
	age := 0.0
	if !back.Oldest.IsZero() {
		age = now.Sub(back.Oldest).Seconds()
	}
	ready := 0.0
	if w.ready {
		ready = 1
	}
	counts("downsync_interactions_total", "Interactions handled, by kind.", "kind", w.interactions)
	if w.gate != nil {
		head("downsync_interactions_refused_total", "counter", "Those of users who were too fast.")
		fmt.Fprintf(&b, "downsync_interactions_refused_total %d\n", w.gate.Refused())
	}
	histogram("downsync_answer_seconds", "From the making of an interaction to its answer.", w.answers)
	counts("downsync_commits_total", "Decisions given to the store, by result.", "result", w.commitsBy)
	histogram("downsync_commit_seconds", "How long the store took over a decision.", w.commits)
	if w.hall != nil {
		gauge("downsync_asks_open", "Questions that wait for a player, in the matches used last.", float64(w.hall.Asking()))
	}
	gauge("downsync_outbox_lanes", "Lanes with messages that are owed.", float64(back.Queues))
	gauge("downsync_outbox_age_seconds", "How long the first of them has been due.", age)
	gauge("downsync_timers", "Matches with a clock running.", float64(back.Timers))
	gauge("downsync_timers_overdue", "Those whose clock has run out.", float64(back.Overdue))
	gauge("downsync_gateway_ready", "1: a gateway session is ready.", ready)
	head("downsync_gateway_sessions_total", "counter", "Gateway sessions that became ready.")
	fmt.Fprintf(&b, "downsync_gateway_sessions_total %d\n", w.sessions)
	gauge("downsync_memory_bytes", "Memory in use at the last collection of garbage.", float64(live()))
	gauge("downsync_goroutines", "Goroutines of the process.", float64(runtime.NumGoroutine()))
	return b.String()
}

// live is how many bytes the last garbage collection found in use.
func live() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
