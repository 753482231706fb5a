package main

import (
	"bytes"
	"context"
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
