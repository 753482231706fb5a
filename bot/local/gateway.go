package local

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Intents is the set of events requested by a bot when it identifies.
type Intents int

// The intents that have an effect here.
const (
	intentGuilds         Intents = 1 << 0
	intentMembers        Intents = 1 << 1 // privileged
	intentPresences      Intents = 1 << 8 // privileged
	intentGuildMessages  Intents = 1 << 9
	intentDirectMessages Intents = 1 << 12
	intentMessageContent Intents = 1 << 15 // privileged

	intentsKnown      Intents = 1<<26 - 1
	intentsPrivileged         = intentMembers | intentPresences | intentMessageContent
)

// Gateway opcodes.
const (
	opDispatch  = 0
	opHeartbeat = 1
	opIdentify  = 2
	opPresence  = 3
	opVoice     = 4
	opResume    = 6
	opReconnect = 7
	opMembers   = 8
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Close codes.
const (
	closeUnknownOp  = 4001
	closeDecode     = 4002
	closeNoAuth     = 4003
	closeBadToken   = 4004
	closeReauth     = 4005
	closeBadSeq     = 4007
	closeRate       = 4008
	closeTimeout    = 4009
	closeShard      = 4010
	closeVersion    = 4012
	closeIntents    = 4013
	closeDisallowed = 4014
)

// The limits of the gateway.
const (
	gatewaySends     = 120  // packets a client may send in a minute
	maxGatewayPacket = 4096 // bytes of one packet
	maxReplay        = 1000 // dispatches kept for a resume
)

// packet is one gateway message.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}

// session is one identified bot session. It outlives its socket, so that it can be resumed.
type session struct {
	id      string
	intents Intents
	seq     int64
	replay  [][]byte // the latest dispatches; the last one has number seq
	socket  *socket  // nil while nobody is connected
	held    []byte   // a dispatch held back by the fault "reorder"
}

// detach separates the socket from the session, with a last frame. Callers hold Server.mu.
func (x *session) detach(last frame) {
	if x.socket != nil {
		x.socket.send(last)
		x.socket = nil
	}
}

var upgrader = websocket.Upgrader{CheckOrigin: sameOrigin, HandshakeTimeout: 10 * time.Second}

// serveGateway serves one socket from Hello to its end.
func serveGateway(s *Server, w http.ResponseWriter, r *http.Request) {
	if !enter(s) {
		http.Error(w, "closing", http.StatusServiceUnavailable)
		return
	}
	defer s.tasks.Done()
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	sock := newSocket(conn)
	conn.SetCloseHandler(func(code int, _ string) error {
		goodbye(s, sock, code)
		return nil
	})
	s.tasks.Go(sock.write)
	stop := sock.closeOn(s.ctx)
	defer stop()
	converse(s, sock, r)
	s.mu.Lock()
	lost(sock)
	s.mu.Unlock()
	sock.end()
}

// goodbye handles the client's close frame. Codes 1000 and 1001 end the session; after any other code it can be
// resumed. The frame is echoed last, so that the session is settled when the client has the echo.
func goodbye(s *Server, sock *socket, code int) {
	s.mu.Lock()
	if x := sock.session; x != nil && (code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway) {
		delete(s.sessions, x.id)
	}
	lost(sock)
	s.mu.Unlock()
	msg := websocket.FormatCloseMessage(code, "")
	_ = sock.conn.WriteControl(websocket.CloseMessage, msg, time.Now().Add(writeWait)) // the client may be gone already
}

// lost separates a session from its lost socket. Callers hold mu.
func lost(sock *socket) {
	if x := sock.session; x != nil && x.socket == sock {
		x.socket = nil
	}
}

// converse sends Hello and reads until the socket ends.
func converse(s *Server, sock *socket, r *http.Request) {
	sock.conn.SetReadLimit(maxGatewayPacket)
	greet(s, sock, r.URL.Query().Get("v"))
	window, sent := time.Now(), 0
	for {
		closing, err := sock.await(s.cfg.Heartbeat*5/2 + time.Second)
		if err != nil {
			return
		}
		_, data, err := sock.conn.ReadMessage()
		if err != nil {
			readFailed(sock, err)
			return
		}
		if closing {
			continue
		}
		if time.Since(window) > time.Minute {
			window, sent = time.Now(), 0
		}
		if sent++; sent > gatewaySends {
			sock.send(frame{close: closeRate, text: "You are being rate limited."})
			continue
		}
		var p packet
		if err := json.Unmarshal(data, &p); err != nil {
			sock.send(frame{close: closeDecode, text: "Error while decoding payload."})
			continue
		}
		s.mu.Lock()
		receive(s, sock, p)
		s.mu.Unlock()
	}
}

// greet sends Hello, or what a fault replaces it by.
func greet(s *Server, sock *socket, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case version != "9" && version != "10":
		sock.send(frame{close: closeVersion, text: "Invalid API version"})
	case !stage(s, sock, "hello"):
		sock.sendOp(opHello, map[string]any{"heartbeat_interval": s.cfg.Heartbeat.Milliseconds()})
	}
}

