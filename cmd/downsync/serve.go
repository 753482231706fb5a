package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"downsync/bot/discord"
)

// systemClock is the machine's.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// serve runs the bot on the real Discord.
func serve(ctx context.Context, args []string, _, errs io.Writer) error {
	f := flags("serve", errs)
	path := f.String("config", "downsync.toml", "configuration `file`")
	if err := parse(f, args); err != nil {
		return err
	}
	named := false
	for _, a := range args {
		named = named || len(a) > 6 && (a[:7] == "-config" || len(a) > 7 && a[:8] == "--config")
	}
	c, err := readConfig(*path, named)
	if err != nil {
		return err
	}
	if c.Discord.Token == "" {
		return errors.New("no bot token: set " + tokenVariable + ", or token under [discord] in the config file; the README tells where to get one")
	}
	log := newLog(c, errs)
	if info, err := os.Stat(*path); err == nil && info.Mode().Perm()&0o044 != 0 && os.Getenv(tokenVariable) == "" {
		log.Warn("the config file holds the bot token and others may read it; chmod 600 it", "file", *path)
	}
	h, err := newHost(c, discord.Config{Token: c.Discord.Token, Guild: c.Discord.Guild}, systemClock{}, log)
	if err != nil {
		return err
	}
	fmt.Fprintln(errs, "downsync is starting; stop it with Ctrl-C")
	return h.run(ctx)
}
