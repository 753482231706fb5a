package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/discord"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// alert is a row of the table of alerts in docs/operators.md.
type alert struct {
	expr string
	hold time.Duration // how long it must be true
}

// row matches a row of that table; hold matches the time after its expression.
var row = regexp.MustCompile("^\\| `([^`]+)`(?: for (\\d+) minutes?)? \\|")

// alertsOf reads the table of alerts.
func alertsOf(t *testing.T, document string) (out []alert) {
	t.Helper()
	_, rest, found := strings.Cut(document, "| alert on | meaning |\n|---|---|\n")
	if !found {
		t.Fatal("there is no table of alerts")
	}
	for _, line := range strings.Split(rest, "\n") {
		if !strings.HasPrefix(line, "|") {
			break
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("a row without an expression: %s", line)
		}
		minutes, _ := strconv.Atoi(m[2]) // digits, or nothing
		out = append(out, alert{m[1], time.Duration(minutes) * time.Minute})
	}
	return out
}

// samples holds the values of a scrape by name and labels.
type samples map[string]float64

// monitor scrapes the pages of a bot as Prometheus does.
type monitor struct {
	t       *testing.T
	at      []time.Time
	scrapes []samples
}

func (m *monitor) scrape(at time.Time, w *counters) {
	m.t.Helper()
	s := samples{}
	for _, line := range strings.Split(pageOf(m.t, w), "\n") {
		if name, value, ok := strings.Cut(line, " "); ok && !strings.HasPrefix(line, "#") {
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				m.t.Fatal(err)
			}
			s[name] = v
		}
	}
	m.at, m.scrapes = append(m.at, at), append(m.scrapes, s)
}

// increase returns by how much a counter grew in the time before the i-th scrape.
func (m *monitor) increase(name string, i int, over time.Duration) (by float64, ok bool) {
	first := i
	for first > 0 && m.at[i].Sub(m.at[first-1]) <= over {
		first--
	}
	was, there := m.scrapes[first][name]
	is, ok := m.scrapes[i][name]
	return is - was, ok && there
}

// The forms of expressions that alerts may have.
var (
	plain    = regexp.MustCompile(`^(abs\()?([a-z_]+(?:\{[a-z]+="[a-z_]+"\})?)\)? (==|>) ([0-9.]+)$`)
	growth   = regexp.MustCompile(`^(increase|rate)\(([a-z_]+(?:\{[a-z]+="[a-z_]+"\})?)\[(\d+)m\]\) > ([0-9.]+)$`)
	quantile = regexp.MustCompile(`^histogram_quantile\((0\.\d+), rate\(([a-z_]+_bucket)\[(\d+)m\]\)\) > ([0-9.]+)$`)
)

// holds reports whether an expression is true at the i-th scrape. It is false without a value, or without a first one to
// compare with.
func (m *monitor) holds(expr string, i int) bool {
	m.t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			m.t.Fatal(err)
		}
		return v
	}
	if f := plain.FindStringSubmatch(expr); f != nil {
		v, ok := m.scrapes[i][f[2]]
		if f[1] != "" {
			v = math.Abs(v)
		}
		return ok && (f[3] == "==" && v == number(f[4]) || f[3] == ">" && v > number(f[4]))
	}
	if f := growth.FindStringSubmatch(expr); f != nil {
		over := time.Duration(number(f[3])) * time.Minute
		by, ok := m.increase(f[2], i, over)
		if f[1] == "rate" {
			by /= over.Seconds()
		}
		return ok && by > number(f[4])
	}
	f := quantile.FindStringSubmatch(expr)
	if f == nil {
		m.t.Fatalf("%s has none of the forms that this test knows", expr)
	}
	return m.quantile(f[2], number(f[1]), i, time.Duration(number(f[3]))*time.Minute) > number(f[4])
}

// quantile returns the value below which that part of a histogram's observations are, as Prometheus computes it; NaN if there
// are none.
func (m *monitor) quantile(name string, part float64, i int, over time.Duration) float64 {
	m.t.Helper()
	bucket := func(le string) float64 {
		by, ok := m.increase(name+`{le="`+le+`"}`, i, over)
		if !ok {
			m.t.Fatalf("there is no %s up to %s", name, le)
		}
		return by
	}
	rank, below, low := part*bucket("+Inf"), 0.0, 0.0
	if rank == 0 {
		return math.NaN()
	}
	for _, high := range bounds {
		if n := bucket(strconv.FormatFloat(high, 'g', -1, 64)); n >= rank {
			return low + (high-low)*(rank-below)/(n-below)
		} else {
			below, low = n, high
		}
	}
	return bounds[len(bounds)-1]
}

