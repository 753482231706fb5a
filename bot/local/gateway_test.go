package local

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

func TestGatewayRefusals(t *testing.T) {
	s := newServer(t)
	for _, c := range []struct {
		what string
		do   func(*gate)
		code int
	}{
		{"a wrong token", func(g *gate) { g.send(opIdentify, J{"token": "Bot no", "intents": 1}) }, closeBadToken},
		{"no intents", func(g *gate) { g.send(opIdentify, J{"token": s.token}) }, closeIntents},
		{"unknown intents", func(g *gate) { g.identify(s, 1<<30) }, closeIntents},
		{"privileged intents", func(g *gate) { g.identify(s, intentGuilds|intentMessageContent) }, closeDisallowed},
		{"another shard", func(g *gate) { g.send(opIdentify, J{"token": s.token, "intents": 1, "shard": L{1, 2}}) }, closeShard},
		{"an unknown opcode", func(g *gate) { g.send(99, nil) }, closeUnknownOp},
		{"no JSON", func(g *gate) {
			if err := g.conn.WriteMessage(websocket.TextMessage, []byte("{")); err != nil {
				t.Fatal(err)
			}
		}, closeDecode},
		{"a presence before identifying", func(g *gate) { g.send(opPresence, J{}) }, closeNoAuth},
		{"a resume with a wrong token", func(g *gate) { g.send(opResume, J{"token": "no"}) }, closeBadToken},
		{"too many packets", func(g *gate) {
			for range gatewaySends + 1 {
				g.send(opHeartbeat, nil)
			}
		}, closeRate},
	} {
		g := dial(t, s)
		g.want(opHello, "")
		c.do(g)
		for {
			p, code := g.read()
			if code == 0 && p.Op == opAck {
				continue
			}
			if code != c.code {
				t.Errorf("%s: closed with %d (packet %+v), want %d", c.what, code, p, c.code)
			}
			break
		}
	}
	conn, _, err := websocket.DefaultDialer.DialContext(within(t), gatewayOf(s)+"/?v=6", nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{t: t, conn: conn}
	if _, code := g.read(); code != closeVersion {
		t.Errorf("version 6: %d", code)
	}
	b := newBot(t, s)
	b.identify(s, intentGuilds)
	if _, code := b.read(); code != closeReauth {
		t.Errorf("identified twice: %d", code)
	}
}

func TestHeartbeatIsAcknowledged(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	b.send(opHeartbeat, b.seq)
	b.want(opAck, "")
	if err := s.Inject(Fault{Kind: "no-ack"}); err != nil {
		t.Fatal(err)
	}
	b.send(opHeartbeat, b.seq)
	b.send(opHeartbeat, b.seq)
	b.want(opAck, "") // of the second: the first was swallowed
	b.register()
	b.slash("1", "/match order line:x")
}

// A client that sends nothing is closed with 4009.
func TestSilentClientsAreDropped(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Heartbeat = time.Millisecond })
	g := dial(t, s)
	g.want(opHello, "")
	if _, code := g.read(); code != closeTimeout {
		t.Errorf("closed with %d", code)
	}
}

// click presses the button of a fresh card as a user, and returns the interaction's id.
func (b *bot) click(user string, card *Message) string {
	b.t.Helper()
	act, err := b.s.User(user).Click(card.ID, "go")
	if err != nil {
		b.t.Fatal(err)
	}
	return act.ID.String()
}

