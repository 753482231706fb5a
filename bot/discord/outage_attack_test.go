package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/bottest/plain"
	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/gametest"
	"downsync/game/table"
	"downsync/game/toy"
	"downsync/storage/memory"
)

// These tests run the bot, the real client and the local Discord in a synctest bubble: HTTP goes over pipes in memory, so that hours of an
// outage pass at once and every request has an exact time.

// bubble is the clock of a synctest bubble.
type bubble struct{}

func (bubble) Now() time.Time { return time.Now() }

// pipes is a listener whose connections are pipes.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	end   chan struct{}
	down  *outage
}

func newPipes(down *outage) *pipes {
	return &pipes{conns: make(chan net.Conn), end: make(chan struct{}), down: down}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.end:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.end) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }

func (p *pipes) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	if p.down.is("refused") {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: p.Addr(), Err: syscall.ECONNREFUSED}
	}
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.end:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// outage says how Discord or the store is down; "": it works.
type outage struct{ how atomic.Value }

func (o *outage) begin(how string)   { o.how.Store(how) }
func (o *outage) is(how string) bool { return o.how.Load() == how }

// Discord's limits, as the front enforces them.
const (
	perSecond  = 50              // requests of a bot
	perChannel = 5               // requests of one route in one channel …
	channelFor = 5 * time.Second // … within this time
)

// front is the way to the local Discord: it is down, or enforces Discord's limits and counts what exceeds them.
type front struct {
	next  http.Handler
	down  *outage
	mu    sync.Mutex
	all   []time.Time            // of all requests
	of    map[string][]time.Time // by route and channel
	over  int                    // requests above a limit
	tried int
}

// take counts an event among those within the span, and reports how many more are allowed and when the oldest leaves the span.
func take(at []time.Time, now time.Time, most int, span time.Duration) (kept []time.Time, left int, resets time.Duration) {
	kept = append(slices.DeleteFunc(at, func(t time.Time) bool { return now.Sub(t) >= span }), now)
	return kept, most - len(kept), kept[0].Add(span + time.Millisecond).Sub(now).Truncate(time.Millisecond) // as Discord rounds
}

// counts returns how many requests were tried, and how many exceeded a limit.
func (f *front) counts() (tried, over int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tried, f.over
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	f.tried++
	now := time.Now()
	var left, channel int
	var resets, frees time.Duration
	f.all, left, resets = take(f.all, now, perSecond, time.Second)
	parts := strings.Split(r.URL.Path, "/") // "", api, v9, channels, id, messages, …
	route := ""
	if len(parts) > 4 && parts[3] == "channels" {
		route = fmt.Sprint(r.Method, " ", parts[4], len(parts))
		f.of[route], channel, frees = take(f.of[route], now, perChannel, channelFor)
	}
	if left < 0 || channel < 0 {
		f.over++
	}
	f.mu.Unlock()
	switch {
	case f.down.is("5xx"):
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case f.down.is("hangs"):
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client hangs up
		<-r.Context().Done()
		return
	case f.down.is("cut"):
		panic(http.ErrAbortHandler)
	case left < 0:
		w.Header().Set("X-RateLimit-Global", "true")
		limited(w, resets)
		return
	case channel < 0:
		limited(w, frees)
		return
	}
	f.next.ServeHTTP(&limitsOf{ResponseWriter: w, remaining: channel, resets: frees, has: route != ""}, r)
}

func limited(w http.ResponseWriter, after time.Duration) {
	w.Header().Set("X-RateLimit-Reset-After", fmt.Sprint(after.Seconds()))
	w.Header().Set("Retry-After", fmt.Sprint(after.Seconds()))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusTooManyRequests)
	_, _ = fmt.Fprintf(w, `{"message":"You are being rate limited.","retry_after":%f,"global":false}`, after.Seconds())
}

// limitsOf puts the front's limits into the headers of an answer.
type limitsOf struct {
	http.ResponseWriter
	remaining int
	resets    time.Duration
	has       bool
}

