package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"downsync/bot/discord"
	"downsync/storage"
	"downsync/storage/postgres"
)

type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// serve runs the bot on Discord.
func serve(ctx context.Context, args []string, out, errs io.Writer) error {
	f := flags("serve")
	conf := configFlag(f)
	if err := parse(f, args, 0, out); err != nil {
		return err
	}
	c, err := conf.read(ctx)
	if err != nil {
		return err
	}
	if c.Discord.Token == "" {
		return errors.New("no bot token: set " + tokenVariable + ", or token under [discord] in the config file; docs/operators.md says where to get one")
	}
	if err := checkToken(c.source, c.Discord.Token); err != nil {
		return err
	}
	if c.exposed {
		return fmt.Errorf("%s holds a bot token or a password and others may read it: chmod 600 it, or set %s and %s instead", conf.path, tokenVariable, storeVariable)
	}
	return serveOn(ctx, c, errs)
}

// serveOn runs the bot with that configuration.
func serveOn(ctx context.Context, c config, errs io.Writer) error {
	log := newLog(c, errs)
	if c.Discord.API != "" {
		log.Warn("the bot and its token go to another Discord", "discord.api", c.Discord.API)
	}
	c.late = marksLate
	starting := func() { fmt.Fprintln(errs, "downsync is starting; stop it with Ctrl-C") }
	if err := hostOn(ctx, c, log, starting); err != nil {
		return err
	}
	fmt.Fprintln(errs, "downsync has stopped; its next start goes on with every match")
	return nil
}

// hostOn runs a host of its own until the context ends. It first waits for a database that is not there, and calls starting
// once nothing else prevents the start.
func hostOn(ctx context.Context, c config, log *slog.Logger, starting func()) error {
	connection := discord.Config{Token: c.Discord.Token, Guild: c.Discord.Guild, Rate: float64(c.Discord.Requests), Base: strings.TrimSuffix(c.Discord.API, "/")}
	for {
		if c.Store.URL != "" {
			if err := awaitDatabase(ctx, c, log); err != nil || ctx.Err() != nil {
				return err
			}
		}
		h, err := newHost(c, connection, systemClock{}, log)
		if postgres.Absent(err) {
			continue // it has gone again meanwhile
		}
		if err != nil {
			return err
		}
		if err := h.listen(); err != nil {
			return closing(h.store, err)
		}
		starting()
		return h.run(ctx)
	}
}

// absentStore is a database that is not there yet.
type absentStore struct{ matchStore }

func (absentStore) Backlog(time.Time) (storage.Backlog, error) {
	return storage.Backlog{}, errors.New("the database is not reached")
}
func (absentStore) Reached() bool { return false }
func (absentStore) OnWatch() bool { return false }
func (absentStore) Hosts() int    { return 0 }

// awaitDatabase waits until the database answers in some way, or the context ends. Meanwhile it serves the pages of the watch,
// and logs what it waits for, at first and then from time to time.
func awaitDatabase(ctx context.Context, c config, log *slog.Logger) (err error) {
	const pause, again = 500 * time.Millisecond, 10 * time.Minute
	err = postgres.Reach(ctx, c.Store.URL)
	if !postgres.Absent(err) {
		return nil // the store is opened next, and says what is wrong
	}
	h := host{conf: c}
	h.conf.Discord.Listen = "" // no interactions yet
	if err := h.listen(); err != nil {
		return err
	}
	waiting, stop := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	if h.watch != nil {
		wg.Go(func() {
			if err := watching(systemClock{}, absentStore{}).serve(waiting, h.watch); err != nil {
				log.Error("operator", "error", err.Error())
			}
		})
	}
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for said := (time.Time{}); postgres.Absent(err); err = postgres.Reach(ctx, c.Store.URL) {
		if said.IsZero() || time.Since(said) >= again {
			said = time.Now()
			log.Error("the database is not reached: the bot starts once it is", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
	log.Info("the database is reached")
	return nil
}

// notListening says why the pages of metrics cannot be served, and what to do.
func notListening(address string, err error) error {
	return fmt.Errorf("watch.listen is %s: %w; if another Downsync runs there, look at it from its own folder; else give a free address, or \"\" for none", address, err)
}
