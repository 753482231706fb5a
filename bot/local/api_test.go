package local

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// program is a program that uses the JSON API.
type program struct {
	t *testing.T
	s *Server
}

func (p program) request(method, path, body string, header ...string) *http.Request {
	p.t.Helper()
	req, err := http.NewRequestWithContext(within(p.t), method, p.s.URL()+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		if header[i] == "Host" {
			req.Host = header[i+1]
			continue
		}
		req.Header.Set(header[i], header[i+1])
	}
	return req
}

func (p program) do(req *http.Request) (int, map[string]any) {
	p.t.Helper()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	var v map[string]any
	_ = json.Unmarshal(data, &v) // a list or a page is not an object
	return res.StatusCode, v
}

func (p program) post(path string, body any) (int, map[string]any) {
	p.t.Helper()
	return p.do(p.request("POST", path, string(encode(body))))
}

func (p program) get(path string) (int, map[string]any) {
	p.t.Helper()
	return p.do(p.request("GET", path, ""))
}

// A whole small dialogue through the API alone: command, card, select, modal, DM.
func TestThroughTheAPI(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	p := program{t, s}
	status, v := p.post("/local/users/player1/slash", J{"channel": "general", "text": "/match challenge opponent:@player2"})
	if status != 202 {
		t.Fatalf("%d %v", status, v)
	}
	id := v["interaction"].(string)
	i := b.next()
	if i.ID != id {
		t.Errorf("interaction %s, the bot got %s", id, i.ID)
	}
	b.reply(i, callbackMessage, v2(row(menu(3, nil))))
	_, out := p.get("/local/interactions/" + id)
	if out["state"] != "answered" {
		t.Fatalf("%v", out)
	}
	_, view := p.get("/local/users/2/view")
	channel := view["channels"].([]any)[0].(map[string]any)
	message := channel["messages"].([]any)[0].(map[string]any)
	if channel["name"] != "general" || message["id"] != out["message"] {
		t.Fatalf("%v", view)
	}
	if status, v = p.post("/local/users/2/click", J{"message": message["id"], "custom_id": "menu", "values": L{"1"}}); status != 202 {
		t.Fatalf("%d %v", status, v)
	}
	b.reply(b.next(), callbackModal, form1("f"))
	for _, name := range []string{"modal", "custom_id"} {
		if status, v = p.post("/local/users/2/submit", J{name: "f", "fields": J{"name": "Ann"}}); status != 202 {
			t.Fatalf("%s: %d %v", name, status, v)
		}
		b.next()
	}
	if status, v = p.get("/local/users/1/autocomplete?channel=general&text=/match%20c"); status != 200 ||
		!strings.Contains(fmt.Sprint(v["suggestions"]), "challenge") {
		t.Errorf("%d %v", status, v)
	}
	if status, v = p.post("/local/users/"+s.User("1").ID().String()+"/say", J{"channel": "dm", "content": "hi"}); status != 202 {
		t.Errorf("%d %v", status, v)
	}
	if bad := s.Violations(); len(bad) > 0 {
		t.Errorf("%+v", bad)
	}
}

func TestAPIRefusals(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.register()
	card := b.post(b.general(), v2(row(button("go"))))
	p := program{t, s}
	for _, c := range []struct {
		path   string
		body   any
		status int
	}{
		{"/local/users/player9/slash", J{"channel": "general", "text": "/match order line:x"}, 404},
		{"/local/users/player1/slash", J{"channel": "nowhere", "text": "/match order line:x"}, 400},
		{"/local/users/player1/slash", J{"channel": "general", "text": "/no"}, 400},
		{"/local/users/player1/slash", J{"chanel": "general"}, 400},
		{"/local/users/player1/slash", L{}, 400},
		{"/local/users/player1/click", J{"message": card.ID, "custom_id": "no"}, 400},
		{"/local/users/player1/click", J{"message": "x", "custom_id": "go"}, 400},
		{"/local/users/player1/submit", J{"modal": "f"}, 400},
		{"/local/users/player1/say", J{"channel": "general", "content": " "}, 400},
		{"/local/users/player1/dismiss", J{"message": card.ID}, 400},
		{"/local/users/player1/dm", J{}, 400},
		{"/local/users/player1/admin", J{}, 400},
		{"/local/users/player1/fly", J{}, 404},
		{"/local/users", J{"count": 51}, 400},
		{"/local/users", J{"count": 0}, 400},
		{"/local/clock", J{"advance": "soon"}, 400},
		{"/local/clock", J{"advance": "-5s"}, 400},
		{"/local/faults", J{"kind": "nonsense"}, 400},
		{"/local/faults", J{"kindd": "drop"}, 400},
	} {
		status, v := p.post(c.path, c.body)
		if reason, _ := v["error"].(string); status != c.status || reason == "" {
			t.Errorf("%s %v: %d %v, want %d and a reason", c.path, c.body, status, v, c.status)
		}
	}
	for _, path := range []string{"/local/users/0/view", "/local/interactions/5", "/local/interactions/x", "/local/nothing"} {
		if status, v := p.get(path); status != 404 || v["error"] == nil {
			t.Errorf("%s: %d %v", path, status, v)
		}
	}
	if status, _ := p.do(p.request("POST", "/local/users/player1/say", `{"channel":"general","content":"`+strings.Repeat("x", maxAsk)+`"}`)); status != 400 {
		t.Errorf("too long a body: %d", status)
	}
	if status, _ := p.do(p.request("POST", "/local/clock", `{"advance":"1s"}{}`)); status != 400 {
		t.Errorf("two values: %d", status)
	}
}

