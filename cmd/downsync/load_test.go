package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/game/table"
	"downsync/game/table/tabletest"
	"downsync/storage"
)

// loadVariable makes the test binary run the bot under load, on a clock that the parent moves.
const loadVariable = "DOWNSYNC_TEST_LOAD"

// runLoaded is the child: "URL TOKEN STORE", and the times on its input. It prints the address of its counts.
func runLoaded(args []string) error {
	c := defaults()
	c.Store.Path, c.Clock.Default, c.late = args[2], "live", marksLate
	c.seams.named = always
	c.rates.Burst = 1000 // a minute's acts come at one reading of the clock
	times := bufio.NewScanner(os.Stdin)
	clock := &tabletest.Clock{}
	next := func() bool {
		ok := times.Scan()
		n, err := strconv.ParseInt(times.Text(), 10, 64)
		clock.Set(time.UnixMilli(n).UTC())
		return ok && err == nil
	}
	if !next() {
		return io.ErrUnexpectedEOF
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	connection := discord.Config{Base: args[0], Token: args[1], Rate: 1e6, Ready: func() { fmt.Println(l.Addr()) }}
	h, err := newHost(c, connection, clock, slog.New(slog.NewTextHandler(os.Stderr, nil)))
	if err != nil {
		return err
	}
	h.watch = l
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for next() {
			h.hall.Timers().Nudge()
		}
		stop()
	}()
	return h.run(ctx)
}

// size is the amount of load.
type size struct {
	live, stored, minutes, acts int // acts a minute of virtual time
	users, workers              int
	people                      int // the first users, whose matches are between themselves and whose answers count; 0: all
}

// load is a bot under load.
type load struct {
	*stage
	size
	watch   string // address of its counts
	tellTo  io.Writer
	pid     int
	matches []string
	decide  bool // of the controls, only those that decide something are pressed, if there are any

	mu    sync.Mutex
	took  []time.Duration
	stale int // presses on what had just changed
}

// Many matches at once on a store of many more: every interaction is answered, and memory, goroutines and files do not grow.
// The full count prints the figures and compares them with the goals: acknowledged in under 250 ms at the 99th percentile, none
// over 3 s, over an hour of virtual play.
func TestLoad(t *testing.T) {
	z := size{live: 10, stored: 400, minutes: 5, acts: 60, users: 8, workers: 3}
	soak := os.Getenv("SOAK") != ""
	if soak {
		z = size{live: 200, stored: 20000, minutes: 60, acts: 300, users: 50, workers: 4}
	}
	l := newLoad(t, z)
	var seen []footprint
	for minute := range z.minutes {
		l.minute(minute)
		l.srv.Clock().Advance(time.Minute)
		l.tell()
		seen = append(seen, l.usage())
		if minute%5 == 4 {
			t.Logf("minute %2d: %s", minute+1, seen[minute])
		}
	}
	slices.Sort(l.took)
	p99, most := l.took[len(l.took)*99/100], l.took[len(l.took)-1]
	t.Logf("%d live matches, %d stored, %d interactions: answered p50 %s, p99 %s, longest %s; %d presses came too late",
		z.live, z.stored, len(l.took), l.took[len(l.took)/2].Round(time.Millisecond), p99.Round(time.Millisecond), most.Round(time.Millisecond), l.stale)
	first, last := mean(seen[z.minutes/3:2*z.minutes/3]), mean(seen[2*z.minutes/3:])
	t.Logf("on average in the second third of the time: %s; in the last: %s", first, last)
	// Pictures that are being drawn and sent when the last minute ends release their goroutines and files; leaks stay.
	leaks := func(u footprint) bool { return u.goroutines > first.goroutines+20 || u.files > first.files+20 }
	rest := l.usage()
	for end := time.Now().Add(limit); leaks(rest) && time.Now().Before(end); rest = l.usage() {
	}
	if leaks(rest) {
		t.Errorf("goroutines and files grow: %s, then %s", first, rest)
	}
	if soak && (p99 > 250*time.Millisecond || most > 3*time.Second || last.memory > first.memory*5/4) {
		t.Error("the goals were missed")
	}
	for line := range strings.Lines(l.log.String()) {
		if strings.Contains(line, "level=ERROR") {
			t.Errorf("something went wrong: %s", line)
		}
	}
}

// mean returns the average: the use goes up and down with the pictures being drawn.
func mean(all []footprint) (m footprint) {
	for _, f := range all {
		m.memory += f.memory / len(all)
		m.resident += f.resident / len(all)
		m.goroutines = max(m.goroutines, f.goroutines)
		m.files = max(m.files, f.files)
	}
	return m
}

