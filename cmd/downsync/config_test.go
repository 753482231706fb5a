package main

import (
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"

	"downsync/game/table"
)

const example = "../../config.example.toml"

// The example decodes, equals the defaults, and names every key.
func TestExampleConfig(t *testing.T) {
	t.Setenv(tokenVariable, "")
	c, err := readConfig(example, true)
	if err != nil {
		t.Fatal(err)
	}
	c.folder = ""
	if !reflect.DeepEqual(c, defaults()) {
		t.Errorf("the example is not the defaults:\n%+v\n%+v", c, defaults())
	}
	var keys map[string]any
	if _, err := toml.DecodeFile(example, &keys); err != nil {
		t.Fatal(err)
	}
	complete(t, "", reflect.TypeFor[config](), keys)
}

// complete fails for every key of the struct that the file does not name.
func complete(t *testing.T, path string, s reflect.Type, keys map[string]any) {
	for i := range s.NumField() {
		f := s.Field(i)
		name := f.Tag.Get("toml")
		if !f.IsExported() || path+name == "discord.api" { // not for everyone: docs/operators.md explains it
			continue
		}
		value, ok := keys[name]
		if !ok {
			t.Errorf("the example lacks %s%s", path, name)
			continue
		}
		switch inner, _ := value.(map[string]any); f.Type.Kind() {
		case reflect.Struct:
			complete(t, path+name+".", f.Type, inner)
		case reflect.Map:
			if f.Type.Elem().Kind() != reflect.Struct { // the example equals the defaults, so it has all of them
				continue
			}
			for choice, v := range inner {
				m, _ := v.(map[string]any)
				complete(t, path+name+"."+choice+".", f.Type.Elem(), m)
			}
		}
	}
}

