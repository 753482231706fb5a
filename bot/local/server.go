package local

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Config describes a Discord. The zero value is usable: two people, #general and #matches, a running clock.
type Config struct {
	Clock     *Clock        // nil: Real()
	Users     int           // people in the guild: 0 means two; at most 50
	Names     []string      // their display names, in order; the rest are named by number
	Channels  []string      // the guild's text channels; none means general and matches
	Guild     string        // the guild's name; "" means Local
	Bot       string        // the bot's display name; "" means Downsync
	Token     string        // token of the bot, without "Bot "; "" means a random one
	Heartbeat time.Duration // the interval asked for in Hello; 0 means Discord's 41.25 s
	Record    bool          // keep all that is delivered to each user, for User.Delivered
	Intents   Intents       // privileged intents the bot may identify with
	Added     bool          // the bot was added to the guild just now; otherwise a month ago
	Limit     int           // REST requests a second and route before a 429; 0 means no limit

	// Validate, if set, checks a JSON document against the part of Discord's API description that the JSON pointer names.
	// It returns nil if the document fits or the description has no such part.
	Validate func(pointer string, document []byte) error
}

// MaxUsers is the greatest number of people.
const MaxUsers = 50

// Server is one Discord. Its methods are safe for concurrent use.
type Server struct {
	cfg    Config
	clock  *Clock
	token  string
	key    ed25519.PrivateKey // signs interactions over HTTP
	mux    http.Handler
	client http.Client // for the endpoint

	ctx    context.Context // ends with Close
	cancel context.CancelFunc
	tasks  sync.WaitGroup // sockets and streams
	unhook func()

	// mu guards all fields below. It is never held while bytes are written to a client.
	mu      sync.Mutex
	base    string // http://127.0.0.1:port
	lastID  ID
	changed chan struct{} // closed by the next change that a person could see
	closed  bool
	servers []*http.Server
	timer   *time.Timer // fires at the next deadline on a running clock

	guild    guild
	bot      *Account
	accounts map[ID]*Account // people and the bot
	people   []*person       // in order of their number
	rooms    map[ID]*room
	order    []ID // rooms in order of creation
	channels map[ID]*Channel
	files    map[ID]*file
	acts     map[ID]*interaction
	tokens   map[string]*interaction
	live     []*interaction // those that wait for an answer
	past     []*interaction // all that are remembered, oldest first
	nonces   []nonceUse     // oldest first
	openings []time.Time    // of direct messages, oldest first
	commands commands
	emojis   []*appEmoji
	sessions map[string]*session
	started  int // IDENTIFYs accepted
	misfits  []Violation
	fresh    []*Message // stored and not yet validated
	faults   faults
	limits   limits
	requests map[string]int // by route
	kicked   bool           // the bot is not in the guild
	timedOut time.Time      // until when the bot is timed out
	eventSeq uint64
	keeper   *keeper // nil: the state is not kept

	endpoint    string // interactions are sent there; "": over the gateway
	mentionable bool   // anyone may mention the role Moderator
}

// guild is the only guild of this Discord.
type guild struct {
	id     ID
	name   string
	owner  ID
	born   time.Time
	added  time.Time // when the bot was
	locale string
	system ID // the channel for messages of the system; 0: none
}

