package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"downsync/bot/discord"
	"downsync/bot/wire"
	"downsync/game/table"
)

// Limits of what players can bear, for /readyz and `downsync doctor`.
const (
	// longestAway is how long the gateway may be down, or no message may go out, before players are hurt.
	longestAway = time.Minute
	// mostSkew is how far the clock may be off.
	mostSkew = 2 * time.Second
	// longestWrite is how long a write to the store may take before the store counts as hanging. Discord accepts no answer
	// after 3 s.
	longestWrite = 10 * time.Second
)

// health knows whether players are answered. It is safe for concurrent use.
type health struct {
	clock   table.Clock
	now     func() time.Time // measures how long writes take: a corrected clock must not make them long
	log     *slog.Logger
	way     string                                     // how interactions come: "gateway session" or "endpoint"
	probe   func(ctx context.Context, bytes int) error // writes that many bytes to the store, and removes them again
	fault   func(table.FaultReason)                    // counts a write that the store did not take
	skew    func() time.Duration                       // by which the clock is fast; nil: not measured
	setBack func() table.SetBack                       // when the clock was set back last; nil: not looked for
	// shared reports whether another process uses the bot's token; nil: not looked for.
	shared func() bool
	// troubles says what Discord has refused lately that the operator should know, a line each; nil: not looked for.
	troubles func() []string

	probing sync.Mutex // held while a probe is under way

	mu      sync.Mutex
	failing table.FaultReason // why the store accepts no writes; "": it accepts them
	missed  int               // while it accepts none: the bytes of the largest refused write
	writes  map[int]time.Time // when each write began that has not ended, by its number
	written int               // the number of the newest
	hanging bool              // one of them has taken longer than longestWrite
	session bool              // a gateway session is open
	ever    bool              // one has been open
	lost    time.Time         // when the last one ended
	unsent  time.Time         // when messages began to fail; zero: the last one was sent
	reason  string            // why the last message failed, without ids
}

// writing notes that a write to the store begins. The caller calls ended when it ends.
func (h *health) writing() (ended func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.written++
	n := h.written
	if h.writes == nil {
		h.writes = map[int]time.Time{}
	}
	h.writes[n] = h.now()
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.writes, n)
		h.hangs()
	}
}

// hangs reports whether a write has taken longer than longestWrite and has not ended. The caller holds the lock.
func (h *health) hangs() bool {
	was := h.hanging
	h.hanging = false
	for _, began := range h.writes {
		h.hanging = h.hanging || h.now().Sub(began) >= longestWrite
	}
	switch {
	case h.hanging && !was:
		h.fault(table.FaultHanging)
		h.log.Error("the store hangs: no match goes on until it does not", "longer than", longestWrite)
	case was && !h.hanging:
		h.log.Info("the store does not hang any more")
	}
	return h.hanging
}

// wrote notes the result of a write of that many bytes to the store. A refusal that concerns only the write says nothing about
// the store. Once the store has failed, it is trusted again after a write as large as the largest that failed: on a full disk
// small ones still find room.
func (h *health) wrote(err error, bytes int) {
	reason := table.FaultOf(err)
	if reason != "" {
		h.fault(reason)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case reason != "":
		if h.failing == "" {
			h.log.Error("the store takes no writes: no match goes on until it does", "reason", string(reason), "error", err.Error())
		}
		h.failing, h.missed = reason, max(h.missed, bytes)
	case err == nil && h.failing != "" && bytes >= h.missed:
		h.log.Info("the store takes writes again")
		h.failing, h.missed = "", 0
	}
}

// unwritable returns the reason for which the store accepts no writes, or "" if it accepts them. While it accepts none, each
// call tries a write, because perhaps nobody else does.
func (h *health) unwritable(ctx context.Context) table.FaultReason {
	h.mu.Lock()
	hanging, reason, bytes := h.hangs(), h.failing, h.missed
	h.mu.Unlock()
	if hanging { // another write would hang too
		return table.FaultHanging
	}
	if reason == "" || !h.probing.TryLock() {
		return reason
	}
	ctx, cancel := context.WithTimeout(ctx, readWait)
	defer cancel()
	done := make(chan struct{})
	go func() { // a disk that hangs ignores the context
		defer close(done)
		defer h.probing.Unlock()
		ended := h.writing()
		err := h.probe(ctx, bytes)
		ended()
		h.wrote(err, bytes)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failing
}

// unwritten says in one line why a store accepts no writes, and what to do.
func unwritten(reason table.FaultReason) string {
	return "the store cannot be written: " + remedies[reason]
}

// remedies says for each reason what is wrong with the store, and what to do.
var remedies = map[table.FaultReason]string{
	table.FaultFull:        "its disk is full: free space there",
	table.FaultReadOnly:    "it is read-only: make its disk writable, or connect to the primary of the database",
	table.FaultDenied:      "the bot lacks a right: allow its user, or its role in the database, to write",
	table.FaultGone:        "its file or its tables were removed: run `downsync backup` before you stop the bot, or see the log",
	table.FaultDevice:      "its disk reports errors, or the file is damaged: see the log, and keep a backup ready",
	table.FaultStopping:    "the database is shutting down or starting: start it, or wait",
	table.FaultUnreachable: "the database takes no connection: see the log, and look at its server and its max_connections",
	table.FaultBusy:        "the database does not answer in time, or somebody holds a lock: look at pg_stat_activity",
	table.FaultHanging:     fmt.Sprintf("a write has not ended for %s: look at its disk, or at the database's", longestWrite),
	table.FaultOther:       "the log says why",
}

// A probe is larger than the write that failed: a decision changes pages of several indexes in addition to its own bytes.
const (
	probeMargin = 256 << 10
	mostProbed  = 8 << 20
)

// probeStore writes a little more than that many bytes to the store, and removes them again.
func probeStore(ctx context.Context, s table.Records, bytes int) error {
	var rs []table.Record
	for left := min(bytes, mostProbed) + probeMargin; left > 0; left -= table.MaxValue {
		value := make([]byte, table.MaxValue)
		_, _ = rand.Read(value) // it never fails; a database would compress zeros
		rs = append(rs, table.Record{Key: fmt.Sprintf("probe/%d", len(rs)), Value: value})
	}
	if err := s.Put(ctx, rs...); err != nil {
		return err
	}
	for i := range rs {
		rs[i].Value = nil
	}
	return s.Put(ctx, rs...)
}

// gateway notes that a session became ready, or ended.
func (h *health) gateway(ready bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.session && !ready {
		h.lost = h.clock.Now()
	}
	h.session, h.ever = ready, h.ever || ready
}

// open reports whether a gateway session is open.
func (h *health) open() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session
}

