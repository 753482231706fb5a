package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"downsync/game/table"
	"downsync/storage"
	"downsync/storage/postgres"
)

// matchStore is a store of either kind: a file of the bot's own, or a PostgreSQL database.
type matchStore interface {
	table.Store
	table.Packing
	Matches() ([]table.ID, error)
	Check(context.Context) (storage.Report, error)
	Backlog(now time.Time) (storage.Backlog, error)
	Import(ctx context.Context, id table.ID, events []table.Event, hash [32]byte, rs []table.Record) error
	Whole(context.Context, table.ID) (storage.Whole, error)
	PutWhole(context.Context, storage.Whole, ...table.Record) error
	Moving(context.Context) (from string, err error)
	SetMoving(ctx context.Context, from string) error
}

// storeVariable is the environment variable that overrides the store of the file.
const storeVariable = "DOWNSYNC_STORE"

// isAddress reports whether a store is a PostgreSQL database and not a file.
func isAddress(store string) bool {
	return strings.HasPrefix(store, "postgres://") || strings.HasPrefix(store, "postgresql://")
}

// checkAt refuses an address with a bare @ in its name or password: what follows it would be taken for the host, and named
// in errors.
func checkAt(key, address string) error {
	if before, _, _ := strings.Cut(address, "?"); isAddress(address) && strings.Count(before, "@") > 1 {
		return fmt.Errorf("%s has an @ in its password: write %%40 for it", key)
	}
	return nil
}

// checkStoreURL checks the address of a store. The error does not show it, because it may hold a password.
func checkStoreURL(key, address string) error {
	if err := checkAt(key, address); err != nil {
		return err
	}
	if u, err := url.Parse(address); address != "" && (err != nil || !isAddress(address) || u.Path == "") {
		return fmt.Errorf("%s is no address of a PostgreSQL database: expected one like %s", key, exampleAddress)
	}
	return nil
}

const exampleAddress = "postgres://downsync@db.example.org/downsync?sslmode=verify-full"

// holdsPassword finds a password among key=value words, the other form in which PostgreSQL's programs take an address.
var holdsPassword = regexp.MustCompile(`(?i)(password|passwd|pwd)\s*=`)

// checkWords refuses a command line that holds a password in key=value words. Otherwise they would be read as the name of a
// file, and every error shows that name. The error does not show them. Addresses that are URLs are shown without their
// password.
func checkWords(args []string) error {
	var words []string
	for _, arg := range args {
		if err := checkAt("the address on the command line", arg[max(0, strings.Index(arg, "postgres")):]); err != nil { // it may follow -store=
			return err
		}
		if !strings.Contains(arg, "postgres://") && !strings.Contains(arg, "postgresql://") {
			words = append(words, arg)
		}
	}
	if holdsPassword.MatchString(strings.Join(words, " ")) {
		return fmt.Errorf("the command line holds a password, which other users of the machine can read there: write the address of a database like %s, and put it with its password into the environment variable %s", exampleAddress, storeVariable)
	}
	return nil
}

// hasPassword reports whether the address of a store holds a password.
func hasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return err == nil && u.Query().Has("password")
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password")
}

// shown returns the store as a message may name it, without a password.
func shown(store string) string {
	if !isAddress(store) {
		return store
	}
	u, err := url.Parse(store)
	if err != nil || u.User == nil && strings.Contains(store, "@") { // the password has a character that it may not have
		return "postgres://…"
	}
	u.RawQuery, u.Fragment = "", "" // it may hold a password too
	return u.Redacted()
}

// where returns the configured store: a path or an address.
func (c config) where() string {
	if c.Store.URL != "" {
		return c.Store.URL
	}
	return c.Store.Path
}

// marksLate is how long the marks of deliveries wait for others on a host that serves: somewhat longer than the messages of one
// press take, so that most of its marks share a write.
const marksLate = 40 * time.Millisecond

