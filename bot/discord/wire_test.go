package discord_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"downsync/bot"
	"downsync/bot/bottest"
	"downsync/bot/discord"
	"downsync/bot/downsync"
	"downsync/bot/local"
	"downsync/bot/wire"
)

// echo answers everything at once and counts the calls.
type echo struct {
	calls atomic.Int32
	hold  chan struct{} // if set, answers wait for it
	begun chan struct{} // if set, receives a token for each call
}

func (e *echo) Handle(_ context.Context, i wire.Interaction) wire.Answer {
	e.calls.Add(1)
	if e.begun != nil {
		e.begun <- struct{}{}
	}
	if e.hold != nil {
		<-e.hold
	}
	if i.Options["crash"] != "" {
		panic("a secret that must not be logged")
	}
	return wire.Answer{Fresh: true, Letter: &wire.Message{Blocks: []wire.Block{wire.Text("echo of " + strings.Join(i.Command, " "))}}}
}

var commands = []bot.Command{{Name: "ping", Description: "Answers", Options: []bot.CommandOption{
	{Name: "crash", Description: "Crashes", Kind: wire.StringOption}}}}

// rig is a client connected to a local Discord.
type rig struct {
	t      *testing.T
	srv    *local.Server
	client *discord.Client
	echo   *echo
	ready  chan struct{}
	done   chan error
	stop   context.CancelFunc
	log    lockedBuffer
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func newRig(t *testing.T, set func(*local.Config, *discord.Config)) *rig {
	t.Helper()
	lc := local.Config{Users: 2, Heartbeat: time.Hour} // on a busy machine a short one goes unanswered
	dc := discord.Config{Pause: time.Millisecond, Between: time.Millisecond}
	if set != nil {
		set(&lc, &dc)
	}
	srv, err := local.New(lc)
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, srv: srv, echo: &echo{}, ready: make(chan struct{}, 64), done: make(chan error, 1)}
	dc.Token, dc.Base, dc.Ready = srv.Token(), srv.URL(), func() { r.ready <- struct{}{} }
	dc.Log = slog.New(slog.NewTextHandler(&r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if r.client, err = discord.New(dc); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		if found := tokens.FindString(r.log.String()); found != "" {
			t.Errorf("the log holds a token, of the bot or of an interaction: %s", found)
		}
	})
	return r
}

// tokens returns the secret tokens that the local Discord issued, to the bot and for each interaction.
var tokens = regexp.MustCompile(`\b[0-9a-f]{32}\b`)

// run connects the client and registers its commands.
func (r *rig) run() {
	r.t.Helper()
	r.runWith(r.echo)
}

// runWith is run with a handler.
func (r *rig) runWith(h wire.Handler) {
	r.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	r.t.Cleanup(stop)
	if err := r.client.Hello(ctx); err != nil {
		r.t.Fatal(err)
	}
	if err := r.client.Register(ctx, commands); err != nil {
		r.t.Fatal(err)
	}
	go func() { r.done <- r.client.Run(ctx, h) }()
	r.awaitReady()
}

func (r *rig) awaitReady() {
	r.t.Helper()
	select {
	case <-r.ready:
	case err := <-r.done:
		r.t.Fatalf("the client stopped: %v", err)
	case <-time.After(time.Minute):
		r.t.Fatalf("not ready; log:\n%s", r.log.String())
	}
}

