package discord_test

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"downsync/bot/discord"
	"downsync/bot/local"
)

// overHTTP makes a rig receive interactions over HTTP, and returns the address and a function that ends this.
func (r *rig) overHTTP(h *echo) string {
	r.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	r.t.Cleanup(stop)
	if err := r.client.Hello(ctx); err != nil {
		r.t.Fatal(err)
	}
	if err := r.client.Register(ctx, commands); err != nil {
		r.t.Fatal(err)
	}
	go func() { r.done <- r.client.Serve(ctx, l, h) }()
	r.awaitReady()
	address := "http://" + l.Addr().String()
	if err := r.srv.SetEndpoint(ctx, address); err != nil {
		r.t.Fatal(err)
	}
	return address
}

// keyed configures the client with the key of the local Discord.
func keyed(t *testing.T, lc *local.Config, dc *discord.Config) {
	t.Helper()
	lc.Token = "token-of-a-test"
	srv, err := local.New(*lc)
	if err != nil {
		t.Fatal(err)
	}
	if dc.PublicKey, err = discord.PublicKey(srv.PublicKey()); err != nil {
		t.Fatal(err)
	}
}

// The local Discord takes the endpoint, and answers arrive.
func TestEndpointAnswers(t *testing.T) {
	r := newRig(t, func(lc *local.Config, dc *discord.Config) { keyed(t, lc, dc) })
	r.overHTTP(r.echo)
	if out := r.ping("/ping"); out.State != local.Answered {
		t.Errorf("%+v", out)
	}
	if r.srv.Identifies() != 0 {
		t.Error("it connected to the gateway too")
	}
	if err := r.srv.Inject(local.Fault{Kind: "duplicate"}); err != nil {
		t.Fatal(err)
	}
	if out := r.ping("/ping"); out.State != local.Answered || r.echo.calls.Load() != 2 {
		t.Errorf("sent twice: %+v, handled %d times", out, r.echo.calls.Load()-1)
	}
}

// A slow handler is acknowledged in time, and a client that stops answers what it has begun.
func TestEndpointDefers(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(lc *local.Config, dc *discord.Config) {
		keyed(t, lc, dc)
		dc.Patience = time.Millisecond
	})
	r.echo.hold, r.echo.begun = make(chan struct{}), make(chan struct{}, 1)
	r.overHTTP(r.echo)
	act, err := r.srv.User("player1").Slash("#general", "/ping")
	if err != nil {
		t.Fatal(err)
	}
	<-r.echo.begun
	for out := act.Outcome(); out.State != local.Deferred; out = act.Outcome() {
		if out.State != local.Pending {
			t.Fatalf("%+v", out)
		}
		runtime.Gosched()
	}
	r.inject(local.Fault{Kind: "latency", Wait: "50ms", Times: -1}) // the answer is on its way when the client could end
	r.stop()
	close(r.echo.hold)
	if err := <-r.done; err != nil {
		t.Error(err)
	}
	if out := act.Outcome(); out.State != local.Answered {
		t.Errorf("%+v", out)
	}
}