func TestAPISwitches(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	p := program{t, s}
	if status, v := p.post("/local/clock", J{"advance": "90s"}); status != 202 || !s.Clock().Now().Equal(start.Add(90*time.Second)) {
		t.Errorf("%d %v", status, v)
	}
	if status, _ := p.post("/local/users/3/dm", J{"closed": true}); status != 202 || !s.User("3").View().DMClosed {
		t.Errorf("%d", status)
	}
	if status, _ := p.post("/local/users/3/admin", J{"admin": true}); status != 202 || !s.User("3").View().Admin {
		t.Errorf("%d", status)
	}
	if status, v := p.post("/local/users", J{"count": 5}); status != 202 || len(s.Users()) != 5 || len(v["users"].([]any)) != 5 {
		t.Errorf("%d %v", status, v)
	}
	if status, _ := p.post("/local/users", J{"count": 2}); status != 202 || len(s.Users()) != 5 {
		t.Errorf("%d: nobody leaves", status)
	}
	if status, _ := p.post("/local/faults", J{"kind": "rest", "status": 503}); status != 202 {
		t.Errorf("%d", status)
	}
	if a := b.call("GET", "/users/@me", nil); a.status != 503 {
		t.Errorf("%d", a.status)
	}
}

// A foreign page can neither read nor change anything, nor reach the port under a name of its own.
func TestOtherPagesAreKeptOut(t *testing.T) {
	s := newServer(t)
	p := program{t, s}
	host := strings.TrimPrefix(s.URL(), "http://")
	for _, c := range []struct {
		what   string
		req    *http.Request
		status int
	}{
		{"a rebound name", p.request("GET", "/local/users", "", "Host", "evil.example"), 403},
		{"a rebound name with the port", p.request("GET", "/", "", "Host", "evil.example:80"), 403},
		{"localhost", p.request("GET", "/local/users", "", "Host", "localhost:1"), 200},
		{"IPv6 loopback", p.request("GET", "/local/users", "", "Host", "[::1]:1"), 200},
		{"the page itself", p.request("POST", "/local/users", `{"count":3}`, "Origin", "http://"+host), 202},
		{"another origin", p.request("POST", "/local/users", `{"count":3}`, "Origin", "https://evil.example"), 403},
		{"another port", p.request("POST", "/local/users", `{"count":3}`, "Origin", "http://127.0.0.1:1"), 403},
		{"an opaque origin", p.request("POST", "/local/users", `{"count":3}`, "Origin", "null"), 403},
		{"a cross-site fetch", p.request("GET", "/local/users", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"), 403},
		{"a link followed", p.request("GET", "/", "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate", "Sec-Fetch-Dest", "document"), 200},
		{"a form", p.request("POST", "/local/users", "count=3", "Content-Type", "application/x-www-form-urlencoded"), 400},
		{"plain text", p.request("POST", "/local/users", `{"count":3}`, "Content-Type", "text/plain"), 400},
		{"the bot's API from a page", p.request("GET", "/api/v10/gateway", "", "Origin", "https://evil.example"), 401},
	} {
		if status, v := p.do(c.req); status != c.status {
			t.Errorf("%s: %d %v, want %d", c.what, status, v, c.status)
		}
	}
}

// events reads server-sent events.
type events struct {
	t *testing.T
	r *bufio.Reader
}

func (e events) next() (kind, data string) {
	e.t.Helper()
	for {
		line, err := e.r.ReadString('\n')
		if err != nil {
			e.t.Fatal(err)
		}
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "event: "):
			kind = line[7:]
		case strings.HasPrefix(line, "data: "):
			data = line[6:]
		case line == "" && kind != "":
			return kind, data
		}
	}
}