func (w *limitsOf) WriteHeader(status int) {
	if w.has {
		w.Header().Set("X-RateLimit-Remaining", fmt.Sprint(w.remaining))
		w.Header().Set("X-RateLimit-Reset-After", fmt.Sprint(w.resets.Seconds()))
	}
	w.ResponseWriter.WriteHeader(status)
}

// shutStore is a store whose writes fail while it is down.
type shutStore struct {
	table.Store
	down *outage
}

func (s shutStore) fault() error {
	switch {
	case s.down.is("full"):
		return &table.Fault{Reason: table.FaultFull, Err: syscall.ENOSPC}
	case s.down.is("read-only"):
		return &table.Fault{Reason: table.FaultReadOnly, Err: syscall.EROFS}
	case s.down.is("unreachable"):
		return &table.Fault{Reason: table.FaultUnreachable, Err: syscall.ECONNREFUSED}
	}
	return nil
}

func (s shutStore) Commit(ctx context.Context, c table.Commit) (table.Receipt, error) {
	if err := s.fault(); err != nil {
		return table.Receipt{}, err
	}
	return s.Store.Commit(ctx, c)
}

func (s shutStore) Put(ctx context.Context, rs ...table.Record) error {
	return errors.Join(s.fault(), s.unless(func() error { return s.Store.Put(ctx, rs...) }))
}

func (s shutStore) Done(ctx context.Context, d table.Delivery, result []byte, rs ...table.Record) error {
	return errors.Join(s.fault(), s.unless(func() error { return s.Store.Done(ctx, d, result, rs...) }))
}

func (s shutStore) Fail(ctx context.Context, d table.Delivery, at time.Time, result []byte, rs ...table.Record) error {
	return errors.Join(s.fault(), s.unless(func() error { return s.Store.Fail(ctx, d, at, result, rs...) }))
}

func (s shutStore) RetryNow(ctx context.Context, now time.Time) error {
	return errors.Join(s.fault(), s.unless(func() error { return s.Store.RetryNow(ctx, now) }))
}

// Lease writes too.
func (s shutStore) Lease(ctx context.Context, now time.Time, d time.Duration, most int) (ds []table.Delivery, err error) {
	if err := s.fault(); err != nil {
		return nil, err
	}
	return s.Store.Lease(ctx, now, d, most)
}

func (s shutStore) unless(do func() error) error {
	if s.fault() != nil {
		return nil
	}
	return do()
}

// ward is a bot with its Discord and its players, in a bubble.
type ward struct {
	t     *testing.T
	wire  outage
	disk  outage
	srv   *local.Server
	front *front
	store table.Store
	hall  *table.Hall
	app   *bot.App
	wires *discord.Client
	log   lockedBuffer
	users []wire.UserID
	room  wire.ChannelID
	acts  int
	ids   []table.ID
	end   func()
}

