package discord_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
	"downsync/bot/wire"
)

// arrivals runs a client on a Discord until the function returns, and passes it the client's arrivals.
func arrivals(t *testing.T, srv *local.Server, now func() time.Time, during func(next func() wire.Arrival, none func())) {
	t.Helper()
	came, ready := make(chan wire.Arrival, 10), make(chan struct{}, 10)
	c, err := discord.New(discord.Config{Token: srv.Token(), Base: srv.URL(), Now: now, Pause: time.Millisecond, Between: time.Millisecond, Ready: func() { ready <- struct{}{} },
		Arrived: func(_ context.Context, a wire.Arrival) { came <- a }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	if err := c.Hello(ctx); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx, nobody{}) }()
	<-ready
	next := func() wire.Arrival {
		t.Helper()
		select {
		case a := <-came:
			return a
		case <-time.After(time.Minute):
			t.Fatal("no arrival")
			return wire.Arrival{}
		}
	}
	during(next, func() { // what follows a new session was handled
		t.Helper()
		if err := srv.Inject(local.Fault{Kind: "reconnect", At: "now"}); err != nil {
			t.Fatal(err)
		}
		<-ready
		if len(came) > 0 {
			t.Errorf("an arrival: %+v", <-came)
		}
	})
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

type nobody struct{}

func (nobody) Handle(context.Context, wire.Interaction) wire.Answer { return wire.Answer{} }

// A server counts as new by the time at which the bot joined it: not at the start of a session, nor after an outage. Its channels are those where
// the bot may write, the one for messages of the system first.
func TestArrival(t *testing.T) {
	t.Parallel()
	srv, err := local.New(local.Config{Users: 2, Channels: []string{"rules", "general", "news", "hidden", "lounge"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = srv.Close() }()
	inject := func(f local.Fault) {
		t.Helper()
		if err := srv.Inject(f); err != nil {
			t.Fatal(err)
		}
	}
	channel := func(name string) wire.ChannelID {
		return wire.ChannelID(srv.User("player1").View().Channel(name).ID.String())
	}
	if err := srv.SetSystemChannel("lounge"); err != nil {
		t.Fatal(err)
	}
	inject(local.Fault{Kind: "deny", Channel: "rules", Permissions: []string{"SEND_MESSAGES"}})
	inject(local.Fault{Kind: "deny", Channel: "hidden", Permissions: []string{"VIEW_CHANNEL"}})
	inject(local.Fault{Kind: "announcement", Channel: "news"})
	arrivals(t, srv, nil, func(next func() wire.Arrival, none func()) {
		none()
		inject(local.Fault{Kind: "outage"})
		none()
		inject(local.Fault{Kind: "kick"})
		none()
		inject(local.Fault{Kind: "invite"})
		if a := next(); string(a.Guild) != srv.User("player1").View().Guild.ID.String() || a.Locale != "en-US" ||
			!slices.Equal(a.Channels, []wire.ChannelID{channel("lounge"), channel("general")}) {
			t.Errorf("arrived at %+v", a)
		}
	})
	arrivals(t, srv, nil, func(next func() wire.Arrival, _ func()) { next() }) // a host that was not connected meanwhile
	late := func() time.Time { return time.Now().Add(25 * time.Hour) }
	if err := srv.SetSystemChannel(""); err != nil {
		t.Fatal(err)
	}
	srv.Clock().Advance(25 * time.Hour)
	arrivals(t, srv, late, func(_ func() wire.Arrival, none func()) { none() })
}
