package discord

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"downsync/bot"
)

// longestPause is the longest pause between gateway sessions. It keeps even a day of faults well below Discord's limit
// of 1,000 sessions a day.
const longestPause = 3 * time.Minute

// pauses are the pauses between gateway sessions. They double each time, and start again after a session that lasted.
type pauses struct{ first, next time.Duration }

// after returns the pause after a session of that duration.
func (p *pauses) after(lasted time.Duration) time.Duration {
	if lasted > longestPause || p.next == 0 {
		p.next = p.first
	}
	d := p.next/2 + rand.N(p.next/2+1)
	p.next = min(2*p.next, longestPause)
	return d
}

// Run receives interactions until the context ends. It starts a new gateway session whenever one fails, and uses each
// only once. It returns nil when the context ends, after running handlers have finished. It returns an error that says
// what to do when Discord rejects the bot.
func (c *Client) Run(ctx context.Context, h bot.Handler) error {
	defer c.work.Wait()
	pauses := pauses{first: c.cfg.Pause}
	for ctx.Err() == nil {
		began := time.Now()
		err := c.mayStart(ctx)
		if err == nil {
			err = c.serve(ctx, h)
		}
		if c.cfg.Lost != nil {
			c.cfg.Lost()
		}
		if ctx.Err() != nil {
			return nil
		}
		if fatal := verdict(err); fatal != nil {
			return fatal
		}
		pause := pauses.after(time.Since(began))
		c.log.Warn("gateway session ended", "error", fmt.Sprint(err), "pause", pause)
		if !sleep(ctx, pause) {
			return nil
		}
	}
	return nil
}

// verdict returns an error if trying again is pointless: the token is revoked, or Discord's close code says so.
func verdict(err error) error {
	if errors.Is(err, errRevoked) {
		return errRevoked
	}
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return nil
	}
	switch closed.Code {
	case 4004:
		return fmt.Errorf("%w (4004)", errRevoked)
	case 4010, 4011, 4012:
		return fmt.Errorf("Discord refuses the gateway connection (%d): this bot needs sharding or a newer program", closed.Code)
	case 4013, 4014:
		return fmt.Errorf("Discord refuses the intents (%d): allow them in the developer portal, page Bot", closed.Code)
	}
	return nil
}

// connections holds the connections of one session, so that they can be closed whatever the library is doing.
type connections struct {
	mu    sync.Mutex
	conns []net.Conn
	cut   bool
}

func (l *connections) add(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns = append(l.conns, c)
	if l.cut {
		c.Close()
	}
}

func (l *connections) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = true
	for _, c := range l.conns {
		c.Close()
	}
}

// impatient is a connection whose reads fail after a time without data.
type impatient struct {
	net.Conn
	silence time.Duration
}

func (c impatient) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.silence)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// serve runs one gateway session until it ends.
func (c *Client) serve(ctx context.Context, h bot.Handler) error {
	s, err := c.session()
	if err != nil {
		return err
	}
	var conns connections
	defer conns.close()
	s.Dialer = &websocket.Dialer{HandshakeTimeout: c.cfg.Greeting, NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := (&net.Dialer{Timeout: c.cfg.Greeting}).DialContext(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		conns.add(conn)
		return impatient{conn, c.cfg.Silence}, nil
	}}
	ready, gone := c.listen(ctx, s, h)
	opened := make(chan error, 1)
	go func() { opened <- s.Open() }()
	timer := time.NewTimer(c.cfg.Greeting)
	defer timer.Stop()
	for isOpen := false; ; {
		select {
		case <-ctx.Done():
			if isOpen {
				go s.Close() // sends a close frame; the connections are closed soon anyway
				sleep(context.Background(), 50*time.Millisecond)
			}
			return nil
		case err := <-opened:
			if err != nil {
				return fmt.Errorf("gateway: %w", err)
			}
			isOpen = true
		case <-ready:
			timer.Stop()
			ready = nil
		case <-gone:
			return errors.New("gateway: disconnected")
		case <-c.guard.gone:
			return errRevoked
		case <-timer.C:
			return errors.New("gateway: not ready in time")
		}
	}
}

// listen passes on the session's events. ready is closed when the gateway is ready, and gone when the session is
// disconnected.
func (c *Client) listen(ctx context.Context, s *discordgo.Session, h bot.Handler) (ready, gone <-chan struct{}) {
	greeted, lost := make(chan struct{}), make(chan struct{})
	var greetedOnce, lostOnce sync.Once
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		switch e.Type {
		case "READY":
			greetedOnce.Do(func() { close(greeted) })
			c.log.Info("gateway ready")
			if c.cfg.Ready != nil {
				c.cfg.Ready()
			}
		case "INTERACTION_CREATE":
			c.receive(ctx, h, e.RawData)
		case "GUILD_CREATE", "GUILD_UPDATE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE", "GUILD_MEMBER_UPDATE",
			"CHANNEL_CREATE", "CHANNEL_UPDATE":
			c.guard.forgive("") // permissions may have changed
		}
	})
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) { lostOnce.Do(func() { close(lost) }) })
	return greeted, lost
}

// receive handles an interaction once, even if it arrives repeatedly or over several sessions.
func (c *Client) receive(ctx context.Context, h bot.Handler, data []byte) {
	i, r, err := decode(data)
	if err != nil {
		c.log.Warn("interaction not understood", "error", err.Error())
		return
	}
	if !c.first(i.ID) {
		return
	}
	if i.Guild == "" {
		c.guard.forgive(i.Channel) // a user who acts in their direct messages accepts them
	}
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		ctx := context.WithoutCancel(ctx) // a bot that stops finishes what it has begun
		ctx, cancel := context.WithTimeout(ctx, 14*time.Minute)
		defer cancel()
		select {
		case c.slots <- struct{}{}:
			defer func() { <-c.slots }()
			c.handle(ctx, h, i, r.Token)
		default:
			x := exchange{c: c, i: i, token: r.Token}
			if err := x.direct(ctx, plain(i, "Too much is going on just now; please try again in a few seconds.")); err != nil {
				c.log.Warn("overloaded", "interaction", i.ID, "error", err.Error())
			}
		}
	}()
}

// maxSeen is the number of interaction ids kept to recognize repeats.
const maxSeen = 4096

// first reports whether the interaction is new, and remembers it.
func (c *Client) first(id bot.InteractionID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[id] {
		return false
	}
	c.seen[id] = true
	c.recent = append(c.recent, id)
	if len(c.recent) > maxSeen {
		delete(c.seen, c.recent[0])
		c.recent = c.recent[1:]
	}
	return true
}
