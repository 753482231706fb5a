package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/BurntSushi/toml"

	"downsync/bot"
	"downsync/bot/bound"
	"downsync/bot/discord"
	"downsync/bot/wire"
	"downsync/game"
	"downsync/game/table"
)

// config is the configuration of serve. config.example.toml explains its keys.
type config struct {
	Discord struct {
		Token string       `toml:"token"`
		Guild wire.GuildID `toml:"guild"`
		// API is the address of another Discord, such as the one that `downsync discord` runs; "": the real one. The example
		// leaves it out, because the bot sends its token there.
		API string `toml:"api"`
		// Listen is the address for interactions over HTTP, and PublicKey is the application's key that checks them; "": they
		// are received over the gateway.
		Listen    string `toml:"listen"`
		PublicKey string `toml:"public_key"`
		Requests  int    `toml:"requests"` // a second at most, of all hosts together, without answers to interactions
	} `toml:"discord"`
	Store struct {
		Path        string   `toml:"path"`
		URL         string   `toml:"url"` // of a PostgreSQL database that takes the place of the file; "": none
		Backups     string   `toml:"backups"`
		BackupEvery duration `toml:"backup_every"`
		BackupKeep  int      `toml:"backup_keep"`
	} `toml:"store"`
	Watch struct {
		Listen string `toml:"listen"`
	} `toml:"watch"`
	Cards struct {
		File string `toml:"file"`
	} `toml:"cards"`
	Syndicate struct {
		Cards string `toml:"cards"`
	} `toml:"syndicate"`
	Limits bound.Settings `toml:"limits"`
	Clock  struct {
		Default string                 `toml:"default"`
		Choices map[string]clockConfig `toml:"choices"`
	} `toml:"clock"`
	Log struct {
		Level  string `toml:"level"`
		Format string `toml:"format"`
	} `toml:"log"`

	rates   bot.Rates     // limits of one user
	late    time.Duration // see storage.Options
	exposed bool          // the file holds a token or a password and other users may read it
	source  string        // of the token: its key or its variable
	folder  string        // of the file
	// contributor: the game for contributors is offered too
	contributor bool
	seams       seams
}

// seams let tests replace parts of a host. A zero one changes nothing.
type seams struct {
	dice  func(table.ID) game.Dice
	store func(table.Store) table.Store
	wire  func(wire.Wire) wire.Wire
	hall  func(bot.Hall) bot.Hall
	think time.Duration             // as bot.Config.Think
	named func(time.Time) time.Time // of bot.Config.OldNames
	// attend makes the host note whether players can reach it, with a clock that is not the system's.
	attend bool
}

// at passes the value through the seam, if there is one.
func at[T any](seam func(T) T, v T) T {
	if seam == nil {
		return v
	}
	return seam(v)
}

// clockConfig holds the time limits of one choice.
type clockConfig struct {
	Turn   duration `toml:"turn"`
	React  duration `toml:"react"`
	Tick   duration `toml:"tick"`
	Window duration `toml:"window"`
	// Brisk, BriskTick and BriskWindow are Within, Tick and MinWindow of table.Brisk. A clock has no finer grid if Brisk is 0, or if
	// BriskTick is not shorter than Tick.
	Brisk       duration `toml:"brisk"`
	BriskTick   duration `toml:"brisk_tick"`
	BriskWindow duration `toml:"brisk_window"`
	Strict      duration `toml:"strict"`
	// Misses and Vacation are as in table.Timing.
	Misses   int `toml:"misses"`
	Vacation int `toml:"vacation"`
}

// brisk returns the clock's finer grid.
func (x clockConfig) brisk() table.Brisk {
	if x.Brisk == 0 || x.BriskTick >= x.Tick {
		return table.Brisk{}
	}
	return table.Brisk{Within: time.Duration(x.Brisk), Tick: time.Duration(x.BriskTick), MinWindow: time.Duration(x.BriskWindow)}
}

// withBrisk returns the clock with the default of each key of its finer grid that the file leaves out.
func (x clockConfig) withBrisk(given func(key string) bool) clockConfig {
	for key, d := range map[string]struct {
		at    *duration
		usual time.Duration
	}{"brisk": {&x.Brisk, 5 * time.Minute}, "brisk_tick": {&x.BriskTick, 15 * time.Second}, "brisk_window": {&x.BriskWindow, 5 * time.Second}} {
		if !given(key) {
			*d.at = duration(d.usual)
		}
	}
	return x
}

// duration is a time in the configuration, written like "90s" or "24h".
type duration time.Duration