// reached reports whether players can reach this host: interactions arrive, their decisions are stored, and messages go out.
func (h *health) reached() bool {
	if h.unwritable(context.Background()) != "" {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.session && (h.unsent.IsZero() || h.clock.Now().Sub(h.unsent) < longestAway)
}

// sent notes the result of a delivery. One that was given up, or that its reader does not accept, says nothing about the
// others.
func (h *health) sent(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var w *wire.WireError
	switch {
	case err == nil, errors.Is(err, table.ErrGiveUp):
		h.unsent = time.Time{}
		return
	case errors.Is(err, wire.ErrClosedDM), errors.Is(err, wire.ErrGone), errors.Is(err, context.Canceled):
		return
	case errors.As(err, &w) && w.Status != 0:
		h.reason = fmt.Sprintf("Discord answers %d: %s", w.Status, discord.Explain(err))
	case errors.Is(err, wire.ErrDenied):
		h.reason = "the bot lacks a permission"
	case errors.As(err, &w):
		h.reason = "nothing gets through to Discord, and the log says why"
	default:
		h.reason = "the log says why"
	}
	if h.unsent.IsZero() {
		h.unsent = h.clock.Now()
	}
}

// hurt says in one line why players are not answered, and what to look at; "" if they are. While writes fail it tries one.
func (h *health) hurt(ctx context.Context) string {
	if reason := h.unwritable(ctx); reason != "" {
		return unwritten(reason)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.clock.Now()
	switch {
	case !h.ever:
		return fmt.Sprintf("no %s yet: the log says what Discord answers", h.way)
	case !h.session && now.Sub(h.lost) >= longestAway:
		return fmt.Sprintf("no %s for %s: the log says why", h.way, now.Sub(h.lost).Round(time.Second))
	case !h.unsent.IsZero() && now.Sub(h.unsent) >= longestAway:
		return fmt.Sprintf("no message could be sent for %s: %s", now.Sub(h.unsent).Round(time.Second), h.reason)
	}
	return ""
}

// warnings says what will hurt players later, a line each.
func (h *health) warnings() (lines []string) {
	if text := skewed(h.ahead()); text != "" {
		lines = append(lines, text)
	}
	if h.setBack != nil {
		if text := wasSetBack(h.setBack(), h.clock.Now()); text != "" {
			lines = append(lines, text)
		}
	}
	lines = append(lines, h.refusedLately()...)
	if h.doubled() {
		lines = append(lines, anotherBot)
	}
	return lines
}

// ahead returns by how much the clock is fast, 0 until that is known.
func (h *health) ahead() time.Duration {
	if h.skew == nil {
		return 0
	}
	return h.skew()
}

// refusedLately says what Discord has refused lately that the operator should know.
func (h *health) refusedLately() (lines []string) {
	if h.troubles == nil {
		return nil
	}
	for _, line := range h.troubles() {
		lines = append(lines, "Discord refuses: "+line)
	}
	return lines
}

// doubled reports whether another process uses the bot's token.
func (h *health) doubled() bool { return h.shared != nil && h.shared() }

const anotherBot = "another process uses this bot's token, and players meet now one, now the other: stop it, or give it an application of its own"

// wasSetBack says that the clock was set back within the last day, and what to do; "" if it was not.
func wasSetBack(s table.SetBack, now time.Time) string {
	const told = 24 * time.Hour
	if s.At.IsZero() || now.Sub(s.At) >= told {
		return ""
	}
	return fmt.Sprintf("the clock was set back by %s at %s: turn on time synchronisation (NTP)", s.By.Round(time.Second), s.At.Format(time.RFC3339))
}

// skewed says by how much the clock is off, and what to do; "" if that is bearable.
func skewed(by time.Duration) string {
	way := "fast"
	if by < 0 {
		way = "slow"
	}
	if by.Abs() <= mostSkew {
		return ""
	}
	return fmt.Sprintf("this machine's clock is %.1f s %s: turn on time synchronisation (NTP)", by.Abs().Seconds(), way)
}

// watchedDeliverer is a deliverer that notes its results.
type watchedDeliverer struct {
	table.Deliverer
	h *health
}

func (d watchedDeliverer) Deliver(ctx context.Context, x table.Delivery) (table.Kept, error) {
	out, err := d.Deliverer.Deliver(ctx, x)
	d.h.sent(err)
	return out, err
}
