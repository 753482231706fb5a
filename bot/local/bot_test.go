package local

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// start is the initial time of still clocks in the tests.
var start = time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)

// description returns the path of Discord's API description beside the repository. Tests that need it skip without it.
func description(t *testing.T) string {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", "discord", "openapi.json")
	if _, err := os.Stat(path); err != nil {
		t.Skip("Discord's API description is not beside the repository")
	}
	return path
}

// newServer starts a Discord on a still clock, checked against Discord's description where that is present.
func newServer(t *testing.T, change ...func(*Config)) *Server {
	t.Helper()
	cfg := Config{Users: 3, Clock: Still(start), Record: true}
	path := filepath.Join("..", "..", "..", "shared", "discord", "openapi.json")
	if _, err := os.Stat(path); err == nil {
		cfg.Validate = validator(t, path)
	}
	for _, f := range change {
		f(&cfg)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// limit is how long anything may take before a test fails; it is never waited for.
const limit = time.Minute

// within returns a test's context. No test takes seconds unless it hangs.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// gate is a bare gateway client.
type gate struct {
	t    *testing.T
	conn *websocket.Conn
	seq  int64
}

func gatewayOf(s *Server) string { return "ws" + strings.TrimPrefix(s.URL(), "http") + "/gw" }

func dial(t *testing.T, s *Server) *gate {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.DialContext(within(t), gatewayOf(s)+"/?v=9&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &gate{t: t, conn: conn}
}

func (g *gate) send(op int, d any) {
	g.t.Helper()
	if err := g.conn.WriteJSON(map[string]any{"op": op, "d": d}); err != nil {
		g.t.Fatal(err)
	}
}

// read returns the next packet, or the code with which the connection was closed (1006: cut).
func (g *gate) read() (packet, int) {
	g.t.Helper()
	if err := g.conn.SetReadDeadline(time.Now().Add(limit)); err != nil {
		g.t.Fatal(err)
	}
	var p packet
	if err := g.conn.ReadJSON(&p); err != nil {
		if c, ok := err.(*websocket.CloseError); ok {
			return packet{}, c.Code
		}
		if isTimeout(err) {
			g.t.Fatalf("timed out: no packet came within %s", limit)
		}
		return packet{}, websocket.CloseAbnormalClosure
	}
	if p.Seq != nil {
		g.seq = *p.Seq
	}
	return p, 0
}

// want reads until a packet with this opcode and, for a dispatch, this type.
func (g *gate) want(op int, kind string) packet {
	g.t.Helper()
	p, code := g.read()
	if code != 0 {
		g.t.Fatalf("closed with %d while waiting for op %d %s", code, op, kind)
	}
	if p.Op != op || kind != "" && (p.Type == nil || *p.Type != kind) {
		g.t.Fatalf("got op %d type %v %s, want op %d %s", p.Op, deref(p.Type), p.Data, op, kind)
	}
	return p
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (g *gate) identify(s *Server, intents Intents) {
	g.send(opIdentify, map[string]any{"token": "Bot " + s.token, "intents": intents, "properties": map[string]any{}})
}

// bot is an identified gateway client with a REST client. It answers interactions by hand.
type bot struct {
	*gate
	s       *Server
	session string
}

func newBot(t *testing.T, s *Server) *bot {
	t.Helper()
	g := dial(t, s)
	g.want(opHello, "")
	g.identify(s, intentGuilds)
	var ready struct {
		SessionID string `json:"session_id"`
	}
	if err := json.Unmarshal(g.want(opDispatch, "READY").Data, &ready); err != nil {
		t.Fatal(err)
	}
	g.want(opDispatch, "GUILD_CREATE")
	return &bot{g, s, ready.SessionID}
}

// received is an interaction as the bot received it.
type received struct {
	ID      string          `json:"id"`
	Token   string          `json:"token"`
	Type    int             `json:"type"`
	Data    json.RawMessage `json:"data"`
	Message *Message        `json:"message"`
	Member  *Member         `json:"member"`
	User    *Account        `json:"user"`
	Channel ID              `json:"channel_id"`
	Locale  string          `json:"locale"`
}

// next waits for the next interaction and skips other dispatches.
func (b *bot) next() received {
	b.t.Helper()
	for {
		p, code := b.read()
		if code != 0 {
			b.t.Fatalf("closed with %d while waiting for an interaction", code)
		}
		if p.Op == opDispatch && *p.Type == "INTERACTION_CREATE" {
			var r received
			if err := json.Unmarshal(p.Data, &r); err != nil {
				b.t.Fatal(err)
			}
			return r
		}
	}
}

// answer is the response to a REST call.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// code returns Discord's error code in the response.
func (a answer) code() int {
	var f failure
	_ = json.Unmarshal(a.body, &f) // no code then
	return f.Code
}

func (a answer) into(t *testing.T, v any) {
	t.Helper()
	if a.status/100 != 2 {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatal(err)
	}
}

// J is a JSON object.
type J = map[string]any

// L is a JSON list.
type L = []any

func (b *bot) call(method, path string, body any) answer {
	b.t.Helper()
	return b.callVersion("v9", method, path, body)
}

func (b *bot) callVersion(version, method, path string, body any) answer {
	b.t.Helper()
	var r io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		r = bytes.NewReader(data)
	}
	return b.do(version, method, path, "application/json", r)
}

func (b *bot) do(version, method, path, kind string, body io.Reader) answer {
	b.t.Helper()
	req, err := http.NewRequestWithContext(within(b.t), method, b.s.URL()+"/api/"+version+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+b.s.token)
	if body != nil {
		req.Header.Set("Content-Type", kind)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, data}
}

// upload sends payload_json with files.
func (b *bot) upload(version, method, path string, body any, files ...upload) answer {
	b.t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	part := func(disposition, kind string, data []byte) {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {kind}})
		if err == nil {
			_, err = p.Write(data)
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
	part(`form-data; name="payload_json"`, "application/json", encode(body))
	for _, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, f.index, f.name), f.mime, f.data)
	}
	if err := w.Close(); err != nil {
		b.t.Fatal(err)
	}
	return b.do(version, method, path, w.FormDataContentType(), &buf)
}

