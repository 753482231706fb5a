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
	"downsync/bot/discord"
	forms "downsync/bot/downsync"
	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/downsync/cards"
	"downsync/game/table"
	"downsync/storage"
)

// host is the bot with its store, hall, outbox and Discord client.
type host struct {
	store  *storage.Store
	hall   *table.Hall
	outbox *table.Outbox
	client *discord.Client
	bot    *bot.Bot
	gate   *bot.Gate // limits what reaches the bot
	log    *slog.Logger
	conf   config
	clock  table.Clock
	counts *counters
	watch  net.Listener // serves the counts; nil if they are not served
}

// newHost opens the store and builds the bot on it.
func newHost(c config, wire discord.Config, clock table.Clock, log *slog.Logger) (*host, error) {
	own, err := c.ownCards()
	if err != nil {
		return nil, err
	}
	store, err := storage.Open(c.Store.Path, storage.Options{})
	if err != nil {
		return nil, err
	}
	counts := watching(clock)
	counts.store = store
	wire.Log, wire.Now, wire.Lost = log, clock.Now, func() { counts.gateway(false) }
	ready := wire.Ready
	wire.Ready = func() {
		counts.gateway(true)
		if ready != nil {
			ready()
		}
	}
	client, err := discord.New(wire)
	if err != nil {
		return nil, closing(store, err)
	}
	var b *bot.Bot // built after the hall, whose Ended calls it
	hall := table.New(at(c.seams.store, table.Store(watchedStore{store, counts})), clock, table.Options{Games: []game.Game{rules.Rules()}, Dice: c.seams.dice, Log: log, Moot: true,
		Ended: func(ctx context.Context, p table.Public) ([]table.Record, error) { return b.Ended(ctx, p) }})
	b = bot.New(bot.Config{Wire: at(c.seams.wire, bot.Wire(client)), Hall: at(c.seams.hall, bot.Hall(hall)), Records: store, Clock: clock, Forms: forms.Forms{Own: own}, Timings: c.timings(),
		Default: c.Clock.Default, Log: log})
	gate := bot.NewGate(b, clock, c.rates)
	counts.gate, counts.hall = gate, hall
	return &host{store: store, hall: hall, client: client, bot: b, gate: gate, log: log, conf: c, clock: clock, counts: counts, outbox: &table.Outbox{Hall: hall, To: b, Log: log}}, nil
}

// ownCards reads the operator's own cards. A relative path is relative to the configuration file.
func (c config) ownCards() ([]*cards.Unit, error) {
	if c.Cards.File == "" {
		return nil, nil
	}
	path := c.Cards.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.folder, path)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cards.file: %w", err)
	}
	return cards.Read(path, raw)
}

// closing closes c after the error err, and returns both errors.
func closing(c io.Closer, err error) error {
	if cerr := c.Close(); cerr != nil {
		return fmt.Errorf("%w; and closing: %w", err, cerr)
	}
	return err
}

// run runs the bot until the context ends. Then it stops in order: it takes no new interactions, finishes running ones, and
// closes the outbox and the store.
func (h *host) run(ctx context.Context) (err error) {
	defer func() { err = closeAfter(h.store, err) }()
	loops, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	h.operate(loops, &wg)
	if err := h.arrive(ctx); err != nil {
		if ctx.Err() != nil {
			return nil // stopped before it began
		}
		return err
	}
	wg.Go(func() { h.hall.RunClocks(loops) })
	wg.Go(func() { h.outbox.Run(loops) })
	wg.Go(func() { h.bot.RunReminders(loops) })
	wg.Go(func() { h.bot.RunFilms(loops) })
	return h.client.Run(ctx, watched{h.gate, h.counts})
}

// operate serves the operator: requests on the socket, the metrics, and backups at intervals.
func (h *host) operate(ctx context.Context, wg *sync.WaitGroup) {
	wg.Go(func() {
		if err := serveOperator(ctx, h.conf.Store.Path, h.store, h.log); err != nil {
			h.log.Error("operator", "error", err.Error()) // the matches go on without
		}
	})
	if h.watch != nil {
		wg.Go(func() {
			if err := h.counts.serve(ctx, h.watch); err != nil {
				h.log.Error("operator", "error", err.Error()) // the matches go on without
			}
		})
	}
	if h.conf.Store.Backups == "" {
		return
	}
	b := backups{folder: h.conf.Store.Backups, every: time.Duration(h.conf.Store.BackupEvery), keep: h.conf.Store.BackupKeep, store: h.store, clock: h.clock, log: h.log}
	wg.Go(func() { b.run(ctx) })
}

// arrive calls greet until it succeeds, as long as Discord cannot be reached.
func (h *host) arrive(ctx context.Context) error {
	return persist(func() error { return h.greet(ctx) }, func(d time.Duration, err error) bool {
		h.log.Warn("Discord cannot be reached yet", "error", err.Error(), "pause", d)
		select {
		case <-time.After(d):
			return true
		case <-ctx.Done():
			return false
		}
	})
}

// persist calls do until it succeeds or another try is pointless, with pauses that grow to two minutes. pause returns false if
// there is no time left.
func persist(do func() error, pause func(time.Duration, error) bool) error {
	for d := time.Second; ; d = min(2*d, 2*time.Minute) {
		err := do()
		var w *bot.WireError
		if err == nil || !errors.As(err, &w) || w.RetryAfter == 0 || !pause(max(d, w.RetryAfter), err) {
			return err
		}
	}
}

// greet checks the token and registers the commands.
func (h *host) greet(ctx context.Context) error {
	if err := h.client.Hello(ctx); err != nil {
		return err
	}
	if err := h.client.Register(ctx, h.bot.Commands()); err != nil {
		return fmt.Errorf("registering the commands: %w", err)
	}
	return nil
}

func closeAfter(c io.Closer, err error) error {
	if err != nil {
		return closing(c, err)
	}
	return c.Close()
}

// newLog returns the log. Its lines hold ids and codes, never secrets.
func newLog(c config, to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		level = slog.LevelInfo // unreachable: check refused it
	}
	o := &slog.HandlerOptions{Level: level}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(to, o))
	}
	return slog.New(slog.NewTextHandler(to, o))
}
