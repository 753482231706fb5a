package discord_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
)

const (
	posting = "POST /channels/{channel_id}/messages"
	opening = "POST /users/@me/channels"
)

var hello = wire.Message{Blocks: []wire.Block{wire.Text("hello")}}

// channel returns the id of a channel by name.
func (r *rig) channel(name string) wire.ChannelID {
	r.t.Helper()
	c := r.srv.User("player1").View().Channel(name)
	if c == nil {
		r.t.Fatalf("no channel %s", name)
	}
	return wire.ChannelID(c.ID.String())
}

func (r *rig) inject(f local.Fault) {
	r.t.Helper()
	if err := r.srv.Inject(f); err != nil {
		r.t.Fatal(err)
	}
}

// until repeats do until it succeeds, because gateway events arrive some time later.
func (r *rig) until(what string, do func() error) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		err := do()
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			r.t.Fatalf("%s: %v", what, err)
		}
	}
}

// A long limit of one route holds up only that route. A global limit holds up everything except answers to
// interactions. Nothing is sent meanwhile.
func TestLimitsAreKept(t *testing.T) {
	for _, scope := range []string{"user", "shared", "global"} {
		t.Run(scope, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, nil)
			r.run()
			ctx := context.Background()
			r.inject(local.Fault{Kind: "rest", Route: posting, Status: 429, RetryAfter: 60, Scope: scope})
			for n := range 5 {
				var w *wire.WireError
				_, err := r.client.Post(ctx, r.channel("general"), hello, fmt.Sprintf("n%d", n))
				if !errors.As(err, &w) || w.RetryAfter < 50*time.Second || w.RetryAfter > time.Minute {
					t.Errorf("told %v", err)
				}
			}
			if n := r.srv.Requests(posting); n != 1 {
				t.Errorf("%d posts against the limit", n)
			}
			_, err := r.client.Post(ctx, r.channel("matches"), hello, "other")
			if held := err != nil; held != (scope == "global") {
				t.Errorf("in another channel: %v", err)
			}
			if out := r.ping("/ping"); out.Message == 0 {
				t.Errorf("not answered meanwhile: %+v", out)
			}
		})
	}
}

// The bot does not retry what Discord forbids until Discord reports a change.
func TestForbiddenIsNotRepeated(t *testing.T) {
	deny := local.Fault{Kind: "deny", Channel: "general", Permissions: []string{"SEND_MESSAGES"}}
	allow := deny
	allow.Kind = "allow"
	for _, c := range []struct {
		name          string
		begins, mends local.Fault
	}{
		{"a permission is missing", deny, allow},
		{"kicked from the server", local.Fault{Kind: "kick"}, local.Fault{Kind: "invite"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, nil)
			r.run()
			ctx := context.Background()
			general := r.channel("general")
			r.inject(c.begins)
			r.until("forbidden", func() error { // the session's first events may still be in transit
				if _, err := r.client.Post(ctx, general, hello, "n1"); !errors.Is(err, wire.ErrDenied) {
					t.Fatal(err)
				}
				before := r.srv.Requests(posting)
				for range 20 {
					if _, err := r.client.Post(ctx, general, hello, "n1"); !errors.Is(err, wire.ErrDenied) {
						t.Fatal(err)
					}
				}
				if r.srv.Requests(posting) > before {
					return errors.New("asked again")
				}
				return nil
			})
			r.inject(c.mends)
			r.until("allowed again", func() error {
				_, err := r.client.Post(ctx, general, hello, "n2")
				return err
			})
		})
	}
}