// Only what Discord has signed recently is read; everything else is refused and nothing is done.
func TestEndpointRefuses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, func(lc *local.Config, dc *discord.Config) {
		dc.PublicKey, dc.Now, lc.Clock = public, func() time.Time { return now }, local.Still(now)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { r.done <- r.client.Serve(ctx, l, r.echo) }()
	r.awaitReady()
	const ping = `{"type":1}`
	ask := func(method, body, at, signed string, with ed25519.PrivateKey) (int, string) {
		t.Helper()
		req, err := http.NewRequest(method, "http://"+l.Addr().String()+"/any/path", iotest.HalfReader(strings.NewReader(body)))
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = int64(len(body)) // all is sent before it can be refused
		req.Header.Set("X-Signature-Timestamp", at)
		req.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(with, []byte(signed))))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, err.Error()
		}
		defer res.Body.Close()
		said, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(said)
	}
	_, stranger, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	at := func(d time.Duration) string { return strconv.FormatInt(now.Add(d).Unix(), 10) }
	const most = 256 << 10 // bytes of an interaction
	good := fmt.Sprintf(`{"type":2,"id":"%d","token":"x","user":{"id":"5"},"data":{"name":"ping"}}`, (now.UnixMilli()-1420070400000)<<22)
	large := good + strings.Repeat(" ", most-len(good))
	for name, c := range map[string]struct {
		method, body, at, signed string
		key                      ed25519.PrivateKey
		status                   int
	}{
		"a PING":                 {"POST", ping, at(0), at(0) + ping, private, 200},
		"with a clock behind":    {"POST", ping, at(4 * time.Minute), at(4*time.Minute) + ping, private, 200},
		"an interaction":         {"POST", good, at(-4 * time.Minute), at(-4*time.Minute) + good, private, 202},
		"a stranger's":           {"POST", good, at(0), at(0) + good, stranger, 401},
		"a replay":               {"POST", good, at(-6 * time.Minute), at(-6*time.Minute) + good, private, 401},
		"of the future":          {"POST", good, at(6 * time.Minute), at(6*time.Minute) + good, private, 401},
		"with another time":      {"POST", good, at(0), at(-time.Hour) + good, private, 401},
		"without a time":         {"POST", good, "", good, private, 401},
		"another body":           {"POST", good, at(0), at(0) + ping, private, 401},
		"signed, but no JSON":    {"POST", "{", at(0), at(0) + "{", private, 202},
		"a bad one, no JSON":     {"POST", "{", at(0), at(0) + "{", stranger, 401},
		"a GET":                  {"GET", "", at(0), at(0), private, 405},
		"as large as one can be": {"POST", large, at(0), at(0) + large, private, 202},
		"larger than one can be": {"POST", large + " ", at(0), at(0) + large + " ", private, 401},
	} {
		status, said := ask(c.method, c.body, c.at, c.signed, c.key)
		if status != c.status || status == 200 && said != ping || status == 202 && said != "" {
			t.Errorf("%s: %d %q, expected %d", name, status, said, c.status)
		}
	}
	if n := r.echo.calls.Load(); n != 1 {
		t.Errorf("%d interactions were handled", n)
	}
	stop()
	if err := <-r.done; err != nil {
		t.Error(err)
	}
	if status, said := ask("POST", ping, at(0), at(0)+ping, private); status != 0 {
		t.Errorf("a stopped client answers %d %s", status, said)
	}
}

// A host whose clock is set an hour ahead or back goes on answering at once, and asks Discord for its time once a step.
func TestEndpointAfterStepOfClock(t *testing.T) {
	var off atomic.Int64
	now := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	r := newRig(t, func(lc *local.Config, dc *discord.Config) {
		lc.Clock = local.Still(now)
		keyed(t, lc, dc)
		dc.Now = func() time.Time { return now.Add(time.Duration(off.Load())) }
	})
	r.overHTTP(r.echo)
	for _, step := range []time.Duration{0, time.Hour, -time.Hour, 0, 4 * time.Minute} {
		off.Store(int64(step))
		for range 3 {
			if out := r.ping("/ping"); out.State != local.Answered {
				t.Errorf("%s ahead: %+v", step, out)
			}
		}
	}
	const steps, questions = 3, 2 // the second answer confirms the first
	if asked := r.srv.Requests("GET /gateway"); asked != steps*questions {
		t.Errorf("Discord is asked for its time %d times, want %d", asked, steps*questions)
	}
}