func TestEventsAreStreamed(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Record = false })
	b := newBot(t, s)
	b.register()
	open := func(user string) events {
		res, err := http.DefaultClient.Do(program{t, s}.request("GET", "/local/users/"+user+"/events", ""))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { res.Body.Close() })
		e := events{t, bufio.NewReader(res.Body)}
		if kind, _ := e.next(); kind != "hello" {
			t.Fatalf("began with %s", kind)
		}
		return e
	}
	one, two := open("1"), open("2")
	_, i := b.slash("1", "/match order line:x")
	if kind, data := one.next(); kind != EventInteraction || !strings.Contains(data, `"state":"pending"`) {
		t.Errorf("%s %s", kind, data)
	}
	b.reply(i, callbackMessage, J{"content": "private", "flags": flagEphemeral})
	if kind, data := one.next(); kind != EventMessage || !strings.Contains(data, "private") {
		t.Errorf("%s %s", kind, data)
	}
	if kind, data := one.next(); kind != EventInteraction || !strings.Contains(data, `"state":"answered"`) {
		t.Errorf("%s %s", kind, data)
	}
	m := b.post(b.general(), J{"content": "public"})
	if kind, data := two.next(); kind != EventMessage || !strings.Contains(data, "public") {
		t.Errorf("player2 heard %s %s first", kind, data)
	}
	b.call("DELETE", fmt.Sprintf("/channels/%s/messages/%s", m.ChannelID, m.ID), nil)
	if kind, data := two.next(); kind != EventMessageDelete || !strings.Contains(data, m.ID.String()) {
		t.Errorf("%s %s", kind, data)
	}
	s.Clock().Advance(time.Second)
	if kind, data := two.next(); kind != EventClock || !strings.Contains(data, "12:00:01") {
		t.Errorf("%s %s", kind, data)
	}
}

func TestDeliveredHoldsEveryByte(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	board := pngOf(t, 3, 3)
	var m Message
	b.upload("v9", "POST", fmt.Sprintf("/channels/%s/messages", b.general()), v2(gallery("b.png", "alt words"), row(button("a-custom-id"))),
		upload{0, "b.png", "image/png", board}).into(t, &m)
	var all bytes.Buffer
	for _, it := range s.User("3").Delivered() {
		all.Write(it.Data)
		all.Write(it.File)
	}
	for _, want := range []string{"alt words", "a-custom-id", "b.png", string(board)} {
		if !bytes.Contains(all.Bytes(), []byte(want)) {
			t.Errorf("not recorded: %.40q", want)
		}
	}
}

func TestListen(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0", "example.com:0", "127.0.0.1", "nonsense"} {
		if l, err := Listen(addr); err == nil {
			l.Close()
			t.Errorf("%s was taken", addr)
		} else if !strings.Contains(err.Error(), addr) {
			t.Errorf("%s: %v", addr, err)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0", "127.0.0.2:0"} {
		l, err := Listen(addr)
		if err != nil {
			t.Fatalf("%s: %v", addr, err)
		}
		if _, again := Listen(l.Addr().String()); again == nil || !strings.Contains(again.Error(), "in use") {
			t.Errorf("a port in use: %v", again)
		}
		l.Close()
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []Config{{Users: -1}, {Users: MaxUsers + 1}} {
		if _, err := New(c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
	s, err := New(Config{Names: []string{"Ann", "Bob", "Cy"}})
	if err != nil {
		t.Fatal(err)
	}
	if u := s.Users(); len(u) != 3 || u[2].View().User.Name() != "Cy" || u[2].Name() != "player3" {
		t.Errorf("%d users", len(u))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Close ends the sockets, the streams, the waiting calls and every goroutine.
func TestCloseLeavesNothingBehind(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.SetURL("http://" + l.Addr().String()) // Serve sets the same, later
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	b := newBot(t, s)
	stream, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	fmt.Fprintf(stream, "GET /local/users/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
	if _, err := bufio.NewReader(stream).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	waited := make(chan error, 1)
	go func() {
		_, err := s.User("1").Wait(t.Context(), func(View) bool { return false })
		waited <- err
	}()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if err := <-waited; err == nil {
		t.Error("a wait went on")
	}
	if _, code := b.read(); code != websocket.CloseGoingAway && code != websocket.CloseAbnormalClosure {
		t.Errorf("the socket closed with %d", code)
	}
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		buf := make([]byte, 1<<20)
		if n := runtime.Stack(buf, true); !bytes.Contains(buf[:n], []byte("local.serve")) && !bytes.Contains(buf[:n], []byte("local.(*socket)")) {
			return
		} else if time.Now().After(deadline) {
			t.Fatalf("still running:\n%s", buf[:n])
		}
	}
}
