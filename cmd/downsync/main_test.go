package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"downsync/storage"
)

// Wrong command lines and wrong surroundings are answered with what was expected.
func TestBadCommandLines(t *testing.T) {
	t.Setenv(tokenVariable, "")
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a store ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	typo := filepath.Join(dir, "typo.toml")
	if err := os.WriteFile(typo, []byte("[discord]\ntokn = \"x\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	held := filepath.Join(dir, "held.db")
	s, err := storage.Open(held, storage.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole, taken := filepath.Join(dir, "whole.db"), filepath.Join(dir, "taken")
	if err := s.Backup(context.Background(), whole); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(taken, 0o700); err != nil {
		t.Fatal(err)
	}
	lock, err := lockFolder(taken)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"", 2, "downsync play"},
		{"paly", 2, `no command "paly"`},
		{"play -users 1", 2, "expected 2 to 50"},
		{"play -users many", 2, "invalid value"},
		{"play extra", 2, "unexpected argument"},
		{"play -listen 0.0.0.0:8095", 1, "not loopback"},
		{"play -listen " + l.Addr().String(), 1, "in use"},
		{"play -tick 1h", 2, "expected 0s to 1m"},
		{"discord", 2, "-data is missing: expected a folder"},
		{"discord -users 51 -data " + filepath.Join(dir, "d"), 2, "expected 2 to 50"},
		{"discord -listen 0.0.0.0:8095 -data " + filepath.Join(dir, "d"), 1, "not loopback"},
		{"discord -data " + filepath.Join(text, "d"), 1, "-data: "},
		{"discord -data " + taken, 1, "is in use by another process: stop it, or give another folder"},
		{"doctor now", 2, `unexpected argument "now"`},
		{"serve -config " + filepath.Join(dir, "none.toml"), 1, "no such file"},
		{"serve -config " + typo, 1, "unknown key discord.tokn"},
		{"serve -config " + example, 1, "no bot token"},
		{"play -listen", 2, "flag needs an argument"},
		{"play -port 80", 2, "flag provided but not defined: -port"},
		{"script", 2, "expected the name of a file"},
		{"script a b", 2, `unexpected argument "b"`},
		{"serve now", 2, `unexpected argument "now"`},
		{"script " + filepath.Join(dir, "none.match"), 2, "no such file"},
		{"check -store " + filepath.Join(dir, "none.db"), 1, "no such file"},
		{"check -store " + text, 1, "not a Downsync store"},
		{"check -store " + held, 1, "in use by another process: copy it by `downsync backup COPY` and look at that with -store COPY, or stop the bot"},
		{"export -store " + held + " m", 1, "in use by another process: copy it by `downsync backup COPY`"},
		{"backup -store " + held, 2, "expected the name of the file"},
		{"backup -store " + held + " " + filepath.Join(dir, "copy.db"), 1, "takes no requests"},
		{"backup -store " + filepath.Join(dir, "none.db") + " copy.db", 1, "no such file"},
		{"restore " + text, 2, "expected the backup's file and the place"},
		{"restore " + text + " " + filepath.Join(dir, "new.db"), 1, "not a Downsync store"},
		{"backup -store " + whole + " " + filepath.Join(dir, "none", "copy.db"), 1, "expected an existing folder, and there is no " + filepath.Join(dir, "none") + ": make it first"},
		{"restore " + whole + " " + filepath.Join(dir, "none", "copy.db"), 1, "expected an existing folder, and there is no " + filepath.Join(dir, "none") + ": make it first"},
		{"compact -store " + filepath.Join(dir, "none.db"), 1, "no such file"},
		{"compact -store " + held, 1, "in use by another process: stop the bot first"},
		{"export -store " + held, 2, "expected the match's id"},
		{"export -seat many m", 2, "invalid value"},
		{"export -seat -1 m", 2, "-seat -1: expected a seat, from 1 on, or 0 for what everybody sees"},
		{"export -seat 1 -referee m", 2, "expected -seat or -referee, not both"},
		{"export -referee -seat 0 m", 2, "expected -seat or -referee, not both"},
		{"import -store " + held, 2, "expected the name of a file"},
		{"import -store " + held + " " + text, 1, "not an exported match"},
	} {
		var out, errs bytes.Buffer
		if got := run(context.Background(), strings.Fields(c.args), &out, &errs); got != c.status {
			t.Errorf("%q: status %d, want %d", c.args, got, c.status)
		}
		if !strings.Contains(errs.String(), c.says) || out.Len() > 0 {
			t.Errorf("%q says %q and %q; expected %q in it", c.args, errs.String(), out.String(), c.says)
		}
		if lines := strings.Count(errs.String(), "\n"); lines != 1 && !strings.Contains(errs.String(), usage) {
			t.Errorf("%q is answered in %d lines: %s", c.args, lines, errs.String())
		}
	}
}

// The address of a database in the wrong place is refused with what is expected there. Its password is never printed.
func TestAddressInTheWrongPlace(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, key := range map[string]string{"path.toml": "path", "backups.toml": "backups"} {
		if err := os.WriteFile(name, []byte("[store]\n"+key+" = \"postgres://bot:S3cretPW@127.0.0.1:1/downsync\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args   string // with @ for the address
		status int
		says   string
	}{
		{"@", 2, "no command"},
		{"restore copy.db @", 2, "is a PostgreSQL database: expected downsync restore FILE INTO; downsync move carries"},
		{"restore @ copy.db", 2, "is a PostgreSQL database: expected downsync restore FILE INTO"},
		{"backup @", 2, "is a PostgreSQL database: expected downsync backup FILE"},
		{"verify @", 2, "is a PostgreSQL database: expected downsync verify [-seal HASH] FILE"},
		{"script @", 2, "is a PostgreSQL database: expected downsync script FILE"},
		{"import @", 2, "is a PostgreSQL database: expected downsync import FILE"},
		{"export @", 2, "is a PostgreSQL database: expected downsync export MATCH"},
		{"check @", 2, "unexpected argument"},
		{"move a b @", 2, "unexpected argument"},
		{"move @ b", 1, "PostgreSQL: "},
		{"check -store @", 1, "PostgreSQL: "},
		{"check -config @", 1, "expected a file; its address goes into store.url or DOWNSYNC_STORE"},
		{"check -config path.toml", 1, "store.path is the address of a PostgreSQL database: expected a path"},
		{"check -config backups.toml", 1, "store.backups is the address of a PostgreSQL database: expected a path"},
		{"play -data @", 2, "expected a folder"},
		{"discord -data @", 2, "expected a folder"},
	} {
		for n, address := range []string{"postgres://bot:S3cretPW@127.0.0.1:1/downsync", "postgresql://127.0.0.1:1/downsync?password=S3cretPW",
			"postgres://bot:p/S3cretPW@127.0.0.1:1/downsync", "postgres://bot:7#S3cretPW@127.0.0.1:1/downsync"} {
			args := strings.Fields(strings.ReplaceAll(c.args, "@", address))
			var out, errs bytes.Buffer
			status := run(t.Context(), args, &out, &errs)
			said := out.String() + errs.String()
			if strings.Contains(said, "S3cretPW") {
				t.Errorf("%q prints the password: %s", args, said)
			}
			if wellFormed := n < 2; wellFormed && (status != c.status || !strings.Contains(said, c.says)) {
				t.Errorf("%q: status %d, want %d and %q: %s", args, status, c.status, c.says, said)
			}
		}
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) != 2 {
		t.Errorf("it left %v %v", left, err)
	}
}

// Help is no mistake: it goes to the standard output.
func TestHelp(t *testing.T) {
	for args, says := range map[string]string{"help": "downsync play", "-h": "downsync serve", "play -h": "loopback address", "serve --help": "configuration file",
		"check -help": "instead of the one in the configuration", "script -h": "downsync script FILE"} {
		var out, errs bytes.Buffer
		if got := run(context.Background(), strings.Fields(args), &out, &errs); got != 0 || !strings.Contains(out.String(), says) || errs.Len() > 0 {
			t.Errorf("%q: status %d, %q, %q", args, got, out.String(), errs.String())
		}
	}
}