// newLoad brings all matches to their first questions.
func newLoad(t testing.TB, z size) *load {
	t.Helper()
	start := tabletest.Noon
	srv, err := local.New(local.Config{Users: z.users, Clock: local.Still(start)})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	l := &load{stage: &stage{t: t, srv: srv, conf: defaults()}, size: z}
	l.conf.seams.named = always
	l.conf.Store.Path, l.conf.Clock.Default, l.conf.rates = filepath.Join(t.TempDir(), "downsync.db"), "live", unhurried
	l.stop = func() {}
	t.Cleanup(func() {
		l.stop()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	l.stage.start()
	l.begin(1, 2)
	for n := range 30 {
		l.act(rand.New(rand.NewPCG(1, uint64(n))), 1+n%2)
	}
	l.stop()
	l.fill(start)
	l.child()
	for n := 1; n < z.live; n++ {
		among := cmp.Or(z.people, z.users)
		l.begin(1+n%among, 1+(n+1+n/among)%among)
	}
	l.took = nil
	return l
}

// begin begins a match between two users, by their numbers.
func (l *load) begin(x, y int) {
	l.t.Helper()
	if x == y {
		y = x%l.users + 1
	}
	a, b := fmt.Sprintf("player%d", x), fmt.Sprintf("player%d", y)
	l.finish(l.srv.User(a).Slash("#general", "/match challenge opponent:@"+b+" size:small"))
	press := func(user, prefix string) {
		k := button(l.await(user, prefix, func(v local.View) bool { return button(v, prefix) != nil }), prefix)
		out := l.finish(l.srv.User(user).Click(k.message, k.id))
		if prefix == "accept|" {
			pick := control(l.srv.User(user).View().Message(out.Message), "force|")
			l.finish(l.srv.User(user).Click(out.Message, pick.CustomID, pick.Options[0].Value))
		}
		_, id, _ := strings.Cut(k.id, "|")
		if prefix == "ready|" {
			l.matches = append(l.matches, id)
		}
	}
	press(b, "accept|")
	press(a, "ready|")
}

// fill stores copies of the first match, with other users and without wishes. Some wake within the hour.
func (l *load) fill(start time.Time) {
	l.t.Helper()
	s, err := storage.Open(l.conf.Store.Path, storage.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	ctx := context.Background()
	first := table.ID(l.matches[0])
	stored, err := s.Load(ctx, first)
	if err != nil {
		l.t.Fatal(err)
	}
	raw, err := s.Get(ctx, "match/"+string(first))
	if err != nil {
		l.t.Fatal(err)
	}
	seed, err := s.Get(ctx, "dice/"+string(first))
	if err != nil {
		l.t.Fatal(err)
	}
	c := table.Commit{At: start, Cause: "copy"}
	for _, e := range append(stored.Before, stored.Events...) {
		c.Events = append(c.Events, e.Data)
	}
	var wg sync.WaitGroup
	for w := range 32 {
		wg.Go(func() {
			for n := w; n < l.stored; n += 32 {
				c := c
				c.Match = table.ID(fmt.Sprintf("stored-%d", n))
				var meta map[string]json.RawMessage
				if err := json.Unmarshal(raw, &meta); err != nil {
					l.t.Error(err)
					return
				}
				users := []string{fmt.Sprintf("1%017d", n), fmt.Sprintf("2%017d", n)}
				meta["users"], _ = json.Marshal(users) // two strings
				value, _ := json.Marshal(meta)         // as it was read
				c.Records = []table.Record{{Key: "match/" + string(c.Match), Value: value}, {Key: "dice/" + string(c.Match), Value: seed}}
				for seat, u := range users {
					c.Records = append(c.Records, table.Record{Key: "user/" + u + "/" + string(c.Match), Value: fmt.Appendf(nil, `{"seat":%d,"over":false}`, seat+1)})
				}
				if n%100 == 0 {
					c.Wake = start.Add(time.Duration(n) * time.Hour / time.Duration(l.stored))
				}
				if _, err := s.Commit(ctx, c); err != nil {
					l.t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		l.t.Fatal(err)
	}
}

// child starts the bot as a process of its own.
func (l *load) child() {
	l.t.Helper()
	cmd, in, out := l.process(loadVariable)
	l.pid = cmd.Process.Pid
	l.tellTo = in
	l.stop = sync.OnceFunc(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			l.t.Errorf("the bot stopped: %v\n%s", err, l.log.String())
		}
	})
	l.tell()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		l.t.Fatalf("the bot did not start: %v\n%s", err, l.log.String())
	}
	l.watch = strings.TrimSpace(line)
}

// tell sends the bot the time.
func (l *load) tell() {
	l.t.Helper()
	if _, err := fmt.Fprintln(l.tellTo, l.srv.Clock().Now().UnixMilli()); err != nil {
		l.t.Fatal(err)
	}
}

// minute lets the users act for a minute of virtual time.
func (l *load) minute(minute int) {
	var wg sync.WaitGroup
	for w := range l.workers {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(minute), uint64(w)))
			for range l.acts / l.workers {
				l.act(r, 1+r.IntN(l.users))
			}
		})
	}
	wg.Wait()
}