// fires reports whether the alert has been true for as long as it requires.
func (m *monitor) fires(a alert) bool {
	var since time.Time
	for i := range m.scrapes {
		switch {
		case !m.holds(a.expr, i):
			since = time.Time{}
			continue
		case since.IsZero():
			since = m.at[i]
		}
		if m.at[i].Sub(since) >= a.hold {
			return true
		}
	}
	return false
}

// troubled is a store that fails when the test says so.
type troubled struct {
	matchStore
	read, write error
}

func (s *troubled) Backlog(now time.Time) (storage.Backlog, error) {
	if s.read != nil {
		return storage.Backlog{}, s.read
	}
	return s.matchStore.Backlog(now)
}

func (s *troubled) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if s.write != nil {
		return table.Receipt{}, s.write
	}
	return s.matchStore.Commit(ctx, c)
}

func (s *troubled) Put(ctx context.Context, rs ...table.Record) error {
	if s.write != nil {
		return s.write
	}
	return s.matchStore.Put(ctx, rs...)
}

// takesTime is a bot whose answers take some time.
type takesTime struct {
	clock *tabletest.Clock
	time  time.Duration
}

func (s *takesTime) Handle(context.Context, wire.Interaction) wire.Answer {
	s.clock.Advance(s.time)
	return wire.Answer{}
}

func (s *takesTime) Cost(wire.Interaction) int { return 1 }

// ward is a monitored bot: the real store, outbox, gate and pages, on a clock set by hand.
type ward struct {
	t       *testing.T
	clock   *tabletest.Clock
	file    *troubled
	store   table.Store // as the bot writes to it
	counts  *counters
	answers *takesTime
	gate    wire.Handler
	to      table.Deliverer
	presses int  // of one user, each minute
	stuck   bool // no timer fires
	commits int
	refused []discord.Refused // by Discord
}

// Refused returns what Discord has refused.
func (w *ward) Refused() []discord.Refused { return w.refused }

// Troubles returns what the operator should know of it.
func (w *ward) Troubles() []string { return nil }