// A closed direct channel is tried once. A user who acts in theirs receives messages again.
func TestClosedDMIsNotRepeated(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	r.settled()
	ctx := context.Background()
	user := r.srv.User("player1")
	dm, err := r.client.DM(ctx, wire.UserID(user.ID().String()))
	if err != nil {
		t.Fatal(err)
	}
	user.CloseDM(true)
	for range 5 {
		if _, err := r.client.Post(ctx, dm, hello, "n1"); !errors.Is(err, wire.ErrClosedDM) {
			t.Fatal(err)
		}
	}
	if n := r.srv.Requests(posting); n != 1 {
		t.Errorf("%d posts against closed direct messages", n)
	}
	user.CloseDM(false)
	act, err := user.Slash("dm", "/ping")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := act.Wait(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := r.client.Post(ctx, dm, hello, "n1"); err != nil {
		t.Error(err)
	}
}

// A revoked token ends the run with an error that says what to do. Nothing more is sent.
func TestRevokedToken(t *testing.T) {
	for _, c := range []struct {
		name string
		hurt func(*rig)
	}{
		{"told by the gateway", func(r *rig) { r.inject(local.Fault{Kind: "revoke"}) }},
		{"told by a request", func(r *rig) {
			r.inject(local.Fault{Kind: "rest", Route: opening, Status: 401})
			if _, err := r.client.DM(context.Background(), "1"); err == nil {
				r.t.Error("opened with a revoked token")
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, nil)
			r.run()
			general := r.channel("general")
			c.hurt(r)
			select {
			case err := <-r.done:
				if err == nil || !strings.Contains(err.Error(), "copy it again") {
					t.Errorf("ended with %v", err)
				}
			case <-time.After(time.Minute):
				t.Fatal("it goes on")
			}
			before := r.srv.Requests("")
			for range 5 {
				if _, err := r.client.Post(context.Background(), general, hello, "n1"); err == nil {
					t.Error("posted with a revoked token")
				}
			}
			if n := r.srv.Requests("") - before; n != 0 {
				t.Errorf("%d requests with a revoked token", n)
			}
			if n := r.srv.Identifies(); n > 1 {
				t.Errorf("%d gateway sessions", n)
			}
		})
	}
}

// The last gateway sessions of the day are not used, because Discord would reset the token.
func TestSessionsAreSpared(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.inject(local.Fault{Kind: "sessions", Times: 20, Wait: "1s"})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { r.done <- r.client.Run(ctx, r.echo) }()
	const asking = "GET /gateway/bot"
	r.until("asking twice", func() error {
		if r.srv.Requests(asking) < 2 {
			return errors.New("not yet")
		}
		return nil
	})
	if n := r.srv.Identifies(); n != 0 {
		t.Errorf("%d sessions begun of those that are reserved", n)
	}
	if !strings.Contains(r.log.String(), "limit of gateway sessions") {
		t.Error("the operator is not warned")
	}
	r.inject(local.Fault{Kind: "clear"})
	r.awaitReady()
	stop()
	if err := <-r.done; err != nil {
		t.Error(err)
	}
}

// A gateway that cannot be reached, or refuses repeatedly, uses up only the sessions that were started.
func TestGatewayIsDown(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(_ *local.Config, dc *discord.Config) { dc.Pause = time.Millisecond })
	r.inject(local.Fault{Kind: "rest", Route: "GET /gateway/bot", Status: 503, Times: 3})
	r.run()
	if n := r.srv.Identifies(); n != 1 {
		t.Errorf("%d sessions begun", n)
	}
}