// ping sends a command and returns its outcome.
func (r *rig) ping(text string) local.Outcome {
	r.t.Helper()
	act, err := r.srv.User("player1").Slash("#general", text)
	if err != nil {
		r.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := act.Wait(ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// The client recovers from every fault of the gateway. It resumes its session unless Discord has ended it.
func TestGatewayFaults(t *testing.T) {
	for _, c := range []struct {
		name     string
		fault    local.Fault
		sessions int // that are begun
	}{
		{"Op7 while running", local.Fault{Kind: "reconnect"}, 1},
		{"Op9 while running", local.Fault{Kind: "invalid"}, 2},
		{"the connection drops", local.Fault{Kind: "drop"}, 1},
		{"close 4000", local.Fault{Kind: "close", Code: 4000}, 1},
		{"close 4009", local.Fault{Kind: "close", Code: 4009}, 2},
		{"the gateway falls silent", local.Fault{Kind: "silence"}, 1},
		{"an invalid session, to be resumed", local.Fault{Kind: "invalid", Resumable: true}, 1},
		{"heartbeats are not acknowledged", local.Fault{Kind: "no-ack", Times: 3}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(lc *local.Config, _ *discord.Config) {
				if c.fault.Kind == "silence" || c.fault.Kind == "no-ack" { // only a heartbeat finds these
					lc.Heartbeat = 200 * time.Millisecond
				}
			})
			r.run()
			if err := r.srv.Inject(c.fault); err != nil {
				t.Fatal(err)
			}
			r.awaitReady()
			if out := r.ping("/ping"); out.Message == 0 {
				t.Errorf("not answered: %+v", out)
			}
			if n := r.srv.Identifies(); n != c.sessions {
				t.Errorf("%d gateway sessions were begun, want %d", n, c.sessions)
			}
		})
	}
}

// The same while the session is being opened, where the library may hang for ever.
func TestGatewayFaultsInOpening(t *testing.T) {
	for _, f := range []local.Fault{
		{Kind: "reconnect", At: "ready"}, {Kind: "ack", At: "ready"}, {Kind: "invalid", At: "ready"}, {Kind: "silence", At: "ready"},
		{Kind: "silence", At: "hello"}, {Kind: "drop", At: "hello"}, {Kind: "close", At: "ready", Code: 4000},
	} {
		t.Run(f.Kind+" at "+f.At, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ *local.Config, dc *discord.Config) { dc.Greeting = 800 * time.Millisecond })
			if err := r.srv.Inject(f); err != nil {
				t.Fatal(err)
			}
			r.run()
			if out := r.ping("/ping"); out.Message == 0 {
				t.Errorf("not answered: %+v", out)
			}
		})
	}
}

// If Discord rejects the bot, the error says what to do, and the client does not try again.
func TestGatewayRefusals(t *testing.T) {
	for code, cure := range map[int]string{4004: "copy it again", 4013: "developer portal", 4014: "developer portal", 4011: "sharding"} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			t.Parallel()
			r := newRig(t, nil)
			if err := r.srv.Inject(local.Fault{Kind: "close", At: "ready", Code: code, Times: -1}); err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			defer stop()
			if err := r.client.Run(ctx, r.echo); err == nil || !strings.Contains(err.Error(), cure) {
				t.Errorf("%d: %v; expected it to say %q", code, err, cure)
			}
		})
	}
	r := newRig(t, func(_ *local.Config, dc *discord.Config) {})
	bad, err := discord.New(discord.Config{Token: "wrong", Base: r.srv.URL()})
	if err != nil {
		t.Fatal(err)
	}
	if err := bad.Hello(context.Background()); err == nil || !strings.Contains(err.Error(), "copy it again") {
		t.Errorf("a wrong token: %v", err)
	}
	if _, err := discord.New(discord.Config{}); err == nil {
		t.Error("a client without a token")
	}
}

func TestDuplicateDispatchIsAnsweredOnce(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	if err := r.srv.Inject(local.Fault{Kind: "duplicate"}); err != nil {
		t.Fatal(err)
	}
	r.ping("/ping")
	r.ping("/ping") // behind the duplicate, in order
	if n := r.echo.calls.Load(); n != 2 {
		t.Errorf("handled %d times, want 2", n)
	}
}

// A handler that panics still gets an answer, and its text stays out of the log.
func TestPanic(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	if out := r.ping("/ping crash:yes"); out.Message == 0 {
		t.Errorf("not answered: %+v", out)
	}
	if strings.Contains(r.log.String(), "a secret") {
		t.Error("the panic's value was logged")
	}
}