func TestBadConfigs(t *testing.T) {
	t.Setenv(tokenVariable, "")
	for text, want := range map[string]string{
		"[discord]\ntokn = \"x\"":                            "line 2: unknown key discord.tokn",
		"[dicsord]\ntoken = \"x\"":                           "line 1: unknown key dicsord",
		"[log]\n\n[clock]\n [store]\n paht = \"x\"":          "line 5: unknown key store.paht",
		"[clock.choices.live]\ntrun = \"5m\"":                "line 2: unknown key clock.choices.live.trun",
		"discord = { tokn = \"x\" }":                         "unknown key discord.tokn",
		"store.paht = \"x\"":                                 "line 1: unknown key store.paht",
		"[discord]\nguild = \"my server\"":                   "expected a server's id",
		"[discord]\ntoken = \"Bot abc\"":                     "expected the token alone",
		"[discord]\nrequests = 0":                            "discord.requests is 0: expected 1 or more",
		"[discord]\nlisten = \":8097\"":                      "discord.listen and discord.public_key belong together",
		"[discord]\npublic_key = \"00\"":                     "discord.listen and discord.public_key belong together",
		"[discord]\nlisten = \":1\"\npublic_key = \"00\"":    "discord.public_key is \"00\": expected the 64 hexadecimal digits",
		"[discord]\nlisten = \"8097\"\npublic_key = \"00\"":  "discord.listen is \"8097\": expected an address like 127.0.0.1:8097",
		"[discord]\napi = \"discord.local\"":                 "discord.api is \"discord.local\": expected an address without a path, like http://127.0.0.1:8095",
		"[discord]\napi = \"https://x/api\"":                 "expected an address without a path",
		"[discord]\napi = \"http://192.168.1.1:80\"":         "expected https, or http to this machine",
		"[store]\npath = 3":                                  "line 2: store.path is 3 without quotes: write path = \"3\"",
		"[discord]\nguild = 123456789012345678 # ours":       "line 2: discord.guild is 123456789012345678 without quotes: write guild = \"123456789012345678\"",
		"[discord]\nguild = 99999999999999999999":            "line 2: discord.guild is 99999999999999999999 without quotes",
		"[watch]\nlisten = 127.0.0.1:8096":                   "line 2: watch.listen is 127.0.0.1:8096 without quotes: write listen = \"127.0.0.1:8096\"",
		"[store]\nbackup_every = 24h":                        "line 2: store.backup_every is 24h without quotes",
		"[store]\nbackup_every = 24":                         "line 2: store.backup_every is \"24\": expected a time like 90s, 15m or 24h",
		"[store]\nbackup_keep = \"7\"":                       "line 2: store.backup_keep is \"7\": expected a whole number without quotes",
		"[store]\npath = [1]":                                "line 2: store.path is [1]: expected text in quotes",
		"[discord]\ntoken = MTk4.abc":                        "line 2: discord.token is … without quotes: write token = \"…\"",
		"[discord]\ntoken = 4MTk4.abc":                       "line 2: discord.token is … without quotes",
		"discord = { token = MTk4 }":                         "line 1: discord.token: expected text in quotes",
		"[log]\n[log]":                                       ": line 2: ",
		"[clock.choices.blitz]\nturn = \"5m\"":               "line 1: clock.choices.blitz lacks react, tick, window: a clock needs turn, react, tick and window",
		"[clock]\nchoices.live.misses = 2":                   "clock.choices.live lacks turn, react, tick, window",
		"[clock]\nchoices = 3":                               "expected tables like [clock.choices.live]",
		"clock = 3":                                          "line 1: clock is a value: expected a table like [clock]",
		"[clock.choices]\nlive = 3":                          "line 2: clock.choices.live is a value",
		"[store]\npath = \"\"":                               "expected the path of a file",
		"[store]\nurl = \"mysql://MTk4@h/d\"":                "store.url is no address of a PostgreSQL database: expected one like postgres://",
		"[store]\nurl = postgres://a:MTk4@h/d":               "line 2: store.url is … without quotes",
		"[store]\nurl = \"postgres://h/d\"\nbackups = \"b\"": "store.backups is for a file",
		"[clock]\ndefault = \"blitz\"":                       "expected the name of one of clock.choices",
		"[clock.choices.live]\nturn = \"ten minutes\"":       "expected a time like",
		"[clock.choices.live]\nturn = \"-5m\"":               "expected a time like",
		"[clock.choices.Live]\nturn = \"5m\"":                "lower-case",
		"[clock.choices.\"\\n\"]\nturn = \"5m\"":             `clock.choices."\n": expected a name of 1 to 30`,
		"[clock.choices.\"  \"]\nturn = \"5m\"":              `clock.choices."  ": expected a name of 1 to 30`,
		"[clock.choices.\"fast \"]\nturn = \"5m\"":           `clock.choices."fast ": expected a name of 1 to 30`,
		"[watch]\nlisten = \":99999\"":                       "watch.listen is \":99999\": expected an address like 127.0.0.1:8096, with a port of 0 to 65535",
		"[discord]\nlisten = \":99999\"\npublic_key = \"0\"": "discord.listen is \":99999\": expected an address like 127.0.0.1:8097, with a port of 0 to 65535",
		"[log]\nlevel = \"loud\"":                            "expected debug, info, warn or error",
		"[log]\nlevel = \"INFO+100\"":                        "log.level is \"INFO+100\": expected debug, info, warn or error",
		"[log]\nformat = \"xml\"":                            "expected text or json",
		"[log\nlevel = \"info\"":                             "line 2",

		"[discord]\ntoken = \"'MTk4'\"":                            "discord.token is in quotes",
		"[discord]\ntoken = \"token=MTk4\"":                        "discord.token has its name before it",
		"[discord]\nguild = \"123456789012345678 # ours\"":         "discord.guild has a comment after it",
		"[discord]\nguild = \" 123456789012345678\"":               "discord.guild has spaces or a line break around it",
		"[discord]\napi = \"'http://127.0.0.1:8095'\"":             "discord.api is in quotes",
		"[discord]\nlisten = \"listen = :1\"\npublic_key = \"00\"": "discord.listen has its name before it",
		"[store]\nurl = \"'postgres://MTk4@h/d'\"":                 "store.url is in quotes",
		"[store]\npath = \"'downsync.db'\"":                        "store.path is in quotes",
		"[watch]\nlisten = \"127.0.0.1:8096 # all\"":               "watch.listen has a comment after it",
		"[log]\nlevel = \"'info'\"":                                "log.level is in quotes",
		"[clock]\ndefault = \" live\"":                             "clock.default has spaces or a line break around it",
	} {
		path := filepath.Join(t.TempDir(), "c.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readConfig(path, true)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; expected it to say %q", text, err, want)
		} else if strings.Contains(err.Error(), "MTk4") || strings.Contains(err.Error(), " toml: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := readConfig(filepath.Join(t.TempDir(), "none.toml"), true); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("missing file: %v", err)
	}
	if _, err := readConfig(filepath.Join(t.TempDir(), "none.toml"), false); err != nil {
		t.Errorf("a file that was not named may be missing: %v", err)
	}
}

