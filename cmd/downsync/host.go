package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"downsync/bot"
	"downsync/bot/campaign"
	"downsync/bot/discord"
	"downsync/bot/lobby"
	"downsync/bot/match"
	"downsync/bot/person"
	"downsync/bot/referee"
	"downsync/bot/rival"
	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/storage"
)

// host is the bot with everything it needs.
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
	// endpoint accepts interactions over HTTP; nil: they are received over the gateway.
	endpoint net.Listener
}

// newHost wires the rooms together.
func newHost(c config, connection discord.Config, clock table.Clock, log *slog.Logger) (*host, error) {
	own, err := c.ownCards()
	if err != nil {
		return nil, err
	}
	var hosting atomic.Pointer[table.Hall] // made after the store, which wakes it
	store, err := openStore(c, log, func() {
		if hall := hosting.Load(); hall != nil {
			hall.Timers().Nudge()
		}
	})
	if err != nil {
		return nil, err
	}
	attends := clock == (systemClock{}) || c.seams.attend // the clock of the local Discord jumps when its users want it to
	if shared, ok := store.(table.Clock); ok && clock == (systemClock{}) {
		clock = shared // the clocks of several machines differ
	}
	counts := watching(clock, store)
	counts.health.log = log
	if c.Discord.PublicKey != "" {
		if connection.PublicKey, err = discord.PublicKey(c.Discord.PublicKey); err != nil {
			return nil, closing(store, err)
		}
		counts.health.way = "endpoint"
	}
	connection.Log, connection.Now, connection.Lost = log, clock.Now, func() { counts.gateway(false) }
	ready := connection.Ready
	connection.Ready = func() {
		counts.gateway(true)
		if hall := hosting.Load(); hall != nil {
			hall.Timers().Nudge() // it waited for players to reach this host
		}
		if ready != nil {
			ready()
		}
	}
	var b *bot.App // made after the client and the hall, which inform it
	connection.Arrived = func(ctx context.Context, at wire.Arrival) { b.Arrived(ctx, at) }
	client, err := discord.New(connection)
	if err != nil {
		return nil, closing(store, err)
	}
	kept := at(c.seams.store, table.Store(watchedStore{store, counts}))
	var reached func() bool
	if attends {
		reached = counts.health.reached
	}
	hall := table.New(kept, clock, table.Options{Reached: reached, Games: rulesets(c.entries()), Dice: c.seams.dice, Log: log, Moot: true, Shared: c.Store.URL != "",
		Ended: func(ctx context.Context, p table.Public) ([]table.Record, error) { return b.Ended(ctx, p) }})
	hosting.Store(hall)
	b = bot.New(bot.Config{Wire: at(c.seams.wire, wire.Wire(client)), Hall: at(c.seams.hall, bot.HallOf(hall)), Records: kept, Clock: clock, OldNames: at(c.seams.named, clock.Now()), Games: offered(c.entries(), own), Timings: c.timings(),
		Default: c.Clock.Default, Log: log, Think: c.seams.think, Limits: c.Limits}, lobby.New, match.New, referee.New, person.New, rival.New, campaign.New)
	counts.health.skew = func() time.Duration {
		ahead, _ := client.Skew() // 0 until it is known
		return ahead
	}
	counts.health.shared = client.Shared
	counts.watchDiscord(client)
	counts.health.setBack = hall.SetBack
	gate := bot.NewGate(b, clock, c.rates)
	counts.watch(gate, hall)
	return &host{store: store, hall: hall, client: client, bot: b, gate: gate, log: log, conf: c, clock: clock, counts: counts, outbox: &table.Outbox{Hall: hall, To: watchedDeliverer{b, counts.health}, Log: log}}, nil
}

// closing closes something opened before an error.
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
	switch newer, err := h.hall.NoteRulings(ctx); {
	case err != nil:
		h.log.Error("the rulings of this program are not noted in the store", "error", err.Error()) // the next start tries again
	case len(newer) > 0:
		h.log.Warn(newerRulings, "games", strings.Join(newer, ", "))
	}
	if h.endpoint != nil {
		return h.answer(ctx)
	}
	return h.onDuty(ctx, h.serve)
}

// newerRulings warns an operator who has gone back to an older program.
const newerRulings = "the store may hold matches that a newer version of this program wrote: they wait, and go on once it is updated"

// listen opens the addresses that the configuration names.
func (h *host) listen() error {
	if address := h.conf.Watch.Listen; address != "" {
		l, err := net.Listen("tcp", address)
		if err != nil {
			return notListening(address, err)
		}
		h.watch = bounded(l, watchConns)
	}
	if address := h.conf.Discord.Listen; address != "" {
		l, err := net.Listen("tcp", address)
		if err != nil {
			return fmt.Errorf("discord.listen is %s: %w; give a free address of this machine", address, err)
		}
		h.endpoint = bounded(l, endpointConns)
	}
	return nil
}

// serve connects to Discord and does everything that a bot does, until the context ends.
func (h *host) serve(ctx context.Context) error {
	loops, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	if err := h.arrive(ctx, h.greet); err != nil {
		if ctx.Err() != nil {
			return nil // stopped before it began
		}
		return h.named(err)
	}
	wg.Go(func() { h.duties(loops) })
	return h.named(h.client.Run(ctx, h.handler(loops, &wg)))
}

