package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"downsync/bot"
	"downsync/bot/discord"
	"downsync/bot/local"
)

// play runs the bot on a Discord of its own, in the browser.
func play(ctx context.Context, args []string, out, errs io.Writer) error {
	f := flags("play")
	listen := f.String("listen", "127.0.0.1:8095", "loopback `address` of the page")
	data := f.String("data", "", "`folder` to keep matches and messages in; none: they last as long as the program")
	users := f.Int("users", 3, "how many `people` there are, 2 to 50")
	tick := f.Duration("tick", 3*time.Second, "grid on which reaction windows close; a live match on a server uses 15s")
	verbose := f.Bool("v", false, "log what the bot does")
	if err := parse(f, args, 0, out); err != nil {
		return err
	}
	if *users < 2 || *users > local.MaxUsers {
		return misuse{fmt.Errorf("-users %d: expected 2 to %d", *users, local.MaxUsers)}
	}
	if *tick < 0 || *tick > time.Minute {
		return misuse{fmt.Errorf("-tick %s: expected 0s to 1m", *tick)}
	}
	c := defaults()
	c.Clock.Default, c.rates = "live", bot.Rates{Every: time.Millisecond} // programs may play too
	for name, x := range c.Clock.Choices {
		x.Tick, x.Window = duration(*tick), 0
		c.Clock.Choices[name] = x
	}
	if !*verbose {
		c.Log.Level = "error"
	}
	v := venue{listen: *listen, users: *users, data: *data, lasting: "All of it is kept in " + *data + "."}
	if v.data != "" {
		return playLocal(ctx, c, v, out, errs)
	}
	var err error
	if v.data, err = os.MkdirTemp("", "downsync-play-"); err != nil {
		return err
	}
	v.lasting = "It lasts as long as this program; -data DIR keeps it."
	return errors.Join(playLocal(ctx, c, v, out, errs), os.RemoveAll(v.data))
}

// venue is where the local Discord listens, for how many people, and the folder it and the matches are kept in.
type venue struct {
	listen  string
	users   int
	data    string
	lasting string // tells how long it is kept
}

// playLocal runs the local Discord and the bot on it until the context ends. Both find what an earlier run kept.
func playLocal(ctx context.Context, c config, v venue, out, errs io.Writer) error {
	if err := os.MkdirAll(v.data, 0o700); err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	c.Store.Path = filepath.Join(v.data, "downsync.db")
	l, err := local.Listen(v.listen)
	if err != nil {
		return err
	}
	srv, err := local.New(local.Config{Users: v.users, Names: []string{"Alex", "Robin", "Sam"}[:min(v.users, 3)]})
	if err != nil {
		return closing(l, err)
	}
	base := "http://" + l.Addr().String()
	srv.SetURL(base)
	wire := discord.Config{Token: srv.Token(), Base: base, Rate: 1000, Pause: 50 * time.Millisecond, Between: 50 * time.Millisecond, Ready: sync.OnceFunc(func() {
		fmt.Fprintf(out, "Downsync is at %s\nTwo people sit there side by side. Type /match challenge opponent:@player2 as the first.\n%s Stop with Ctrl-C.\n", base, v.lasting)
	})}
	h, err := newHost(c, wire, srv.Clock(), newLog(c, errs)) // before Load: a folder in use is refused here
	if err != nil {
		return closing(l, closing(srv, err))
	}
	room := filepath.Join(v.data, "discord")
	if err := srv.Load(room); err != nil {
		return closing(l, closing(srv, closing(h.store, err)))
	}
	return h.runOn(ctx, srv, l, room)
}

// runOn runs the bot with the local Discord under it, kept in the folder, until the context or either of them ends. The
// Discord outlives the bot, so that it hears and keeps its last words.
func (h *host) runOn(ctx context.Context, srv *local.Server, l net.Listener, room string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	keeping, enough := context.WithCancel(context.WithoutCancel(ctx))
	defer enough()
	served, kept := make(chan error, 1), make(chan error, 1)
	go func() {
		defer stop()
		served <- srv.Serve(l)
	}()
	go func() {
		defer stop()
		kept <- srv.Keep(keeping, room)
	}()
	go nudge(ctx, srv.Clock(), h.hall.Nudge)
	err := h.run(ctx)
	enough()
	return errors.Join(err, <-kept, srv.Close(), <-served)
}

// nudge makes the host look at the time whenever the local clock is turned by hand.
func nudge(ctx context.Context, clock *local.Clock, f func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-clock.Moved():
			f()
		}
	}
}