// New makes a Discord. It does not listen yet: use Start, Serve or Handler. The only error is a number of
// users out of range.
func New(cfg Config) (*Server, error) {
	if cfg.Clock == nil {
		cfg.Clock = Real()
	}
	if cfg.Users == 0 {
		cfg.Users = max(2, len(cfg.Names))
	}
	if cfg.Users < 1 || cfg.Users > MaxUsers {
		return nil, fmt.Errorf("local: %d users: expected 1 to %d", cfg.Users, MaxUsers)
	}
	if len(cfg.Channels) == 0 {
		cfg.Channels = []string{"general", "matches"}
	}
	cfg.Guild, cfg.Bot = orElse(cfg.Guild, "Local"), orElse(cfg.Bot, "Downsync")
	if cfg.Heartbeat == 0 {
		cfg.Heartbeat = 41250 * time.Millisecond
	}
	s := &Server{cfg: cfg, clock: cfg.Clock, token: cfg.Token, changed: make(chan struct{}),
		accounts: map[ID]*Account{}, rooms: map[ID]*room{}, channels: map[ID]*Channel{}, files: map[ID]*file{},
		acts: map[ID]*interaction{}, tokens: map[string]*interaction{}, sessions: map[string]*session{}, requests: map[string]int{}}
	if s.token == "" {
		s.token = secret()
	}
	s.key, s.client.Transport = keyOf(s.token), &http.Transport{MaxIdleConnsPerHost: 64}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	furnish(s)
	s.mux = routes(s)
	s.unhook = s.clock.onAdvance(s.advanced)
	return s, nil
}

// furnish creates the guild, the bot, the channels and the people.
func furnish(s *Server) {
	s.guild = guild{id: fixed(0), name: s.cfg.Guild, owner: fixed(2), born: s.clock.Now(), locale: usualLocale, system: fixed(300)}
	if s.guild.added = s.guild.born; !s.cfg.Added {
		s.guild.added = s.guild.born.AddDate(0, -1, 0)
	}
	s.bot = &Account{ID: fixed(1), Username: "downsync", GlobalName: &s.cfg.Bot, Discriminator: "0001", Bot: true}
	s.accounts[s.bot.ID] = s.bot
	for i, name := range s.cfg.Channels {
		zero := 0
		addRoom(s, &Channel{ID: fixed(300 + i), Type: channelText, GuildID: s.guild.id, Name: name, Position: &i, RateLimit: &zero})
	}
	for range s.cfg.Users {
		addPerson(s)
	}
}

// secret returns 128 random bits in hexadecimal.
func secret() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // documented never to fail
	return hex.EncodeToString(b[:])
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// Token returns the bot's token, without "Bot ".
func (s *Server) Token() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token
}

// AppID returns the application's id, which is also the bot's user id.
func (s *Server) AppID() ID { return s.bot.ID }

// GuildID returns the id of the guild.
func (s *Server) GuildID() ID { return s.guild.id }

// ModeratorID returns the id of the role Moderator.
func (s *Server) ModeratorID() ID { return roleModerator }

// Clock returns the clock by which all rules are checked. The bot under test should use it too.
func (s *Server) Clock() *Clock { return s.clock }

// URL returns the server's address, such as http://127.0.0.1:8095, or "" before it listens.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base
}

// Identifies returns the number of gateway sessions started, which Discord limits to 1000 a day.
func (s *Server) Identifies() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.started
}

// Requests returns the number of REST requests on a route, such as "POST /channels/{channel_id}/messages", including
// refused ones; "" counts all routes.
func (s *Server) Requests(route string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if route != "" {
		return s.requests[route]
	}
	n := 0
	for _, k := range s.requests {
		n += k
	}
	return n
}

// Handler returns the handler for all routes. Call SetURL first, and use it with a server of your own; Start and Serve
// do both.
func (s *Server) Handler() http.Handler { return s.mux }

// wake wakes everyone who waits for a visible change. Callers hold mu.
func wake(s *Server) {
	close(s.changed)
	s.changed = make(chan struct{})
}

// enter registers a long-lived connection, so that Close waits for its end. It returns false once the server closes.
// After true the caller must call tasks.Done.
func enter(s *Server) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.tasks.Add(1)
	}
	return !s.closed
}

// Close ends all connections and goroutines of the server. It may be called twice.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
	wake(s)
	servers := s.servers
	s.mu.Unlock()
	s.unhook()
	s.cancel()
	var errs []error
	for _, srv := range servers {
		errs = append(errs, srv.Close())
	}
	s.tasks.Wait()
	s.client.CloseIdleConnections()
	return errors.Join(errs...)
}
