// Package discord connects the bot to Discord: gateway sessions, REST calls and payloads. It is the only package that
// imports discordgo.
//
// The package uses little of discordgo. One session that is never opened makes the REST calls. A gateway session is
// used once and discarded at the first fault. Interactions are decoded from the raw events, because a component type
// that the library does not know would empty its typed ones. The payloads are types of this package, because the
// library's have neither alt texts nor nonces.
//
// The client acknowledges every interaction in time, whatever its handler does. It never logs a token.
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

// Config configures a Client. Only Token is required.
type Config struct {
	Token string      // without "Bot "
	Guild bot.GuildID // register the commands in this guild only, which takes effect at once; "": everywhere
	Base  string      // address of a local Discord, such as "http://127.0.0.1:8095"; "": the real one
	Log   *slog.Logger
	Now   func() time.Time // nil: the system's clock

	// Rate is the maximum number of requests per second, not counting answers to interactions; 0 means 45, below
	// Discord's limit of 50.
	Rate float64
	// Patience is how long a handler may take before the client acknowledges the interaction for it; 0 means 1.5 s. The
	// client never waits longer than 2.5 s after the interaction was created.
	Patience time.Duration
	// Silence is how long a gateway may send nothing before the session is abandoned; 0 means 100 s.
	Silence time.Duration
	// Greeting is how long a gateway may take until it is ready; 0 means 30 s.
	Greeting time.Duration
	// Pause is the first pause before a new gateway session. It doubles up to three minutes; 0 means 1 s.
	Pause time.Duration
	// Between is the minimum time between the starts of two gateway sessions; 0 means Discord's 5 s.
	Between time.Duration
	// Ready, if set, is called when a gateway session is ready. Lost, if set, is called when one has ended, ready or not.
	Ready, Lost func()
}

// Client is a connection to Discord. It implements bot.Wire.
type Client struct {
	cfg    Config
	rest   *discordgo.Session
	app    string
	log    *slog.Logger
	guard  *guard // shared by all sessions
	starts *rate.Limiter

	mu     sync.Mutex
	seen   map[bot.InteractionID]bool
	recent []bot.InteractionID
	work   sync.WaitGroup
	slots  chan struct{}
	sights sights
}

var _ bot.Wire = (*Client)(nil)

// maxHandlers is the greatest number of interactions handled at once.
const maxHandlers = 64

// New returns a client that is not connected yet.
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
		seen: map[bot.InteractionID]bool{}, slots: make(chan struct{}, maxHandlers)}
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

// quietLibrary keeps the library from writing tokens to a log.
var quietLibrary = sync.OnceFunc(func() {
	discordgo.Logger = func(int, int, string, ...any) {}
	log.SetOutput(io.Discard)
})

// session returns a session of the library that uses our transport, without reconnection, retries or state.
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
	s.Identify.Intents = discordgo.IntentsGuilds // interactions need no intent; threads and guilds need this one
	return s, nil
}

// Hello checks the token and learns the application's id.
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
