package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
)

// No way to write a password or a token, in no place of the command line, the environment or the configuration, is echoed.
func TestSecretsAreNeverEchoed(t *testing.T) {
	t.Chdir(t.TempDir())
	const password = "S3cretPW"
	token := "MTk4NjIyNDgzNDcxOTI1MjQ4" + ".Cl2FMQ." + "ZnCjm1XVW7vRze4b7Cq4se7kKWs00"
	written := []string{
		"host=127.0.0.1 port=1 user=bot password=" + password + " dbname=downsync", "host=127.0.0.1 PASSWORD = '" + password + "'", "sslpassword=" + password,
		"passwd=\"" + password + "\"", "postgres://127.0.0.1:1/downsync password=" + password, "postgres://127.0.0.1:1/downsync?sslpassword=" + password,
		"postgres://127.0.0.1:1/downsync?password%3D" + password, "POSTGRES://bot:" + password + "@127.0.0.1:1/downsync", "postgres:bot:" + password + "@127.0.0.1:1/downsync",
		"postgres:/bot:" + password + "@127.0.0.1:1/downsync", "postgresql+asyncpg://bot:" + password + "@127.0.0.1:1/downsync", "mysql://bot:" + password + "@127.0.0.1:1/downsync",
		"bot:" + password + "@127.0.0.1:1/downsync", "postgres://bot:a " + password + "@127.0.0.1:1/downsync", "postgres://bot:a@b" + password + "@127.0.0.1:1/downsync",
		"postgres://bot:" + password + "@[::1/downsync", " postgres://bot:" + password + "@127.0.0.1:1/downsync", "PGPASSWORD=" + password, token, "Bot " + token,
	}
	says := func(what string, args ...string) {
		t.Helper()
		var out, errs bytes.Buffer
		status := run(t.Context(), args, &out, &errs)
		if said := out.String() + errs.String(); strings.Contains(said, password) || strings.Contains(said, token) || status == 0 {
			t.Errorf("%s: status %d: %s", what, status, said)
		}
	}
	for _, x := range written {
		for _, args := range [][]string{{x}, {"check", x}, {"check", "-store", x}, {"check", "-store=" + x}, {"check", "-config", x}, {"serve", x}, {"serve", "-config", x}, {"doctor", "-config", x}, {"verify", x}, {"verify", "-seal", x, "no-file"},
			{"move", x, "b"}, {"move", "a", x}, {"play", "-data", x, "more"}, {"script", x}, {"export", x}, {"check", "-" + x}} {
			says(fmt.Sprintf("%q", args), args...)
		}
		for _, key := range []string{"[store]\npath", "[store]\nurl", "[store]\nbackups", "[discord]\nguild", "[discord]\nlisten", "[discord]\napi", "[discord]\npublic_key", "[watch]\nlisten", "[cards]\nfile", "[clock]\ndefault",
			"[log]\nlevel", "[log]\nformat", "[store]\nbackup_every", "[store]\npasword", "[limits]\ncards"} {
			for _, form := range []string{"%s = %q\n", "%s = %s\n"} {
				if err := os.WriteFile("conf.toml", fmt.Appendf(nil, form, key, x), 0o600); err != nil {
					t.Fatal(err)
				}
				says(key+" = "+x, "check", "-config", "conf.toml", "-store", "no-store.db")
			}
		}
		t.Setenv(storeVariable, x)
		says(storeVariable+"="+x, "check", "-store", "")
		says("doctor with "+storeVariable+"="+x, "doctor")
		t.Setenv(storeVariable, "")
		os.Unsetenv(storeVariable)
		var log bytes.Buffer
		newLog(defaults(), &log).Error("failed", "error", x, "store", fmt.Errorf("opening %s: %w", x, os.ErrNotExist))
		if said := log.String(); strings.Contains(said, password) || strings.Contains(said, token) {
			t.Errorf("the log says %s", said)
		}
	}
}

// Text without secrets is unchanged, and a known secret is concealed everywhere.
func TestConceal(t *testing.T) {
	for _, plain := range []string{"store: postgres://db.example.org/downsync?sslmode=verify-full", "listening on 127.0.0.1:8096", `the token is wrong: set DOWNSYNC_TOKEN`,
		"12:30 on Sunday, somebody@example.org", "config conf.toml: line 3: unknown key discord.tokn"} {
		if got := conceal(plain); got != plain {
			t.Errorf("%q became %q", plain, got)
		}
	}
	if got := conceal("the server says: no role open-sesame", "open-sesame", ""); got != "the server says: no role …" {
		t.Error(got)
	}
	if got := conceal("postgres://bot:x@db/downsync is away"); got != "postgres://bot:…@db/downsync is away" {
		t.Error(got)
	}
}