func TestResumeReplaysWhatWasMissed(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	card := b.post(b.general(), v2(row(button("go"))))
	first := b.click("1", card)
	if got := b.next(); got.ID != first {
		t.Fatalf("%s", got.ID)
	}
	if err := s.Inject(Fault{Kind: "drop"}); err != nil {
		t.Fatal(err)
	}
	if _, code := b.read(); code != websocket.CloseAbnormalClosure {
		t.Fatalf("closed with %d", code)
	}
	missed := []string{b.click("1", card), b.click("2", card)}
	resume := func(session string, seq int64) *gate {
		g := dial(t, s)
		g.want(opHello, "")
		g.send(opResume, J{"token": s.token, "session_id": session, "seq": seq})
		return g
	}
	g := resume(b.session, b.seq)
	for _, id := range missed {
		if p := g.want(opDispatch, "INTERACTION_CREATE"); !strings.Contains(string(p.Data), `"id":"`+id+`"`) {
			t.Errorf("replayed %s, want %s", p.Data, id)
		}
	}
	g.want(opDispatch, "RESUMED")
	b.gate = g
	live := b.click("3", card)
	if got := b.next(); got.ID != live {
		t.Errorf("after the resume came %s", got.ID)
	}
	if s.Identifies() != 1 {
		t.Errorf("%d sessions were begun", s.Identifies())
	}

	unknown := resume("no such session", 0)
	if p := unknown.want(opInvalid, ""); string(p.Data) != "false" {
		t.Errorf("%s", p.Data)
	}
	unknown.identify(s, intentGuilds)
	unknown.want(opDispatch, "READY")
	ahead := resume(b.session, 1000)
	if _, code := ahead.read(); code != closeBadSeq {
		t.Errorf("a sequence from the future: %d", code)
	}
}

// A session that missed more than Discord keeps cannot be resumed.
func TestResumeTooLate(t *testing.T) {
	for missed, want := range map[int]int{maxReplay/2 - 10: opDispatch, maxReplay + 1: opInvalid} {
		s := newServer(t, func(c *Config) { c.Record, c.Validate = false, nil })
		b := newBot(t, s)
		if err := s.Inject(Fault{Kind: "drop"}); err != nil {
			t.Fatal(err)
		}
		for range missed {
			s.SetMentionable(true) // one dispatch each
		}
		g := dial(t, s)
		g.want(opHello, "")
		g.send(opResume, J{"token": s.token, "session_id": b.session, "seq": b.seq})
		if p, code := g.read(); code != 0 || p.Op != want {
			t.Errorf("%d missed: op %d (closed %d), want op %d", missed, p.Op, code, want)
		}
	}
}

// The client's close codes 1000 and 1001 end the session; other codes do not.
func TestGoodbyeEndsTheSession(t *testing.T) {
	for code, want := range map[int]int{1000: opInvalid, 1001: opInvalid, 4000: opDispatch} {
		s := newServer(t)
		b := newBot(t, s)
		msg := websocket.FormatCloseMessage(code, "")
		if err := b.conn.WriteControl(websocket.CloseMessage, msg, time.Now().Add(limit)); err != nil {
			t.Fatal(err)
		}
		b.read() // the echo
		g := dial(t, s)
		g.want(opHello, "")
		g.send(opResume, J{"token": s.token, "session_id": b.session, "seq": b.seq})
		if p, closed := g.read(); closed != 0 || p.Op != want {
			t.Errorf("after %d: op %d (closed %d), want op %d", code, p.Op, closed, want)
		}
	}
}

// usedUp waits until no connection is to suffer a fault any more.
func usedUp(t *testing.T, s *Server) {
	t.Helper()
	for ctx := within(t); ; {
		s.mu.Lock()
		left, changed := len(s.faults.stages), s.changed
		s.mu.Unlock()
		if left == 0 {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			t.Fatalf("timed out: %d faults still wait for a connection", left)
		}
	}
}