func newWard(t *testing.T) *ward {
	clock := tabletest.NewClock()
	s, err := storage.Open(filepath.Join(t.TempDir(), "m.db"), storage.Options{MapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w := &ward{t: t, clock: clock, file: &troubled{matchStore: s}, answers: &takesTime{clock, 100 * time.Millisecond}, to: delivers{}, presses: 20}
	w.counts = watching(clock, w.file)
	w.store = watchedStore{w.file, w.counts}
	gate := bot.NewGate(w.answers, clock, bot.Rates{})
	w.counts.watch(gate, table.New(w.store, clock, table.Options{Games: rulesets(games)}))
	w.counts.watchDiscord(w)
	w.gate = watched{gate, w.counts}
	w.counts.gateway(true)
	return w
}

// minute simulates a minute of a bot's work: presses, a decision with a message and a timer, and everything due.
func (w *ward) minute() {
	for range w.presses {
		w.gate.Handle(w.t.Context(), wire.Interaction{Kind: wire.Press, At: w.clock.Now(), User: "1"})
	}
	w.commits++
	id := table.ID(fmt.Sprintf("m%d", w.commits))
	_, err := w.store.Commit(w.t.Context(), table.Commit{Match: id, Cause: "a", At: w.clock.Now(), Wake: w.clock.Now().Add(time.Second), Events: [][]byte{[]byte("e")}, Send: []table.Effect{{Queue: "public", Coalesce: true}}})
	if err != nil && w.file.write == nil {
		w.t.Fatal(err)
	}
	w.clock.Advance(2 * time.Second)
	due, err := w.store.Due(w.t.Context(), w.clock.Now(), 99)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range due {
		if w.stuck || w.file.write != nil {
			break
		}
		if _, err := w.store.Commit(w.t.Context(), table.Commit{Match: d.Match, Expect: 1, Cause: "b", At: w.clock.Now(), Events: [][]byte{[]byte("e")}}); err != nil {
			w.t.Fatal(err)
		}
	}
	ds, err := w.store.Lease(w.t.Context(), w.clock.Now(), time.Minute, 99)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range ds {
		kept, err := watchedDeliverer{w.to, w.counts.health}.Deliver(w.t.Context(), d)
		if err != nil {
			err = w.store.Fail(w.t.Context(), d, w.clock.Now().Add(4*time.Minute), nil) // as the outbox does after some tries
		} else {
			err = w.store.Done(w.t.Context(), d, kept.Prior)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// watch runs the bot for a quarter of an hour and scrapes it every minute. It is healthy for five minutes before it is brought
// into a state.
func (w *ward) watch(into func(*ward)) *monitor {
	m := &monitor{t: w.t}
	for n := range 20 {
		if n == 5 {
			into(w)
		}
		began := w.clock.Now()
		w.minute()
		w.clock.Advance(max(time.Second, time.Minute-w.clock.Now().Sub(began)))
		m.scrape(w.clock.Now(), w.counts)
	}
	return m
}

// states holds functions that bring a bot into the state that the row of an alert names.
var states = map[string]func(*ward){
	"downsync_gateway_ready == 0":                                            func(w *ward) { w.counts.gateway(false) },
	"downsync_store_up == 0":                                                 func(w *ward) { w.file.read = errors.New("no answer") },
	"downsync_store_writable == 0":                                           func(w *ward) { w.file.write = &table.Fault{Reason: table.FaultReadOnly, Err: errors.New("read-only")} },
	"downsync_outbox_age_seconds > 300":                                      func(w *ward) { w.to = delivers{wire.ErrDenied} },
	"histogram_quantile(0.99, rate(downsync_answer_seconds_bucket[5m])) > 1": func(w *ward) { w.answers.time = 1500 * time.Millisecond },
	`increase(downsync_commits_total{result="unknown"}[10m]) > 0`:            func(w *ward) { w.file.write = errFull },
	`increase(downsync_commits_total{result="damaged"}[10m]) > 0`:            func(w *ward) { w.file.write = table.ErrDamaged },
	"increase(downsync_discord_unknown_refusals_total[10m]) > 0": func(w *ward) {
		w.refused = []discord.Refused{{Status: 403, Code: 50013, Known: true, Times: 2}, {Status: 400, Code: 99999, Times: 1}}
	},
	"downsync_timers_overdue > 0":                       func(w *ward) { w.stuck = true },
	"abs(downsync_clock_skew_seconds) > 2":              func(w *ward) { w.counts.health.skew = func() time.Duration { return -3 * time.Second } },
	"rate(downsync_interactions_refused_total[5m]) > 1": func(w *ward) { w.presses, w.answers.time = 600, 10*time.Millisecond },
}

// Each alert of docs/operators.md fires in the state that its row names, and none while the bot is healthy.
func TestAlertsFire(t *testing.T) {
	document, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	alerts, left := alertsOf(t, string(document)), maps.Clone(states)
	healthy := newWard(t).watch(func(*ward) {})
	for _, a := range alerts {
		t.Run(a.expr, func(t *testing.T) {
			into, staged := states[a.expr]
			if !staged {
				t.Fatal("no state is staged for it")
			}
			delete(left, a.expr)
			if healthy.fires(a) {
				t.Error("it fires while the bot is healthy")
			}
			if m := newWard(t).watch(into); !m.fires(a) {
				t.Errorf("it does not fire: at the end the page says %v", m.scrapes[len(m.scrapes)-1])
			}
		})
	}
	for expr := range left {
		t.Errorf("docs/operators.md has no alert on %s", expr)
	}
}

// An alert on something that is not measured, or whose state never occurs, does not fire.
func TestAlertsFindMissingStates(t *testing.T) {
	m := newWard(t).watch(func(*ward) {})
	for _, expr := range []string{"downsync_no_such_metric == 0", `increase(downsync_commits_total{result="none"}[10m]) > 0`, "downsync_timers_overdue > 0"} {
		if m.fires(alert{expr: expr}) {
			t.Errorf("%s fires", expr)
		}
	}
	if !m.fires(alert{"downsync_store_up == 1", 5 * time.Minute}) || m.fires(alert{"downsync_store_up == 1", time.Hour}) {
		t.Error("how long an expression must be true does not count")
	}
}
