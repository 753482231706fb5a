// Package discord is the wire: gateway sessions, REST, payloads. It is the only importer of discordgo.
//
// What it takes from discordgo, and what not: one session that is never opened makes the REST calls; a gateway session
// is used once and thrown away at the first trouble; interactions are decoded from the raw events, as a component
// type that the library does not know would empty the typed ones; payloads are our own, as the library's know
// neither alt texts nor nonces.
//
// Every interaction is acknowledged in time, whatever its handler does. No token is ever logged.
package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"downsync/bot"
)

// Config of a Client.
type Config struct {
	Token string // without "Bot "
	Guild string // register commands there only, which takes effect at once; "": everywhere
	Base  string // of another Discord, "http://127.0.0.1:8095"; "": the real one
	Log   *slog.Logger
	Now   func() time.Time // nil: the system's clock

	// Rate is how many requests a second are made at most, answers to interactions not counted; 0: 45, below Discord's 50.
	Rate float64
	// Patience is how long a handler may take before it is acknowledged for; 0: 1.5 s. Never more than 2.5 s after
	// the interaction was made.
	Patience time.Duration
	// Silence is how long a gateway may say nothing at all before it is given up; 0: 100 s.
	Silence time.Duration
	// Greeting is how long a gateway may take until it is ready; 0: 30 s.
	Greeting time.Duration
	// Pause is the first pause before a new gateway session, doubled up to two minutes; 0: 1 s.
	Pause time.Duration
	// Between is the least time between the beginnings of two gateway sessions; 0: Discord's 5 s.
	Between time.Duration
	// Ready, if set, is called whenever a gateway session is ready; Lost whenever one has ended, ready or not.
	Ready, Lost func()
}

// Client is a connection to Discord. It implements bot.Wire.
type Client struct {
	cfg    Config
	rest   *discordgo.Session
	app    string
	log    *slog.Logger
	guard  *guard // of all sessions together
	starts *rate.Limiter

	mu     sync.Mutex
	seen   map[bot.Snowflake]bool
	recent []bot.Snowflake
	work   sync.WaitGroup
	slots  chan struct{}
}

var _ bot.Wire = (*Client)(nil)

// maxHandlers bounds how many interactions are handled at once.
const maxHandlers = 64

// New makes a client. It does not connect yet.
func New(cfg Config) (*Client, error) {
	if cfg.Token == "" {
		return nil, errors.New("no bot token")
	}
	setDefault(&cfg.Patience, 1500*time.Millisecond)
	setDefault(&cfg.Silence, 100*time.Second)
	setDefault(&cfg.Greeting, 30*time.Second)
	setDefault(&cfg.Pause, time.Second)
	setDefault(&cfg.Between, 5*time.Second)
	if cfg.Rate == 0 {
		cfg.Rate = 45
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	c := &Client{cfg: cfg, log: cfg.Log, guard: newGuard(cfg.Rate, time.Now), starts: rate.NewLimiter(rate.Every(cfg.Between), 1),
		seen: map[bot.Snowflake]bool{}, slots: make(chan struct{}, maxHandlers)}
	var err error
	if c.rest, err = c.session(); err != nil {
		return nil, err
	}
	return c, nil
}

func setDefault(d *time.Duration, v time.Duration) {
	if *d == 0 {
		*d = v
	}
}

// quietLibrary keeps the library from writing tokens anywhere.
var quietLibrary = sync.OnceFunc(func() {
	discordgo.Logger = func(int, int, string, ...any) {}
	log.SetOutput(io.Discard)
})

// session makes a session of the library with our transport and none of its conveniences.
func (c *Client) session() (*discordgo.Session, error) {
	quietLibrary()
	s, err := discordgo.New("Bot " + c.cfg.Token)
	if err != nil {
		return nil, err
	}
	through := &transport{next: http.DefaultTransport, guard: c.guard}
	if c.cfg.Base != "" {
		to, err := url.Parse(c.cfg.Base)
		if err != nil {
			return nil, fmt.Errorf("address of Discord: %w", err)
		}
		through.scheme, through.host = to.Scheme, to.Host
	}
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: through}
	s.ShouldReconnectOnError, s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, false, 0
	s.StateEnabled = false
	s.Identify.Intents = discordgo.IntentsGuilds // interactions need none; threads and guilds need this
	return s, nil
}

// Hello proves the token and learns the application's id.
func (c *Client) Hello(ctx context.Context) error {
	var app struct {
		ID string `json:"id"`
	}
	if err := c.call(ctx, http.MethodGet, "applications/@me", nil, &app); err != nil {
		return err
	}
	c.app = app.ID
	return nil
}