// Each time of a clock is none, or from a second to ten years.
func TestTimesOfAClock(t *testing.T) {
	for _, c := range []struct {
		d  time.Duration
		ok bool
	}{{0, true}, {1, false}, {time.Second - 1, false}, {time.Second, true}, {87600 * time.Hour, true}, {87600*time.Hour + 1, false}, {1<<63 - 1, false}} {
		for key, x := range map[string]clockConfig{"turn": {Turn: duration(c.d)}, "react": {React: duration(c.d)}, "tick": {Tick: duration(c.d)},
			"window": {Window: duration(c.d)}, "strict": {Strict: duration(c.d)},
			"brisk": {Brisk: duration(c.d)}, "brisk_tick": {BriskTick: duration(c.d)}, "brisk_window": {BriskWindow: duration(c.d)}} {
			if err := x.check("mine"); (err == nil) != c.ok || err != nil && !strings.Contains(err.Error(), "clock.choices.mine."+key+" is "+c.d.String()+": expected 1s to 87600h") {
				t.Errorf("%s of %s: %v", key, c.d, err)
			}
		}
	}
}

// Names of levels are written in any case.
func TestLevelOfTheLog(t *testing.T) {
	for _, level := range []string{"debug", "info", "warn", "error", "WARN", "Error"} {
		c := defaults()
		c.Log.Level = level
		if err := c.check(); err != nil {
			t.Errorf("%s: %v", level, err)
		}
	}
}