func newWard(t *testing.T, users int) *ward {
	t.Helper()
	w := &ward{t: t, store: memory.New()}
	w.wire.begin("")
	w.disk.begin("")
	var err error
	if w.srv, err = local.New(local.Config{Users: users}); err != nil {
		t.Fatal(err)
	}
	l := newPipes(&w.wire)
	w.front = &front{next: w.srv.Handler(), down: &w.wire, of: map[string][]time.Time{}}
	server := &http.Server{Handler: w.front, ErrorLog: slog.NewLogLogger(slog.NewTextHandler(io.Discard, nil), slog.LevelDebug)}
	w.srv.SetURL("http://" + l.Addr().String())
	served := make(chan struct{})
	go func() { _ = server.Serve(l); close(served) }()
	log := slog.New(slog.NewTextHandler(&w.log, nil))
	client, err := discord.New(discord.Config{Token: w.srv.Token(), Base: w.srv.URL(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	w.wires = client
	idle := client.DialThrough(l.dial)
	if err := client.Hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	store := shutStore{w.store, &w.disk}
	w.hall = table.New(store, bubble{}, table.Options{Games: []game.Game{toy.Rules()}, Log: log, Moot: true, Shared: true,
		Ended: func(ctx context.Context, p table.Public) ([]table.Record, error) { return w.app.Ended(ctx, p) }})
	w.app = bottest.App(bot.Config{Wire: client, Hall: bot.HallOf(w.hall), Records: store, Clock: bubble{}, Games: bot.Games{plain.Forms{}.Game()},
		Timings: map[string]table.Timing{"none": {}}, Default: "none", Log: log})
	for n := range users {
		w.users = append(w.users, wire.UserID(w.srv.User(fmt.Sprint(n+1)).ID().String()))
	}
	w.room = wire.ChannelID(w.srv.User("1").View().Channel("general").ID.String())
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	outbox := &table.Outbox{Hall: w.hall, To: w.app, Log: log}
	for _, run := range []func(context.Context){outbox.Run, w.hall.Timers().Run, w.app.Run} {
		running.Go(func() { run(ctx) })
	}
	w.end = func() {
		stop()
		running.Wait()
		idle()
		if err := errors.Join(server.Close(), w.srv.Close(), w.store.Close()); err != nil {
			t.Error(err)
		}
		<-served
	}
	return w
}

// does hands an interaction to the bot. Its answer goes nowhere.
func (w *ward) does(user wire.UserID, i wire.Interaction) wire.Answer {
	w.t.Helper()
	w.acts++
	i.ID, i.At, i.User, i.Name = wire.InteractionID(fmt.Sprintf("%018d", w.acts)), time.Now(), user, "Name of "+string(user)
	i.Guild, i.Channel, i.Locale, i.BotMay = wire.GuildID(w.srv.GuildID().String()), w.room, "en-US", ^wire.Administrator
	a := w.app.Handle(w.t.Context(), i)
	if a.Placed != nil {
		a.Placed(false)
	}
	return a
}

// says fails unless the answer has those words.
func (w *ward) says(a wire.Answer, words string) {
	w.t.Helper()
	if a.Letter == nil || !strings.Contains(bottest.Words(*a.Letter), words) {
		w.t.Fatalf("expected %q in %+v", words, a)
	}
}

// begins begins a match between two users.
func (w *ward) begins(from, to wire.UserID) {
	w.t.Helper()
	a := w.does(from, wire.Interaction{Kind: wire.Slash, Command: []string{"match", "challenge"}, Options: wire.Options{"opponent": string(to)},
		Names: map[wire.UserID]string{to: "Name of " + string(to)}, Members: map[wire.UserID]bool{to: true}})
	if a.Letter == nil {
		w.t.Fatalf("%+v", a)
	}
	id, _ := bottest.ControlsOf(*a.Letter).Find("force|")
	_, id, _ = strings.Cut(id, "|")
	w.does(to, wire.Interaction{Kind: wire.Press, CustomID: "accept|" + id})
	w.does(to, wire.Interaction{Kind: wire.Press, CustomID: "force|" + id, Values: []string{"blue"}})
	if _, err := w.hall.Meta(w.t.Context(), table.ID(id)); err != nil {
		w.t.Fatalf("%s has not begun: %v", id, err)
	}
	w.ids = append(w.ids, table.ID(id))
}

// orders plays an order of a seat in every match, with its number for %d.
func (w *ward) orders(seat int, line string) {
	w.t.Helper()
	for _, id := range w.ids {
		meta, err := w.hall.Meta(w.t.Context(), id)
		if err != nil {
			w.t.Fatal(err)
		}
		w.says(w.does(meta.Users[seat-1], wire.Interaction{Kind: wire.Slash, Command: []string{"order"}, Options: wire.Options{"line": line, "match": string(id)}}), "✔️")
	}
}

// waiting counts the deliveries that are still to be made, and takes their leases.
func (w *ward) waiting() int {
	w.t.Helper()
	ds, err := w.store.Lease(w.t.Context(), time.Now().Add(24*time.Hour), time.Hour, 9999)
	if err != nil {
		w.t.Fatal(err)
	}
	return len(ds)
}

// consoles returns the texts of the consoles in a user's direct messages.
func (w *ward) consoles(user int) (all []string) {
	for _, ch := range w.srv.User(fmt.Sprint(user)).View().Channels {
		for _, m := range ch.Messages {
			if text := m.Text(); strings.Contains(text, "console of seat") {
				all = append(all, text)
			}
		}
	}
	return all
}

// Discord or the store is down for minutes or for an hour, with deliveries waiting for every seat and thread of all matches. Twenty seconds
// after it works again, all have gone out: each channel shows the newest state, once, and no limit of Discord's was exceeded.
func TestEverythingIsOutAfterAnOutage(t *testing.T) {
	pairs := 6
	if gametest.Soak() {
		pairs = 24
	}
	wireDown := func(how string) func(*ward, bool) {
		return func(w *ward, down bool) {
			if w.wire.begin(""); down {
				w.wire.begin(how)
			}
		}
	}
	diskDown := func(how string) func(*ward, bool) {
		return func(w *ward, down bool) {
			if w.disk.begin(""); down {
				w.disk.begin(how)
			}
		}
	}
	for _, x := range []struct {
		name string
		set  func(*ward, bool)
		span time.Duration
		soak bool // in large runs only
	}{
		{"Discord answers 5xx for 3 minutes", wireDown("5xx"), 3 * time.Minute, false},
		{"Discord answers 5xx for an hour", wireDown("5xx"), time.Hour, true},
		{"Discord refuses connections for 10 minutes", wireDown("refused"), 10 * time.Minute, true},
		{"Discord refuses connections for an hour", wireDown("refused"), time.Hour, false},
		{"Discord cuts connections for an hour", wireDown("cut"), time.Hour, true},
		{"Discord hangs for 3 minutes", wireDown("hangs"), 3 * time.Minute, true},
		{"Discord hangs for an hour", wireDown("hangs"), time.Hour, false},
		{"the store is full for 3 minutes", diskDown("full"), 3 * time.Minute, true},
		{"the store is read-only for an hour", diskDown("read-only"), time.Hour, false},
		{"the store cannot be reached for an hour", diskDown("unreachable"), time.Hour, true},
	} {
		if x.soak && !gametest.Soak() {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWard(t, 2*pairs)
				for n := range pairs {
					w.begins(w.users[2*n], w.users[2*n+1])
					w.begins(w.users[2*n+1], w.users[2*n])
					time.Sleep(2 * time.Second)
				}
				time.Sleep(time.Minute)
				if _, over := w.front.counts(); over > 0 {
					t.Errorf("%d requests above a limit before the outage", over)
				}
				disk := strings.Contains(x.name, "the store")
				if disk { // what waits was decided before
					w.orders(1, "bid 2")
					w.orders(2, "bid 3")
					w.orders(2, "note red")
					w.orders(2, "note blue")
					x.set(w, true)
				} else {
					x.set(w, true)
					w.orders(1, "bid 2")
					time.Sleep(x.span / 3)
					w.orders(2, "bid 3")
					w.orders(2, "note red")
					time.Sleep(x.span / 3)
					w.orders(2, "note blue")
				}
				time.Sleep(x.span)
				tried, _ := w.front.counts()
				x.set(w, false)
				time.Sleep(20 * time.Second)
				synctest.Wait()
				all, _ := w.front.counts()
				sent := all - tried
				for n := range 2 * pairs {
					all := w.consoles(n + 1)
					if len(all) != 2 {
						t.Errorf("player %d has %d consoles, expected 2:\n%s", n+1, len(all), strings.Join(all, "\n"))
					}
					for _, text := range all {
						if strings.Contains(text, "asked bid") || strings.Contains(text, "seat 2") != strings.Contains(text, `note "blue"`) {
							t.Errorf("player %d is left with\n%s", n+1, text)
						}
					}
				}
				if n := w.waiting(); n > 0 {
					t.Errorf("%d deliveries still wait, after %d requests", n, sent)
				}
				if _, over := w.front.counts(); over > 0 {
					t.Errorf("%d requests above a limit", over)
				}
				if t.Failed() {
					t.Logf("%s", lastLines(w.log.String(), 30))
				}
				w.end()
			})
		})
	}
}