// duties does everything that comes due, until the context ends.
func (h *host) duties(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		if err := h.client.Tidy(ctx); err != nil && ctx.Err() == nil {
			h.log.Warn("commands of an earlier start may stand twice", "error", err.Error())
		}
	})
	if err := h.bot.Become(ctx, h.client.Application(), h.hall.Timers().TakeOver); err != nil && ctx.Err() == nil {
		h.log.Error("what another application posted is not posted again", "error", err.Error()) // the next start tries again
	}
	wg.Go(func() { h.hall.Timers().Run(ctx) })
	wg.Go(func() { h.bot.Run(ctx) })
	wg.Go(func() { (&table.Packer{Hall: h.hall, Store: h.store, Log: h.log}).Run(ctx) })
}

// handler returns the handler of interactions, and begins to deliver. Both end with the context.
func (h *host) handler(ctx context.Context, wg *sync.WaitGroup) wire.Handler {
	wg.Go(func() { h.outbox.Run(ctx) })
	wg.Go(func() { h.hall.Timers().Attend(ctx) })
	idle := &idler{Handler: watched{h.gate, h.counts}}
	wg.Go(func() {
		t := time.NewTicker(idleAfter)
		defer t.Stop()
		idle.run(ctx, t.C)
	})
	return idle
}

// answer receives interactions over HTTP until the context ends. Every host of a store does so and makes deliveries; one of
// them also has the duties.
func (h *host) answer(ctx context.Context) error {
	ctx, quit := context.WithCancelCause(ctx)
	defer quit(nil)
	loops, stop := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	defer h.endpoint.Close() // Serve has closed it, if it was called
	if err := h.arrive(ctx, h.client.Hello); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return h.named(err)
	}
	registered := make(chan struct{})
	known := sync.OnceFunc(func() { close(registered) })
	first := h.onWatch()
	wg.Go(func() {
		quit(h.onDuty(loops, func(ctx context.Context) error {
			if err := h.arrive(ctx, h.greet); err != nil {
				if ctx.Err() != nil {
					return nil
				}
				return err
			}
			known()
			h.duties(ctx)
			return nil
		}))
	})
	if first { // otherwise another host has made the commands known
		select {
		case <-registered:
		case <-ctx.Done():
		}
	}
	wg.Go(func() { h.shareLimits(loops) })
	err := h.client.Serve(ctx, h.endpoint, h.handler(loops, &wg))
	if cause := context.Cause(ctx); err == nil && !errors.Is(cause, context.Canceled) {
		err = cause // of the duties
	}
	return h.named(err)
}

// shareLimits divides the limits among the hosts of the store, until the context ends.
func (h *host) shareLimits(ctx context.Context) {
	s, shared := h.store.(served)
	if !shared {
		return
	}
	h.until(ctx, func() bool {
		n := s.Hosts()
		h.client.Share(n)
		h.gate.Share(n)
		return false
	})
}

// named adds to an error of the token the token's source.
func (h *host) named(err error) error {
	if errors.Is(err, discord.ErrToken) {
		return fmt.Errorf("%s: %w", h.conf.source, err)
	}
	return err
}

// operate serves the operator: backups at intervals and on request.
func (h *host) operate(ctx context.Context, wg *sync.WaitGroup) {
	if h.watch != nil {
		wg.Go(func() {
			if err := h.counts.serve(ctx, h.watch); err != nil {
				h.log.Error("operator", "error", err.Error()) // the matches go on without it
			}
		})
	}
	file, ok := h.store.(*storage.Store)
	if !ok { // a database has backups of its own
		return
	}
	wg.Go(func() {
		if err := (operator{path: h.conf.Store.Path, store: file, state: h.state, log: h.log}).serve(ctx); err != nil {
			h.log.Error("operator", "error", err.Error()) // the matches go on without it
		}
	})
	if h.conf.Store.Backups == "" {
		return
	}
	b := backups{folder: h.conf.Store.Backups, every: time.Duration(h.conf.Store.BackupEvery), keep: h.conf.Store.BackupKeep, store: file, clock: h.clock, log: h.log}
	wg.Go(func() { b.run(ctx) })
}

// arrive contacts Discord, and tries again as long as that may help.
func (h *host) arrive(ctx context.Context, do func(context.Context) error) error {
	return persist(func() error { return do(ctx) }, func(d time.Duration, err error) bool {
		h.log.Warn("not connected to Discord yet", "error", err.Error(), "pause", d)
		select {
		case <-time.After(d):
			return true
		case <-ctx.Done():
			return false
		}
	})
}

// persist repeats something until it succeeds or trying again is pointless, with pauses that grow to two minutes. pause returns
// false when there is no time left.
func persist(do func() error, pause func(time.Duration, error) bool) error {
	for d := time.Second; ; d = min(2*d, 2*time.Minute) {
		err := do()
		var w *wire.WireError
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
	if err := h.client.Register(ctx, h.bot.Commands, h.bot.Menus...); err != nil {
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

// newLog returns the log: ids and codes, never secrets.
func newLog(c config, to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		level = slog.LevelInfo // check has refused it before
	}
	o := &slog.HandlerOptions{Level: level}
	to = concealing{to, slices.Concat(c.secrets(), fromEnvironment())}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(to, o))
	}
	return slog.New(slog.NewTextHandler(to, o))
}