// Two bots run with one token and both receive every interaction. Each interaction is answered once, and the operator
// is warned once by whichever bot comes too late.
func TestTwoBotsOnOneToken(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	var log lockedBuffer
	ready := make(chan struct{}, 1)
	other, err := discord.New(discord.Config{Token: r.srv.Token(), Base: r.srv.URL(), Ready: func() { ready <- struct{}{} },
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	echoed := &echo{}
	go func() { ended <- other.Run(ctx, echoed) }()
	<-ready
	for range 5 {
		if out := r.ping("/ping"); out.Message == 0 {
			t.Errorf("not answered: %+v", out)
		}
	}
	r.until("both to be handed all of them", func() error {
		if r.echo.calls.Load() < 5 || echoed.calls.Load() < 5 {
			return errors.New("not yet")
		}
		return nil
	})
	stop()
	r.stop()
	if err := errors.Join(<-ended, <-r.done); err != nil {
		t.Error(err)
	}
	answers := 0
	for _, m := range r.srv.User("player1").View().Channel("general").Messages {
		if strings.Contains(m.Text(), "echo of ping") {
			answers++
		}
	}
	if answers != 5 {
		t.Errorf("%d answers to 5 commands", answers)
	}
	if n := strings.Count(log.String()+r.log.String(), "another process has answered"); n != 5 {
		t.Errorf("the log has %d interactions of 5:\n%s", n, r.log.String())
	}
	if n := strings.Count(log.String()+r.log.String(), "level=WARN msg=\"another process uses this bot's token"); n != 1 || r.client.Shared() == other.Shared() {
		t.Errorf("the operator is told %d times; shared: %t, %t", n, r.client.Shared(), other.Shared())
	}
}

// A time-out of the bot is told as one. It holds back its server for a minute at first and never past its end, and a press that shows that it
// is over ends it at once, in every channel.
func TestTimeOutOfTheBot(t *testing.T) {
	clock := local.Still(time.Date(2150, 3, 7, 12, 0, 0, 0, time.UTC))
	r := newRig(t, func(lc *local.Config, dc *discord.Config) { lc.Clock, dc.Now = clock, clock.Now })
	r.run()
	r.settled()
	ctx := context.Background()
	general, matches := r.channel("general"), r.channel("matches")
	r.inject(local.Fault{Kind: "time-out", Wait: "10h"})
	r.settled() // its GUILD_MEMBER_UPDATE has arrived
	for _, channel := range []wire.ChannelID{general, matches} {
		var w *wire.WireError
		_, err := r.client.Post(ctx, channel, hello, "n1")
		if !errors.Is(err, wire.ErrTimedOut) || !errors.Is(err, wire.ErrDenied) || !errors.As(err, &w) || w.RetryAfter < 50*time.Second || w.RetryAfter > time.Minute {
			t.Fatalf("told %v", err)
		}
	}
	before := r.srv.Requests(posting)
	if out := r.ping("/ping"); out.Message == 0 {
		t.Errorf("not answered meanwhile: %+v", out)
	}
	if _, err := r.client.Post(ctx, general, hello, "n1"); !errors.Is(err, wire.ErrTimedOut) || r.srv.Requests(posting) != before {
		t.Errorf("asked again during the time-out: %v", err)
	}
	clock.Advance(10 * time.Hour)
	if _, err := r.client.Post(ctx, matches, hello, "n1"); !errors.Is(err, wire.ErrTimedOut) {
		t.Fatalf("Discord does not tell the end of a time-out, but: %v", err)
	}
	r.ping("/ping") // in general
	for _, channel := range []wire.ChannelID{general, matches} {
		if _, err := r.client.Post(ctx, channel, hello, "n2"); err != nil {
			t.Errorf("after a press that shows that it is over: %v", err)
		}
	}
	r.inject(local.Fault{Kind: "time-out", Wait: "15s"})
	r.settled()
	var w *wire.WireError
	if _, err := r.client.Post(ctx, general, hello, "n3"); !errors.As(err, &w) || w.RetryAfter > 15*time.Second {
		t.Errorf("a short time-out: %v", err)
	}
}

// While Discord refuses this machine's address without saying for how long, nothing is sent on any route, not even an answer, and longer each
// time. A success ends that.
func TestAddressRefused(t *testing.T) {
	r := newRig(t, nil)
	r.run()
	ctx := context.Background()
	r.inject(local.Fault{Kind: "rest", Status: 429, Scope: "address", Times: -1})
	var w *wire.WireError
	if _, err := r.client.Post(ctx, r.channel("general"), hello, "n1"); !errors.As(err, &w) || w.RetryAfter < 10*time.Second {
		t.Fatalf("told %v", err)
	}
	r.inject(local.Fault{Kind: "clear"})
	before := r.srv.Requests(posting) + r.srv.Requests(opening)
	for _, c := range []wire.ChannelID{r.channel("general"), r.channel("matches")} {
		if _, err := r.client.Post(ctx, c, hello, "n1"); !errors.As(err, &w) || w.RetryAfter < 10*time.Second {
			t.Errorf("told %v", err)
		}
	}
	if _, err := r.client.DM(ctx, wire.UserID(r.srv.User("player1").ID().String())); err == nil {
		t.Error("opened")
	}
	if n := r.srv.Requests(posting) + r.srv.Requests(opening); n != before {
		t.Errorf("%d requests meanwhile", n-before)
	}
	act, err := r.srv.User("player2").Slash("general", "/ping")
	if err != nil {
		t.Fatal(err)
	}
	r.until("handled", func() error {
		if r.echo.calls.Load() == 0 {
			return errors.New("not yet")
		}
		return nil
	})
	if n := r.srv.Requests("POST /interactions/{interaction_id}/{interaction_token}/callback"); n != 0 {
		t.Errorf("%d answers sent, to %+v", n, act)
	}
}
