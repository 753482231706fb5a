package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"downsync/bot"
	"downsync/bot/discord"
	"downsync/bot/lobby"
	"downsync/bot/match"
	"downsync/bot/person"
	"downsync/bot/referee"
	"downsync/game/table"
	"downsync/storage"
)

// host is the bot with everything it stands on.
type host struct {
	store  matchStore
	hall   *table.Hall
	outbox *table.Outbox
	client *discord.Client
	bot    *bot.App
	gate   *bot.Gate // before the bot
	log    *slog.Logger
	conf   config
	clock  table.Clock
	counts *counters
	watch  net.Listener // where the counts are shown; nil: nowhere
}

// newHost wires the rooms together.
func newHost(c config, wire discord.Config, clock table.Clock, log *slog.Logger) (*host, error) {
	own, err := c.ownCards()
	if err != nil {
		return nil, err
	}
	var hosting atomic.Pointer[table.Hall] // made after the store that wakes it
	store, err := openStore(c, func(text string) { log.Warn(text) }, func() {
		if hall := hosting.Load(); hall != nil {
			hall.Nudge()
		}
	})
	if err != nil {
		return nil, err
	}
	if shared, ok := store.(table.Clock); ok && clock == (systemClock{}) {
		clock = shared // the clocks of several machines differ
	}
	counts := watching(clock, store)
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
	var b *bot.App // made after the hall that it is told by
	kept := watchedStore{store, counts}
	hall := table.New(at(c.seams.store, table.Store(kept)), clock, table.Options{Games: rulesets(), Dice: c.seams.dice, Log: log, Moot: true, Shared: c.Store.URL != "",
		Ended: func(ctx context.Context, p table.Public) ([]table.Record, error) { return b.Ended(ctx, p) }})
	hosting.Store(hall)
	b = bot.New(bot.Config{Wire: at(c.seams.wire, bot.Wire(client)), Hall: at(c.seams.hall, bot.HallOf(hall)), Records: kept, Clock: clock, Games: offered(own), Timings: c.timings(),
		Default: c.Clock.Default, Log: log}, lobby.New, match.New, referee.New, person.New)
	counts.health.skew = func() time.Duration {
		ahead, _ := client.Skew() // 0 until it is known
		return ahead
	}
	counts.health.shared = client.Shared
	counts.gauge("downsync_clock_skew_seconds", "How far this machine's clock is ahead of Discord's, 0 until that is known.", func() float64 {
		return counts.health.skew().Seconds()
	})
	gate := bot.NewGate(b, clock, c.rates)
	counts.watch(gate, hall)
	return &host{store: store, hall: hall, client: client, bot: b, gate: gate, log: log, conf: c, clock: clock, counts: counts, outbox: &table.Outbox{Hall: hall, To: watchedDeliverer{b, counts.health}, Log: log}}, nil
}

// closing closes what was opened before an error.
func closing(c io.Closer, err error) error {
	if cerr := c.Close(); cerr != nil {
		return fmt.Errorf("%w; and closing: %w", err, cerr)
	}
	return err
}

// run runs the bot until the context ends, then stops in order: no new interactions, running ones to their end, the
// outbox, the store.
func (h *host) run(ctx context.Context) (err error) {
	defer func() { err = closeAfter(h.store, err) }()
	loops, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	h.operate(loops, &wg)
	if h.conf.Store.URL != "" {
		if err := h.hall.Thaw(ctx); err != nil {
			return err
		}
	}
	return h.onDuty(ctx, h.serve)
}

// serve connects to Discord and does everything that a bot does, until the context ends.
func (h *host) serve(ctx context.Context) error {
	loops, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	if err := h.arrive(ctx); err != nil {
		if ctx.Err() != nil {
			return nil // stopped before it began
		}
		return h.named(err)
	}
	wg.Go(func() {
		if err := h.client.Tidy(loops); err != nil && loops.Err() == nil {
			h.log.Warn("commands of an earlier start may stand twice", "error", err.Error())
		}
	})
	wg.Go(func() { h.hall.RunClocks(loops) })
	wg.Go(func() { h.outbox.Run(loops) })
	wg.Go(func() { h.bot.Run(loops) })
	idle := &idler{Handler: watched{h.gate, h.counts}}
	wg.Go(func() {
		t := time.NewTicker(idleAfter)
		defer t.Stop()
		idle.run(loops, t.C)
	})
	return h.named(h.client.Run(ctx, idle))
}

// named adds to an error of the token where it comes from.
func (h *host) named(err error) error {
	if errors.Is(err, discord.ErrToken) {
		return fmt.Errorf("%s: %w", h.conf.source, err)
	}
	return err
}

// operate does what is for the operator: backups at intervals, and those that are asked for.
func (h *host) operate(ctx context.Context, wg *sync.WaitGroup) {
	if h.watch != nil {
		wg.Go(func() {
			if err := h.counts.serve(ctx, h.watch); err != nil {
				h.log.Error("operator", "error", err.Error()) // the matches go on without
			}
		})
	}
	file, ok := h.store.(*storage.Store)
	if !ok { // a database has backups of its own
		return
	}
	wg.Go(func() {
		if err := (operator{path: h.conf.Store.Path, store: file, state: h.state, log: h.log}).serve(ctx); err != nil {
			h.log.Error("operator", "error", err.Error()) // the matches go on without
		}
	})
	if h.conf.Store.Backups == "" {
		return
	}
	b := backups{folder: h.conf.Store.Backups, every: time.Duration(h.conf.Store.BackupEvery), keep: h.conf.Store.BackupKeep, store: file, clock: h.clock, log: h.log}
	wg.Go(func() { b.run(ctx) })
}

// arrive greets Discord, and tries again as long as that may help.
func (h *host) arrive(ctx context.Context) error {
	return persist(func() error { return h.greet(ctx) }, func(d time.Duration, err error) bool {
		h.log.Warn("not connected to Discord yet", "error", err.Error(), "pause", d)
		select {
		case <-time.After(d):
			return true
		case <-ctx.Done():
			return false
		}
	})
}

// persist does something until it succeeds or trying again is pointless, with pauses that grow to two minutes. pause answers false
// when there is no time left.
func persist(do func() error, pause func(time.Duration, error) bool) error {
	for d := time.Second; ; d = min(2*d, 2*time.Minute) {
		err := do()
		var w *bot.WireError
		if err == nil || !errors.As(err, &w) || w.RetryAfter == 0 || !pause(max(d, w.RetryAfter), err) {
			return err
		}
	}
}

// greet makes sure that the token is good and the commands are known.
func (h *host) greet(ctx context.Context) error {
	if err := h.client.Hello(ctx); err != nil {
		return err
	}
	if err := h.client.Register(ctx, h.bot.Commands); err != nil {
		if h.conf.Discord.Guild != "" {
			return fmt.Errorf("discord.guild: %w", err)
		}
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

// newLog makes the log: ids and codes, never what is secret.
func newLog(c config, to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		level = slog.LevelInfo // check has refused it before
	}
	o := &slog.HandlerOptions{Level: level}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(to, o))
	}
	return slog.New(slog.NewTextHandler(to, o))
}