// Discord's request is answered after the interaction: if the process dies in between, a load balancer sees a broken request and
// can ask another process.
func TestEndpointAnswersLast(t *testing.T) {
	r := newRig(t, func(lc *local.Config, dc *discord.Config) { keyed(t, lc, dc) })
	address, err := url.Parse(r.overHTTP(r.echo))
	if err != nil {
		t.Fatal(err)
	}
	var accepted atomic.Int32
	proxy := httputil.NewSingleHostReverseProxy(address)
	proxy.ModifyResponse = func(res *http.Response) error {
		if res.StatusCode == http.StatusAccepted {
			accepted.Add(1)
		}
		return nil
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	if err := r.srv.SetEndpoint(t.Context(), front.URL); err != nil {
		t.Fatal(err)
	}
	r.echo.hold, r.echo.begun = make(chan struct{}), make(chan struct{}, 1)
	act, err := r.srv.User("player1").Slash("#general", "/ping")
	if err != nil {
		t.Fatal(err)
	}
	<-r.echo.begun
	for range 20 { // an answer would have come by then
		if err := r.srv.SetEndpoint(t.Context(), front.URL); err != nil {
			t.Fatal(err)
		}
	}
	if n := accepted.Load(); n > 0 && act.Outcome().State == local.Pending {
		t.Error("accepted before it was answered")
	}
	close(r.echo.hold)
	if out, err := act.Wait(t.Context()); err != nil || out.State != local.Answered {
		t.Errorf("%+v %v", out, err)
	}
	for accepted.Load() == 0 {
		runtime.Gosched()
	}
}

// A refused request is the last of its connection: whatever its body holds is never answered as another request.
func TestRefusalEndsTheConnection(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 7, 12, 0, 0, 0, time.UTC)
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, func(lc *local.Config, dc *discord.Config) {
		dc.PublicKey, dc.Now = public, func() time.Time { return now }
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() { r.done <- r.client.Serve(ctx, l, r.echo) }()
	r.awaitReady()
	at := strconv.FormatInt(now.Unix(), 10)
	signed := "X-Signature-Timestamp: " + at + "\r\nX-Signature-Ed25519: " + hex.EncodeToString(ed25519.Sign(private, []byte(at+`{"type":1}`))) + "\r\n"
	another := "GET /another HTTP/1.1\r\nHost: a\r\n\r\n"
	sized := func(method, headers, body string) string {
		return fmt.Sprintf("%s / HTTP/1.1\r\nHost: a\r\n%sContent-Length: %d\r\n\r\n%s", method, headers, len(body), body)
	}
	chunked := "POST / HTTP/1.1\r\nHost: a\r\n" + signed + "Transfer-Encoding: chunked\r\n\r\n"
	for name, c := range map[string]struct {
		sent   string
		status string
	}{
		"not signed":           {sized("POST", "", strings.Repeat(another, 3)), "401"},
		"signed for another":   {sized("POST", signed, another), "401"},
		"a GET with a body":    {sized("GET", signed, another), "405"},
		"a GET without one":    {another, "405"},
		"too large":            {sized("POST", signed, strings.Repeat(" ", 256<<10)+strings.Repeat(another, 20)), "401"},
		"far too large":        {sized("POST", signed, strings.Repeat(" ", 256<<10)+strings.Repeat(another, 20<<10)), "401"},
		"a broken chunk":       {chunked + "zz\r\n" + another, "401"},
		"a broken later chunk": {chunked + "1\r\n{\r\nzz\r\n" + another, "401"},
		"chunks too large":     {chunked + strings.Repeat("1000\r\n"+strings.Repeat("x", 4096)+"\r\n", 65) + "0\r\n\r\n", "401"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = io.WriteString(conn, c.sent+another+another) }() // it may be cut off
			said, err := io.ReadAll(conn)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the connection is kept")
			}
			if n := strings.Count(string(said), "HTTP/1.1 "); n > 1 || n == 1 && !strings.HasPrefix(string(said), "HTTP/1.1 "+c.status) {
				t.Errorf("%d answers, expected one of %s:\n%s", n, c.status, said)
			}
		})
	}
	if n := r.echo.calls.Load(); n != 0 {
		t.Errorf("%d interactions were handled", n)
	}
}
