package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"downsync/bot/discord"
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
	if !discord.IsToken(c.Discord.Token) {
		return errors.New(c.source + " " + badToken)
	}
	if c.exposed {
		return fmt.Errorf("%s holds a bot token or a password and others may read it: chmod 600 it, or set %s and %s instead", conf.path, tokenVariable, storeVariable)
	}
	return serveOn(ctx, c, errs)
}

// serveOn runs the bot as it is configured.
func serveOn(ctx context.Context, c config, errs io.Writer) error {
	log := newLog(c, errs)
	if c.Discord.API != "" {
		log.Warn("the bot and its token go to another Discord", "discord.api", c.Discord.API)
	}
	c.late = marksLate
	h, err := newHost(c, discord.Config{Token: c.Discord.Token, Guild: c.Discord.Guild, Rate: float64(c.Discord.Requests), Base: strings.TrimSuffix(c.Discord.API, "/")}, systemClock{}, log)
	if err != nil {
		return err
	}
	if err := h.listen(); err != nil {
		return closing(h.store, err)
	}
	fmt.Fprintln(errs, "downsync is starting; stop it with Ctrl-C")
	if err := h.run(ctx); err != nil {
		return err
	}
	fmt.Fprintln(errs, "downsync has stopped; its next start goes on with every match")
	return nil
}

// notListening says why the pages of metrics cannot be served, and what to do.
func notListening(address string, err error) error {
	return fmt.Errorf("watch.listen is %s: %w; if another Downsync runs there, look at it from its own folder; else give a free address, or \"\" for none", address, err)
}