// act lets a user do one thing: usually press something on a console that asks, otherwise look at something. It reports whether
// there was anything to do.
func (l *load) act(r *rand.Rand, user int) bool {
	u := l.srv.User(fmt.Sprintf("player%d", user))
	match := l.matches[r.IntN(len(l.matches))]
	began := time.Now()
	var a *local.Act
	var err error
	what := r.IntN(20)
	if l.decide {
		what = -1
	}
	switch what {
	case 0:
		a, err = u.Slash("#general", "/match list")
	case 1:
		a, err = u.Slash("#general", "/match show match:"+match)
	case 2:
		a, err = u.Slash("#general", "/measure from:A1 to:B1 match:"+match)
	case 3:
		a, err = u.Slash("#general", "/order line:undo match:"+match)
	default:
		m, id, values := l.something(r, u)
		if m == nil {
			return false
		}
		began = time.Now()
		a, err = u.Click(m.ID, id, values...)
	}
	if err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.stale++
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out, err := a.Wait(ctx)
	took := time.Since(began)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.people == 0 || user <= l.people {
		l.took = append(l.took, took)
	}
	if err != nil || out.State != local.Answered {
		l.t.Errorf("not answered: %+v %v\n%s", out, err, l.log.String())
	}
	return true
}

// something returns a control of one of the user's consoles that ask, and the values to choose there.
func (l *load) something(r *rand.Rand, u *local.User) (m *local.Message, id string, values []string) {
	dm := u.View().Channel("dm")
	if dm == nil {
		return nil, "", nil
	}
	var asking []*local.Message
	for _, m := range dm.Messages[max(0, len(dm.Messages)-60):] {
		if asks(m) {
			asking = append(asking, m)
		}
	}
	if len(asking) == 0 {
		return nil, "", nil
	}
	m = asking[r.IntN(len(asking))]
	var all, decide []*local.Component
	for _, k := range controlsOf(m) {
		switch kind, _, _ := strings.Cut(k.CustomID, "|"); kind {
		case "s":
			decide = append(decide, k)
			fallthrough
		case "d", "c":
			all = append(all, k)
		}
	}
	if l.decide && len(decide) > 0 {
		all = decide
	}
	if len(all) == 0 {
		return nil, "", nil
	}
	k := all[r.IntN(len(all))]
	if len(k.Options) > 0 {
		n := 1
		if k.MinValues != nil {
			n = max(1, *k.MinValues)
		}
		for _, i := range r.Perm(len(k.Options))[:n] {
			values = append(values, k.Options[i].Value)
		}
	}
	return m, k.CustomID, values
}

// footprint holds the resources of the bot's process.
type footprint struct {
	memory, resident  int // bytes: in use, and held by the process without the mapped file
	goroutines, files int
}

func (u footprint) String() string {
	return fmt.Sprintf("%d MiB in use, %d MiB held, %d goroutines, %d files", u.memory>>20, u.resident>>20, u.goroutines, u.files)
}

// usage looks at the process from outside. Without /proc only the process's own figures are known.
func (l *load) usage() (u footprint) {
	l.t.Helper()
	resp, err := http.Get("http://" + l.watch + "/metrics")
	if err != nil {
		l.t.Fatalf("%v\n%s", err, l.log.String())
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	for _, name := range []string{"interactions_total{", "interactions_refused_total ", "answer_seconds_count ", "commits_total{", "asks_open ", "timers_overdue ",
		"outbox_age_seconds ", "gateway_ready 1"} {
		if !strings.Contains(string(page), "\ndownsync_"+name) {
			l.t.Errorf("the counts lack %s", name)
		}
	}
	for name, into := range map[string]*int{"goroutines": &u.goroutines, "memory_bytes": &u.memory} {
		_, rest, _ := strings.Cut(string(page), "\ndownsync_"+name+" ")
		var v float64
		if _, err := fmt.Sscan(rest, &v); err != nil {
			l.t.Fatal(err)
		}
		*into = int(v)
	}
	if runtime.GOOS != "linux" {
		return u
	}
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", l.pid))
	if err != nil {
		l.t.Fatal(err)
	}
	var total, resident, shared int
	if _, err := fmt.Sscan(string(statm), &total, &resident, &shared); err != nil {
		l.t.Fatal(err)
	}
	u.resident = (resident - shared) * os.Getpagesize()
	fds, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", l.pid))
	if err != nil {
		l.t.Fatal(err)
	}
	u.files = len(fds)
	return u
}