// Newer keys of a clock may be left out, which turns their features off.
func TestClockWithoutLaterKeys(t *testing.T) {
	t.Setenv(tokenVariable, "")
	path := filepath.Join(t.TempDir(), "c.toml")
	if err := os.WriteFile(path, []byte("[clock.choices.live]\nturn = \"9m\"\nreact = \"2m\"\ntick = \"15s\"\nwindow = \"5s\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := readConfig(path, true)
	if x := c.timings()["live"]; err != nil || x.Clocks["turn"] != 9*time.Minute || x.Strict != 0 || x.Misses != 0 || x.Vacation != 0 {
		t.Errorf("%+v, %v", x, err)
	}
}

// A clock has the finer grid of the defaults unless its file says otherwise, so that matches over days do not stall with a file
// of an older program either. A clock whose own grid is just as fine has none.
func TestFinerGridOfAClock(t *testing.T) {
	t.Setenv(tokenVariable, "")
	usual := table.Brisk{Within: 5 * time.Minute, Tick: 15 * time.Second, MinWindow: 5 * time.Second}
	if got := defaults().timings(); got["correspondence"].Brisk != usual || got["live"].Brisk != (table.Brisk{}) {
		t.Errorf("defaults: %+v", got)
	}
	const clock = "[clock.choices.slow]\nturn = \"2h\"\nreact = \"2h\"\nwindow = \"1m\"\n"
	for text, want := range map[string]table.Brisk{
		"tick = \"15m\"":                 usual,
		"tick = \"15s\"":                 {},
		"tick = \"0s\"":                  {},
		"tick = \"15m\"\nbrisk = \"0s\"": {},
		"tick = \"15m\"\nbrisk = \"9m\"": {Within: 9 * time.Minute, Tick: usual.Tick, MinWindow: usual.MinWindow},
		"tick = \"15m\"\nbrisk_tick = \"10s\"\nbrisk_window = \"0s\"": {Within: usual.Within, Tick: 10 * time.Second},
	} {
		path := filepath.Join(t.TempDir(), "c.toml")
		if err := os.WriteFile(path, []byte(clock+text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := readConfig(path, true)
		if got := c.timings()["slow"].Brisk; err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// A file with a token that others may read is refused.
func TestExposedToken(t *testing.T) {
	t.Setenv(tokenVariable, "")
	for _, c := range []struct {
		text string
		mode os.FileMode
		want bool
	}{
		{"[discord]\ntoken = \"x\"", 0o644, true},
		{"[discord]\ntoken = \"x\"", 0o640, true},
		{"[discord]\ntoken = \"x\"", 0o600, false},
		{"[log]\nlevel = \"warn\"", 0o644, false},
		{"[store]\nurl = \"postgres://a@h/d\"", 0o644, false},
		{"[store]\nurl = \"postgres://a:x@h/d\"", 0o600, false},
	} {
		path := filepath.Join(t.TempDir(), "c.toml")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		if got, err := readConfig(path, true); err != nil || got.exposed != c.want {
			t.Errorf("%q %o: %v %v", c.text, c.mode, got.exposed, err)
		}
		if !c.want {
			continue
		}
		var errs strings.Builder
		if status := run(t.Context(), []string{"serve", "-config", path}, io.Discard, &errs); status != 1 || !strings.Contains(errs.String(), "chmod 600") {
			t.Errorf("serve with a token that others may read: %d %s", status, &errs)
		}
	}
}

func TestTokenFromEnvironment(t *testing.T) {
	t.Setenv(tokenVariable, "from-the-environment")
	if c, err := readConfig(example, true); err != nil || c.Discord.Token != "from-the-environment" {
		t.Errorf("%q %v", c.Discord.Token, err)
	}
}

// A path may have spaces and number signs in it. Nothing is found around what people usually write.
func TestNoSurplus(t *testing.T) {
	c := defaults()
	c.Store.Path, c.Store.Backups = "my games #1/downsync.db", "backups # old"
	c.Discord.Token, c.Discord.API = "MTk4.a-b_c.d", "http://127.0.0.1:8095"
	c.Store.URL = ""
	if err := checkSurplus(c); err != nil {
		t.Error(err)
	}
	if err := tooMuch(storeVariable, "postgres://downsync:p%23'x@db.example.org/downsync?sslmode=verify-full"); err != nil {
		t.Error(err)
	}
	n := 0
	if eachText(reflect.ValueOf(c), "", func(string, string) { n++ }); n < 12 {
		t.Errorf("%d texts are looked at", n)
	}
}

// The address of a database is looked at as the token is, and never shown.
func TestSurplusOfTheStore(t *testing.T) {
	for value, want := range map[string]string{`"postgres://a:MTk4@h/d"`: "is in quotes", "DOWNSYNC_STORE=postgres://a:MTk4@h/d": "has its name before it", "postgres://a:MTk4@h/d # ours": "has a comment after it", "postgres://a:MTk4@h/d ": "has spaces"} {
		t.Setenv(storeVariable, value)
		if _, err := readConfig(filepath.Join(t.TempDir(), "none.toml"), false); err == nil || !strings.Contains(err.Error(), storeVariable+" "+want) || strings.Contains(err.Error(), "MTk4") {
			t.Errorf("%q: %v", value, err)
		}
	}
}
