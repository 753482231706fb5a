package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"downsync/bot"
	"downsync/bot/discord"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/storage"
)

// counters counts what an operator wants to see and serves it over HTTP for Prometheus. It holds numbers only: no id,
// no name, no text of anybody.
type counters struct {
	store matchStore
	clock table.Clock
	page  http.Handler // all metrics as text
	all   *prometheus.Registry

	interactions *prometheus.CounterVec // by kind
	answers      prometheus.Histogram   // in seconds
	commits      *prometheus.CounterVec // by result
	commitTimes  prometheus.Histogram   // in seconds
	sessions     prometheus.Counter
	health       *health
}

// bounds holds the upper ends of the histograms' buckets, in seconds; an interaction must be answered within 3 s.
var bounds = []float64{0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3}

// watching makes empty counters for the store. In addition to their own they show the figures of the Go runtime and of the
// operating system about the process.
func watching(clock table.Clock, store matchStore) *counters {
	all := prometheus.NewRegistry()
	histogram := func(name, help string) prometheus.Histogram {
		return promauto.With(all).NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds})
	}
	counts := func(name, help, label string) *prometheus.CounterVec {
		return promauto.With(all).NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
	}
	w := &counters{store: store, clock: clock, all: all,
		health: &health{clock: clock, now: time.Now, log: slog.New(slog.DiscardHandler), way: "gateway session",
			probe: func(ctx context.Context, bytes int) error { return probeStore(ctx, store, bytes) }},
		interactions: counts("downsync_interactions_total", "Interactions handled, by kind.", "kind"),
		answers:      histogram("downsync_answer_seconds", "Time from an interaction to its answer."),
		commits:      counts("downsync_commits_total", "Decisions given to the store, by result.", "result"),
		commitTimes:  histogram("downsync_commit_seconds", "Time that the store took for a decision."),
		sessions:     promauto.With(all).NewCounter(prometheus.CounterOpts{Name: "downsync_gateway_sessions_total", Help: "Gateway sessions that became ready."}),
	}
	for _, result := range results { // an alert on the first of its kind needs the zero before it
		w.commits.WithLabelValues(result)
	}
	faults := counts("downsync_store_write_failures_total", "Writes that the store did not take for a reason of its own, by reason. While it takes none, each look at these pages tries one.", "reason")
	for _, reason := range table.FaultReasons {
		faults.WithLabelValues(string(reason))
	}
	w.health.fault = func(reason table.FaultReason) { faults.WithLabelValues(string(reason)).Inc() }
	w.gauge("downsync_store_writable", "1 while the store takes writes, else 0.", func() float64 { return oneIf(w.health.unwritable(context.Background()) == "") })
	w.gauge("downsync_gateway_ready", "1 while interactions can be received, over the gateway or over HTTP, else 0.", func() float64 { return oneIf(w.health.open()) })
	if s, ok := store.(served); ok {
		w.gauge("downsync_on_watch", "1 if this process does what comes due by itself, else 0.", func() float64 { return oneIf(s.OnWatch()) })
		w.gauge("downsync_hosts", "Processes that serve this store.", func() float64 { return float64(s.Hosts()) })
	}
	w.gauge("downsync_clock_skew_seconds", "How far this machine's clock is ahead of Discord's, 0 until that is known.", func() float64 { return w.health.ahead().Seconds() })
	w.gauge("downsync_memory_bytes", "Resident memory, without the file of the store.", resident)
	w.gauge("downsync_goroutines", "Goroutines of the process.", func() float64 { return float64(runtime.NumGoroutine()) })
	all.MustRegister(backlog{w}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	w.page = promhttp.HandlerFor(all, promhttp.HandlerOpts{})
	return w
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// gauge adds a metric whose value is read on request.
func (w *counters) gauge(name, help string, read func() float64) {
	w.all.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}

// What Discord refuses.
var (
	refusalsDesc = prometheus.NewDesc("downsync_discord_refusals_total", "Requests that Discord refused, by HTTP status (0: the gateway) and by Discord's code (0: none, -1: others).", []string{"status", "code"}, nil)
	unknownDesc  = prometheus.NewDesc("downsync_discord_unknown_refusals_total", "Requests that Discord refused with a code that this program does not know.", nil, nil)
)

// refusals collects what Discord refuses.
type refusals struct{ read func() []discord.Refused }

// Describe lists the metrics.
func (r refusals) Describe(to chan<- *prometheus.Desc) {
	to <- refusalsDesc
	to <- unknownDesc
}

// Collect reads the counts.
func (r refusals) Collect(to chan<- prometheus.Metric) {
	unknown := 0
	for _, x := range r.read() {
		to <- prometheus.MustNewConstMetric(refusalsDesc, prometheus.CounterValue, float64(x.Times), strconv.Itoa(x.Status), strconv.Itoa(x.Code))
		if !x.Known {
			unknown += x.Times
		}
	}
	to <- prometheus.MustNewConstMetric(unknownDesc, prometheus.CounterValue, float64(unknown))
}

// watchDiscord adds what Discord refuses, for the metrics and for the warnings.
func (w *counters) watchDiscord(client interface {
	Refused() []discord.Refused
	Troubles() []string
}) {
	w.all.MustRegister(refusals{client.Refused})
	w.health.troubles = client.Troubles
}

// watch adds the figures of the gate and the hall.
func (w *counters) watch(gate *bot.Gate, hall *table.Hall) {
	w.all.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "downsync_interactions_refused_total",
		Help: "Interactions refused because their user was too fast."}, func() float64 { return float64(gate.Refused()) }))
	w.gauge("downsync_asks_open", "Questions that wait for a player, in the matches used last.", func() float64 { return float64(hall.Asking()) })
}