// UnmarshalText reads a duration in Go's form; it refuses negative ones.
func (d *duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	if err != nil || v < 0 {
		return fmt.Errorf("%q: expected a time like 90s, 15m or 24h", b)
	}
	*d = duration(v)
	return nil
}

// tokenVariable is the environment variable that overrides the token of the file.
const tokenVariable = "DOWNSYNC_TOKEN"

// defaults returns the configuration of an empty file.
func defaults() config {
	var c config
	c.source, c.Discord.Requests = "discord.token", 45
	c.Store.Path, c.Store.BackupEvery, c.Store.BackupKeep = "downsync.db", minutes(24*60), 7
	c.Watch.Listen = "127.0.0.1:8096"
	c.Clock.Default = "correspondence"
	c.Clock.Choices = map[string]clockConfig{
		"live":           {Turn: minutes(10), React: minutes(3), Tick: duration(15 * time.Second), Window: duration(5 * time.Second), Strict: duration(45 * time.Second), Misses: 3},
		"correspondence": {Turn: minutes(48 * 60), React: minutes(24 * 60), Tick: minutes(15), Window: minutes(1), Strict: minutes(4 * 60), Misses: 3, Vacation: 7},
	}
	for name, x := range c.Clock.Choices {
		c.Clock.Choices[name] = x.withBrisk(func(string) bool { return false })
	}
	c.Log.Level, c.Log.Format = "info", "text"
	c.Limits = bound.Defaults()
	return c
}

func minutes(n int) duration { return duration(time.Duration(n) * time.Minute) }

// configFile is the flag -config.
type configFile struct {
	path  string
	named bool // on the command line
}

func configFlag(f *flag.FlagSet) *configFile {
	c := &configFile{path: "downsync.toml"}
	f.Func("config", "configuration `file`; by default downsync.toml, if it exists", func(path string) error {
		c.path, c.named = path, true
		return nil
	})
	return c
}

func (f *configFile) read(ctx context.Context) (config, error) {
	return inTime(ctx, func() (config, error) { return readConfig(f.path, f.named) })
}

// readConfig reads the file over the defaults. The file may be missing unless the operator named it. readConfig refuses an
// unknown key by name.
func readConfig(path string, named bool) (config, error) {
	c := defaults()
	c.folder = filepath.Dir(path)
	if isAddress(path) {
		return c, fmt.Errorf("config: %s is a PostgreSQL database: expected a file; its address goes into store.url or %s", shown(path), storeVariable)
	}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
	case errors.Is(err, fs.ErrNotExist):
		return c, fmt.Errorf("config %s: there is no such file; config.example.toml shows what goes in", path)
	case err != nil:
		return c, fmt.Errorf("config: %w", err)
	}
	md, err := toml.Decode(string(text), &c)
	if err != nil {
		return c, fmt.Errorf("config %s: %w", path, mistyped(string(text), err))
	}
	if kind := md.Type("clock", "choices"); kind != "" && kind != "Hash" { // the decoder ignores it
		return c, fmt.Errorf("config %s: clock.choices is a value: expected tables like [clock.choices.live]", path)
	}
	if un := md.Undecoded(); len(un) > 0 {
		return c, fmt.Errorf("config %s: %sunknown key %s; config.example.toml lists them all", path, lineOf(string(text), un[0]), un[0])
	}
	for name, x := range c.Clock.Choices {
		if md.IsDefined("clock", "choices", name) {
			c.Clock.Choices[name] = x.withBrisk(func(key string) bool { return md.IsDefined("clock", "choices", name, key) })
		}
	}
	if err := c.check(); err != nil {
		return c, fmt.Errorf("config %s: %w", path, err)
	}
	if err := incomplete(string(text), md); err != nil {
		return c, fmt.Errorf("config %s: %w", path, err)
	}
	c.exposed = (c.Discord.Token != "" || hasPassword(c.Store.URL)) && readableByOthers(path)
	if address := os.Getenv(storeVariable); address != "" {
		c.Store.URL = address
		if err := tooMuch(storeVariable, address); err != nil {
			return c, err
		}
		if err := checkStoreURL(storeVariable, address); err != nil {
			return c, err
		}
	}
	if t := os.Getenv(tokenVariable); t != "" {
		c.Discord.Token, c.source = t, tokenVariable
	}
	return c, nil
}

// undecoded matches an error of the decoder: its line, the last key, and what is wrong.
var undecoded = regexp.MustCompile(`^toml: line (\d+) \(last key "(.*?)"\): (.*)$`)

