package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"downsync/bot/local"
)

// staged runs the local Discord alone, for a bot of its own process that `[discord] api` points at it.
func staged(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	f := flags("discord")
	listen := f.String("listen", "127.0.0.1:8095", "loopback `address` of the page and of the Discord that the bot uses")
	data := f.String("data", "", "`folder` that keeps the messages, and the token that the bot needs")
	users := f.Int("users", 4, "number of `people` on the page, 2 to 50")
	if err := parse(f, args, 0, out); err != nil {
		return err
	}
	if *data == "" {
		return misuse{errors.New("-data is missing: expected a folder for the messages and the token")}
	}
	if err := errors.Join(checkUsers(*users), checkData(*data)); err != nil {
		return err
	}
	if err := os.MkdirAll(*data, 0o700); err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	unlock, err := lockFolder(*data)
	if err != nil {
		return fmt.Errorf("-data: %w", err)
	}
	defer func() { err = closeAfter(unlock, err) }()
	token := filepath.Join(*data, "token")
	kept, err := os.ReadFile(token)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-data: %w", err)
	}
	l, err := local.Listen(*listen)
	if err != nil {
		return err
	}
	srv, err := local.New(local.Config{Users: *users, Token: strings.TrimSpace(string(kept))})
	if err != nil {
		return closing(l, err)
	}
	base := "http://" + l.Addr().String()
	srv.SetURL(base)
	room := filepath.Join(*data, "discord")
	if err := errors.Join(os.WriteFile(token, []byte(srv.Token()+"\n"), 0o600), srv.Load(room), srv.Keep(room)); err != nil {
		return closing(l, closing(srv, err))
	}
	fmt.Fprintf(out, `A local Discord is at %s. Open it in a browser, and point a bot at it:
  downsync.toml   [discord]
                  api = "%s"
  command         DOWNSYNC_TOKEN=$(cat %s) downsync serve
To send interactions over HTTP instead of the gateway, add
                  listen = "127.0.0.1:8097"
                  public_key = "%s"
and tell it where, while the bot runs:
  command         curl -H 'Content-Type: application/json' -d '{"endpoint":"http://127.0.0.1:8097"}' %s/local/endpoint
Messages are kept in %s. Stop with Ctrl-C.
`, base, base, token, srv.PublicKey(), base, *data)
	if err := serveDiscord(ctx, srv, l, newLog(defaults(), errs)); err != nil {
		return err
	}
	fmt.Fprintln(out, "The local Discord has stopped.")
	return nil
}

func checkUsers(n int) error {
	if n < 2 || n > local.MaxUsers {
		return misuse{fmt.Errorf("-users %d: expected 2 to %d", n, local.MaxUsers)}
	}
	return nil
}

func checkData(folder string) error {
	if isAddress(folder) {
		return misuse{fmt.Errorf("-data: %s is a PostgreSQL database: expected a folder", shown(folder))}
	}
	return nil
}