var kinds = map[wire.Kind]string{wire.Slash: "slash", wire.Complete: "complete", wire.Press: "press", wire.Submit: "submit"}

// watched is a bot whose answers are counted and timed, from the moment that the interaction was made.
type watched struct {
	wire.Handler
	w *counters
}

func (h watched) Handle(ctx context.Context, i wire.Interaction) wire.Answer {
	a := h.Handler.Handle(ctx, i)
	h.w.interactions.WithLabelValues(kinds[i.Kind]).Inc()
	h.w.answers.Observe(max(0, h.w.clock.Now().Sub(i.At)).Seconds())
	return a
}

// results lists the possible results of a commit.
var results = []string{"stored", "repeat", "conflict", "unknown", "damaged", "error"}

// watchedStore is a store whose commits are counted and timed, and whose faults are noted.
type watchedStore struct {
	table.Store
	w *counters
}

// noted notes the result of a write of that many bytes and the records.
func (s watchedStore) noted(err error, bytes int, rs []table.Record) error {
	for _, r := range rs {
		bytes += len(r.Key) + len(r.Value)
	}
	s.w.health.wrote(err, bytes)
	return err
}

// Put notes whether the records could be written.
func (s watchedStore) Put(ctx context.Context, rs ...table.Record) error {
	defer s.w.health.writing()()
	return s.noted(s.Store.Put(ctx, rs...), 0, rs)
}

// Done notes whether the end of the delivery could be written.
func (s watchedStore) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	defer s.w.health.writing()()
	return s.noted(s.Store.Done(ctx, d, result, rs...), len(result), rs)
}

// Fail notes whether the postponement of the delivery could be written.
func (s watchedStore) Fail(ctx context.Context, d table.Delivery, retryAt time.Time, result []byte, rs ...table.Record) error {
	defer s.w.health.writing()()
	return s.noted(s.Store.Fail(ctx, d, retryAt, result, rs...), len(result), rs)
}

// Lease notes that leases could not be written. Not every store writes them, so a success says nothing.
func (s watchedStore) Lease(ctx context.Context, now time.Time, d time.Duration, max int) ([]table.Delivery, error) {
	defer s.w.health.writing()()
	out, err := s.Store.Lease(ctx, now, d, max)
	if err != nil {
		s.w.health.wrote(err, 0)
	}
	return out, err
}

// bytesOf returns how much of a commit is written, without its records and the indexes.
func bytesOf(c table.Commit) int {
	n := len(c.State) + len(c.Reply)
	for _, e := range c.Events {
		n += len(e)
	}
	for _, e := range c.Send {
		n += len(e.Body)
	}
	return n
}

func (s watchedStore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	defer s.w.health.writing()()
	began := time.Now()
	r, err := s.Store.Commit(ctx, c)
	result := "stored"
	switch {
	case errors.Is(err, table.ErrConflict), errors.Is(err, table.ErrChanged):
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
	_ = s.noted(err, bytesOf(c), c.Records)
	s.w.commits.WithLabelValues(result).Inc()
	s.w.commitTimes.Observe(time.Since(began).Seconds())
	return r, err
}

// gateway notes that a session became ready, or ended.
func (w *counters) gateway(ready bool) {
	w.health.gateway(ready)
	if ready {
		w.sessions.Inc()
	}
}

func (w *counters) pages() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", w.page)
	mux.HandleFunc("GET /healthz", func(rw http.ResponseWriter, _ *http.Request) { answer(rw, w.healthy()) })
	mux.HandleFunc("GET /readyz", func(rw http.ResponseWriter, r *http.Request) {
		answer(rw, w.isReady(r.Context()), w.health.warnings()...)
	})
	return mux
}

