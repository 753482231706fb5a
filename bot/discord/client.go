// Package discord connects the bot to Discord: gateway sessions, REST calls and payloads. It is the only package that
// imports discordgo.
//
// The package uses little of discordgo: one session that is never opened makes the REST calls. The gateway is this
// package's own, because the library's may hang for ever while it opens, and cannot resume a session where Discord asks
// for that. Interactions are decoded from the raw events, because a component type that the library does not know would
// empty its typed ones. The payloads are types of this package, because the library's have neither alt texts nor nonces.
//
// The client acknowledges every interaction in time, whatever its handler does. It never logs a token.
package discord

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"downsync/bot/wire"
)

// Config configures a Client. Only Token is required.
type Config struct {
	Token string       // without "Bot "
	Guild wire.GuildID // register the commands in this guild only, which takes effect at once; "": everywhere
	Base  string       // address of a local Discord, such as "http://127.0.0.1:8095"; "": the real one
	Log   *slog.Logger
	Now   func() time.Time // nil: the system's clock

	// Rate is the maximum number of requests in any second, not counting answers to interactions; 0 means 45, below
	// Discord's limit of 50.
	Rate float64
	// Patience is how long a handler may take before the client acknowledges the interaction for it; 0 means 1.5 s. It is
	// less, but at least half a second, for an interaction that was long on its way: Latest is the age at which its first response
	// must be sent; 0 means 2.5 s, as Discord gives it up after 3.
	Patience, Latest time.Duration
	// Greeting is how long a gateway may take until it is ready; 0 means 30 s.
	Greeting time.Duration
	// Pause is the first pause before a new gateway session. It doubles up to three minutes; 0 means 1 s.
	Pause time.Duration
	// Between is the minimum time between the starts of two gateway sessions; 0 means Discord's 5 s.
	Between time.Duration
	// Proxy returns the proxy of a request, to the REST API and to the gateway; nil: http.ProxyFromEnvironment.
	Proxy func(*http.Request) (*url.URL, error)
	// PublicKey is the application's key, with which Serve recognises what Discord sent. A client with a key does not use the
	// gateway: it learns of no change of permissions, and other processes may answer for the same bot.
	PublicKey ed25519.PublicKey
	// Ready, if set, is called when a gateway session is ready, begun or resumed, or when Serve begins. Lost, if set, is called
	// when a connection has ended, ready or not.
	Ready, Lost func()
	// Arrived, if set, is called when a session learns of a server that the bot was added to within the last day. It is called again with each
	// session, and not at all by a client with a PublicKey.
	Arrived func(context.Context, wire.Arrival)
}

// Client is a connection to Discord. It implements wire.Wire.
type Client struct {
	cfg        Config
	rest       requests
	app        string
	registered application
	log        *slog.Logger
	guard      *guard
	skew       *skew
	shared     *shared
	starts     *rate.Limiter

	mu     sync.Mutex
	seen   map[wire.InteractionID]bool
	recent []wire.InteractionID
	work   sync.WaitGroup
	slots  chan struct{}
	sights sights
	order  order
}

var _ wire.Wire = (*Client)(nil)

// maxHandlers is the greatest number of interactions handled at once.
const maxHandlers = 64

// New returns a client that is not connected yet.
func New(cfg Config) (*Client, error) {
	if cfg.Token == "" {
		return nil, errors.New("no bot token")
	}
	if !IsToken(cfg.Token) {
		return nil, errors.New("the bot token has spaces, a line break or other characters that no token has: expected the token alone, without \"Bot\"")
	}
	setDefault(&cfg.Patience, 1500*time.Millisecond)
	setDefault(&cfg.Latest, 2500*time.Millisecond)
	setDefault(&cfg.Greeting, 30*time.Second)
	setDefault(&cfg.Pause, time.Second)
	setDefault(&cfg.Between, 5*time.Second)
	if cfg.Rate == 0 {
		cfg.Rate = 45
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Proxy == nil {
		cfg.Proxy = http.ProxyFromEnvironment
	}
	if _, err := cfg.Proxy(&http.Request{URL: &url.URL{Scheme: "https", Host: "discord.com"}}); err != nil {
		return nil, errors.New("the environment variable HTTPS_PROXY is no address of a proxy: expected one like http://proxy:3128") // the error has its password
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	c := &Client{cfg: cfg, log: cfg.Log, guard: newGuard(cfg.Rate, time.Now), skew: &skew{now: cfg.Now, log: cfg.Log}, shared: &shared{now: cfg.Now, log: cfg.Log}, starts: rate.NewLimiter(rate.Every(cfg.Between), 1),
		seen: map[wire.InteractionID]bool{}, slots: make(chan struct{}, maxHandlers)}
	if cfg.PublicKey != nil {
		c.guard.longest = unheard
	}
	counts := &tally{now: cfg.Now, log: cfg.Log, times: map[[2]int]int{}, troubles: map[*refusal]trouble{}}
	session, err := c.client(counts)
	if err != nil {
		return nil, err
	}
	c.rest = requests{session: session, lanes: &lanes{}, guard: c.guard, tally: counts, base: cfg.Base}
	return c, nil
}

// Share divides the limit on requests among that many processes of the same bot. Answers to interactions do not count.
func (c *Client) Share(processes int) {
	each := c.cfg.Rate / float64(max(processes, 1))
	limit, burst := pace(each)
	c.guard.pace.SetLimit(limit)
	c.guard.pace.SetBurst(burst)
}

// tokens matches what can be a bot token: three parts of base64url, with full stops between them, or what a local Discord gives out.
var tokens = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// IsToken reports whether a text can be a bot token.
func IsToken(s string) bool { return tokens.MatchString(s) }

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

// version is the version of Discord's API, of REST and of the gateway.
var version = discordgo.APIVersion

// client returns a session of the library for REST calls, which uses our transport, without retries or state.
func (c *Client) client(counts *tally) (*discordgo.Session, error) {
	quietLibrary()
	s, err := discordgo.New("Bot " + c.cfg.Token)
	if err != nil {
		return nil, err
	}
	next := http.DefaultTransport.(*http.Transport).Clone()
	next.Proxy = c.cfg.Proxy
	next.MaxIdleConnsPerHost = next.MaxIdleConns // there is one host: the default of two closes what the next message opens again
	next.WriteBufferSize = 64 << 10              // a message with its pictures goes out in a few writes
	through := &transport{next: next, guard: c.guard, skew: c.skew, tally: counts}
	if c.cfg.Base != "" {
		to, err := url.Parse(c.cfg.Base)
		if err != nil {
			return nil, fmt.Errorf("address of Discord: %w", err)
		}
		through.scheme, through.host = to.Scheme, to.Host
	}
	s.Client = &http.Client{Timeout: 20 * time.Second, Transport: through}
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.StateEnabled = false
	return s, nil
}

// Hello checks the token and learns the application's id.
func (c *Client) Hello(ctx context.Context) error {
	var app application
	if err := c.rest.call(ctx, http.MethodGet, "applications/@me", nil, &app); err != nil {
		return err
	}
	c.app, c.rest.app, c.registered = app.ID, app.ID, app
	return nil
}

// application holds the settings of the bot's application in the developer portal.
type application struct {
	ID       string `json:"id"`
	Key      string `json:"verify_key"`
	Endpoint string `json:"interactions_endpoint_url"`
}

// Endpoint returns, after Hello, the address that Discord sends interactions to, "" for the gateway, and the key that it signs
// them with.
func (c *Client) Endpoint() (address, key string) { return c.registered.Endpoint, c.registered.Key }
