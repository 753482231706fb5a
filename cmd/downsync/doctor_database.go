package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"downsync/bot/wire"
	"downsync/game/table"
	"downsync/storage/postgres"
)

// database looks at a store in PostgreSQL, which a bot may serve meanwhile.
func (e *examination) database(ctx context.Context, c config) (u inUse, running bool) {
	address := c.Store.URL
	s, err := postgres.Open(ctx, address, postgres.Options{Aside: true, Conns: 2})
	switch {
	case errors.Is(err, postgres.ErrEmpty):
		e.ok("store", "%s holds no store yet: the bot makes it at its first start", shown(address))
		u.Guilds = map[wire.GuildID]*used{} // nothing is in use
		return u, false
	case err != nil: // it does not show whether a bot runs
		e.bad("store", "%s: %v", shown(address), err)
		return u, e.alive(ctx, c.Watch.Listen)
	}
	found, err := usageOf(ctx, s, time.Now())
	ids, err2 := s.Matches()
	running, err3 := s.Served(ctx)
	server, err4 := s.Survey(ctx)
	wrote := probeStore(ctx, s, 0)
	if err := errors.Join(err, err2, err3, err4, s.Close()); err != nil {
		e.bad("store", "%s: %v; downsync check says more", shown(address), err)
		return u, e.alive(ctx, c.Watch.Listen)
	}
	if reason := table.FaultOf(wrote); reason != "" {
		e.bad("store", "%s: %s (%v)", shown(address), unwritten(reason), wrote)
	} else {
		e.ok("store", "%s, matches: %d", shown(address), len(ids))
	}
	e.server(address, server)
	if running {
		e.ok("bot", "one is on watch on this store; its /readyz tells whether players are answered")
	} else {
		e.warn("bot", "none runs on this store: start it with `downsync serve`")
	}
	return found, running
}

// alive reports whether a bot answers at the address of the metrics, and says how it is.
func (e *examination) alive(ctx context.Context, address string) bool {
	if address == "" {
		return false
	}
	page, _, err := get(ctx, "http://"+address+"/metrics")
	if err != nil || !strings.Contains(page, "\ndownsync_store_up ") {
		return false
	}
	e.ok("watch", "a bot answers at %s", address)
	switch why, status, err := get(ctx, "http://"+address+"/readyz"); {
	case err != nil:
		e.bad("bot", "it runs, and does not say whether players are answered: %v", err)
	case status != http.StatusOK:
		e.bad("bot", "it runs, and players are not answered: %s", wire.Clip(strings.TrimSpace(why), 200))
	default:
		e.ok("bot", "it runs and is ready, and the database was not reached from here")
	}
	return true
}

// get reads a page.
func get(ctx context.Context, address string) (text string, status int, err error) {
	const patience, most = 5 * time.Second, 1 << 20
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", 0, err
	}
	res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r) // without a proxy: it is this machine
	if err != nil {
		return "", 0, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, most))
	return string(raw), res.StatusCode, err
}

func (e *examination) server(address string, s postgres.Survey) {
	const database = "database"
	e.ok(database, "PostgreSQL %s, %d MiB, bots on it: %d", s.Version, s.Bytes>>20, s.Hosts)
	switch u, err := url.Parse(address); {
	case s.Remote && !s.Encrypted:
		e.bad(database, "the connection is not encrypted: add sslmode=verify-full to the address of the store")
	case s.Remote && err == nil && u.Query().Get("sslmode") != "verify-full":
		e.warn(database, "the connection is encrypted, and nobody checks to whom: add sslmode=verify-full to the address of the store")
	}
	if s.Synchronous == "" {
		e.warn(database, "no standby has a decision before it is answered, so a failover loses the last ones: set synchronous_standby_names on the server")
	}
	if s.Superuser {
		e.warn(database, "the bot's role is a superuser: give it one of its own, as docs/scale/rights.sql does")
	}
	if s.Free < postgres.Most {
		e.warn(database, "the server has %d {connection|connections} left, and a bot takes up to %d: raise max_connections", s.Free, postgres.Most)
	}
	if s.Ahead.Abs() > mostSkew {
		e.warn(database, "its clock differs from this machine's by %s: turn on time synchronisation (NTP) on both", s.Ahead.Abs().Round(time.Second/10))
	}
}