// serve shows the pages until the context ends.
func (w *counters) serve(ctx context.Context, l net.Listener) error {
	const patience = 5 * time.Second
	srv := &http.Server{Handler: w.pages(), ReadTimeout: patience, WriteTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: 8 << 10,
		ErrorLog: slog.NewLogLogger(w.health.log.Handler(), slog.LevelDebug)}
	stop := context.AfterFunc(ctx, func() { srv.Close() })
	defer stop()
	if err := srv.Serve(l); ctx.Err() == nil {
		return fmt.Errorf("watch: %w", err)
	}
	return nil
}

// answer says "ok", with each warning on a line of its own, or the reason why not.
func answer(rw http.ResponseWriter, err error, warnings ...string) {
	if err != nil {
		http.Error(rw, err.Error(), http.StatusServiceUnavailable)
		return
	}
	said := "ok\n"
	for _, warning := range warnings {
		said += "warning: " + warning + "\n"
	}
	_, _ = io.WriteString(rw, said) // a reader who has gone needs no answer
}

// readWait is how long the pages wait for the store. A database behind a broken network takes longer to fail than a reader of the pages
// waits.
const readWait = 2 * time.Second

// due reads what is due now.
func (w *counters) due(now time.Time) (storage.Backlog, error) {
	type result struct {
		storage.Backlog
		err error
	}
	read := make(chan result, 1)
	go func() {
		b, err := w.store.Backlog(now)
		read <- result{b, err}
	}()
	late := time.NewTimer(readWait)
	defer late.Stop()
	select {
	case r := <-read:
		return r.Backlog, r.err
	case <-late.C:
		return storage.Backlog{}, errors.New("the store does not answer")
	}
}

// healthy says why restarting the bot might help.
func (w *counters) healthy() error {
	if _, err := w.due(w.clock.Now()); err != nil {
		return errors.New("the store cannot be read")
	}
	return nil
}

// isReady says why players are not answered.
func (w *counters) isReady(ctx context.Context) error {
	s, shared := w.store.(served)
	if shared && !s.Reached() {
		return errors.New("the database is not reached: the log says why")
	}
	if reason := w.health.unwritable(ctx); reason != "" { // before it is read: a file that was closed after a fault is opened by the next write
		return errors.New(unwritten(reason))
	}
	if err := w.healthy(); err != nil {
		return err
	}
	if shared && !s.OnWatch() && w.health.way != "endpoint" {
		return errors.New(standingBy)
	}
	if why := w.health.hurt(ctx); why != "" {
		return errors.New(why)
	}
	return nil
}

// backlog collects the store's due work, all of one moment. While the store cannot be read it reports that, and nothing else.
type backlog struct{ w *counters }

var (
	upDesc      = prometheus.NewDesc("downsync_store_up", "1 if the store can be read, else 0.", nil, nil)
	queuesDesc  = prometheus.NewDesc("downsync_outbox_lanes", "Queues with messages that wait.", nil, nil)
	ageDesc     = prometheus.NewDesc("downsync_outbox_age_seconds", "Time since the oldest message that waits was made, whether it is due or was put off.", nil, nil)
	timersDesc  = prometheus.NewDesc("downsync_timers", "Matches with a running clock.", nil, nil)
	overdueDesc = prometheus.NewDesc("downsync_timers_overdue", "Matches whose clock has run out.", nil, nil)
)

// Describe lists the metrics of a backlog.
func (b backlog) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{upDesc, queuesDesc, ageDesc, timersDesc, overdueDesc} {
		to <- d
	}
}

// Collect reads the store.
func (b backlog) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64) { to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v) }
	now := b.w.clock.Now()
	due, err := b.w.due(now)
	gauge(upDesc, oneIf(err == nil))
	if err != nil {
		return
	}
	age := 0.0
	if !due.Oldest.IsZero() {
		age = max(0, now.Sub(due.Oldest).Seconds())
	}
	gauge(queuesDesc, float64(due.Queues))
	gauge(ageDesc, age)
	gauge(timersDesc, float64(due.Timers))
	gauge(overdueDesc, float64(due.Overdue))
}
