package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/discord"
	"downsync/bot/local"
)

// play runs the bot on the local Discord, whose page opens in a browser.
func play(ctx context.Context, args []string, out, errs io.Writer) error {
	f := flags("play")
	listen := f.String("listen", "127.0.0.1:8095", "loopback `address` of the page")
	data := f.String("data", "", "`folder` that keeps matches and messages; without it they last as long as the program")
	users := f.Int("users", 3, "number of `people` on the page, 2 to 50")
	c := defaults()
	c.rates, c.Limits = bot.Rates{Every: time.Millisecond}, bound.Lifted() // programs may play too
	f.Func("tick", "reaction windows close at multiples of this `time`, 0s to 1m; without it they close as on a server", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 || d > time.Minute {
			return errors.New("expected 0s to 1m")
		}
		for name, x := range c.Clock.Choices {
			x.Tick, x.Window = duration(d), 0
			c.Clock.Choices[name] = x
		}
		return nil
	})
	f.BoolVar(&c.contributor, contributorsFlag, false, contributorsFlagUse)
	verbose := f.Bool("v", false, "log what the bot does")
	if err := parse(f, args, 0, out); err != nil {
		return err
	}
	if err := errors.Join(checkUsers(*users), checkData(*data)); err != nil {
		return err
	}
	if !*verbose {
		c.Log.Level = "error"
	}
	v := venue{listen: *listen, users: *users, data: *data, lasting: "Matches and messages are kept in " + *data + "."}
	if v.data != "" {
		return playLocal(ctx, c, v, out, errs)
	}
	var err error
	if v.data, err = os.MkdirTemp("", "downsync-play-"); err != nil {
		return err
	}
	v.lasting = "Everything is lost when this program ends; -data DIR keeps it."
	return errors.Join(playLocal(ctx, c, v, out, errs), os.RemoveAll(v.data))
}

// venue is the address of the local Discord, its number of people, and the folder that keeps it and the matches.
type venue struct {
	listen  string
	users   int
	data    string
	lasting string // a sentence for the operator that says how long it is kept
}

// playLocal runs the local Discord and the bot on it until the context ends. Both continue from what an earlier run kept.
func playLocal(ctx context.Context, c config, v venue, out, errs io.Writer) error {
	if err := os.MkdirAll(v.data, 0o700); err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	c.Store.Path = filepath.Join(v.data, "downsync.db")
	l, err := local.Listen(v.listen)
	if err != nil {
		return err
	}
	srv, err := local.New(local.Config{Users: v.users, Added: true, Names: []string{"Alex", "Robin", "Sam"}[:min(v.users, 3)]})
	if err != nil {
		return closing(l, err)
	}
	base := "http://" + l.Addr().String()
	srv.SetURL(base)
	connection := discord.Config{Token: srv.Token(), Base: base, Rate: 1000, Pause: 50 * time.Millisecond, Between: 50 * time.Millisecond, Ready: sync.OnceFunc(func() {
		fmt.Fprintf(out, "Downsync is at %s\nOpen it in a browser: two people sit side by side. As the first, type /play opponent:@player2.\n%s Stop with Ctrl-C.\n", base, v.lasting)
	})}
	h, err := newHost(c, connection, srv.Clock(), newLog(c, errs)) // before Load: it refuses a folder in use
	if err != nil {
		return closing(l, closing(srv, err))
	}
	room := filepath.Join(v.data, "discord")
	if err := srv.Load(room); err != nil {
		return closing(l, closing(srv, closing(h.store, err)))
	}
	if err := srv.Keep(room); err != nil {
		return closing(l, closing(srv, closing(h.store, err)))
	}
	return h.runOn(ctx, srv, l)
}

// runOn runs the bot on the local Discord until the context or either of them ends. The local Discord ends after the bot, so
// that it receives and keeps the bot's last messages.
func (h *host) runOn(ctx context.Context, srv *local.Server, l net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	keeping, enough := context.WithCancel(context.WithoutCancel(ctx))
	defer enough()
	ended := make(chan error, 1)
	go func() {
		defer stop()
		ended <- serveDiscord(keeping, srv, l, h.log)
	}()
	nudge(ctx, srv.Clock(), h.hall.Timers().Nudge)
	err := h.run(ctx)
	enough()
	return errors.Join(err, <-ended)
}

// serveDiscord serves the local Discord and keeps it, until the context ends or it cannot be served.
func serveDiscord(ctx context.Context, srv *local.Server, l net.Listener, log *slog.Logger) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	served := make(chan error, 1)
	go func() {
		defer stop()
		served <- srv.Serve(bounded(l, localConns))
	}()
	err := srv.Tend(ctx, func(err error) { log.Error("the local Discord goes on and tries again", "error", err.Error()) })
	return errors.Join(err, srv.Close(), <-served)
}

// nudge calls f after each advance of the local clock from now on, until the context ends. After an advance while f runs it
// calls f once more: otherwise whoever read the clock before would sleep on.
func nudge(ctx context.Context, clock *local.Clock, f func()) {
	moved := clock.Moved()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-moved:
				moved = clock.Moved()
				f()
			}
		}
	}()
}