// mistyped says which key has a value that the decoder refuses, what was found and what was expected. It never shows a token.
func mistyped(text string, err error) error {
	m := undecoded.FindStringSubmatch(err.Error())
	if m == nil {
		return errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	line, key, why := m[1], m[2], m[3]
	last := key[strings.LastIndex(key, ".")+1:]
	n, _ := strconv.Atoi(line) // the pattern allows only digits
	name, value, _ := strings.Cut(strings.Split(text, "\n")[n-1], "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	value, _, _ = strings.Cut(value, " #")
	bare := value != "" && !strings.ContainsAny(value[:1], `"'[{`)
	if bare && name != last { // the decoder took the first letters for the whole value
		key, last = key+"."+name, name
	}
	if last == "token" || last == "url" {
		value, why = "…", "expected text in quotes"
	}
	switch {
	case strings.Contains(why, "expected a time"):
		return fmt.Errorf("line %s: %s is %s", line, key, why)
	case strings.Contains(why, "expected table"):
		return fmt.Errorf("line %s: %s is a value: expected a table like [%s]", line, key, key)
	case strings.HasSuffix(why, "type integer"):
		return fmt.Errorf("line %s: %s is %s: expected a whole number without quotes, like %s = 3", line, key, value, last)
	case bare:
		return fmt.Errorf("line %s: %s is %s without quotes: write %s = \"%s\"", line, key, value, last, value)
	case strings.HasSuffix(why, "type string"):
		return fmt.Errorf("line %s: %s is %s: expected text in quotes", line, key, value)
	}
	return fmt.Errorf("line %s: %s: %s", line, key, why)
}

// incomplete returns an error for the first clock in the file that lacks a time. The other keys of a clock may be left out,
// which turns their features off.
func incomplete(text string, md toml.MetaData) error {
	for _, key := range md.Keys() {
		if len(key) < 3 || key[0] != "clock" || key[1] != "choices" {
			continue
		}
		key = key[:3]
		var lacks []string
		for _, name := range []string{"turn", "react", "tick", "window"} {
			if !md.IsDefined(slices.Concat(key, toml.Key{name})...) {
				lacks = append(lacks, name)
			}
		}
		if len(lacks) > 0 {
			return fmt.Errorf("%s%s lacks %s: a clock needs turn, react, tick and window, each a time like 15m, or 0s for none", lineOf(text, key), key, strings.Join(lacks, ", "))
		}
	}
	return nil
}

// lineOf returns "line 7: " if the key is on line 7, or "" if it is written in some unusual way.
func lineOf(text string, key toml.Key) string {
	table := ""
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		name, _, assigned := strings.Cut(line, "=")
		if strings.HasPrefix(line, "[") {
			table = strings.Trim(line, "[] \t") + "."
			name, assigned = "", true
		}
		if full := strings.TrimSuffix(table+strings.TrimSpace(name), "."); assigned && full == key.String() {
			return fmt.Sprintf("line %d: ", n+1)
		}
	}
	return ""
}

var snowflake = regexp.MustCompile(`^[0-9]{17,20}$`)

// check returns an error for the first value that is not allowed.
func (c config) check() error {
	if err := checkSurplus(c); err != nil {
		return err
	}
	if c.Discord.Guild != "" && !snowflake.MatchString(string(c.Discord.Guild)) {
		return errors.New("discord.guild is wrong: expected a server's id, 17 to 20 digits") // it may hold the token
	}
	if err := checkAPI(c.Discord.API); err != nil {
		return err
	}
	if c.Discord.Token != "" {
		if err := checkToken("discord.token", c.Discord.Token); err != nil {
			return err
		}
	}
	if err := c.checkEndpoint(); err != nil {
		return err
	}
	if c.Store.Path == "" {
		return errors.New("store.path is empty: expected the path of a file")
	}
	for key, path := range map[string]string{"store.path": c.Store.Path, "store.backups": c.Store.Backups} {
		if isAddress(path) {
			return fmt.Errorf("%s is the address of a PostgreSQL database: expected a path; the address goes into store.url or %s", key, storeVariable)
		}
		if holdsPassword.MatchString(path) {
			return fmt.Errorf("%s holds a password: expected a path; the address of a database goes into store.url or %s, like %s", key, storeVariable, exampleAddress)
		}
	}
	if err := checkStoreURL("store.url", c.Store.URL); err != nil {
		return err
	}
	if c.Store.URL != "" && c.Store.Backups != "" {
		return errors.New("store.backups is for a file, and store.url names a database: back that up by PostgreSQL's own means")
	}
	if c.Store.BackupEvery < minutes(1) {
		return fmt.Errorf("store.backup_every is %s: expected a time of at least 1m", time.Duration(c.Store.BackupEvery))
	}
	if err := c.Limits.Check(); err != nil {
		return err
	}
	if c.Watch.Listen != "" && !isListen(c.Watch.Listen) {
		return fmt.Errorf("watch.listen is %q: expected an address like 127.0.0.1:8096, with a port of 0 to 65535, or nothing", c.Watch.Listen)
	}
	if c.Store.BackupKeep < 1 {
		return fmt.Errorf("store.backup_keep is %d: expected 1 or more", c.Store.BackupKeep)
	}
	if _, ok := c.Clock.Choices[c.Clock.Default]; !ok {
		return fmt.Errorf("clock.default is %q: expected the name of one of clock.choices", c.Clock.Default)
	}
	for name, x := range c.Clock.Choices {
		if err := x.check(name); err != nil {
			return err
		}
	}
	if len(c.Clock.Choices) > 25 {
		return fmt.Errorf("%d clock.choices: Discord shows at most 25", len(c.Clock.Choices))
	}
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, strings.ToLower(c.Log.Level)) { // slog reads "info+100" too, which silences all
		return fmt.Errorf("log.level is %q: expected debug, info, warn or error", c.Log.Level)
	}
	if c.Log.Format != "text" && c.Log.Format != "json" {
		return fmt.Errorf("log.format is %q: expected text or json", c.Log.Format)
	}
	return nil
}

