package local

import (
	"context"
	"encoding/json"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// frame is one action on a socket: send bytes, close with a code, or drop the connection.
type frame struct {
	data  []byte
	close int
	text  string
	drop  bool
	wait  time.Duration // real time to wait first
}

// socket is one gateway connection. One writer sends its frames in order.
type socket struct {
	conn    *websocket.Conn
	session *session // guarded by Server.mu
	mute    bool     // guarded by Server.mu: a connection that neither reads nor writes

	mu      sync.Mutex
	frames  []frame
	ended   bool
	closing bool // our close frame was sent: read until the client closes, but ignore everything
	wake    chan struct{}
	done    chan struct{} // closed when the connection is
	once    sync.Once
}

func newSocket(conn *websocket.Conn) *socket {
	return &socket{conn: conn, wake: make(chan struct{}, 1), done: make(chan struct{})}
}

// send queues a frame. It never blocks.
func (k *socket) send(f frame) {
	k.mu.Lock()
	if !k.ended {
		k.frames = append(k.frames, f)
	}
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// sendOp queues a packet that is not a dispatch.
func (k *socket) sendOp(op int, d any) {
	k.send(frame{data: encode(map[string]any{"op": op, "d": d, "s": nil, "t": nil})})
}

// write sends the queued frames until the connection ends.
func (k *socket) write() {
	for {
		k.mu.Lock()
		frames := k.frames
		k.frames = nil
		k.mu.Unlock()
		for _, f := range frames {
			if f.close != 0 && k.pause(f.wait) {
				k.sayGoodbye(f)
				return
			}
			if !k.perform(f) {
				k.end()
				return
			}
		}
		select {
		case <-k.wake:
		case <-k.done:
			return
		}
	}
}

// pause waits in real time, and reports whether the connection is still open.
func (k *socket) pause(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-k.done:
		return false
	}
}

// writeWait is how long a write may take. lingerFor is how long a client may take to close after a close frame.
const (
	writeWait = 5 * time.Second
	lingerFor = 2 * time.Second
)

// perform writes one frame, and reports whether the connection continues.
func (k *socket) perform(f frame) bool {
	if !k.pause(f.wait) || f.drop {
		return false
	}
	if err := k.conn.SetWriteDeadline(time.Now().Add(writeWait)); err != nil {
		return false
	}
	return k.conn.WriteMessage(websocket.TextMessage, f.data) == nil
}

// sayGoodbye writes a close frame and leaves the connection to the reader, because closing it at once could lose the frame.
func (k *socket) sayGoodbye(f frame) {
	k.mu.Lock()
	k.closing = true
	err := k.conn.SetReadDeadline(time.Now().Add(lingerFor))
	k.mu.Unlock()
	msg := websocket.FormatCloseMessage(f.close, f.text)
	if err != nil || k.conn.WriteControl(websocket.CloseMessage, msg, time.Now().Add(writeWait)) != nil {
		k.end()
	}
}

// await limits the time of the next read, unless the connection is closing, which has a limit of its own.
func (k *socket) await(d time.Duration) (closing bool, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closing {
		return true, nil
	}
	return false, k.conn.SetReadDeadline(time.Now().Add(d))
}

// end closes the connection.
func (k *socket) end() {
	k.once.Do(func() {
		k.mu.Lock()
		k.ended = true
		k.mu.Unlock()
		close(k.done)
		_ = k.conn.Close() // an error changes nothing
	})
}

// closeOn sends a close frame and closes the connection when the context ends.
func (k *socket) closeOn(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() {
		msg := websocket.FormatCloseMessage(websocket.CloseGoingAway, "")
		_ = k.conn.WriteControl(websocket.CloseMessage, msg, time.Now().Add(time.Second)) // the connection closes anyway
		k.end()
	})
}

func isTimeout(err error) bool {
	n, ok := err.(net.Error)
	return ok && n.Timeout()
}

// event dispatches to one session, with the next sequence number.
func event(s *Server, x *session, name string, data any) {
	eventRaw(s, x, name, encode(data))
}

func eventRaw(s *Server, x *session, name string, data json.RawMessage) {
	x.seq++
	seq := x.seq
	b := encode(packet{Op: opDispatch, Data: data, Seq: &seq, Type: &name})
	x.replay = append(x.replay, b)
	if len(x.replay) > maxReplay {
		x.replay = append([][]byte(nil), x.replay[len(x.replay)-maxReplay/2:]...)
	}
	if x.socket != nil && !x.socket.mute {
		x.socket.send(frame{data: b, wait: s.faults.delay()})
	}
}

// dispatch sends an event to every session with the intent; intent 0 means all sessions.
func dispatch(s *Server, name string, intent Intents, data any) {
	var raw json.RawMessage
	for _, x := range s.sessions {
		if intent != 0 && x.intents&intent == 0 {
			continue
		}
		if raw == nil {
			raw = encode(data)
		}
		eventRaw(s, x, name, raw)
	}
}

func messageIntent(ch *Channel) Intents {
	if ch.Type == channelDM {
		return intentDirectMessages
	}
	return intentGuildMessages
}

// dispatchMessage sends a message to the gateway. Without the intent MessageContent a bot sees no content of others'
// guild messages, unless it is mentioned.
func dispatchMessage(s *Server, name string, r *room, m *Message) {
	full := *m
	full.GuildID = r.ch.GuildID
	blank := full
	if m.Author.ID != s.bot.ID && r.ch.Type != channelDM && !mentions(m, s.bot.ID) {
		blank.Content, blank.Embeds, blank.Attachments, blank.Components = "", []Embed{}, []Attachment{}, []Component{}
	}
	for _, x := range s.sessions {
		switch {
		case x.intents&messageIntent(r.ch) == 0:
		case x.intents&intentMessageContent != 0:
			event(s, x, name, &full)
		default:
			event(s, x, name, &blank)
		}
	}
}

func mentions(m *Message, who ID) bool {
	for _, a := range m.Mentions {
		if a.ID == who {
			return true
		}
	}
	return false
}
