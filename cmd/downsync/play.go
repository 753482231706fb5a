package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
)

// play runs the bot on a Discord of its own, in the browser.
func play(ctx context.Context, args []string, out, errs io.Writer) error {
	f := flags("play", errs)
	listen := f.String("listen", "127.0.0.1:8095", "loopback `address` of the page")
	data := f.String("data", "", "`folder` to keep matches in; none: they last as long as the program")
	users := f.Int("users", 3, "how many `people` there are, 2 to 50")
	tick := f.Duration("tick", 3*time.Second, "grid on which reaction windows close; a live match on a server uses 15s")
	verbose := f.Bool("v", false, "log what the bot does")
	if err := parse(f, args); err != nil {
		return err
	}
	if *users < 2 || *users > local.MaxUsers {
		return misuse{fmt.Errorf("-users %d: expected 2 to %d", *users, local.MaxUsers)}
	}
	if *tick < 0 || *tick > time.Minute {
		return misuse{fmt.Errorf("-tick %s: expected 0s to 1m", *tick)}
	}
	c := defaults()
	c.Clock.Default = "live"
	for name, x := range c.Clock.Choices {
		x.Tick, x.Window = duration(*tick), 0
		c.Clock.Choices[name] = x
	}
	if !*verbose {
		c.Log.Level = "error"
	}
	clean, err := dataFolder(&c, *data)
	if err != nil {
		return err
	}
	defer clean()
	return playLocal(ctx, c, *listen, *users, out, errs)
}

// dataFolder sets the store's path: in the folder given, or in one that goes with the program.
func dataFolder(c *config, data string) (clean func(), err error) {
	clean = func() {}
	if data == "" {
		if data, err = os.MkdirTemp("", "downsync-play-"); err != nil {
			return clean, err
		}
		gone := data
		clean = func() { os.RemoveAll(gone) }
	} else if err := os.MkdirAll(data, 0o700); err != nil {
		return clean, fmt.Errorf("-data: %w", err)
	}
	c.Store.Path = filepath.Join(data, "downsync.db")
	return clean, nil
}

// playLocal runs the local Discord and the bot on it until the context ends.
func playLocal(ctx context.Context, c config, listen string, users int, out, errs io.Writer) error {
	l, err := local.Listen(listen)
	if err != nil {
		return err
	}
	srv, err := local.New(local.Config{Users: users, Names: []string{"Alex", "Robin", "Sam"}[:min(users, 3)]})
	if err != nil {
		return closing(l, err)
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(l) }()
	base := "http://" + l.Addr().String()
	h, err := newHost(c, discord.Config{Token: srv.Token(), Base: base, Pause: 50 * time.Millisecond}, srv.Clock(), newLog(c, errs))
	if err != nil {
		return closing(srv, err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go nudge(ctx, srv.Clock(), h.hall.Nudge)
	ran := make(chan error, 1)
	go func() { ran <- h.run(ctx) }()
	fmt.Fprintf(out, "Downsync is at %s\nTwo people sit there side by side. Type /match challenge opponent:@player2 as the first.\nStop with Ctrl-C.\n", base)
	select {
	case err = <-ran:
	case err = <-served:
		stop()
		err = errors.Join(err, <-ran)
	}
	return errors.Join(err, srv.Close())
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