// Limits of a clock's times. A challenger may choose ten times as much as the clock has.
const leastTime, mostTime = time.Second, table.LongestTime / 10

// check returns an error for the first value of a clock that is not allowed.
func (x clockConfig) check(name string) error {
	if name == "" || len(name) > 30 || strings.ToLower(name) != name || strings.TrimSpace(name) != name || strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("clock.choices.%q: expected a name of 1 to 30 lower-case characters, without line breaks, and without blanks at its ends", name)
	}
	for _, v := range []struct {
		key string
		duration
	}{{"turn", x.Turn}, {"react", x.React}, {"tick", x.Tick}, {"window", x.Window}, {"strict", x.Strict},
		{"brisk", x.Brisk}, {"brisk_tick", x.BriskTick}, {"brisk_window", x.BriskWindow}} {
		if d := time.Duration(v.duration); d != 0 && (d < leastTime || d > mostTime) {
			return fmt.Errorf("clock.choices.%s.%s is %s: expected 1s to 87600h, which is ten years, or 0s for none", name, v.key, d)
		}
	}
	if x.Misses < 0 || x.Vacation < 0 || x.Vacation > 60 {
		return fmt.Errorf("clock.choices.%s: misses %d, vacation %d: expected misses of 0 or more, and 0 to 60 days", name, x.Misses, x.Vacation)
	}
	return nil
}

// isListen reports whether a server can listen at the address.
func isListen(address string) bool {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	return err == nil
}

// checkEndpoint checks how interactions are received over HTTP, and how many requests are made.
func (c config) checkEndpoint() error {
	listen, key := c.Discord.Listen, c.Discord.PublicKey
	if (listen == "") != (key == "") {
		return errors.New("discord.listen and discord.public_key belong together: set both to receive interactions over HTTP, or neither for the gateway")
	}
	if n := c.Discord.Requests; n < 1 {
		return fmt.Errorf("discord.requests is %d: expected 1 or more a second, 45 unless Discord allows this bot more", n)
	}
	if listen != "" && !isListen(listen) {
		return fmt.Errorf("discord.listen is %q: expected an address like 127.0.0.1:8097, with a port of 0 to 65535, or nothing", listen)
	}
	if _, err := discord.PublicKey(key); key != "" && err != nil {
		return fmt.Errorf("discord.public_key is %q: %w", key, err)
	}
	return nil
}

// checkAPI checks the address of another Discord. Beyond this machine the token must be encrypted.
func checkAPI(addr string) error {
	if addr == "" {
		return nil
	}
	u, err := url.Parse(addr)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return fmt.Errorf("discord.api is %q: expected an address without a path, like http://127.0.0.1:8095, or no such key for the real Discord", addr)
	}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (err != nil || !ip.IsLoopback()) {
		return fmt.Errorf("discord.api is %q: the bot sends its token there, so expected https, or http to this machine", addr)
	}
	return nil
}

// timings returns the clocks as package table takes them.
func (c config) timings() map[string]table.Timing {
	out := map[string]table.Timing{}
	for name, x := range c.Clock.Choices {
		out[name] = table.Timing{Clocks: map[string]time.Duration{"turn": time.Duration(x.Turn), "react": time.Duration(x.React)},
			Tick: time.Duration(x.Tick), MinWindow: time.Duration(x.Window), Brisk: x.brisk(), Strict: time.Duration(x.Strict),
			Misses: x.Misses, Vacation: x.Vacation}
	}
	return out
}