// A slow handler's interaction is acknowledged privately, and its answer follows. Less time is left for one that was long on its way.
func TestSlowHandler(t *testing.T) {
	for name, set := range map[string]func(*discord.Config){
		"slow":            func(dc *discord.Config) { dc.Patience = time.Millisecond },
		"long on its way": func(dc *discord.Config) { dc.Patience, dc.Latest = time.Hour, time.Nanosecond },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, func(_ *local.Config, dc *discord.Config) { set(dc) })
			r.echo.hold = make(chan struct{})
			r.run()
			act, err := r.srv.User("player1").Slash("#general", "/ping")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			if _, err := r.srv.User("player1").Wait(ctx, func(v local.View) bool {
				return len(v.Pending) == 1 && v.Pending[0].State == local.Deferred
			}); err != nil {
				t.Fatal(err)
			}
			close(r.echo.hold)
			out, err := act.Wait(ctx)
			if err != nil {
				t.Fatal(err)
			}
			v, err := r.srv.User("player1").Wait(ctx, func(v local.View) bool { return v.Find("echo of ping") != nil })
			if err != nil {
				t.Fatal(err)
			}
			if m := v.Find("echo of ping"); !m.Ephemeral() || out.Callback != 5 {
				t.Errorf("callback %d, message %+v", out.Callback, m)
			}
			if r.srv.User("player2").View().Find("echo of ping") != nil {
				t.Error("somebody else sees it")
			}
		})
	}
}

