package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"downsync/game/table"
)

// config is the file that config.example.toml shows, key by key.
type config struct {
	Discord struct {
		Token string `toml:"token"`
		Guild string `toml:"guild"`
	} `toml:"discord"`
	Store struct {
		Path string `toml:"path"`
	} `toml:"store"`
	Clock struct {
		Default string                 `toml:"default"`
		Choices map[string]clockConfig `toml:"choices"`
	} `toml:"clock"`
	Log struct {
		Level  string `toml:"level"`
		Format string `toml:"format"`
	} `toml:"log"`
}

// clockConfig are the time limits of one choice.
type clockConfig struct {
	Turn   duration `toml:"turn"`
	React  duration `toml:"react"`
	Tick   duration `toml:"tick"`
	Window duration `toml:"window"`
}

// duration is written like "90s" or "24h".
type duration time.Duration

// UnmarshalText reads Go's form of durations, not negative.
func (d *duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	if err != nil || v < 0 {
		return fmt.Errorf("%q: expected a time like 90s, 15m or 24h", b)
	}
	*d = duration(v)
	return nil
}

// tokenVariable is the environment variable that goes before the file's token.
const tokenVariable = "DOWNSYNC_TOKEN"

// defaults are what stands when the file says nothing.
func defaults() config {
	var c config
	c.Store.Path = "downsync.db"
	c.Clock.Default = "correspondence"
	c.Clock.Choices = map[string]clockConfig{
		"live":           {Turn: minutes(10), React: minutes(3), Tick: duration(15 * time.Second), Window: duration(5 * time.Second)},
		"correspondence": {Turn: minutes(48 * 60), React: minutes(24 * 60), Tick: minutes(15), Window: minutes(1)},
	}
	c.Log.Level, c.Log.Format = "info", "text"
	return c
}

func minutes(n int) duration { return duration(time.Duration(n) * time.Minute) }

// readConfig reads the file over the defaults. A file that was not named may be missing. Unknown keys are refused by
// name.
func readConfig(path string, named bool) (config, error) {
	c := defaults()
	md, err := toml.DecodeFile(path, &c)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
	case errors.Is(err, fs.ErrNotExist):
		return c, fmt.Errorf("config %s: there is no such file; config.example.toml shows what goes in", path)
	case err != nil:
		return c, fmt.Errorf("config %s: %w", path, err)
	}
	if un := md.Undecoded(); len(un) > 0 {
		return c, fmt.Errorf("config %s: unknown key %s; config.example.toml lists them all", path, un[0])
	}
	if t := os.Getenv(tokenVariable); t != "" {
		c.Discord.Token = t
	}
	return c, c.check()
}

func (c config) check() error {
	if c.Store.Path == "" {
		return errors.New("config: store.path is empty: expected the path of a file")
	}
	if _, ok := c.Clock.Choices[c.Clock.Default]; !ok {
		return fmt.Errorf("config: clock.default is %q: expected the name of one of clock.choices", c.Clock.Default)
	}
	for name := range c.Clock.Choices {
		if name == "" || len(name) > 30 || strings.ToLower(name) != name {
			return fmt.Errorf("config: clock.choices.%s: expected a name of 1 to 30 lower-case characters", name)
		}
	}
	if len(c.Clock.Choices) > 25 {
		return fmt.Errorf("config: %d clock.choices: Discord shows at most 25", len(c.Clock.Choices))
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		return fmt.Errorf("config: log.level is %q: expected debug, info, warn or error", c.Log.Level)
	}
	if c.Log.Format != "text" && c.Log.Format != "json" {
		return fmt.Errorf("config: log.format is %q: expected text or json", c.Log.Format)
	}
	return nil
}

// timings are the clocks as the table takes them.
func (c config) timings() map[string]table.Timing {
	out := map[string]table.Timing{}
	for name, x := range c.Clock.Choices {
		out[name] = table.Timing{Clocks: map[string]time.Duration{"turn": time.Duration(x.Turn), "react": time.Duration(x.React)},
			Tick: time.Duration(x.Tick), MinWindow: time.Duration(x.Window)}
	}
	return out
}
