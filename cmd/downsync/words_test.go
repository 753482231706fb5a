package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A password in key=value words is never printed, whatever command has them, in whatever place, and however the words are written.
func TestPasswordInWords(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(storeVariable, "")
	const secret = "S3cretPW"
	ctx, stop := context.WithTimeout(t.Context(), limit) // a command that takes the words would wait
	defer stop()
	for _, words := range []string{
		"host=127.0.0.1 port=1 user=bot password=" + secret + " dbname=downsync", "password='" + secret + "' host=127.0.0.1", "password = " + secret,
		"PASSWORD='a\\'" + secret + "'", "host=127.0.0.1\npassword=" + secret, "sslpassword=" + secret, "passwd=" + secret, "postgres:password=" + secret,
	} {
		for name := range commands {
			for _, args := range [][]string{
				{name, words}, {name, "a", words}, {name, words, "b"}, {name, "a", "b", words}, {name, "-store", words}, {name, "-store=" + words}, {name, "-config", words},
				{name, "-data", words}, {name, "-listen", words}, {name, "-users", words}, {name, "-" + words}, append([]string{name}, strings.Fields(words)...),
			} {
				var out, errs bytes.Buffer
				status := run(ctx, args, &out, &errs)
				if said := out.String() + errs.String(); status != 2 || strings.Contains(said, secret) || !strings.Contains(said, storeVariable) {
					t.Errorf("%q: %d %s", args, status, said)
				}
			}
		}
		var out, errs bytes.Buffer
		if status := run(ctx, []string{words}, &out, &errs); status != 2 || strings.Contains(out.String()+errs.String(), secret) {
			t.Errorf("%q: %s%s", words, &out, &errs)
		}
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) > 0 {
		t.Errorf("it left %v %v", left, err)
	}
	for _, key := range []string{"path", "backups", "url"} {
		path := filepath.Join(t.TempDir(), "downsync.toml")
		if err := os.WriteFile(path, []byte("[store]\n"+key+" = \"host=127.0.0.1 password="+secret+"\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := run(t.Context(), []string{"check", "-config", path}, &out, &errs); status != 1 || strings.Contains(out.String()+errs.String(), secret) {
			t.Errorf("store.%s: %d %s%s", key, status, &out, &errs)
		}
	}
}

// A token or a password is never printed, wherever it comes from: the environment, the configuration, or an unreadable one. It
// is neither in the output of a command, nor in the log, nor on the pages of the watch.
func TestSecretsAreNotEchoed(t *testing.T) {
	const secret = "S3cretPW"
	t.Chdir(t.TempDir())
	check := func(what, said string) {
		t.Helper()
		if strings.Contains(said, secret) {
			t.Errorf("%s: it says %s", what, said)
		}
		if said == "" {
			t.Errorf("%s: nothing is said", what)
		}
	}
	said := func(args ...string) string {
		var out, errs bytes.Buffer
		if status := run(t.Context(), args, &out, &errs); status == 0 {
			t.Errorf("%v succeeds: %s", args, &out)
		}
		return out.String() + errs.String()
	}
	using := [][]string{{"check"}, {"doctor"}, {"export", "m"}, {"backup", "copy.db"}, {"compact"}, {"import", "m.json"}, {"move", "a.db"}}
	t.Setenv(tokenVariable, secret+" with a space")
	for _, address := range []string{
		"postgres://bot:" + secret + "@127.0.0.1:1/downsync", "postgres://127.0.0.1:1/downsync?user=bot&password=" + secret, "postgres://bot:" + secret + "@[/downsync",
		"postgres://bot:%zz" + secret + "@127.0.0.1:1/downsync", "postgres://bot:" + secret + "@127.0.0.1:1/downsync?sslmode=odd", "postgres://bot:" + secret + "@127.0.0.1:port/downsync",
		"postgres://127.0.0.1:1/downsync?sslmode=verify-full&sslkey=none.pem&sslcert=none.pem&sslpassword=" + secret, "host=127.0.0.1 port=1 password=" + secret, "mysql://bot:" + secret + "@127.0.0.1/downsync",
	} {
		t.Setenv(storeVariable, address)
		for _, args := range using {
			check(strings.Join(args, " ")+" with "+storeVariable+"="+address, said(args...))
		}
	}
	t.Setenv(storeVariable, "")
	t.Setenv(tokenVariable, "")
	for _, text := range []string{
		"[discord]\ntoken = \"" + secret, "[discord]\ntoken = " + secret, "[discord]\ntoken = '" + secret + "' x", "[discord]\ntoken = \"a\"\ntoken = \"" + secret + "\"", "[discord]\ntoken = [\"" + secret + "\"]",
		"[discord]\ntoken = \"" + secret + "\\q\"", "[discord]\ntoken = \"" + secret + " \"", "discord = \"" + secret + "\"", "token = \"" + secret + "\"", "[discord]\npublic_key = \"" + secret + "\"", "[discord]\nguild = \"" + secret + "\"",
		"[store]\nurl = postgres://bot:" + secret + "@127.0.0.1/downsync", "[store]\nurl = \"postgres://bot:" + secret + "@127.0.0.1:1/downsync\" x", "[store]\nurl = \"bot:" + secret + "@127.0.0.1\"",
		"[store]\nurl = \"postgres://bot:" + secret + "@127.0.0.1:port/downsync\"", "[store]\nurl = \"postgres://bot:" + secret + "@127.0.0.1:1/downsync\"\npath = \"a.db\"",
	} {
		if err := os.WriteFile("c.toml", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"serve", "doctor", "check"} {
			if command == "check" && !strings.Contains(text, "store") && !strings.HasPrefix(text, "[discord]\ntoken") {
				continue // it reads no token
			}
			check(command+" -config with "+text, saidAnyway(t, command, "-config", "c.toml"))
		}
	}
}

// A bot that waits for its database does not say its password either, in its log and on its pages.
func TestSecretsAreNotEchoedWhileServing(t *testing.T) {
	const secret = "S3cretPW"
	s := serveStore(t, "url = \"postgres://bot:"+secret+"@127.0.0.1:1/downsync?sslpassword="+secret+"\"")
	s.said.until(t, "the bot starts once it is")
	for _, page := range []string{"/readyz", "/healthz", "/metrics"} {
		if text, _ := s.asks(t, page); strings.Contains(text, secret) || text == "" {
			t.Errorf("%s says %s", page, text)
		}
	}
	s.stop()
	if <-s.status; strings.Contains(s.said.String(), secret) {
		t.Errorf("it says %s", s.said.String())
	}
}

// saidAnyway returns the output of a command, whether it succeeds or not.
func saidAnyway(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	ctx, stop := context.WithTimeout(t.Context(), limit)
	defer stop()
	return fmt.Sprint(run(ctx, args, &out, &errs), out.String(), errs.String())
}
