package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"downsync/bot/wire"
)

// Opcodes of the gateway.
const opDispatch, opHeartbeat, opIdentify, opResume, opReconnect, opInvalid, opHello, opAck = 0, 1, 2, 6, 7, 9, 10, 11

// Codes with which the bot closes a connection: Discord ends the session, or keeps it for a while.
const closeForGood, closeToResume = 1000, 4000

// intentGuilds asks for the events of guilds, channels and threads. Interactions need no intent.
const intentGuilds = 1 << 0

var (
	errAsked  = errors.New("gateway: Discord asks for a new connection")
	errSilent = errors.New("gateway: a heartbeat was not acknowledged")
)

// session is a gateway session, which outlives its connections.
type session struct {
	id    string // "": none that could be resumed
	url   string // where to resume it
	seq   atomic.Int64
	fails int // connections since the session was last ready
}

// forget makes the next connection begin a new session.
func (s *session) forget() {
	s.id, s.url, s.fails = "", "", 0
	s.seq.Store(0)
}

// maxResumes is how many attempts to resume a session may fail before a new one is begun.
const maxResumes = 3

// line is one connection to the gateway.
type line struct {
	c     *Client
	s     *session
	conn  *websocket.Conn
	done  chan struct{} // closed when the connection has ended
	acked atomic.Bool   // the last heartbeat was acknowledged

	mu  sync.Mutex // held while writing
	why error      // the first reason to hang up
}

type gatewayPacket struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type string          `json:"t"`
}

// serve opens one connection and serves it until it ends. It resumes the session if it can, and otherwise begins a new
// one. It returns how long the session was ready, and why the connection ended.
func (c *Client) serve(ctx context.Context, s *session, h wire.Handler) (lasted time.Duration, err error) {
	if s.fails >= maxResumes {
		s.forget()
	}
	address := s.url
	if s.id == "" {
		if address, err = c.mayStart(ctx); err != nil {
			return 0, err
		}
	}
	dialer := websocket.Dialer{HandshakeTimeout: c.cfg.Greeting, Proxy: c.cfg.Proxy, NetDialContext: (&net.Dialer{Timeout: c.cfg.Greeting}).DialContext}
	conn, _, err := dialer.DialContext(ctx, strings.TrimSuffix(address, "/")+"/?v="+version+"&encoding=json", nil)
	if err != nil {
		return 0, fmt.Errorf("gateway: %w", err)
	}
	s.fails++
	l := &line{c: c, s: s, conn: conn, done: make(chan struct{})}
	l.acked.Store(true)
	defer conn.Close()
	defer close(l.done)
	go l.watch(ctx)
	began, err := l.read(ctx, h)
	if !began.IsZero() {
		lasted = time.Since(began)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.why != nil {
		err = l.why
	}
	if row := closed(err); row != nil && row.means(errSessionOver) {
		s.forget() // Discord has ended the session too
	}
	return lasted, err
}

// watch hangs up when the bot stops or its token is revoked.
func (l *line) watch(ctx context.Context) {
	select {
	case <-ctx.Done():
		l.hangUp(closeForGood, ctx.Err())
	case <-l.c.guard.gone:
		l.hangUp(closeForGood, ErrToken)
	case <-l.done:
	}
}

// hangUp closes the connection with a code.
func (l *line) hangUp(code int, why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.why != nil {
		return
	}
	l.why = why
	_ = l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second)) // the other side may be gone
	_ = l.conn.Close()
}

// send writes a packet.
func (l *line) send(op int, data any) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.conn.SetWriteDeadline(time.Now().Add(l.c.cfg.Greeting)); err != nil {
		return err
	}
	return l.conn.WriteJSON(map[string]any{"op": op, "d": data})
}

// read handles packets until the connection ends. began is when the session was ready, zero if it never was.
func (l *line) read(ctx context.Context, h wire.Handler) (began time.Time, err error) {
	greeting := time.Now().Add(l.c.cfg.Greeting)
	silence := time.Duration(0) // no packet for that long, not even an acknowledgement, means a dead connection
	for {
		limit := greeting
		if !began.IsZero() {
			limit = time.Now().Add(silence)
		}
		if err := l.conn.SetReadDeadline(limit); err != nil {
			return began, fmt.Errorf("gateway: %w", err)
		}
		var p gatewayPacket
		if err := l.conn.ReadJSON(&p); err != nil {
			return began, fmt.Errorf("gateway: %w", err)
		}
		if p.Seq != nil {
			l.s.seq.Store(*p.Seq)
		}
		switch p.Op {
		case opHello:
			silence, err = l.hello(p.Data)
		case opHeartbeat:
			err = l.beat()
		case opAck:
			l.acked.Store(true)
		case opReconnect:
			l.hangUp(closeToResume, errAsked)
		case opInvalid:
			if string(p.Data) != "true" {
				l.s.forget()
			}
			l.hangUp(closeToResume, errors.New("gateway: Discord has ended the session"))
		case opDispatch:
			if p.Type == "READY" || p.Type == "RESUMED" {
				began = time.Now()
				err = l.ready(p)
			}
			l.c.dispatch(ctx, h, p.Type, p.Data)
		}
		if err != nil {
			return began, fmt.Errorf("gateway: %w", err)
		}
	}
}

// ready records the session that a READY begins, or that it was resumed.
func (l *line) ready(p gatewayPacket) error {
	l.s.fails = 0
	if p.Type == "RESUMED" {
		return nil
	}
	var x struct {
		ID  string `json:"session_id"`
		URL string `json:"resume_gateway_url"`
	}
	err := json.Unmarshal(p.Data, &x)
	l.s.id, l.s.url = x.ID, x.URL
	return err
}

// hello answers the first packet with the session to resume, or begins a new one. It returns how long the connection may
// be silent.
func (l *line) hello(data []byte) (silence time.Duration, err error) {
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(data, &hello); err != nil || hello.Interval <= 0 {
		return 0, fmt.Errorf("a greeting of Discord's that cannot be read: %.100q", data)
	}
	every := time.Duration(hello.Interval) * time.Millisecond
	go l.pulse(every)
	token := "Bot " + l.c.cfg.Token
	if l.s.id != "" {
		return 5 * every / 2, l.send(opResume, map[string]any{"token": token, "session_id": l.s.id, "seq": l.s.seq.Load()})
	}
	return 5 * every / 2, l.send(opIdentify, map[string]any{"token": token, "intents": intentGuilds,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "downsync", "device": "downsync"}})
}

// pulse sends a heartbeat at each interval, the first at a random moment within one. It hangs up if the heartbeat before
// was not acknowledged.
func (l *line) pulse(every time.Duration) {
	t := time.NewTimer(rand.N(every))
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-l.done:
			return
		}
		if !l.acked.Swap(false) {
			l.hangUp(closeToResume, errSilent)
			return
		}
		if l.beat() != nil {
			return // the reader learns of it too
		}
		t.Reset(every)
	}
}

// beat sends a heartbeat.
func (l *line) beat() error {
	if n := l.s.seq.Load(); n != 0 {
		return l.send(opHeartbeat, n)
	}
	return l.send(opHeartbeat, nil)
}