// readFailed closes the connection of a client that was silent for too long.
func readFailed(sock *socket, err error) {
	if isTimeout(err) {
		msg := websocket.FormatCloseMessage(closeTimeout, "Session timed out.")
		_ = sock.conn.WriteControl(websocket.CloseMessage, msg, time.Now().Add(time.Second)) // the connection closes anyway
	}
}

// receive handles one packet from the bot. Callers hold mu.
func receive(s *Server, sock *socket, p packet) {
	if sock.mute {
		return
	}
	switch p.Op {
	case opHeartbeat:
		if !s.faults.take(&s.faults.noAck) {
			sock.sendOp(opAck, nil)
		}
	case opIdentify:
		identify(s, sock, p.Data)
	case opResume:
		resume(s, sock, p.Data)
	case opPresence:
		presence(s, sock, p.Data)
	case opVoice, opMembers:
		if sock.session == nil {
			sock.send(frame{close: closeNoAuth, text: "Not authenticated."})
		}
	default:
		sock.send(frame{close: closeUnknownOp, text: "Unknown opcode."})
	}
}

func identify(s *Server, sock *socket, raw json.RawMessage) {
	var d struct {
		Token   string   `json:"token"`
		Intents *Intents `json:"intents"`
		Shard   []int    `json:"shard"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		sock.send(frame{close: closeDecode, text: "Error while decoding payload."})
		return
	}
	switch {
	case sock.session != nil:
		sock.send(frame{close: closeReauth, text: "Already authenticated."})
	case strings.TrimPrefix(d.Token, "Bot ") != s.token:
		sock.send(frame{close: closeBadToken, text: "Authentication failed."})
	case len(d.Shard) > 0 && !slices.Equal(d.Shard, []int{0, 1}):
		sock.send(frame{close: closeShard, text: "Invalid shard."})
	case d.Intents == nil || *d.Intents&^intentsKnown != 0:
		sock.send(frame{close: closeIntents, text: "Invalid intent(s)."})
	case *d.Intents&intentsPrivileged&^s.cfg.Intents != 0:
		sock.send(frame{close: closeDisallowed, text: "Disallowed intent(s)."})
	default:
		s.started++
		if f := s.faults.sessions; f != nil {
			f.Times--
		}
		if !stage(s, sock, "ready") {
			ready(s, sock, *d.Intents)
		}
	}
}

// ready begins a session: READY, then each guild.
func ready(s *Server, sock *socket, intents Intents) {
	x := &session{id: secret(), intents: intents, socket: sock}
	sock.session = x
	s.sessions[x.id] = x
	event(s, x, "READY", map[string]any{
		"v": 9, "user": s.bot, "session_id": x.id, "session_type": "normal",
		"resume_gateway_url": gatewayURL(s), "private_channels": []any{}, "relationships": []any{}, "shard": []int{0, 1},
		"guilds":      []any{map[string]any{"id": s.guild.id, "unavailable": true}},
		"application": map[string]any{"id": s.bot.ID, "flags": 0},
	})
	if intents&intentGuilds != 0 && !s.kicked {
		event(s, x, "GUILD_CREATE", guildObject(s))
	}
}

func resume(s *Server, sock *socket, raw json.RawMessage) {
	var d struct {
		Token     string `json:"token"`
		SessionID string `json:"session_id"`
		Seq       int64  `json:"seq"`
	}
	if err := json.Unmarshal(raw, &d); err != nil {
		sock.send(frame{close: closeDecode, text: "Error while decoding payload."})
		return
	}
	if strings.TrimPrefix(d.Token, "Bot ") != s.token {
		sock.send(frame{close: closeBadToken, text: "Authentication failed."})
		return
	}
	if stage(s, sock, "resume") {
		return
	}
	x := s.sessions[d.SessionID]
	switch {
	case x == nil || x.seq-d.Seq > int64(len(x.replay)):
		sock.sendOp(opInvalid, false)
		return
	case d.Seq > x.seq:
		sock.send(frame{close: closeBadSeq, text: "Invalid seq."})
		return
	}
	x.detach(frame{close: 4000})
	x.socket, sock.session = sock, x
	for _, data := range x.replay[int64(len(x.replay))-(x.seq-d.Seq):] {
		sock.send(frame{data: data})
	}
	event(s, x, "RESUMED", map[string]any{})
}

func presence(s *Server, sock *socket, raw json.RawMessage) {
	if sock.session == nil {
		sock.send(frame{close: closeNoAuth, text: "Not authenticated."})
		return
	}
	for _, p := range s.people {
		tell(s, p, EventPresence, raw)
	}
}

func gatewayURL(s *Server) string { return "ws" + strings.TrimPrefix(s.base, "http") + "/gw" }