// The bot is removed from the server in the middle of matches and of an open challenge, and invited again an hour later. Whatever came up
// meanwhile is then told: each player has a console with the newest question, the cards are up to date, and the challenge can be accepted. Until
// then commands say why no message comes.
func TestRemovedAndInvitedAgain(t *testing.T) {
	const most = 5*time.Minute + 20*time.Second // the longest pause between two tries, and what goes out afterwards
	for name, told := range map[string]bool{"over the gateway, which tells": true, "over HTTP": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWard(t, 6)
				w.begins(w.users[0], w.users[1])
				w.begins(w.users[2], w.users[3])
				a := w.does(w.users[4], wire.Interaction{Kind: wire.Slash, Command: []string{"match", "challenge"}, Options: wire.Options{}})
				w.says(a, "is out")
				time.Sleep(time.Minute)
				w.inject(local.Fault{Kind: "kick"})
				w.orders(1, "bid 2")
				time.Sleep(10 * time.Minute)
				w.orders(2, "bid 3") // seat 1 is then asked something new
				time.Sleep(50 * time.Minute)
				for _, id := range w.ids {
					meta, err := w.hall.Meta(t.Context(), id)
					if err != nil {
						t.Fatal(err)
					}
					w.says(w.does(meta.Users[0], wire.Interaction{Kind: wire.Slash, Command: []string{"match", "show"}, Options: wire.Options{"match": string(id)}}), "on no server together")
				}
				w.inject(local.Fault{Kind: "invite"})
				if told {
					w.wires.Forgive()
				}
				wait := most
				if !told {
					wait = time.Hour + most // the client waits for an hour if nothing tells of the change
				}
				time.Sleep(wait)
				for n := range 4 {
					if all := w.consoles(n + 1); len(all) != 1 || strings.Contains(all[0], "asked bid") || strings.Contains(all[0], "seat 1") != strings.Contains(all[0], "asked tune.1") ||
						strings.Contains(all[0], "no longer post") || strings.Contains(all[0], "on no server") {
						t.Errorf("player %d has the consoles\n%s", n+1, strings.Join(all, "\n"))
					}
				}
				cards := 0
				for _, ch := range w.srv.User("6").View().Channels {
					for _, m := range ch.Messages {
						if strings.Contains(m.Text(), "bid 2 3") {
							cards++
						}
					}
				}
				if cards != len(w.ids) {
					t.Errorf("%d of %d cards show both bids", cards, len(w.ids))
				}
				if n := w.waiting(); n > 0 {
					t.Errorf("%d deliveries still wait", n)
				}
				tables, err := w.store.List(t.Context(), "table/", "", 9)
				if err != nil || len(tables) != 1 {
					t.Fatalf("%d tables, %v", len(tables), err)
				}
				id := strings.TrimPrefix(tables[0].Key, "table/")
				w.does(w.users[5], wire.Interaction{Kind: wire.Press, CustomID: "accept|" + id})
				w.does(w.users[5], wire.Interaction{Kind: wire.Press, CustomID: "force|" + id, Values: []string{"blue"}})
				time.Sleep(time.Minute)
				if len(w.consoles(5)) != 1 || len(w.consoles(6)) != 1 {
					t.Errorf("the challenge was accepted, and the players have %d and %d consoles", len(w.consoles(5)), len(w.consoles(6)))
				}
				if t.Failed() {
					t.Logf("%s", lastLines(w.log.String(), 30))
				}
				w.end()
			})
		})
	}
}

func (w *ward) inject(f local.Fault) {
	w.t.Helper()
	if err := w.srv.Inject(f); err != nil {
		w.t.Fatal(err)
	}
}

func lastLines(s string, n int) []byte {
	lines := bytes.Split([]byte(s), []byte("\n"))
	return bytes.Join(lines[max(0, len(lines)-n):], []byte("\n"))
}