func TestGatewayFaults(t *testing.T) {
	inject := func(t *testing.T, s *Server, f Fault) {
		t.Helper()
		if err := s.Inject(f); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("now", func(t *testing.T) {
		s := newServer(t)
		b := newBot(t, s)
		inject(t, s, Fault{Kind: "reconnect"})
		b.want(opReconnect, "")
		inject(t, s, Fault{Kind: "ack"})
		b.want(opAck, "")
		inject(t, s, Fault{Kind: "invalid", Resumable: true})
		if p := b.want(opInvalid, ""); string(p.Data) != "true" {
			t.Errorf("%s", p.Data)
		}
		inject(t, s, Fault{Kind: "invalid"})
		if p := b.want(opInvalid, ""); string(p.Data) != "false" {
			t.Errorf("%s", p.Data)
		}
		b.identify(s, intentGuilds)
		b.want(opDispatch, "READY")
		b.want(opDispatch, "GUILD_CREATE")
		inject(t, s, Fault{Kind: "close", Code: 4000})
		if _, code := b.read(); code != 4000 {
			t.Errorf("closed with %d", code)
		}
	})
	for at, greet := range map[string]func(*gate, *Server){
		"hello": func(*gate, *Server) {},
		"ready": func(g *gate, s *Server) { g.want(opHello, ""); g.identify(s, intentGuilds) },
		"resume": func(g *gate, s *Server) {
			g.want(opHello, "")
			g.send(opResume, J{"token": s.token, "session_id": "x", "seq": 0})
		},
	} {
		t.Run(at, func(t *testing.T) {
			s := newServer(t)
			for kind, op := range map[string]int{"reconnect": opReconnect, "ack": opAck, "invalid": opInvalid} {
				inject(t, s, Fault{Kind: kind, At: at})
				g := dial(t, s)
				greet(g, s)
				g.want(op, "")
			}
			for kind, code := range map[string]int{"close": 4014, "drop": websocket.CloseAbnormalClosure} {
				inject(t, s, Fault{Kind: kind, At: at, Code: 4014})
				g := dial(t, s)
				greet(g, s)
				if _, got := g.read(); got != code {
					t.Errorf("%s: closed with %d", kind, got)
				}
			}
			inject(t, s, Fault{Kind: "silence", At: at})
			mute := dial(t, s)
			greet(mute, s)
			mute.send(opHeartbeat, 0)
			usedUp(t, s)
			well := newBot(t, s) // this one is greeted
			well.send(opHeartbeat, well.seq)
			well.want(opAck, "")
			if err := mute.conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
				t.Fatal(err)
			}
			if _, _, err := mute.conn.ReadMessage(); !isTimeout(err) {
				t.Errorf("the silent socket spoke: %v", err)
			}
		})
	}
	t.Run("dispatches", func(t *testing.T) {
		s := newServer(t)
		b := newBot(t, s)
		card := b.post(b.general(), v2(row(button("go"))))
		inject(t, s, Fault{Kind: "duplicate"})
		twice := b.click("1", card)
		for range 2 {
			if got := b.next(); got.ID != twice {
				t.Errorf("%s, want %s", got.ID, twice)
			}
		}
		inject(t, s, Fault{Kind: "reorder"})
		first, second := b.click("1", card), b.click("2", card)
		if one, two := b.next(), b.next(); one.ID != second || two.ID != first {
			t.Errorf("came as %s %s", one.ID, two.ID)
		}
		inject(t, s, Fault{Kind: "slow", Wait: "30ms"})
		began := time.Now()
		b.click("1", card)
		b.next()
		if time.Since(began) < 30*time.Millisecond {
			t.Error("a slow dispatch was quick")
		}
	})
}