// reply answers an interaction.
func (b *bot) reply(i received, kind int, data any) answer {
	b.t.Helper()
	body := J{"type": kind}
	if data != nil {
		body["data"] = data
	}
	return b.call("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", body)
}

// webhook returns the path of an interaction's answers.
func (b *bot) webhook(i received, rest string) string {
	return fmt.Sprintf("/webhooks/%s/%s%s", b.s.AppID(), i.Token, rest)
}

// general returns the id of #general.
func (b *bot) general() ID {
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	return anyRoom(b.s, "general").ch.ID
}

// allow gives the bot permissions in #general beyond its invitation.
func (b *bot) allow(names ...string) {
	b.t.Helper()
	if err := b.s.Inject(Fault{Kind: "allow", Channel: "#general", Permissions: names}); err != nil {
		b.t.Fatal(err)
	}
}

// post sends a message and returns it.
func (b *bot) post(channel ID, body any) *Message {
	b.t.Helper()
	var m Message
	b.call("POST", fmt.Sprintf("/channels/%s/messages", channel), body).into(b.t, &m)
	return &m
}

// match is the command that the tests register.
var match = J{"name": "match", "description": "Matches", "type": 1, "options": L{
	J{"type": 1, "name": "challenge", "description": "Challenge somebody", "options": L{
		J{"type": 6, "name": "opponent", "description": "Whom", "required": true},
		J{"type": 3, "name": "size", "description": "How large", "choices": L{J{"name": "Small", "value": "small"}, J{"name": "Standard", "value": "standard"}}},
		J{"type": 3, "name": "note", "description": "A note", "max_length": 20},
		J{"type": 4, "name": "minutes", "description": "A turn", "min_value": 1, "max_value": 60},
		J{"type": 5, "name": "ranked", "description": "Ranked"},
	}},
	J{"type": 1, "name": "order", "description": "Give an order", "options": L{
		J{"type": 3, "name": "line", "description": "The order", "required": true, "autocomplete": true},
		J{"type": 4, "name": "times", "description": "How often"},
	}},
}}

// register registers the test's command.
func (b *bot) register() {
	b.t.Helper()
	if a := b.call("PUT", fmt.Sprintf("/applications/%s/commands", b.s.AppID()), L{match}); a.status != 200 {
		b.t.Fatalf("register: %d %s", a.status, a.body)
	}
}

// slash types a command as a user and returns what the bot received.
func (b *bot) slash(user, text string) (*Act, received) {
	b.t.Helper()
	act, err := b.s.User(user).Slash("#general", text)
	if err != nil {
		b.t.Fatal(err)
	}
	return act, b.next()
}

func button(id string) J {
	return J{"type": kindButton, "style": primary, "label": id, "custom_id": id}
}

func row(parts ...any) J { return J{"type": kindActionRow, "components": parts} }

func text(s string) J { return J{"type": kindTextDisplay, "content": s} }