// stored returns the opened store as a matchStore, nil if opening failed.
func stored[S matchStore](s S, err error) (matchStore, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// openStore opens the store that the bot serves. changed is called when another host has changed something.
func openStore(c config, log *slog.Logger, changed func()) (matchStore, error) {
	if c.Store.URL != "" {
		return stored(postgres.Open(context.Background(), c.Store.URL, postgres.Options{Changed: changed, Session: logSession(log)}))
	}
	if err := exposed(c.Store.Path); err != nil {
		return nil, fmt.Errorf("store %s: %w", c.Store.Path, err)
	}
	if !keepsFiles(filepath.Dir(c.Store.Path)) {
		log.Warn(openFolder(c.Store.Path))
	}
	s, err := storage.Open(c.Store.Path, storage.Options{Warn: func(text string) { log.Warn(text) }, Late: c.late})
	if errors.Is(err, storage.ErrInUse) {
		return nil, fmt.Errorf("%w: stop the other bot, or give this one a file of its own", err)
	}
	return stored(s, err)
}

// exposed returns an error if other users of the machine may read or change the store or its anchor. The store holds the
// players' secrets from each other.
func exposed(path string) error {
	for _, file := range []string{path, path + ".anchor"} {
		if readableByOthers(file) {
			return fmt.Errorf("others may read or change %s, which holds the secrets of all players: chmod 600 %s", file, file)
		}
	}
	return nil
}

// openFolder says that the folder of a store is open to others.
func openFolder(path string) string {
	folder := filepath.Dir(path)
	return fmt.Sprintf("others may remove or replace the store, as they may write its folder %s: chmod go-w %s", folder, folder)
}

// logSession returns a postgres.Options.Session that writes to the log, on a host that stands by as well as on the one on watch.
func logSession(log *slog.Logger) func(error) {
	return func(lost error) {
		if lost != nil {
			log.Error("the database is not reached: no match goes on here until it is", "error", lost.Error())
			return
		}
		log.Info("the database is reached again")
	}
}

// openAside opens a database for a tool. The bot may run.
func openAside(ctx context.Context, address string, o postgres.Options) (matchStore, error) {
	o.Aside, o.Conns = true, 4
	return stored(postgres.Open(ctx, address, o))
}

// fileOnly refuses a command on the bot's own file if the store is a database.
func fileOnly(store, instead string) error {
	if isAddress(store) {
		return fmt.Errorf("the store is the PostgreSQL database %s: %s", shown(store), instead)
	}
	return nil
}

// served is the part of a shared store through which its hosts know of each other.
type served interface {
	Reached() bool // this host has a session with the database; without one it knows nothing of the others
	OnWatch() bool // this host does what comes due
	Hosts() int    // how many there are
}

// onWatch reports whether this host does what comes due and, with the gateway, is connected to Discord. A host with a file of
// its own always does.
func (h *host) onWatch() bool {
	s, shared := h.store.(served)
	return !shared || s.OnWatch()
}

// reached reports whether this host reaches its database. A host with a file of its own has none.
func (h *host) reached() bool {
	s, shared := h.store.(served)
	return !shared || s.Reached()
}

const standingBy = "standing by: another host of this store is on watch"

// onDuty runs f while this host is on watch, again and again, until the context ends or f fails.
func (h *host) onDuty(ctx context.Context, f func(context.Context) error) error {
	for ctx.Err() == nil {
		if !h.until(ctx, h.reached) {
			return nil
		}
		if !h.onWatch() {
			h.log.Info(standingBy)
			if !h.until(ctx, h.onWatch) {
				return nil
			}
			h.log.Info("on watch")
		}
		term, end := context.WithCancel(ctx)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.until(term, func() bool { return !h.onWatch() })
			end()
		}()
		err := f(term)
		over := term.Err() == nil // it ended without being told to
		end()
		<-ended
		if err != nil || over {
			return err
		}
	}
	return nil
}

// until waits until something holds; false means that the context has ended.
func (h *host) until(ctx context.Context, holds func() bool) bool {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
	}
	return true
}