func TestRESTFaults(t *testing.T) {
	s := newServer(t)
	b := newBot(t, s)
	const route = "POST /channels/{channel_id}/messages"
	path := fmt.Sprintf("/channels/%s/messages", b.general())
	inject := func(f Fault) {
		t.Helper()
		if err := s.Inject(f); err != nil {
			t.Fatal(err)
		}
	}
	for _, scope := range []string{"user", "shared", "global"} {
		inject(Fault{Kind: "rest", Route: route, Status: 429, Scope: scope, RetryAfter: 1.5, Code: 30046})
		a := b.call("POST", path, J{"content": "x"})
		var body struct {
			Message string  `json:"message"`
			After   float64 `json:"retry_after"`
			Global  bool    `json:"global"`
			Code    int     `json:"code"`
		}
		if err := json.Unmarshal(a.body, &body); err != nil {
			t.Fatal(err)
		}
		if a.status != 429 || body.After != 1.5 || body.Global != (scope == "global") || body.Code != 30046 ||
			a.header.Get("Retry-After") != "2" || a.header.Get("X-RateLimit-Scope") != scope ||
			(a.header.Get("X-RateLimit-Global") == "true") != (scope == "global") {
			t.Errorf("%s: %d %s %v", scope, a.status, a.body, a.header)
		}
	}
	if a := b.call("POST", path, J{"content": "x"}); a.status != 200 {
		t.Errorf("the fault is used up: %d %s", a.status, a.body)
	}
	inject(Fault{Kind: "rest", Route: "POST " + path, Status: 502, Times: 2, Late: true})
	for range 2 {
		if a := b.call("POST", path, J{"content": "done all the same", "nonce": "n", "enforce_nonce": true}); a.status != 502 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	var list []Message
	b.call("GET", path, nil).into(t, &list)
	if len(list) != 2 {
		t.Errorf("%d messages, want the one before and one of the two whose answer was lost", len(list))
	}
	inject(Fault{Kind: "latency", Wait: "30ms"})
	began := time.Now()
	if a := b.call("GET", path, nil); a.status != 200 || time.Since(began) < 30*time.Millisecond {
		t.Errorf("latency: %d after %v", a.status, time.Since(began))
	}
	inject(Fault{Kind: "rest", Status: 500, Times: -1})
	for range 3 {
		if a := b.call("GET", path, nil); a.status != 500 {
			t.Errorf("%d", a.status)
		}
	}
	inject(Fault{Kind: "clear"})
	if a := b.call("GET", path, nil); a.status != 200 {
		t.Errorf("cleared: %d %s", a.status, a.body)
	}
}

func TestFaultsThatMakeNoSense(t *testing.T) {
	s := newServer(t)
	for _, f := range []Fault{
		{}, {Kind: "nonsense"}, {Kind: "close", Code: 5}, {Kind: "drop", At: "never"}, {Kind: "slow", Wait: "soon"},
		{Kind: "rest", Status: 200}, {Kind: "rest", Status: 429}, {Kind: "rest", Status: 429, RetryAfter: 1, Scope: "all"},
		{Kind: "rest", Status: 500, Route: "channels"}, {Kind: "latency"}, {Kind: "delete-message", Message: "5"},
		{Kind: "delete-message", Message: "x"}, {Kind: "delete-channel", Channel: "nowhere"}, {Kind: "archive", Channel: "#general"},
		{Kind: "deny", Channel: "#general", Permissions: []string{"FLY"}},
	} {
		if err := s.Inject(f); err == nil {
			t.Errorf("%+v was taken", f)
		}
	}
}

func TestRateLimit(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Limit = 1000 })
	b := newBot(t, s)
	a := b.call("GET", "/users/@me", nil)
	if a.header.Get("X-RateLimit-Limit") != "1000" || a.header.Get("X-RateLimit-Bucket") == "" || a.header.Get("X-RateLimit-Reset-After") == "" {
		t.Errorf("%v", a.header)
	}
	s.mu.Lock()
	s.cfg.Limit = 1
	s.mu.Unlock()
	refused := false
	for range 50 { // at least two of them fall into one second
		a := b.call("GET", "/users/@me", nil)
		refused = refused || a.status == 429 && a.header.Get("X-RateLimit-Remaining") == "0"
	}
	if !refused {
		t.Error("a limit of one a second refused nothing")
	}
}

// intents decide which messages of the guild reach a bot.
func TestIntentsDecideWhatIsHeard(t *testing.T) {
	s := newServer(t, func(c *Config) { c.Intents = intentMessageContent })
	hear := func(intents Intents) string {
		g := dial(t, s)
		g.want(opHello, "")
		g.identify(s, intents)
		g.want(opDispatch, "READY")
		if intents&intentGuilds != 0 {
			g.want(opDispatch, "GUILD_CREATE")
		}
		if _, err := s.User("1").Say("#general", "psst"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.User("1").Say("dm", "hello bot"); err != nil {
			t.Fatal(err)
		}
		g.send(opHeartbeat, 0)
		var heard []string
		for {
			p, code := g.read()
			if code != 0 {
				t.Fatal(code)
			}
			if p.Op == opAck {
				return strings.Join(heard, ",")
			}
			var m Message
			if err := json.Unmarshal(p.Data, &m); err != nil {
				t.Fatal(err)
			}
			heard = append(heard, "["+m.Content+"]")
		}
	}
	for intents, want := range map[Intents]string{
		intentGuilds:         "",
		intentGuildMessages:  "[]",
		intentDirectMessages: "[hello bot]",
		intentGuildMessages | intentMessageContent: "[psst]",
	} {
		if got := hear(intents); got != want {
			t.Errorf("intents %d: %s, want %s", intents, got, want)
		}
	}
}