// REST refusals become errors that the bot understands. The client waits for short limits and failures.
func TestRESTFaults(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(lc *local.Config, _ *discord.Config) {
		lc.Channels = []string{"general", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"}
	})
	r.run()
	ctx := context.Background()
	channel := r.channel("general")
	m := wire.Message{Blocks: []wire.Block{wire.Text("hello")}}
	id, err := r.client.Post(ctx, channel, m, "n1")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.client.Post(ctx, channel, m, "n1"); err != nil || again != id {
		t.Errorf("the same nonce made another message: %s %v", again, err)
	}
	const post = "POST /channels/{channel_id}/messages"
	for n, c := range []struct {
		name  string
		fault local.Fault
		ok    func(error) bool
	}{
		{"a short limit", local.Fault{Kind: "rest", Route: post, Status: 429, RetryAfter: 0.05}, func(err error) bool { return err == nil }},
		{"502 once", local.Fault{Kind: "rest", Route: post, Status: 502}, func(err error) bool { return err == nil }},
		{"503 once", local.Fault{Kind: "rest", Route: post, Status: 503}, func(err error) bool { return err == nil }},
		{"no permission", local.Fault{Kind: "rest", Route: post, Status: 403, Code: 50013}, func(err error) bool { return errors.Is(err, wire.ErrDenied) }},
		{"no access", local.Fault{Kind: "rest", Route: post, Status: 403, Code: 50001}, func(err error) bool { return errors.Is(err, wire.ErrDenied) }},
		{"closed DMs", local.Fault{Kind: "rest", Route: post, Status: 403, Code: 50007}, func(err error) bool { return errors.Is(err, wire.ErrClosedDM) }},
		{"no mutual server", local.Fault{Kind: "rest", Route: post, Status: 403, Code: 50278}, func(err error) bool { return errors.Is(err, wire.ErrClosedDM) }},
		{"channel gone", local.Fault{Kind: "rest", Route: post, Status: 404, Code: 10003}, func(err error) bool { return errors.Is(err, wire.ErrGone) }},
	} {
		if err := r.srv.Inject(c.fault); err != nil {
			t.Fatal(err)
		}
		_, err := r.client.Post(ctx, r.channel(fmt.Sprintf("c%d", n)), m, "n1") // each in its own channel, because denials are remembered
		if !c.ok(err) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := r.srv.Inject(local.Fault{Kind: "clear"}); err != nil {
			t.Fatal(err)
		}
	}
	thread, err := r.client.Thread(ctx, channel, id, "a thread")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.client.Thread(ctx, channel, id, "a thread"); err != nil || again != thread {
		t.Errorf("the thread it has: %s %v", again, err)
	}
	if err := r.srv.Inject(local.Fault{Kind: "archive", Channel: string(thread)}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.client.Post(ctx, thread, m, "n2"); err != nil {
		t.Errorf("into an archived thread: %v", err)
	}
	if err := r.client.Edit(ctx, channel, "1234567890123456789", m); !errors.Is(err, wire.ErrGone) {
		t.Errorf("edit of nothing: %v", err)
	}
}

// The client does not wait for a long limit; it returns the duration to the caller.
func TestLongLimit(t *testing.T) {
	r := newRig(t, nil)
	if err := r.srv.Inject(local.Fault{Kind: "rest", Status: http.StatusTooManyRequests, RetryAfter: 60, Scope: "user"}); err != nil {
		t.Fatal(err)
	}
	var w *wire.WireError
	if _, err := r.client.DM(context.Background(), "1"); !errors.As(err, &w) || w.RetryAfter != time.Minute {
		t.Errorf("told %v", err)
	}
}

// Cancelling the context ends the run without an error, after running handlers have finished.
func TestGracefulStop(t *testing.T) {
	r := newRig(t, nil)
	r.echo.hold, r.echo.begun = make(chan struct{}), make(chan struct{}, 1)
	r.run()
	if _, err := r.srv.User("player1").Slash("#general", "/ping"); err != nil {
		t.Fatal(err)
	}
	<-r.echo.begun
	r.stop()
	close(r.echo.hold)
	if err := <-r.done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if r.srv.User("player1").View().Find("echo of ping") == nil {
		t.Error("what was begun was not answered")
	}
}

// Commands are written once. A second start finds them unchanged.
func TestRegisterOnce(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	const put = "PUT /applications/{application_id}/commands"
	if err := r.srv.Inject(local.Fault{Kind: "rest", Route: put, Status: 500, Times: -1}); err != nil {
		t.Fatal(err)
	}
	if err := r.client.Register(context.Background(), commands); err != nil {
		t.Errorf("the same commands were written again: %v", err)
	}
}

// Names and descriptions are sent in every language, and Discord's copy of them is recognized as equal.
func TestRegisterInAllLanguages(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	if err := r.client.Hello(context.Background()); err != nil {
		t.Fatal(err)
	}
	cs := bottest.Commands(downsync.Forms{})
	if err := r.client.Register(context.Background(), cs); err != nil {
		t.Fatal(err)
	}
	u := r.srv.User("player1")
	for locale, want := range map[string]string{"en-US": "/match", "de": "/partie"} {
		if err := u.SetLocale(locale); err != nil {
			t.Fatal(err)
		}
		list, err := u.Autocomplete(context.Background(), "#general", want)
		if err != nil || len(list) != 1 || list[0].Name != want {
			t.Errorf("%s: %+v, %v", locale, list, err)
		}
	}
	if err := r.srv.Inject(local.Fault{Kind: "rest", Route: "PUT /applications/{application_id}/commands", Status: 500, Times: -1}); err != nil {
		t.Fatal(err)
	}
	if err := r.client.Register(context.Background(), cs); err != nil {
		t.Errorf("the same commands were written again: %v", err)
	}
	cs[0].Description = "Something else"
	if err := r.client.Register(context.Background(), cs); err == nil {
		t.Error("other commands were not written")
	}
}

// A session that Discord asks to move is resumed at once, and what was pressed in between is answered.
func TestPressesAreReplayed(t *testing.T) {
	r := newRig(t, func(_ *local.Config, dc *discord.Config) { dc.Pause, dc.Between = time.Hour, time.Hour })
	r.echo.hold = make(chan struct{})
	r.run()
	r.inject(local.Fault{Kind: "reconnect"})
	act, err := r.srv.User("player1").Slash("#general", "/ping") // behind the request to reconnect
	if err != nil {
		t.Fatal(err)
	}
	close(r.echo.hold)
	r.awaitReady()
	out, err := act.Wait(within(t))
	if err != nil || out.Message == 0 {
		t.Errorf("a press in between: %+v, %v", out, err)
	}
	if n := r.echo.calls.Load(); n != 1 {
		t.Errorf("handled %d times", n)
	}
	if n := r.srv.Identifies(); n != 1 {
		t.Errorf("%d sessions begun, want 1: resuming is not counted", n)
	}
}

// A gateway that answers a resume with a new fault is tried again, and after three attempts a new session is begun.
func TestResumeInVain(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	for range 3 {
		r.inject(local.Fault{Kind: "drop", At: "resume"})
	}
	r.inject(local.Fault{Kind: "drop"})
	r.awaitReady()
	if out := r.ping("/ping"); out.Message == 0 {
		t.Errorf("not answered: %+v", out)
	}
	if n := r.srv.Identifies(); n != 2 {
		t.Errorf("%d sessions begun, want 2", n)
	}
}

// within returns a test's context. No test takes seconds unless it hangs.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}
